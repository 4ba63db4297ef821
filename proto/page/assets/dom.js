// Markup from data. What comes from people goes into text nodes only, each isolated in its direction of writing.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; `null` children are left out, texts become text nodes. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same of a drawing. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A name that somebody chose: whatever it is written with, what stands beside it stays where it is. */
export function name(text) {
  return h("bdi", { class: "name" }, text);
}

/**
 * A line with a time that runs: what is `seen`, and what is `told` to readers of screens, which has no time in it, so that it is
 * told once and not every second. Both belong on the page.
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

/** Paints a part of the page anew if what it is made of has changed, or the page's language; whether it has. */
export function part(element, made_of, paint) {
  const key = JSON.stringify([document.documentElement.lang, made_of]);
  if (element.dataset.key === key) return false;
  element.replaceChildren(...[paint()].flat(9).filter((child) => child !== null && child !== undefined));
  // What cannot be painted is not taken for painted.
  element.dataset.key = key;
  return true;
}

/** What was kept on this machine; nothing where the browser keeps nothing. */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text on this machine, or takes it away. */
export function keep(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // It holds until the page is left.
  }
}
