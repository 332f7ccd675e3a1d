// Clocks that tick. The server says when a time runs out; here it is only shown.

import { day } from "./due.js";
import { announce, read, say } from "./table.js";

const root = document.getElementById("table");
const SHORT = 10; // seconds: then it is said aloud, once a turn
let clock = null;
let ahead = 0; // how much this device's clock is ahead of the server's
let warned = 0; // the turn for which it was said
let mine = [];

const pad = (number) => String(number).padStart(2, "0");

function span(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

// The time of a seat; of nobody: nothing
function tell(el, seat, rest) {
  const runs = seat === clock.actor && rest !== null;
  const left = clock.left[seat] ?? null;
  el.classList.toggle("runs", runs);
  el.classList.toggle("short", runs && clock.kind !== "days" && rest < SHORT);
  if (runs && clock.kind === "days" && rest > 3600)
    el.textContent = say("due_at", { time: day.format(new Date((clock.due + ahead) * 1000)) });
  else if (runs) el.textContent = span(rest);
  else el.textContent = left === null ? "" : span(left);
}

function show() {
  if (!clock) return;
  const now = Date.now() / 1000 - ahead;
  const rest = clock.due === null ? null : clock.due - now;
  for (const el of root.querySelectorAll("[data-clock]")) tell(el, Number(el.dataset.clock), rest);
  tell(document.getElementById("pace"), rest === null ? null : clock.actor, rest);
  const warn = rest !== null && rest > 0 && rest < SHORT && clock.kind !== "days";
  if (warn && mine.includes(clock.actor) && warned !== clock.begun) {
    warned = clock.begun;
    announce(say("time_short", { seconds: Math.ceil(rest) }));
  }
}

function set(state) {
  ({ clock, mine } = state);
  ahead = Date.now() / 1000 - state.now;
  show();
}

const first = read("shown");
if (first.clock) {
  set(first);
  root.addEventListener("table", (event) => set(event.detail));
  setInterval(show, 250);
}
