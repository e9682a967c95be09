// @ts-check
// Counters are drawn by the server, which draws them everywhere; here they are only kept, parsed once and copied.
import { call } from "./api.js";
import { parseSvg } from "./dom.js";
import { paint } from "./sprites.js";

/** @type {Map<string, string>} what the server drew */
const drawn = new Map();
/** @type {Map<string, Element>} the same, parsed */
const parsed = new Map();

/** @typedef {import("./wire.js").Piece} Piece */
/** @typedef {import("./wire.js").Mark} Mark */

/** A counter's looks, wherever it lies. */
export const key = (/** @type {Piece | Mark} */ piece) => JSON.stringify({ ...piece, space: "", to: "" });

/** Fetch the pictures of counters that have not been seen before, in one request, and paint them; whether there were any. */
export async function drawCounters(/** @type {string} */ title, /** @type {string} */ skin, /** @type {Piece[]} */ pieces) {
  const missing = new Map();
  for (const piece of pieces) {
    const name = key(piece);
    if (!drawn.has(name)) missing.set(name, { ...piece, space: "" });
  }
  if (missing.size) {
    const made = await call("POST", `/api/titles/${encodeURIComponent(title)}/counters`, { skin, pieces: [...missing.values()] });
    [...missing.keys()].forEach((name, at) => drawn.set(name, made.svg[at]));
  }
  return paint(skin, new Map(pieces.map((piece) => [key(piece), drawn.get(key(piece)) ?? ""])));
}

/** Whether a counter has its picture already. */
export const isDrawn = (/** @type {Piece} */ piece) => drawn.has(key(piece));

/** The picture of a counter, ready to be put anywhere. */
export function counter(/** @type {string} */ skin, /** @type {Piece | Mark} */ piece) {
  const name = key(piece);
  let kept = parsed.get(name);
  if (!kept) {
    kept = parseSvg(drawn.get(name) ?? '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"/>');
    for (const title of kept.querySelectorAll("title")) title.remove();
    kept.removeAttribute("role");
    kept.removeAttribute("aria-label");
    kept.setAttribute("aria-hidden", "true");
    if (drawn.has(name)) parsed.set(name, kept);
  }
  const svg = /** @type {Element} */ (kept.cloneNode(true));
  svg.setAttribute("class", `bocage skin-${skin}`);
  return svg;
}

/** Fetch the pictures of markers that have not been seen before, in one request. */
export async function drawMarkers(/** @type {string} */ title, /** @type {Mark[]} */ marks) {
  const missing = new Map();
  for (const mark of marks) if (!drawn.has(key(mark))) missing.set(key(mark), { ...mark, space: "", to: "" });
  if (!missing.size) return;
  const made = await call("POST", `/api/titles/${encodeURIComponent(title)}/counters`, { marks: [...missing.values()] });
  [...missing.keys()].forEach((name, at) => drawn.set(name, made.marks[at]));
}

/** A counter in words, for tooltips and screen readers. */
export function inWords(/** @type {Piece} */ piece, /** @type {string[]} */ sides) {
  const parts = [sides[piece.side] ?? "", piece.name || "unknown counter"];
  if (piece.factors?.length) parts.push(piece.factors.join(piece.factors.every((one) => /^\d+$/.test(one)) ? "-" : " · "));
  if ((piece.full ?? 1) > 1) parts.push(`${piece.steps ?? 1} of ${piece.full} steps`);
  if (piece.mode) parts.push(`${piece.mode} mode`);
  if (piece.facing) parts.push(`facing ${piece.facing}`);
  if (piece.flags?.length) parts.push(piece.flags.join(", "));
  return parts.filter(Boolean).join(", ");
}
