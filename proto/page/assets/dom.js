// Markup from data. Text from people goes into text nodes only, each isolated in its writing direction.

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element with attributes and children. `null` children are skipped, and text becomes text nodes. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Makes an SVG element, like `h`. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  const shown = children.flat(9).filter((child) => child !== null && child !== undefined && child !== false);
  element.append(...(LINKED.has(element.localName) ? shown.flatMap((child) => linked(child)) : shown));
  return element;
}

// In these elements rule numbers become links. Buttons, options and drawings have none.
const LINKED = new Set(["p", "li", "td", "dd", "figcaption", "span"]);
const CITED = /((?:[(（]|, )(?:[GAWE]\d{1,2}|T(?:[A-Z]?\d{1,2})?)(?=[,)）]))/;

/** Splits a text, with its rule numbers as links to the page of rules, if this page has one. */
function linked(child) {
  const rules = typeof child === "string" && document.querySelector('link[rel="help"]')?.getAttribute("href");
  if (!rules || !CITED.test(child)) return [child];
  return child.split(CITED).flatMap((text, at) => {
    if (at % 2 === 0) return text === "" ? [] : [text];
    const number = text.replace(/[^A-Z0-9]/g, "");
    const page = document.documentElement.lang === "ja" ? `${rules}/ja` : rules;
    return [text.replace(number, ""), h("a", { href: `${page}#${number}`, target: "_blank", rel: "help" }, number)];
  });
}

/** Isolates a name chosen by people, so that its writing direction doesn't affect the text next to it. */
export function name(text) {
  return h("bdi", { class: "name" }, text);
}

/**
 * Makes a line with a running time: `seen` on the screen, and `told` for screen readers. The latter omits the time, so that it isn't
 * read out every second. Both belong on the page.
 */
export function running(kind) {
  const seen = h("p", { class: kind, "aria-hidden": "true", hidden: true });
  const told = h("p", { class: "unseen", role: "status" });
  function tell(text, sentence) {
    if (seen.textContent !== text) seen.textContent = text;
    seen.hidden = text === "";
    if (told.textContent !== sentence) told.textContent = sentence;
  }
  return { seen, told, tell };
}

/** Repaints a part of the page if its data or the page's language has changed, and returns whether it did. */
export function part(element, made_of, paint) {
  const key = JSON.stringify([document.documentElement.lang, made_of]);
  if (element.dataset.key === key) return false;
  element.replaceChildren(...[paint()].flat(9).filter((child) => child !== null && child !== undefined));
  // The key is set last, so that a failed painting is repeated.
  element.dataset.key = key;
  return true;
}

/** Returns a text stored on this machine; `null` if the browser stores nothing. */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text on this machine, or removes it if `text` is `null`. */
export function keep(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Not saved: the choice applies until you leave the page.
  }
}
