// The line to the program: whole states as they come, what time it is there, and how old all this is. It heals for ever.

/** After so long without a beat the page says that it is old, and asks anew. */
const OLD = 5_000;
const SILENT = 8_000;
/** So long an attempt lives that nobody answers: the first, and at most. */
const ATTEMPT = 12_000;
const LONGEST = 30_000;
/** After so long an attempt that was refused is followed by the next, at first. */
const REFUSED = 1_000;
const MORE = 1.5;

/** Not all pages of a hall at the same moment. */
const about = (millis) => millis * (0.85 + 0.3 * Math.random());

/**
 * Follows the events of the program. `taken(state)` gets each state, `ticked(age)` comes four times a second with the
 * milliseconds for which nothing was heard, or `null` while all is well.
 */
export function follow(address, taken, ticked) {
  let source = null;
  let heard = performance.now();
  let asked = 0;
  let tries = 0;
  let patience = 0;
  let ahead = null;
  let opened = false;
  let build = null;

  function hear() {
    heard = performance.now();
    tries = 0;
  }

  function open() {
    source?.close();
    asked = performance.now();
    const longer = MORE ** tries;
    patience = { closed: tries === 0 ? 0 : about(Math.min(REFUSED * longer, LONGEST)), silent: about(Math.min(ATTEMPT * longer, LONGEST)) };
    tries += 1;
    source = new EventSource(address);
    // The browser connects again by itself, perhaps to a program that was started anew: its time is another.
    source.addEventListener("open", () => {
      asked = performance.now();
      opened = true;
    });
    source.addEventListener("beat", (event) => {
      hear();
      const now = JSON.parse(event.data).now - heard;
      // What took longest on its way is furthest behind.
      ahead = opened || ahead === null ? now : Math.max(ahead, now);
      opened = false;
    });
    source.addEventListener("state", (event) => {
      hear();
      const state = JSON.parse(event.data);
      if (build !== null && state.build !== build) location.reload();
      build = state.build;
      taken(state);
    });
  }

  function look() {
    const now = performance.now();
    const age = now - heard;
    const closed = source.readyState === EventSource.CLOSED;
    if (closed ? now - asked >= patience.closed : age > SILENT && now - asked > patience.silent) open();
    ticked(age > OLD ? age : null);
  }

  open();
  setInterval(look, 250);
  // A phone that slept asks at once.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && performance.now() - heard > OLD) open();
  });
  addEventListener("online", open);
  return {
    /** The program's time in milliseconds; `null` before it has been heard. */
    now: () => (ahead === null ? null : performance.now() + ahead),
  };
}
