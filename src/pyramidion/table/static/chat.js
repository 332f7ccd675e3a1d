// The chat of a table. Lines are put in as text, never as markup. Who closes it is left in peace,
// also at other tables; where it is closed for want of room, what is said is shown for a moment.

import { complain, hush, post, read, say, toast } from "./table.js";

const root = document.getElementById("table");
const box = document.getElementById("chat");
const list = box.querySelector("ol");
const view = list.parentElement; // what scrolls
const form = box.querySelector("form");
const base = `/api/v1/tables/${root.dataset.table}/chat`;
let last = 0; // the newest line that is here
let unseen = 0;
let asking = Promise.resolve();
let here = false; // what was said before is no news

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
  const newest = lines.at(-1);
  if (here && !box.open && !choice())
    toast(say("chat_heard", { name: newest.name, said: newest.said }));
}

// Opened or closed by hand, here or at another table
function choice() {
  try { return localStorage.getItem("chat"); } catch { return null; }
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
  if (!box.open) return;
  if (unseen) hush(); // what is said for a moment, now it is here
  unseen = 0;
  note();
  view.scrollTop = view.scrollHeight;
});

box.open = choice() ? choice() === "open" : !matchMedia("(max-width: 899px)").matches;
root.addEventListener("table", (event) => {
  if (form) form.hidden = !event.detail.mine.length; // who has passed the seat on only listens
  look(event.detail.said);
});
look(read("shown").said).then(() => { here = true; });
