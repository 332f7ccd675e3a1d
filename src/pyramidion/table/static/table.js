// The one script: turns touches of things on the board into moves, for all games alike.
//
// The server sends every legal move with its path, the keys of the things to touch for it.
// Elements carry data-key; an element that continues a path is lit. Clicks, drags and keys
// all end in touch(key), and a complete path is sent as a move. Where a game lets one gather
// things in any order, the server says after each touch what can follow, and the last one may
// make several moves, sent one after the other. Nothing here knows a rule.

import { keepUp } from "./stream.js";

const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");
const words = read("texts") ?? {};
const say = (key, fields = {}) =>
  words[key].replace(/\{(\w+)\}/g, (_, name) => fields[name] ?? "");
const still = matchMedia("(prefers-reduced-motion: reduce)");

export { announce, complain, hush, post, read, say, still, toast };

const root = document.getElementById("table");
if (root) sit();
if (document.getElementById("preparing")) watchPreparation();

function sit() {
  const $ = (id) => document.getElementById(id);
  const base = `/api/v1/tables/${root.dataset.table}`;
  const PARTS = ["prompt", "board", "panel", "seats", "cover"];
  let state = read("shown");
  let chosen = []; // the beginning of a path
  let places = []; // for each of them: which of the things with this key, when there are several
  let next = null; // where things are gathered in any order: what the server says can follow
  let rest = []; // moves that one touch makes after the one on its way
  let line = Promise.resolve(); // touches wait here for the server's word on those before them
  let hinted = [];
  let sentAt = -1; // the number at which a move is on its way; over as soon as the table moves on
  let ready = null; // at one screen for several: who has said to be ready
  let byKeyboard = false;
  let arrived = []; // tables that are not shown yet
  let steps = []; // what followed by itself when something last did
  let telling = false; // while such steps are shown
  let wake = () => {}; // ends the pause between two steps
  const painted = {};

  // Paths

  const sending = () => sentAt === state.number;
  const idle = () => !sending() && !telling;
  const after = (done, keys) => state.any_order
    ? keys.filter((key) => !done.includes(key))
    : keys.slice(done.length, done.length + 1);
  const matching = () => state.moves.filter(([, keys]) =>
    chosen.every((key, i) => state.any_order ? keys.includes(key) : keys[i] === key));
  const reachable = () => new Set(state.gather ? [...next.more, ...Object.keys(next.ends)]
    : matching().flatMap(([, keys]) => after(chosen, keys)));
  const picked = (key, place) => chosen.findIndex((k, i) => k === key && places[i] === place);

  function begin(...keys) {
    [chosen, places, next] = [keys, keys.map(() => 0), state.gather];
  }

  function touch(key, place = 0) {
    if (!idle() || !state.moves.length) return;
    if (state.gather) { line = line.then(() => gather(key, place)); return; }
    if (reachable().has(key)) chosen.push(key);
    else if (chosen.includes(key)) chosen.length = chosen.indexOf(key);
    else if (state.moves.some(([, keys]) => after([], keys).includes(key))) begin(key);
    else return explain([...chosen, key]);
    hush();
    const done = matching().find(([, keys]) => keys.length === chosen.length);
    if (done) send(done[0]);
    refresh();
    if (byKeyboard && !done) focusOn(chosen.length ? null : key);
  }

  async function gather(key, place) {
    if (!idle() || !state.gather) return;
    const at = picked(key, place);
    const ends = at < 0 && next.ends[key];
    if (at >= 0) { chosen.splice(at, 1); places.splice(at, 1); }
    else if (!ends && !next.more.includes(key) && !state.gather.more.includes(key))
      return explain([...chosen, key]);
    else {
      if (!ends && !next.more.includes(key)) begin(); // it does not go with the rest: start anew
      chosen.push(key);
      places.push(place);
    }
    hush();
    if (ends) { rest = ends.slice(1); send(ends[0]); }
    else {
      refresh(); // what was touched is seen at once, what can follow when the server has said it
      await askOn();
    }
    refresh();
    if (byKeyboard && !ends && !targets().includes(document.activeElement)) focusOn(key);
  }

  async function askOn() {
    next = state.gather;
    if (!chosen.length) return;
    const asked = state.number;
    const answer = await post(`${base}/gather`, { keys: chosen });
    if (state.number !== asked) return;
    if (answer.ok && answer.body) next = answer.body;
    else { begin(); complain(answer.body); }
  }

  async function takeBack() {
    if (!chosen.length || !idle()) return;
    const key = chosen.pop();
    places.pop();
    if (state.gather) await askOn();
    refresh();
    if (byKeyboard) focusOn(key);
  }

  async function send(move) {
    sentAt = state.number;
    const answer = await post(`${base}/moves`, { move, number: sentAt });
    if (answer.ok) return; // the stream brings the new table, often before this answer
    sentAt = -1;
    rest = [];
    begin();
    refresh();
    complain(answer.body);
  }

  // Several moves by one touch: the next one goes as soon as the table has made the one before.
  function carryOn() {
    const move = rest.shift();
    if (state.moves.some(([legal]) => legal === move)) send(move);
    else rest = [];
  }

  async function explain(keys) {
    const answer = await post(`${base}/why`, { keys });
    complain(answer.body);
  }

  // What the page shows

  const keyed = () => [...root.querySelectorAll("[data-key]")];
  const placeOf = (el) => keyed().filter((one) => one.dataset.key === el.dataset.key).indexOf(el);

  function refresh() {
    const open = idle() ? reachable() : new Set();
    offerTheRest(open);
    const seen = {};
    for (const el of keyed()) {
      const key = el.dataset.key;
      seen[key] = (seen[key] ?? -1) + 1;
      const isChosen = state.gather ? picked(key, seen[key]) >= 0 : chosen.includes(key);
      // what is picked up can be put back, so it stays a thing to touch
      const lit = open.has(key) || (state.gather && isChosen && !sending());
      el.classList.toggle("lit", lit);
      el.classList.toggle("chosen", isChosen);
      el.classList.toggle("last", !telling && state.last.includes(key));
      el.classList.toggle("hinted", hinted.includes(key));
      el.classList.toggle("draggable", lit && (state.gather ? !next.ends[key] || isChosen
        : !state.any_order && state.moves.some(([, keys]) =>
          keys[chosen.length] === key && keys.length > chosen.length + 1)));
      if (key.startsWith("button-")) el.hidden = !lit;
      if (el.localName === "button") {
        el.setAttribute("aria-disabled", String(!lit && !isChosen));
        const toggles = state.gather && (isChosen || next.more.includes(key));
        if (toggles) el.setAttribute("aria-pressed", String(isChosen));
        else el.removeAttribute("aria-pressed");
      } else el.setAttribute("role", lit ? "button" : "img");
      el.setAttribute("tabindex", "-1");
    }
    // what is told of a thing while it is chosen; with no name: while nothing is
    for (const el of root.querySelectorAll("[data-with]")) {
      const key = el.dataset.with;
      el.toggleAttribute("hidden", key ? !chosen.includes(key) : chosen.length > 0);
    }
    const first = targets()[0] ?? keyed().find((el) => !el.hidden);
    if (first) first.setAttribute("tabindex", "0");
    $("cancel").hidden = !chosen.length || !idle();
    $("hint").hidden = !state.hint || telling;
    $("undo").hidden = !state.undo || telling;
    $("steps").hidden = !steps.length || telling;
    $("skip").hidden = !telling;
    $("to-replay").hidden = !state.over;
    $("again").hidden = !state.over || !state.mine.length || Boolean(state.next);
  }

  // Keys that no drawing has: a plain button each, so that a game without a board is playable.
  function offerTheRest(open) {
    const more = $("more");
    const drawn = new Set(keyed().filter((el) => !more.contains(el)).map((el) => el.dataset.key));
    more.replaceChildren(...[...open].filter((key) => !drawn.has(key)).map((key) => {
      const button = document.createElement("button");
      button.dataset.key = key;
      const ends = matching().filter(([, keys]) =>
        keys[chosen.length] === key && keys.length === chosen.length + 1);
      button.textContent = ends.length === 1 ? ends[0][0] : key;
      return button;
    }));
  }

  const targets = () => keyed().filter((el) => el.classList.contains("lit") && el.checkVisibility());

  function focusOn(key) {
    const lit = targets();
    const el = lit.find((one) => one.dataset.key === key) ?? lit[0];
    if (el) reach(el);
  }

  function reach(el) {
    for (const one of keyed()) one.setAttribute("tabindex", one === el ? "0" : "-1");
    el.focus();
  }

  // Steps: what follows a move by itself is shown one after the other before the table is.
  // A table that comes meanwhile waits. A touch skips them all; reduced motion: on demand only.

  async function receive(fresh) {
    arrived.push(fresh);
    if (!telling) await follow();
  }

  async function follow() {
    while (arrived.length) {
      const fresh = arrived.shift();
      const news = fresh.number !== state.number;
      // a move taken back did not happen; what another seat saw is not for this one
      if (fresh.scenes.length || (news && !fresh.told.length) || fresh.seat !== state.seat)
        steps = fresh.scenes;
      if (fresh.scenes.length && !still.matches && !document.hidden) await tell(fresh.scenes);
      apply(fresh);
    }
  }

  async function tell(scenes, aloud = false) {
    telling = true;
    let skipped = false;
    for (const scene of scenes) {
      const before = still.matches ? null : pieces();
      paint(scene);
      refresh();
      if (before) glide(before, pieces());
      if (aloud) announce($("prompt").textContent.trim());
      const time = Math.min(2200, 800 + 14 * $("prompt").textContent.length);
      const unhurried = still.matches ? 2 : arrived.length ? 0.6 : 1;
      skipped = await new Promise((done) => {
        wake = () => done(true);
        setTimeout(done, time * unhurried, false);
      });
      if (skipped) break;
    }
    telling = false;
    // who skips wants to go on: what has come meanwhile is not told in steps either
    if (skipped) for (const late of arrived) late.scenes = [];
  }

  // Steps that were asked for, by this button
  async function tellAgain(scenes, button) {
    if (telling) return;
    const now = { ...painted };
    await tell(scenes, true);
    paint(state.fragments ?? now);
    refresh();
    if (byKeyboard) button.focus();
    follow();
  }

  function skip(event) {
    if (!telling) return;
    event.preventDefault();
    event.stopPropagation();
    wake();
  }

  function paint(parts) {
    const open = root.querySelector("[data-peek].open")?.dataset.peek;
    for (const part of PARTS) {
      if (parts[part] === undefined || painted[part] === parts[part]) continue;
      painted[part] = parts[part];
      $(part).innerHTML = parts[part];
    }
    if (open) peek(open); // the pointer is still there
  }

  function apply(fresh) {
    const news = fresh.number !== state.number;
    const before = news && !still.matches ? pieces() : null;
    const focused = document.activeElement?.closest?.("[data-key]")?.dataset.key;
    paint(fresh.fragments);
    const anew = news || fresh.seat !== state.seat;
    const own = news && sentAt === state.number;
    state = fresh;
    if (anew) { begin(); hinted = []; }
    writeLog(fresh.log, news);
    if (news && rest.length) carryOn();
    refresh();
    if (before) glide(before, pieces());
    if (focused || (byKeyboard && document.activeElement === document.body)) focusOn(focused);
    $("cover").querySelector("button")?.focus();
    root.dispatchEvent(new CustomEvent("table", { detail: { ...fresh, own } }));
    if (news) {
      hush();
      announce([...fresh.told, $("prompt").textContent.trim()].join(". "));
    }
  }

  function writeLog(log, news) {
    const list = $("log").querySelector("ol");
    if (!news && !log.lines.length) return;
    for (const item of [...list.querySelectorAll("[data-ply]")])
      if (Number(item.dataset.ply) >= log.from) item.remove();
    for (const [ply, line] of log.lines) {
      const item = document.createElement("li");
      item.dataset.ply = ply;
      item.textContent = line;
      list.append(item);
    }
    list.scrollTop = list.scrollHeight;
  }

  // What opens (data-peek names its thing) while that thing is under the pointer or has the focus

  function peek(key) {
    for (const el of root.querySelectorAll("[data-peek]"))
      el.classList.toggle("open", el.dataset.peek === key);
  }

  const keyAt = (el) => el.closest?.("[data-key]")?.dataset.key;

  addEventListener("pointerover", (event) => peek(keyAt(event.target)));
  root.addEventListener("focusin", (event) => { if (byKeyboard) peek(keyAt(event.target)); });

  // Motion: what is of the same kind (data-glide) and was elsewhere before, travels.
  // (View transitions cannot be used: browsers do not capture the parts of an SVG.)

  function pieces() {
    const kinds = new Map();
    for (const el of root.querySelectorAll("[data-glide]")) {
      const box = el.getBoundingClientRect();
      const at = el.dataset.at ?? el.closest("[data-key]")?.dataset.key ??
        `${Math.round(box.x)},${Math.round(box.y)}`;
      const kind = el.dataset.glide;
      if (!kinds.has(kind)) kinds.set(kind, []);
      kinds.get(kind).push({ el, at, box, from: el.dataset.from });
    }
    return kinds;
  }

  function glide(before, after) {
    for (const [kind, now] of after) {
      const then = [...(before.get(kind) ?? [])];
      const take = (at) => {
        const found = then.findIndex((old) => old.at === at);
        return found < 0 ? null : then.splice(found, 1)[0];
      };
      const origins = new Map();
      for (const piece of now)
        if (piece.from && piece.from !== piece.at) origins.set(piece, take(piece.from));
      const moved = now.filter((piece) => origins.get(piece) || !take(piece.at));
      for (const piece of moved) {
        const old = origins.get(piece) ?? (piece.from ? null : then.pop());
        const from = old?.box;
        const timing = { duration: 420, easing: "cubic-bezier(.3,.1,.2,1)" };
        if (!from) { piece.el.animate([{ opacity: 0 }, { opacity: 1 }], timing); continue; }
        const to = piece.box;
        const scale = unit(piece.el);
        const dx = (from.x + from.width / 2 - to.x - to.width / 2) / scale;
        const dy = (from.y + from.height / 2 - to.y - to.height / 2) / scale;
        const size = to.width ? from.width / to.width : 1;
        piece.el.animate(
          [{ translate: `${dx}px ${dy}px`, scale: size }, { translate: "0px 0px", scale: 1 }], timing);
      }
    }
  }

  const unit = (el) => el.ownerSVGElement?.getScreenCTM()?.a || 1;

  // Clicks and drags

  let drag = null;
  let dropped = false; // a drag ends with a click that is none

  root.addEventListener("pointerdown", skip, true);
  addEventListener("keydown", (event) => {
    if (["Escape", "Enter", " "].includes(event.key)) skip(event);
  }, true);

  root.addEventListener("click", (event) => {
    if (dropped) { dropped = false; return; }
    byKeyboard = event.detail === 0;
    const el = event.target.closest("[data-key]");
    if (el) return touch(el.dataset.key, placeOf(el));
    if (!event.target.closest("a, button, summary, form, ol")) { begin(); refresh(); }
  });

  root.addEventListener("pointerdown", (event) => {
    byKeyboard = false;
    dropped = false;
    const el = event.target.closest(".draggable");
    if (el && event.button === 0 && event.isPrimary)
      drag = { el, x: event.clientX, y: event.clientY, on: false };
  });

  addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.on && Math.hypot(dx, dy) > 8) {
      drag.on = true;
      drag.piece = [...drag.el.querySelectorAll("[data-glide]")].at(-1) ?? drag.el; // the uppermost
      drag.piece.classList.add("dragged");
      const key = drag.el.dataset.key;
      const place = placeOf(drag.el);
      if (state.gather ? picked(key, place) < 0 : chosen.at(-1) !== key) touch(key, place);
    }
    if (drag.on) {
      const scale = unit(drag.piece);
      drag.piece.style.translate = `${dx / scale}px ${dy / scale}px`;
    }
  });

  function drop(event) {
    if (drag?.on) {
      // seen while the dragged piece still lets the pointer through to what is under it
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-key]");
      drag.piece.style.translate = "";
      drag.piece.classList.remove("dragged");
      dropped = event.type === "pointerup";
      if (dropped && under && under !== drag.el) touch(under.dataset.key, placeOf(under));
      else line = line.then(takeBack); // after the touch that the drag began with
    }
    drag = null;
  }
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", drop);

  // Keys: arrows go from one lit thing to the next in that direction; with Shift, to anything

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  addEventListener("keydown", (event) => {
    byKeyboard = true;
    if (event.key === "Escape") { peek(); return takeBack(); }
    const el = event.target.closest?.("[data-key]");
    if (!el) return;
    if (event.key in ARROWS) {
      event.preventDefault();
      const all = event.shiftKey ? keyed().filter((one) => !one.hidden) : targets();
      const beside = nearest(el, all, ...ARROWS[event.key]);
      if (beside) reach(beside);
    } else if ((event.key === "Enter" || event.key === " ") && el.localName !== "button") {
      event.preventDefault();
      touch(el.dataset.key, placeOf(el));
    }
  });

  function nearest(from, all, dx, dy) {
    const centre = (el) => {
      const box = el.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = centre(from);
    let best = null;
    for (const el of all) {
      const [ex, ey] = centre(el);
      const along = (ex - x) * dx + (ey - y) * dy;
      const aside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
      const cost = along + 2 * aside;
      if (el !== from && along > 1 && (!best || cost < best.cost)) best = { el, cost };
    }
    return best?.el;
  }

  // Buttons of the frame

  $("cancel").addEventListener("click", () => { begin(); refresh(); });
  $("undo").addEventListener("click", async () => {
    const answer = await post(`${base}/undo`, { number: state.number });
    if (!answer.ok) complain(answer.body);
  });
  $("skip").addEventListener("click", skip);
  $("steps").addEventListener("click", () => tellAgain(steps, $("steps")));
  root.addEventListener("tell", (event) => tellAgain(event.detail.steps, event.detail.button));
  $("hint").addEventListener("click", async () => {
    const asked = state.number;
    toast(say("hint_thinking"));
    const answer = await post(`${base}/hint`, {});
    if (state.number !== asked) return;
    if (!answer.ok) return complain(answer.body);
    hinted = answer.body.keys;
    begin();
    refresh();
    toast(say("hint_is", { move: answer.body.message, proved: answer.body.proved }).trim());
  });
  root.addEventListener("click", (event) => {
    const handed = event.target.closest("[data-ready]");
    if (handed) { ready = Number(handed.dataset.ready); listen(); }
  });

  // The stream of changes, from what was heard last

  function address() {
    const query = new URLSearchParams({ number: (arrived.at(-1) ?? state).number });
    if (ready !== null) query.set("ready", ready);
    return `/t/${root.dataset.table}/events?${query}`;
  }

  for (const part of PARTS) painted[part] = $(part).innerHTML;
  const list = $("log").querySelector("ol");
  list.scrollTop = list.scrollHeight;
  if (matchMedia("(max-width: 899px)").matches) $("log").open = false;
  begin();
  refresh();
  const listen = keepUp(address, receive, (lost) => {
    if ($("lost").textContent) hush(); // a complaint about it, too
    $("lost").textContent = lost ? say("lost") : "";
  });
}

