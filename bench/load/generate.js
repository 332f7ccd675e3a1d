// The generator: so many matches at once, each making its next move when the last one is
// acknowledged (or at a pace), the same games for every server. Prints one line of JSON.
//
//     node generate.js ours|theirs PORT MATCHES SECONDS PAUSE SERVER-PID
import { readFileSync } from "node:fs";

const [kind, port, matches, seconds, pause, pid] = process.argv.slice(2);
const { Player } = await import(`./${kind}.js`);

/** The same game every time: 42 columns in an order in which nobody ever wins. */
const GAME = [..."623125040151136063224334260510444616035552"].map(Number);

const players = Array.from({ length: Number(matches) }, () => new Player("127.0.0.1", Number(port)));
const times = [];
let busy = 0;
let cpu = 0;
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Ticks (of 10 ms) of processor time that the server has had. */
function ticks() {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1].split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

async function play(player, until) {
  if (pause > 0) await wait(Math.random() * pause * 1000); // not all at the same instant
  for (let number = 0; number < GAME.length && performance.now() < until; number += 1) {
    const begun = performance.now();
    await player.move(number, GAME[number]);
    times.push(performance.now() - begun);
    if (pause > 0) await wait(Math.max(0, pause * 1000 - (performance.now() - begun)));
  }
}

// One round that is not counted, so that both have compiled what they need.
for (let warm = true; warm || busy < seconds * 1000; ) {
  for (let n = 0; n < players.length; n += 10) {
    await Promise.all(players.slice(n, n + 10).map((player) => player.begin()));
  }
  const begun = performance.now();
  const before = ticks();
  const left = warm ? 2000 : seconds * 1000 - busy;
  await Promise.all(players.map((player) => play(player, begun + left)));
  if (warm) times.length = 0;
  else {
    busy += performance.now() - begun;
    cpu += ticks() - before;
  }
  warm = false;
}
players.forEach((player) => player.close());
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
console.log(
  JSON.stringify({
    moves: times.length,
    seconds: busy / 1000,
    p50: at(0.5),
    p99: at(0.99),
    micros: (cpu * 10_000) / times.length,
  }),
);
