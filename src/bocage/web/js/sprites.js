// @ts-check
// Counters as small bitmaps for the map: all that are missing are painted in one go on one sheet, which is kept in several
// sizes, so that a counter is copied sharply at any scale. Vectors would be painted again with every step of the map.
import { call } from "./api.js";
import { h } from "./dom.js";

const EDGE = 128;
const ACROSS = 16;
const SIZES = 4; // each half of the one before

/** @typedef {{sheets: HTMLCanvasElement[], column: number, row: number}} Sprite */

/** @type {Map<string, Sprite>} */
const painted = new Map();
/** @type {Map<string, Promise<string>>} */
const rules = new Map();

/** The stylesheet of a skin. */
export function sheetOf(/** @type {string} */ skin) {
  const found = rules.get(skin) ?? call("GET", `/api/skins/${skin}.css`);
  rules.set(skin, found);
  return found;
}

const name = (/** @type {string} */ skin, /** @type {string} */ key) => `${skin} ${key}`;

/** Paint counters that have no bitmap yet; whether there were any. */
export async function paint(/** @type {string} */ skin, /** @type {Map<string, string>} */ drawings) {
  const missing = [...drawings].filter(([key]) => !painted.has(name(skin, key)));
  if (!missing.length) return false;
  const css = (await sheetOf(skin)).replaceAll("<", "");
  const across = Math.min(ACROSS, missing.length), rows = Math.ceil(missing.length / across);
  const cells = missing.map(([, svg], at) => svg.replace("<svg ", `<svg x="${(at % across) * 100}" y="${Math.floor(at / across) * 100}" width="100" height="100" `));
  const text = `<svg xmlns="http://www.w3.org/2000/svg" class="bocage skin-${skin}" width="${across * EDGE}" height="${rows * EDGE}" viewBox="0 0 ${across * 100} ${rows * 100}"><style>${css}</style>${cells.join("")}</svg>`;
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode();
  URL.revokeObjectURL(url);
  /** @type {HTMLCanvasElement[]} */
  const sheets = [];
  for (let size = 0; size < SIZES; size += 1) sheets.push(copy(sheets.at(-1) ?? image, across * EDGE >> size, rows * EDGE >> size));
  missing.forEach(([key], at) => painted.set(name(skin, key), { sheets, column: at % across, row: Math.floor(at / across) }));
  return true;
}

function copy(/** @type {HTMLImageElement | HTMLCanvasElement} */ from, /** @type {number} */ width, /** @type {number} */ height) {
  const node = h("canvas", { width, height });
  node.getContext("2d").drawImage(from, 0, 0, width, height);
  return node;
}

/** Copy a counter to a canvas, from the sheet whose size is next above. */
export function stamp(/** @type {CanvasRenderingContext2D} */ pen, /** @type {string} */ skin, /** @type {string} */ key, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) {
  const found = painted.get(name(skin, key));
  if (!found) return;
  let at = 0;
  while (at < SIZES - 1 && EDGE >> (at + 1) >= size) at += 1;
  const edge = EDGE >> at;
  pen.drawImage(found.sheets[at], found.column * edge, found.row * edge, edge, edge, x, y, size, size);
}
