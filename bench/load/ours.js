// A program at our table: the JSON API over one connection that stays open.
import { Socket } from "node:net";

const COLUMNS = "abcdefg";

/** One HTTP/1.1 connection with one request at a time: as little as a client can do. */
class Line {
  constructor(host, port) {
    this.socket = new Socket();
    this.socket.setNoDelay(true);
    this.socket.setEncoding("latin1");
    this.received = "";
    this.host = `${host}:${port}`;
    this.opened = new Promise((resolve, reject) => {
      this.socket.once("error", reject);
      this.socket.connect(port, host, resolve);
    });
    this.socket.on("data", (data) => this.take(data));
    this.socket.on("close", () => {
      this.closed = true;
      this.fail?.(new Error("the server hung up"));
    });
  }

  take(data) {
    this.received += data;
    const end = this.received.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/content-length: *(\d+)/i.exec(this.received.slice(0, end))?.[1] ?? 0);
    if (this.received.length < end + 4 + length) return;
    const answer = {
      status: Number(this.received.slice(9, 12)),
      body: this.received.slice(end + 4, end + 4 + length),
    };
    this.received = this.received.slice(end + 4 + length);
    this.done(answer);
  }

  post(path, body, token) {
    const text = JSON.stringify(body);
    const bearer = token ? `Authorization: Bearer ${token}\r\n` : "";
    return new Promise((resolve, reject) => {
      this.done = resolve;
      this.fail = reject;
      if (this.closed) reject(new Error("the server hung up"));
      this.socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${this.host}\r\nContent-Type: application/json\r\n` +
          `${bearer}Content-Length: ${text.length}\r\n\r\n${text}`,
      );
    });
  }
}

export class Player {
  constructor(host, port) {
    this.line = new Line(host, port);
  }

  /** A fresh table; both seats are ours. */
  async begin() {
    await this.line.opened;
    const answer = await this.line.post("/api/v1/tables", {
      game: "connect_four",
      seats: [{ kind: "person" }, { kind: "person" }],
    });
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.body}`);
    this.table = JSON.parse(answer.body);
    this.path = `/api/v1/tables/${this.table.id}/moves`;
  }

  /** Resolves when the server has acknowledged the move. */
  async move(number, column) {
    const body = { move: COLUMNS[column], number };
    const answer = await this.line.post(this.path, body, this.table.tokens[number % 2]);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`);
  }

  close() {
    this.line.socket.destroy();
  }
}
