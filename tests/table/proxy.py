"""A proxy before a server: it passes everything on, or says 502 while the server is away."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

PAGE = b"<html><body><h1>502 Bad Gateway</h1></body></html>"
AWAY = (
    b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(PAGE), PAGE)
)


class Proxy:
    """Between browsers and a server; `away` cuts what is open and answers for the server."""

    def __init__(self, server: str) -> None:
        self._to = ("127.0.0.1", urlsplit(server).port)
        self._ear = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._away = False
        self._silent: list[socket.socket] = []
        self.refused = 0  # requests that were answered for the server
        self.address = f"http://127.0.0.1:{self._ear.getsockname()[1]}"
        threading.Thread(target=self._hear, daemon=True).start()

    def go_away(self) -> None:
        """The server restarts: open streams end, and every request is an error page."""
        self._away = True
        self._cut()

    def come_back(self) -> None:
        """It is there again."""
        self._away = False

    def fall_silent(self) -> None:
        """What is open stays open, but nothing comes through any more; new lines are fine."""
        with self._lock:
            self._silent += self._open

    def close(self) -> None:
        """Hear nobody any more."""
        self._ear.close()
        self._cut()

    def _cut(self) -> None:
        with self._lock:
            for line in self._open:
                with contextlib.suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)

    def _hear(self) -> None:
        with contextlib.suppress(OSError):  # until it is closed
            while True:
                line, _ = self._ear.accept()
                threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, line: socket.socket) -> None:
        with line, contextlib.suppress(OSError):
            first = line.recv(65_536)
            if self._away:
                self.refused += 1
                line.sendall(AWAY)
                return
            with socket.create_connection(self._to) as server, self._kept(line, server):
                server.sendall(first)
                both = (server, line)
                answers = threading.Thread(target=self._pass_on, args=both, daemon=True)
                answers.start()
                self._pass_on(line, server)
                answers.join()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65_536):
                if one not in self._silent:
                    other.sendall(data)
        for line in (one, other):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    @contextlib.contextmanager
    def _kept(self, *lines: socket.socket) -> Iterator[None]:
        with self._lock:
            self._open.update(lines)
        try:
            yield
        finally:
            with self._lock:
                self._open.difference_update(lines)


@contextlib.contextmanager
def behind(server: str) -> Iterator[Proxy]:
    """A proxy before this server."""
    proxy = Proxy(server)
    try:
        yield proxy
    finally:
        proxy.close()
