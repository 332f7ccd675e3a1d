// The stream of a table's changes. A browser mends a broken line by itself, but gives up for good
// when something else answers, such as a proxy whose server restarts: then it is asked for anew.

const MOMENT = 4000; // milliseconds; a shorter break is not worth a word
const MOST = 10_000; // milliseconds between two tries

// Hear `receive(table)` on every change from `address()`, and `lost(true)` while nothing comes.
// What is returned begins anew, with the address as it is then.
export function keepUp(address, receive, lost) {
  let line = null;
  let tries = 0;
  let again = 0;
  let telling = 0;

  function open() {
    clearTimeout(again);
    again = 0;
    line?.close();
    const mine = line = new EventSource(address());
    mine.addEventListener("table", (event) => receive(JSON.parse(event.data)));
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

  addEventListener("online", () => { if (again) open(); });
  open();
  return open;
}
