// The line to the program: whole states as they come, what time it is there, and how old all this is. It heals for ever.
//
// A browser opens six connections to a host at most, so one window holds the line and tells the others.

/** After so long without a beat the page says that it is old, and asks anew. */
const OLD = 5_000;
const SILENT = 8_000;
/** So long an attempt lives that nobody answers: the first, and at most. */
const ATTEMPT = 12_000;
const LONGEST = 30_000;
/** After so long an attempt that was refused is followed by the next, at first. */
const REFUSED = 1_000;
const MORE = 1.5;
/** So long a window waits for one that has the line already. */
const ALONE = 400;
/** The state of a source that is connected. */
const OPEN = 1;

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
  let last = null;
  const own = Math.random();
  const windows = "BroadcastChannel" in globalThis ? new BroadcastChannel(String(new URL(address, location))) : null;

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
    for (const kind of ["beat", "state"]) {
      source.addEventListener(kind, ({ data }) => {
        windows?.postMessage({ kind, data, own });
        takes[kind](data);
      });
    }
  }

  const takes = {
    beat(data) {
      hear();
      const now = JSON.parse(data).now - heard;
      // What took longest on its way is furthest behind.
      ahead = opened || ahead === null ? now : Math.max(ahead, now);
      opened = false;
    },
    state(data) {
      hear();
      last = data;
      const state = JSON.parse(data);
      if (build !== null && state.build !== build) location.reload();
      build = state.build;
      taken(state);
    },
  };

  /** What another window says: one that asks is answered, and of two that have a line one lets go. */
  function hear_window({ data: { kind, data, own: other } }) {
    const leads = source?.readyState === OPEN;
    if (kind === "ask") {
      if (leads && last !== null) windows.postMessage({ kind: "state", data: last, own });
      return;
    }
    if (leads && own < other) return;
    source?.close();
    source = null;
    takes[kind](data);
  }

  function look() {
    const now = performance.now();
    const age = now - heard;
    const closed = source?.readyState === EventSource.CLOSED;
    if (source === null ? age > SILENT : closed ? now - asked >= patience.closed : age > SILENT && now - asked > patience.silent) open();
    ticked(age > OLD ? age : null);
  }

  if (windows === null) {
    open();
  } else {
    windows.addEventListener("message", hear_window);
    windows.postMessage({ kind: "ask", own });
    setTimeout(() => last === null && open(), about(ALONE));
  }
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
