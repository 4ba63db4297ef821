// Session and connection of the hosted pages of judges and staff.

import { running } from "/page/dom.js";
import { button, on_signed_out } from "/page/act.js";
import { follow } from "/page/line.js";
import { sign_in, sign_out } from "/page/sign_in.js";
import { switch_language } from "/page/reader_language.js";
import { countdown, language, say } from "/page/words.js";

/** Time in milliseconds until a page that has ended asks for a new one. */
const AGAIN = 3_000;
/** Minimum time in milliseconds between two checks of the session. */
const CHECK_INTERVAL = 5_000;

/**
 * Runs a hosted page. `keys` are the texts of its `title`, of signing in (`how`) and of a session that has ended (`signed_out`). `paint`
 * takes each state, and `ticked` runs four times a second.
 */
export function hosted(keys, paint, ticked = () => {}) {
  const { enter, show_sign_in } = sign_in(keys.title, keys.how, "page-act-failed");
  const [old, lost] = [running("old-line"), running("old-line")];
  let line = null;
  let ended = false;
  let checked = 0;

  function end_session(key) {
    if (ended) return;
    ended = true;
    show_sign_in(say(key), () => location.reload());
  }

  async function leave({ currentTarget }) {
    currentTarget.disabled = true;
    const is_out = await sign_out();
    currentTarget.disabled = false;
    if (is_out) end_session(keys.signed_out);
  }

  function take_end(why) {
    if (why === "revoked") return end_session("sign-in-revoked");
    ended = true;
    const key = why === "idle" ? "page-ended-idle" : "page-ended-failed";
    old.tell(say(key), say(key));
    document.getElementById("page").replaceChildren(old.seen, old.told);
    setTimeout(() => location.reload(), AGAIN);
  }

  /** Checks during a silence whether the session is still valid. */
  async function check(age) {
    if (age === null || performance.now() - checked < CHECK_INTERVAL) return;
    checked = performance.now();
    const answer = await fetch(`state?lang=${language()}`).catch(() => null);
    if (answer?.status === 401) end_session(keys.signed_out);
  }

  function take(news) {
    if (ended) return;
    if (news.ended !== undefined) take_end(news.ended);
    else paint(news);
  }

  function begin() {
    ended = false;
    line ??= follow(`events?lang=${language()}`, take, (age) => {
      if (ended) return;
      document.documentElement.classList.toggle("is-old", age !== null);
      if (age === null) old.tell("", "");
      else old.tell(say("page-no-line", { time: countdown(age) }), say("page-told-no-line"));
      ticked();
      check(age);
    });
  }

  on_signed_out(() => end_session(keys.signed_out));
  return {
    start: () => enter(begin),
    /** The lines about the connection, for the top of the page. */
    notices: [old.seen, old.told, lost.seen, lost.told],
    tell_lost: (is_lost) => lost.tell(is_lost ? say("page-told-lost") : "", is_lost ? say("page-told-lost") : ""),
    /** The program's time, or `null` before the first state. */
    time: () => line?.now() ?? null,
    /** Returns the buttons for the other language and for signing out. */
    tools: () => [
      button(say("shared-language"), switch_language, { class: "quiet", lang: language() === "en" ? "ja" : "en" }),
      button(say("page-sign-out"), leave, { class: "quiet" }),
    ],
  };
}
