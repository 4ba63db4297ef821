// Finds people by their names, however they are typed.

/** Folds case, width, accents, kana and spaces, so that a name is found however it is typed. */
function folded(text) {
  const plain = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC").toLowerCase();
  const hiragana = plain.replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
  return hiragana.replace(/[\s\u200b-\u200f\u2060\ufe00-\ufe0f\u{e0100}-\u{e01ef}'’・.-]/gu, "");
}

/** Spellings of romaji, folded as the program folds readings (`fold_reading`). */
const SPELLINGS = [
  [/tch/g, "tt"], [/sh/g, "sy"], [/ch/g, "ty"], [/syi/g, "si"], [/tyi/g, "ti"], [/jy?/g, "zy"], [/zyi/g, "zi"],
  [/tsu/g, "tu"], [/ts/g, "tu"], [/fu/g, "hu"], [/dzu/g, "zu"], [/m(?=[bpm])/g, "n"], [/l/g, "r"],
  [/(?<=o)h(?![aiueoy])/g, ""], [/(?<=o)[ou]+/g, ""], [/(?<=u)u+/g, ""],
];

/** Folds a reading in romaji, so that its spellings are equal. */
function folded_reading(text) {
  const letters = folded(text).replace(/[^a-z]/g, "");
  return SPELLINGS.reduce((reading, [spelling, other]) => reading.replace(spelling, other), letters);
}

/**
 * Returns the entrants that match a text: by their whole `number` or a part of their texts in `found`. Those that begin with it come
 * first.
 */
export function matches(entrants, text) {
  const wanted = folded(text);
  if (wanted === "") return [];
  const reading = folded_reading(text);
  const rank = ({ number, found }) => {
    if (/^\d+$/.test(wanted) && number !== null) return String(number) === wanted ? 0 : 9;
    const read = reading.length < 3 ? [] : found.map((one) => folded_reading(one).indexOf(reading));
    const places = found.map((one) => folded(one).indexOf(wanted)).concat(read).filter((place) => place >= 0);
    return places.length === 0 ? 9 : Math.min(...places) === 0 ? 1 : 2;
  };
  const ranked = entrants.map((entrant) => [rank(entrant), entrant]).filter(([place]) => place < 9);
  return ranked.sort(([one], [other]) => one - other).map(([, entrant]) => entrant);
}
