// What happened since one's own last move, step by step: by itself for who comes back, and by a
// button. This browser remembers how far it has seen each table; the server has everything else.

import { read, still } from "./table.js";

const root = document.getElementById("table");
const button = document.getElementById("since");
const key = `table ${root.dataset.table}`;
const first = read("shown");

function recall() {
  try { return JSON.parse(localStorage.getItem(key)) ?? {}; } catch { return {}; }
}

function remember(change) {
  try { localStorage.setItem(key, JSON.stringify({ ...recall(), ...change })); } catch { /* not kept */ }
}

async function tell() {
  const own = recall().own;
  const query = own === undefined ? "" : `?number=${own}`;
  const steps = await fetch(`/t/${root.dataset.table}/since${query}`)
    .then((answer) => (answer.ok ? answer.json() : null))
    .then((answer) => answer?.steps ?? []).catch(() => []);
  if (steps.length) root.dispatchEvent(new CustomEvent("tell", { detail: { steps, button } }));
}

function offer(state, own) {
  button.hidden = state.mine.length !== 1 || state.number === own || !state.number;
}

if (first.mine.length === 1) {
  const { seen, own } = recall();
  offer(first, own);
  if (seen !== undefined && seen < first.number && !still.matches) tell();
  remember({ seen: first.number });
  button.addEventListener("click", tell);
  root.addEventListener("table", (event) => {
    const state = event.detail;
    remember(state.own ? { seen: state.number, own: state.number } : { seen: state.number });
    offer(state, recall().own);
  });
}
