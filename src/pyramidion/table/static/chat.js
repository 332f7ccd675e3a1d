// The chat of a table. Lines are put in as text, never as markup. Closed, it stays closed here.

import { complain, post, read, say } from "./table.js";

const root = document.getElementById("table");
const box = document.getElementById("chat");
const list = box.querySelector("ol");
const view = list.parentElement; // what scrolls
const form = box.querySelector("form");
const base = `/api/v1/tables/${root.dataset.table}/chat`;
let last = 0; // the newest line that is here
let unseen = 0;
let asking = Promise.resolve();

async function fetchNew(number) {
  if (number <= last) return;
  const answer = await fetch(`${base}?after=${last}`).then((got) => got.json()).catch(() => null);
  const lines = (answer?.lines ?? []).filter((line) => line.number > last);
  for (const line of lines) {
    const item = document.createElement("li");
    const name = document.createElement("b");
    name.textContent = line.name;
    item.append(name, ` ${line.said}`);
    list.append(item);
    last = line.number;
  }
  if (!lines.length) return;
  view.scrollTop = view.scrollHeight;
  if (!box.open) unseen += lines.length;
  note();
}

function note() {
  box.querySelector(".new").textContent = unseen ? say("chat_new", { number: unseen }) : "";
}

const look = (number) => { asking = asking.then(() => fetchNew(number)); return asking; };

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = form.elements.said;
  const said = field.value.trim();
  if (!said) return;
  const answer = await post(base, { said });
  if (!answer.ok) return complain(answer.body); // what was typed stays
  field.value = "";
  look(answer.body.number);
});

// kept at the click itself: "toggle" comes later, and the page may be left before
box.querySelector("summary").addEventListener("click", () => {
  try { localStorage.setItem("chat", box.open ? "closed" : "open"); } catch { /* not kept */ }
});
box.addEventListener("toggle", () => {
  if (box.open) { unseen = 0; note(); view.scrollTop = view.scrollHeight; }
});

let kept = null;
try { kept = localStorage.getItem("chat"); } catch { /* not kept */ }
box.open = kept ? kept === "open" : !matchMedia("(max-width: 899px)").matches;
root.addEventListener("table", (event) => look(event.detail.said));
look(read("shown").said);
