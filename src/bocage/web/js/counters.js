// @ts-check
// Counters are drawn by the server, which draws them everywhere; here they are only kept.
import { call } from "./api.js";
import { parseSvg } from "./dom.js";

/** @type {Map<string, string>} */
const drawn = new Map();

const key = (/** @type {string} */ skin, /** @type {any} */ piece) => skin + JSON.stringify({ ...piece, space: "" });

/** Fetch the pictures of counters that have not been seen before. */
export async function drawCounters(/** @type {string} */ title, /** @type {string} */ skin, /** @type {any[]} */ pieces) {
  const missing = new Map();
  for (const piece of pieces) if (!drawn.has(key(skin, piece))) missing.set(key(skin, piece), { ...piece, space: "" });
  if (!missing.size) return;
  const made = await call("POST", `/api/titles/${encodeURIComponent(title)}/counters`, { skin, pieces: [...missing.values()] });
  [...missing.keys()].forEach((name, at) => drawn.set(name, made.svg[at]));
}

/** The picture of a counter, ready to be put anywhere. */
export function counter(/** @type {string} */ skin, /** @type {any} */ piece) {
  const svg = parseSvg(drawn.get(key(skin, piece)) ?? '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"/>');
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("bocage", `skin-${skin}`);
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
