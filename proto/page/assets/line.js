// The event stream from the program: states, its time, and the age of its last sign of life. It reconnects without
// a limit.
//
// A browser opens at most six connections to a host, so one window holds the stream and forwards it to the others.

/** Time without a beat after which the page shows its age, and after which it reconnects. */
const OLD = 5_000;
const SILENT = 8_000;
/** Timeout of the first unanswered attempt, and its maximum. */
const ATTEMPT = 12_000;
const LONGEST = 30_000;
/** First retry delay after a refused attempt, and its growth per attempt. */
const REFUSED = 1_000;
const MORE = 1.5;
/** Time for which a new window waits for another one that has the stream. */
const ALONE = 400;
/** `readyState` of a connected source. */
const OPEN = 1;

/** Randomises a delay, so that the pages in a hall don't reconnect all at once. */
const about = (millis) => millis * (0.85 + 0.3 * Math.random());

/**
 * Follows the events of the program. `taken(state)` gets each state. `ticked(age)` is called four times a second with the
 * milliseconds since the last event, or with `null` while the connection is good.
 */
export function follow(address, taken, ticked) {
  let source = null;
  let heard = performance.now();
  let asked = 0;
  let tries = 0;
  let delay = 0;
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
    delay = { closed: tries === 0 ? 0 : about(Math.min(REFUSED * longer, LONGEST)), silent: about(Math.min(ATTEMPT * longer, LONGEST)) };
    tries += 1;
    source = new EventSource(address);
    // The browser reconnects by itself. The program may have restarted with another time.
    source.addEventListener("open", () => {
      asked = performance.now();
      opened = true;
    });
    const take = (kind, data) => {
      windows?.postMessage({ kind, data, own });
      takes[kind](data);
    };
    for (const kind of ["beat", "state"]) source.addEventListener(kind, ({ data }) => take(kind, data));
    // Only the changed parts of the state before.
    source.addEventListener("patch", ({ data }) => take("state", JSON.stringify({ ...JSON.parse(last), ...JSON.parse(data) })));
  }

  const takes = {
    beat(data) {
      hear();
      const now = JSON.parse(data).now - heard;
      // The beat with the shortest delay gives the best estimate.
      ahead = opened || ahead === null ? now : Math.max(ahead, now);
      opened = false;
    },
    state(data) {
      hear();
      last = data;
      const state = JSON.parse(data);
      if (build !== null && state.build !== undefined && state.build !== build) location.reload();
      build = state.build ?? build;
      taken(state);
    },
  };

  /** Handles a message of another window: answers a request, and closes one of two streams. */
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
    if (source === null ? age > SILENT : closed ? now - asked >= delay.closed : age > SILENT && now - asked > delay.silent) open();
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
  // A phone that wakes up reconnects at once.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && performance.now() - heard > OLD) open();
  });
  addEventListener("online", open);
  return {
    /** Returns the program's time in milliseconds; `null` before the first beat. */
    now: () => (ahead === null ? null : performance.now() + ahead),
  };
}
