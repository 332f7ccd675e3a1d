// A client of boardgame.io: matches by its lobby, moves by its socket, one socket a match.
import { io } from "socket.io-client";

export class Player {
  constructor(host, port) {
    this.lobby = `http://${host}:${port}/games/connect-four`;
    this.socket = io(`http://${host}:${port}/connect-four`, {
      transports: ["websocket"],
      forceNew: true,
      reconnection: false,
    });
    this.opened = new Promise((resolve, reject) => {
      this.socket.once("connect", resolve);
      this.socket.once("connect_error", reject);
    });
    this.socket.on("sync", () => this.done());
    this.socket.on("update", (match) => match === this.match && this.done());
  }

  /** A fresh match; both seats are ours. */
  async begin() {
    await this.opened;
    this.match = (await post(`${this.lobby}/create`, { numPlayers: 2 })).matchID;
    this.keys = [];
    for (const playerID of ["0", "1"]) {
      const joined = await post(`${this.lobby}/${this.match}/join`, { playerID, playerName: "x" });
      this.keys.push(joined.playerCredentials);
    }
    await this.ask("sync", this.match, "0", this.keys[0], 2);
  }

  /** Resolves when the server has acknowledged the move: it sends the new state. */
  move(number, column) {
    const playerID = String(number % 2);
    const payload = { type: "drop", args: [column], playerID, credentials: this.keys[number % 2] };
    return this.ask("update", { type: "MAKE_MOVE", payload }, number, this.match, playerID);
  }

  ask(...message) {
    return new Promise((resolve) => {
      this.done = resolve;
      this.socket.emit(...message);
    });
  }

  close() {
    this.socket.disconnect();
  }
}

async function post(url, body) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}
