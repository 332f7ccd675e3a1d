// The stream of a table's changes. A browser mends a broken line by itself, but gives up for good
// when something else answers, such as a proxy whose server restarts: then it is asked for anew.
// And it cannot know of a line that fell silent, as when a phone slept: then heartbeats are missed.

const MOMENT = 4000; // milliseconds; a shorter break is not worth a word
const MOST = 10_000; // milliseconds between two tries
const BEATS = 2.5; // so many heartbeats without one, and nobody is there any more

// Hear `receive(table)` on every change from `address()`, and `lost(true)` while nothing comes.
// What is returned begins anew, with the address as it is then.
export function keepUp(address, receive, lost) {
  let line = null;
  let tries = 0;
  let again = 0;
  let telling = 0;
  let patience = 40_000; // milliseconds without a heartbeat; the server says how often one comes
  let heard = 0; // when something came, or was asked for

  function open() {
    clearTimeout(again);
    again = 0;
    heard = Date.now();
    line?.close();
    const mine = line = new EventSource(address());
    mine.addEventListener("table", (event) => { heard = Date.now(); receive(JSON.parse(event.data)); });
    mine.addEventListener("beat", (event) => {
      heard = Date.now();
      patience = 1000 * BEATS * Number(event.data);
    });
    mine.addEventListener("open", () => {
      clearTimeout(telling);
      tries = telling = 0;
      lost(false);
    });
    mine.addEventListener("error", () => {
      if (mine !== line) return;
      telling ||= setTimeout(lost, MOMENT, true);
      if (mine.readyState !== EventSource.CLOSED) return; // it tries by itself
      const pause = Math.min(MOST, 1000 * 1.6 ** tries++);
      again = setTimeout(open, pause * (0.5 + Math.random() / 2)); // not everybody at once
    });
  }

  function listen() {
    if (line.readyState === EventSource.CLOSED || Date.now() - heard < patience) return;
    telling ||= setTimeout(lost, MOMENT, true);
    open();
  }

  addEventListener("online", () => { if (again) open(); });
  document.addEventListener("visibilitychange", listen); // somebody looks again
  setInterval(listen, 1000);
  open();
  return open;
}
