// The board at one address: the page for phones on a narrow screen, otherwise the one for a projector. `?view=` chooses
// one of them.

import { dress } from "./parts.js";

const NARROW = "(max-width: 37.5rem)";
const VIEWS = ["hall", "phone"];

const wanted = new URLSearchParams(location.search);
const fitting = !wanted.has("scene") && matchMedia(NARROW).matches ? "phone" : "hall";
const view = VIEWS.find((one) => one === wanted.get("view")) ?? fitting;
document.body.classList.replace("hall", view);
// Before the rest is loaded, so that the page doesn't change its colours.
dress();
import(`./${view}.js`);
