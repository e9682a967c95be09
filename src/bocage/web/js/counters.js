// @ts-check
// Counters are drawn by the server, which draws them everywhere; here they are only kept, parsed once and copied.
import { call } from "./api.js";
import { parseSvg } from "./dom.js";

/** @type {Map<string, Element>} */
const drawn = new Map();

const key = (/** @type {any} */ piece) => JSON.stringify({ ...piece, space: "" });

/** Fetch the pictures of counters that have not been seen before, in one request, parsed in one go. */
export async function drawCounters(/** @type {string} */ title, /** @type {string} */ skin, /** @type {any[]} */ pieces) {
  const missing = new Map();
  for (const piece of pieces) {
    const name = key(piece);
    if (!drawn.has(name)) missing.set(name, { ...piece, space: "" });
  }
  if (!missing.size) return;
  const made = await call("POST", `/api/titles/${encodeURIComponent(title)}/counters`, { skin, pieces: [...missing.values()] });
  const sheet = parseSvg(`<svg xmlns="http://www.w3.org/2000/svg">${made.svg.join("")}</svg>`);
  const pictures = [...sheet.children];
  [...missing.keys()].forEach((name, at) => {
    const picture = pictures[at];
    for (const title of picture.querySelectorAll("title")) title.remove();
    picture.removeAttribute("role");
    picture.removeAttribute("aria-label");
    picture.setAttribute("aria-hidden", "true");
    drawn.set(name, picture);
  });
}

/** The picture of a counter, ready to be put anywhere. */
export function counter(/** @type {string} */ skin, /** @type {any} */ piece) {
  const kept = drawn.get(key(piece));
  const svg = /** @type {Element} */ (kept ? kept.cloneNode(true) : parseSvg('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"/>'));
  svg.setAttribute("class", `bocage skin-${skin}`);
  return svg;
}

/** A counter in words, for tooltips and screen readers. */
export function inWords(/** @type {any} */ piece, /** @type {string[]} */ sides) {
  const parts = [sides[piece.side] ?? "", piece.name || "unknown counter"];
  if (piece.factors?.length) parts.push(piece.factors.join("-"));
  if ((piece.full ?? 1) > 1) parts.push(`${piece.steps ?? 1} of ${piece.full} steps`);
  if (piece.flags?.length) parts.push(piece.flags.join(", "));
  return parts.filter(Boolean).join(", ");
}
