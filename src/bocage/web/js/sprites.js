// @ts-check
// Counters as small bitmaps for the map: all that are missing are painted in one go from one sheet, then only copied.
// Vectors would be painted again with every step of the map.
import { call } from "./api.js";
import { h } from "./dom.js";

const EDGE = 128;
const ACROSS = 16;

/** @type {Map<string, HTMLCanvasElement>} */
const painted = new Map();
/** @type {Map<string, Promise<string>>} */
const sheets = new Map();

const rules = (/** @type {string} */ skin) => {
  const found = sheets.get(skin) ?? call("GET", `/api/skins/${skin}.css`);
  sheets.set(skin, found);
  return found;
};

const name = (/** @type {string} */ skin, /** @type {string} */ key) => `${skin} ${key}`;

/** Paint counters that have no bitmap yet. */
export async function paint(/** @type {string} */ skin, /** @type {Map<string, string>} */ drawings) {
  const missing = [...drawings].filter(([key]) => !painted.has(name(skin, key)));
  if (!missing.length) return;
  const css = (await rules(skin)).replaceAll("<", "");
  const rows = Math.ceil(missing.length / ACROSS);
  const cells = missing.map(([, svg], at) => svg.replace("<svg ", `<svg x="${(at % ACROSS) * 100}" y="${Math.floor(at / ACROSS) * 100}" width="100" height="100" `));
  const text = `<svg xmlns="http://www.w3.org/2000/svg" class="bocage skin-${skin}" width="${ACROSS * EDGE}" height="${rows * EDGE}" viewBox="0 0 ${ACROSS * 100} ${rows * 100}"><style>${css}</style>${cells.join("")}</svg>`;
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const sheet = h("canvas", { width: ACROSS * EDGE, height: rows * EDGE });
  sheet.getContext("2d").drawImage(image, 0, 0, sheet.width, sheet.height);
  URL.revokeObjectURL(url);
  missing.forEach(([key], at) => {
    const one = h("canvas", { width: EDGE, height: EDGE });
    one.getContext("2d").drawImage(sheet, (at % ACROSS) * EDGE, Math.floor(at / ACROSS) * EDGE, EDGE, EDGE, 0, 0, EDGE, EDGE);
    painted.set(name(skin, key), one);
  });
}

/** A copy of a counter's bitmap. */
export function sprite(/** @type {string} */ skin, /** @type {string} */ key) {
  const node = h("canvas", { width: EDGE, height: EDGE });
  const kept = painted.get(name(skin, key));
  if (kept) node.getContext("2d").drawImage(kept, 0, 0);
  return node;
}
