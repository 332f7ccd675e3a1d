// Times that the server wrote in its own zone, in the reader's.

import { say } from "./table.js";

export const day = new Intl.DateTimeFormat(document.documentElement.lang, {
  weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
});

for (const el of document.querySelectorAll("time[datetime]"))
  el.textContent = say("due_at", { time: day.format(new Date(el.dateTime)) });
