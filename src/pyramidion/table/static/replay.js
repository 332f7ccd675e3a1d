// A replay: steps of a finished game, by buttons, slider, keys, the log and the curve alike.
//
// Everything works by links without this script; with it only the parts that change are
// fetched, and the address always names the position that is shown.

import { copy } from "./copy.js";
import { read, say } from "./table.js";

const $ = (id) => document.getElementById(id);
const root = $("replay");
const game = read("game");
const PAUSE = 1400; // milliseconds between two steps when it runs by itself

const known = new Map(); // step → what is shown there
let at = game.at;
let wanted = at; // the newest wish: an older answer that comes late is not shown
let running = 0;

const query = (step) =>
  `?at=${step}${root.dataset.as ? `&as=${root.dataset.as}` : ""}`;
const before = (step) => game.stops.findLast((stop) => stop < step);
const after = (step) => game.stops.find((stop) => stop > step);
const first = game.stops[0];
const end = game.stops.at(-1);

async function look(step) {
  if (!known.has(step)) {
    const asked = fetch(`/replay/${root.dataset.replay}/position${query(step)}`)
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.status))));
    known.set(step, asked);
    asked.catch(() => known.delete(step));
  }
  return known.get(step);
}

async function go(step) {
  if (step === undefined || step === wanted) return;
  wanted = step;
  try {
    const shown = await look(step);
    if (wanted === step) show(shown);
  } catch {
    wanted = at;
    stop();
    $("told").textContent = say("offline");
  }
}

function show(shown) {
  at = shown.at;
  $("told").textContent = shown.told;
  $("board").innerHTML = shown.board;
  $("hands").innerHTML = shown.hands;
  $("seats").innerHTML = shown.seats;
  history.replaceState(null, "", query(at));
  settle(shown.last);
  const next = after(at);
  if (next !== undefined) look(next).catch(() => {}); // so that the next step is there at once
}

// What depends on where we are
function settle(last) {
  for (const el of document.querySelectorAll("#board [data-key], #hands [data-key]")) {
    el.classList.toggle("last", last.includes(el.dataset.key));
    if (el.localName === "button") {
      el.setAttribute("aria-disabled", "true"); // to look at, not to play with
      el.tabIndex = -1;
    }
  }
  $("where").textContent = say("replay_step", { at, all: game.length });
  $("slider").value = game.stops.filter((stop) => stop <= at).length - 1;
  $("slider").setAttribute("aria-valuetext", $("where").textContent);
  lead("first", first < at ? first : undefined);
  lead("back", before(at));
  lead("forward", after(at));
  lead("last", end > at ? end : undefined);
  // whatever leads away and back comes back to where we are
  for (const link of document.querySelectorAll(".eyes a"))
    link.href = changed(link.href, "at", at);
  for (const link of document.querySelectorAll(".switches a"))
    link.href = changed(link.href, "back", location.pathname + query(at));
  const ask = document.querySelector("#curve form");
  if (ask) ask.action = changed(ask.action, "at", at);
  markLog();
  const curve = document.querySelector("svg.curve");
  if (curve)
    $("now").setAttribute("transform", `translate(${(curve.dataset.width * at) / (game.length || 1)} 0)`);
  if (at === end) stop();
}

function changed(address, name, value) {
  const found = new URL(address);
  found.searchParams.set(name, value);
  return found.href;
}

function lead(id, step) {
  const link = $(id);
  link.toggleAttribute("aria-disabled", step === undefined);
  if (step === undefined) { link.setAttribute("aria-disabled", "true"); link.removeAttribute("href"); }
  else link.href = query(step);
}

function markLog() {
  const list = $("log").querySelector("ol");
  const lines = [...list.children];
  for (const line of lines) line.removeAttribute("aria-current");
  const here = lines.findLast((line) => Number(line.dataset.at) <= at);
  if (!here) { list.scrollTop = 0; return; }
  here.setAttribute("aria-current", "step");
  const offset = here.offsetTop - list.offsetTop;
  if (offset < list.scrollTop || offset + here.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = offset - list.clientHeight / 2;
}

// By itself

function run() {
  if (at === end) go(first);
  const tick = async () => {
    const next = after(at);
    if (next === undefined) return stop();
    await go(next);
    if (running) running = setTimeout(tick, PAUSE);
  };
  running = setTimeout(tick, PAUSE / 2);
  label();
}

function stop() {
  clearTimeout(running);
  running = 0;
  label();
}

function label() {
  $("run").setAttribute("aria-pressed", String(Boolean(running)));
  $("run").querySelector(".label").textContent = say(running ? "replay_pause" : "replay_play");
}

const toggle = () => (running ? stop() : run());
const step = (target) => { stop(); go(target); };

$("run").addEventListener("click", toggle);
$("slider").addEventListener("input", () => step(game.stops[$("slider").value]));
for (const [id, target] of [["first", () => first], ["back", () => before(at)],
  ["forward", () => after(at)], ["last", () => end]])
  $(id).addEventListener("click", (event) => { event.preventDefault(); step(target()); });

// The log and the turning points lead to their positions; anywhere else on the curve, to the nearest
document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("a[data-at]");
  if (link) { event.preventDefault(); return step(Number(link.dataset.at)); }
  const curve = event.target.closest("svg.curve");
  if (!curve) return;
  const scale = curve.getScreenCTM();
  const ply = ((event.clientX - scale.e) / scale.a / curve.dataset.width) * game.length;
  step(game.stops.reduce((a, b) => (Math.abs(b - ply) < Math.abs(a - ply) ? b : a)));
});

const KEYS = {
  ArrowLeft: () => step(before(at)), ArrowRight: () => step(after(at)),
  Home: () => step(first), End: () => step(end), " ": toggle,
};
addEventListener("keydown", (event) => {
  const busy = event.target.closest?.("a, button, summary, select, input:not([type=range])");
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
  if (busy && event.key === " ") return; // Space presses what has the focus
  event.preventDefault();
  KEYS[event.key]();
});

$("copy").addEventListener("click", async () => {
  if (await copy(location.href)) $("copy").textContent = say("copied");
});

// While a bot looks at the game again
async function watch() {
  const box = $("curve");
  while (box.dataset.state === "working") {
    await new Promise((wake) => setTimeout(wake, 1000));
    const answer = await fetch(`/api/v1/replays/${root.dataset.replay}/analysis`)
      .then((got) => (got.ok ? got.json() : null)).catch(() => null);
    if (!answer) continue;
    if (answer.state !== "working") return location.replace(query(at));
    box.querySelector("progress").value = answer.done;
    box.querySelector("[role=status] span").textContent = say("curve_working", answer);
  }
}

for (const id of ["run", "slider", "copy"]) $(id).hidden = false;
if (matchMedia("(max-width: 899px)").matches) $("log").open = false;
settle(game.last);
watch();
