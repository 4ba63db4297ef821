// The language of pages that let each reader choose it.

import { keep, kept } from "./dom.js";
import { language, speak } from "./words.js";

/** Chooses the language that the address asks for, the reader chose before, or the browser prefers. */
export function speak_preferred() {
  const asked = new URLSearchParams(location.search).get("lang");
  const preferred = [asked, kept("lang"), ...navigator.languages.map((code) => code.slice(0, 2))];
  speak(preferred.find((code) => code === "en" || code === "ja") ?? document.documentElement.lang);
}

/** Reloads the page in the other language. */
export function switch_language() {
  keep("lang", language() === "en" ? "ja" : "en");
  // The address may ask for another language.
  const address = new URL(location);
  address.searchParams.delete("lang");
  location.replace(address);
  if (address.href === location.href) location.reload();
}
