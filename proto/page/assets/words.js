// The catalogue's sentences in the reader's language.

import { h, keep, kept } from "./dom.js";

const sentences = JSON.parse(document.getElementById("sentences").textContent);
const asked = new URLSearchParams(location.search).get("lang");

let lang = [asked, kept("lang"), document.documentElement.lang].find((code) => code in sentences) ?? "en";
document.documentElement.lang = lang;

/** Returns the reader's language: `en` or `ja`. */
export function language() {
  return lang;
}

/** Changes the language, on pages where the program chooses it. */
export function speak(code) {
  if (code in sentences) lang = code;
  document.documentElement.lang = lang;
}

/** Returns a sentence with its gaps filled, or the key if it is unknown. */
export function say(key, gaps) {
  const text = sentences[lang][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (gap, name) => gaps?.[name] ?? gap);
}

/** Returns a bilingual text in the reader's language. */
export function said(text) {
  return text ? text[lang] : "";
}

/** Formats a number with thousands separators. */
export function figure(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Formats a duration as minutes and seconds, rounded up. */
export function countdown(millis) {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Returns a button that switches to the other language. */
export function other_language(changed) {
  const button = h("button", { type: "button", class: "quiet", lang: lang === "en" ? "ja" : "en" }, say("shared-language"));
  button.addEventListener("click", () => {
    lang = lang === "en" ? "ja" : "en";
    keep("lang", lang);
    document.documentElement.lang = lang;
    changed();
  });
  return button;
}
