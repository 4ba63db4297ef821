// Acts: what is done on the page, sent to the program one after the other, so that none overtakes another.

const waiting = [];
let is_sending = false;
let told = () => {};

/** `failed(what)` gets `null` when acts arrive, `refused` when one did not, `gone` when the address is no longer good. */
export function tell_failures(failed) {
  told = failed;
}

/** Does something. An act that only says where something is takes the place of the one before, if that still waits. */
export function act(what, merges = false) {
  const last = waiting[waiting.length - 1];
  if (merges && last?.merges && last.what.do === what.do && last.what.line === what.line) waiting.pop();
  waiting.push({ what, merges });
  send();
}

async function send() {
  if (is_sending) return;
  is_sending = true;
  while (waiting.length > 0) {
    const { what } = waiting.shift();
    try {
      const answer = await fetch("act", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(what),
      });
      if (answer.ok) told(null);
      else lose(answer.status === 404 ? "gone" : "refused");
    } catch {
      lose("refused");
    }
  }
  is_sending = false;
}

/** An act did not arrive. What was meant to follow was meant for a page that went on. */
function lose(why) {
  waiting.length = 0;
  told(why);
}

/** Presses a button that is a key on the terminal. */
export const press = (button) => act({ do: "press", button });

/** Works at the wall as a key does. */
export const work = (what) => act({ do: "work", work: what });