async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return { ok: answer.ok, body: await answer.json() };
  } catch {
    return { ok: false, body: null };
  }
}

function complain(problem) {
  const message = problem?.message?.[document.documentElement.lang];
  const rule = problem?.rule && [`/rules/${root?.dataset.game}#${problem.rule}`, problem.rule];
  const lost = document.getElementById("lost")?.textContent;
  toast(message ?? say(lost ? "offline" : "failed"), rule);
}

let fading = 0;

function toast(text, link) {
  const line = document.createElement("p");
  line.textContent = `${text}${/[.!?…“”]$/.test(text) ? "" : "."}`;
  if (link) {
    const a = document.createElement("a");
    [a.href, a.textContent, a.target] = [link[0], say("rule", { rule: link[1] }), "_blank"];
    line.append(a);
  }
  document.getElementById("toast").replaceChildren(line);
  clearTimeout(fading);
  fading = setTimeout(hush, 8000);
}

function hush() {
  document.getElementById("toast").replaceChildren();
}

function announce(text) {
  document.getElementById("live").textContent = text;
}

// Home, at the first start: how far the games are
async function watchPreparation() {
  const line = document.getElementById("preparing");
  for (;;) {
    await new Promise((wake) => setTimeout(wake, 800));
    const answer = await fetch("/api/v1/preparation")
      .then((got) => (got.ok ? got.json() : null)).catch(() => null);
    if (!answer) continue;
    const [done, all] = [answer.done.length, answer.all.length];
    line.querySelector("progress").value = done;
    line.querySelector("span").textContent = say("preparing", { done, all });
    for (const note of document.querySelectorAll("[data-waits]"))
      if (answer.done.includes(note.dataset.waits)) note.remove();
    if (done === all) { line.remove(); return; }
  }
}
