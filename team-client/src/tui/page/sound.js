// Short sounds at the opening, ten seconds before the end, and at the end. Off by default on phones and tablets.

import { keep, kept } from "/page/dom.js";

/** Frequencies in hertz. */
const TUNES = { open: [523, 784], soon: [659, 659], end: [392], opened: [523, 659, 784], won: [523, 659, 784, 1047] };
const LAST = 10_000;
const NOTE = 0.14;

let is_on = (kept("sound") ?? (matchMedia("(pointer: coarse)").matches ? "off" : "on")) === "on";
let context = null;
let before = { stage: null, left: null };

/** Returns whether sounds are on. */
export const sound_is_on = () => is_on;

/** Switches sounds on or off. */
export function toggle_sound() {
  is_on = !is_on;
  keep("sound", is_on ? "on" : "off");
  if (is_on) play("open");
}

// Browsers allow sound only after the user has touched the page.
addEventListener("pointerdown", unlock, { once: true });
addEventListener("keydown", unlock, { once: true });

function unlock() {
  if (!("AudioContext" in globalThis)) return;
  context ??= new AudioContext();
  context.resume();
}

/** Plays a tune. */
export function play(tune) {
  if (!is_on || context?.state !== "running") return;
  TUNES[tune].forEach((pitch, at) => {
    const from = context.currentTime + at * NOTE;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + NOTE);
  });
}

/** Plays what has happened since the last call. `left` is the remaining time in milliseconds, if a window is open. */
export function follow_sound(stage, left) {
  const is_window = (one) => one === "bidding" || one === "rebid";
  if (before.stage !== null) {
    if (is_window(stage) && stage !== before.stage) play("open");
    if (before.left !== null && left !== null && before.left > LAST && left <= LAST) play("soon");
    if (is_window(before.stage) && stage !== before.stage && !is_window(stage)) play("end");
  }
  before = { stage, left };
}
