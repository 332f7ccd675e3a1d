// Links with QR codes, seats passed on, bots that stand in, and where the same people play again.

import { copy } from "./copy.js";
import { announce, complain, post, read, say } from "./table.js";

const $ = (id) => document.getElementById(id);
const root = $("table");
const base = `/api/v1/tables/${root.dataset.table}`;
const invite = $("invite");
const menu = $("seat-menu");
let seat = null; // whose menu or link is open

function offer(link, words) {
  $("invite-words").textContent = say(words);
  const field = invite.querySelector("input");
  field.value = link.url;
  invite.querySelector(".code").innerHTML = link.qr;
  invite.querySelector(".level").hidden = words !== "invite_words";
  invite.querySelector("[data-copy]").textContent = copyWord;
  invite.showModal();
  field.setSelectionRange(0, 0);
  field.scrollLeft = 0; // where it leads is at its beginning
}

async function ask(path, body, words) {
  const answer = await post(base + path, body);
  if (answer.ok) offer(answer.body, words);
  else complain(answer.body);
}

const copyWord = invite.querySelector("[data-copy]").textContent;
invite.querySelector("[data-copy]").addEventListener("click", async (event) => {
  const field = invite.querySelector("input");
  if (await copy(field.value)) event.target.textContent = say("copied");
  else field.select(); // at hand for who copies it by hand
});

root.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-invite], [data-seat], [data-return], [data-watch]");
  if (!button) return;
  const { invite: open, seat: own, return: back } = button.dataset;
  seat = open ?? own ?? back;
  if (own) return menu.showModal();
  if (open) return ask(`/seats/${seat}/link`, {}, "invite_words");
  if (back) {
    const answer = await post(`${base}/seats/${seat}/return`, {});
    if (!answer.ok) complain(answer.body);
    return;
  }
  const link = await fetch(`${base}/link`).then((got) => (got.ok ? got.json() : null)).catch(() => null);
  if (link) offer(link, "watch_words");
  else complain(null);
});

for (const button of menu.querySelectorAll("[data-link]"))
  button.addEventListener("click", () => {
    menu.close();
    const passes = button.dataset.link === "pass";
    ask(`/seats/${seat}/link`, { passes }, passes ? "pass_words" : "device_words");
  });

for (const dialog of [invite, menu])
  dialog.querySelector("[data-bot]").addEventListener("click", async () => {
    const level = Number(dialog.querySelector("select").value);
    dialog.close();
    const answer = await post(`${base}/seats/${seat}/stand-in`, { level });
    if (!answer.ok) complain(answer.body);
  });

// The same people play again
function follow(next) {
  if (!next || $("next").childElementCount) return;
  const link = document.createElement("a");
  link.className = "main";
  link.href = `/t/${next}`;
  link.textContent = say("rematch_ready");
  $("next").replaceChildren(link);
  announce(link.textContent);
}
root.addEventListener("table", (event) => follow(event.detail.next));
follow(read("shown").next);
