// The line to the program: whole states as they come, what time it is there, and how old all this is. It heals for ever.

/** After so long without a beat the page says that it is old, and asks anew. */
const OLD = 5_000;
const SILENT = 8_000;
const AGAIN = 2_000;

/**
 * Follows the events of the program. `taken(state)` gets each state, `ticked(age)` comes four times a second with the
 * milliseconds for which nothing was heard, or `null` while all is well.
 */
export function follow(address, taken, ticked) {
  let source = null;
  let heard = performance.now();
  let asked = 0;
  let ahead = null;
  let opened = false;
  let build = null;

  function open() {
    source?.close();
    asked = performance.now();
    source = new EventSource(address);
    // The browser connects again by itself, perhaps to a program that was started anew: its time is another.
    source.addEventListener("open", () => {
      opened = true;
    });
    source.addEventListener("beat", (event) => {
      heard = performance.now();
      const now = JSON.parse(event.data).now - heard;
      // What took longest on its way is furthest behind.
      ahead = opened || ahead === null ? now : Math.max(ahead, now);
      opened = false;
    });
    source.addEventListener("state", (event) => {
      heard = performance.now();
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
    if ((closed || age > SILENT) && now - asked > AGAIN) open();
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
