"""The log: one line for each thing that happened, to read or as JSON, without secrets.

Addresses are never written, only the templates of routes: a link to a seat is a secret. Nor
are bodies, cookies, tokens, names of people or their network addresses.
"""

from __future__ import annotations

import itertools
import json
import logging
import os
import sys
import time
from contextvars import ContextVar
from typing import Any

READABLE = "%(asctime)s %(levelname)-7s %(name)s: %(message)s%(tail)s"
OWN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "tail", "color_message"}

request_id: ContextVar[str] = ContextVar("request_id", default="")

_process = f"{os.getpid():x}-{int(time.time() * 1000) & 0xFFFFFFFF:x}"
_numbers = itertools.count(1)


def new_request() -> str:
    """An id for a request, which its answer and all its lines in the log have."""
    return f"{_process}-{next(_numbers):x}"


class Readable(logging.Formatter):
    """For people."""

    def format(self, record: logging.LogRecord) -> str:
        record.tail = "".join(f" {key}={value}" for key, value in _more(record).items())
        return super().format(record)


class JsonLines(logging.Formatter):
    """For programs: a JSON object in each line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_more(record),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def _more(record: logging.LogRecord) -> dict[str, Any]:
    """What was given as `extra`, and the request that it belongs to."""
    more = {
        key: value
        for key, value in vars(record).items()
        if key not in OWN and not key.startswith("_")
    }  # Ray marks every record of the process
    if "request" not in more and (known := request_id.get()):
        more["request"] = known
    return more


def configure(kind: str, level: str) -> None:
    """Write to standard error, from this level on; for a whole process."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else Readable(READABLE))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)  # other libraries may write more than may be kept
    logging.getLogger("pyramidion").setLevel(level.upper())
