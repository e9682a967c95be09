// @ts-check
// The picture of the map. The whole of it is painted once, small; what is seen from near is painted in tiles while the map
// stands still. Moving the map only copies what is painted, however rich the drawing is.
import { h } from "./dom.js";

const TILE = 512;
const MIDDLE = 2400; // pixels along the longer edge of the whole map, painted when there is nothing else to do
const NUMBERS = 0.6; // hex numbers are drawn from this scale on
const KEPT = 72;

/** @typedef {{x: number, y: number, scale: number}} Place where the map's corner lies on the canvas, and pixels a unit */
/** @typedef {{scale: number, numbers: boolean, tiles: Map<string, HTMLCanvasElement>}} Level */

export class Board {
  /** @param {import("./wire.js").MapLayout} layout */
  constructor(layout) {
    this.layout = layout;
    /** @type {HTMLImageElement[]} */ this.parts = [];
    /** @type {HTMLImageElement | null} */ this.numbers = null;
    /** @type {HTMLCanvasElement | null} */ this.whole = null;
    /** @type {Level[]} the newest last */ this.levels = [];
    /** @type {Level | null} */ this.middle = null;
    /** @type {{level: Level, column: number, row: number}[]} */ this.queue = [];
    this.density = 1;
  }

  /** Fetch the map and paint the whole of it at that many pixels a unit. The hex numbers come when there is time. */
  async load(/** @type {string} */ url, /** @type {number} */ scale) {
    const parts = await Promise.all([picture(`${url}&part=ground`), picture(`${url}&part=names`)]);
    const { width, height } = this.layout;
    this.parts = parts;
    this.numbers = null;
    this.levels = [];
    this.queue = [];
    const middle = Math.min(2, MIDDLE / Math.max(width, height));
    this.middle = middle > scale * 1.2 ? { scale: middle, numbers: false, tiles: new Map() } : null;
    this.whole = this.paint(0, 0, Math.ceil(width * scale), Math.ceil(height * scale), scale, false);
    this.url = url;
  }

  /** What can wait until the table is there. */
  async rest() {
    const { url } = this;
    const numbers = await picture(`${url}&part=numbers`);
    if (url === this.url) this.numbers = numbers;
  }

  /** A part of the map, given in pixels at a scale. */
  paint(/** @type {number} */ left, /** @type {number} */ top, /** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ scale, /** @type {boolean} */ numbers) {
    const node = h("canvas", { width, height });
    const pen = node.getContext("2d");
    pen.setTransform(scale, 0, 0, scale, -left, -top);
    const [ground, names] = this.parts;
    for (const image of [ground, numbers && this.numbers, names]) if (image) pen.drawImage(image, 0, 0, this.layout.width, this.layout.height);
    return node;
  }

  /** The map stands still: list what should be sharp, what is seen first, then what is near it, then the rest. */
  plan(/** @type {Place} */ place, /** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ density) {
    this.queue = [];
    if (!this.whole) return;
    this.density = density;
    if (place.scale > this.wholeScale * 1.02) {
      const level = this.level(place.scale);
      this.levels = [...this.levels.filter((old) => old !== level).slice(-1), level];
      const spare = TILE / 2;
      for (const margin of [0, spare]) this.want(level, -place.x - margin, -place.y - margin, width - place.x + margin, height - place.y + margin);
      this.forget(level, place, width, height);
    }
    if (this.middle) this.want(this.middle, 0, 0, Infinity, Infinity);
  }

  get wholeScale() {
    return this.whole ? this.whole.width / this.layout.width : 0;
  }

  level(/** @type {number} */ scale) {
    const numbers = scale / this.density >= NUMBERS && Boolean(this.numbers);
    const known = this.levels.find((old) => Math.abs(old.scale / scale - 1) < 0.002 && old.numbers === numbers);
    return known ?? { scale, numbers, tiles: new Map() };
  }

  want(/** @type {Level} */ level, /** @type {number} */ left, /** @type {number} */ top, /** @type {number} */ right, /** @type {number} */ bottom) {
    const columns = Math.ceil((this.layout.width * level.scale) / TILE), rows = Math.ceil((this.layout.height * level.scale) / TILE);
    for (let row = Math.max(0, Math.floor(top / TILE)); row < Math.min(rows, bottom / TILE); row += 1) {
      for (let column = Math.max(0, Math.floor(left / TILE)); column < Math.min(columns, right / TILE); column += 1) {
        const known = level.tiles.has(`${column} ${row}`) || this.queue.some((other) => other.level === level && other.column === column && other.row === row);
        if (!known) this.queue.push({ level, column, row });
      }
    }
  }

  /** Paint one tile; whether there was one to paint. */
  step() {
    const next = this.queue.shift();
    if (!next) return false;
    const { level, column, row } = next;
    const width = Math.min(TILE, Math.ceil(this.layout.width * level.scale) - column * TILE), height = Math.min(TILE, Math.ceil(this.layout.height * level.scale) - row * TILE);
    if (width > 0 && height > 0) level.tiles.set(`${column} ${row}`, this.paint(column * TILE, row * TILE, width, height, level.scale, level.numbers));
    return true;
  }

  /** Drop tiles that are far away, when there are many. */
  forget(/** @type {Level} */ level, /** @type {Place} */ place, /** @type {number} */ width, /** @type {number} */ height) {
    if (level.tiles.size <= KEPT) return;
    const x = (width / 2 - place.x) / TILE, y = (height / 2 - place.y) / TILE;
    const far = (/** @type {string} */ name) => { const [column, row] = name.split(" ").map(Number); return Math.hypot(column + 0.5 - x, row + 0.5 - y); };
    const names = [...level.tiles.keys()].sort((a, b) => far(b) - far(a));
    for (const name of names.slice(0, level.tiles.size - KEPT)) level.tiles.delete(name);
  }

  /** Copy what is painted: the coarse first, the sharp over it. */
  draw(/** @type {CanvasRenderingContext2D} */ pen, /** @type {Place} */ place, /** @type {number} */ width, /** @type {number} */ height) {
    if (!this.whole) return;
    const usable = [this.middle, ...this.levels].filter((level) => level && level.tiles.size && level.scale > this.wholeScale && level.scale < place.scale * 1.6 && place.scale > this.wholeScale * 1.02);
    const sorted = /** @type {Level[]} */ (usable).sort((a, b) => Math.abs(Math.log(a.scale / place.scale)) - Math.abs(Math.log(b.scale / place.scale)));
    const covering = sorted.findIndex((level) => this.covers(level, place, width, height));
    const layers = (covering < 0 ? sorted : sorted.slice(0, covering + 1)).reverse();
    if (covering < 0) pen.drawImage(this.whole, place.x, place.y, this.layout.width * place.scale, this.layout.height * place.scale);
    for (const level of layers) {
      const ratio = place.scale / level.scale;
      for (const [column, row] of this.seen(level, place, width, height)) {
        const tile = level.tiles.get(`${column} ${row}`);
        if (!tile) continue;
        const left = Math.round(place.x + column * TILE * ratio), top = Math.round(place.y + row * TILE * ratio);
        const right = Math.round(place.x + (column * TILE + tile.width) * ratio), bottom = Math.round(place.y + (row * TILE + tile.height) * ratio);
        pen.drawImage(tile, left, top, right - left, bottom - top);
      }
    }
  }

  /** The tiles of a level that the canvas shows, painted or not. */
  * seen(/** @type {Level} */ level, /** @type {Place} */ place, /** @type {number} */ width, /** @type {number} */ height) {
    const size = (TILE * place.scale) / level.scale;
    const right = Math.min(width, place.x + this.layout.width * place.scale), bottom = Math.min(height, place.y + this.layout.height * place.scale);
    for (let row = Math.max(0, Math.floor(-place.y / size)); place.y + row * size < bottom - 0.5; row += 1) {
      for (let column = Math.max(0, Math.floor(-place.x / size)); place.x + column * size < right - 0.5; column += 1) yield [column, row];
    }
  }

  covers(/** @type {Level} */ level, /** @type {Place} */ place, /** @type {number} */ width, /** @type {number} */ height) {
    for (const [column, row] of this.seen(level, place, width, height)) if (!level.tiles.has(`${column} ${row}`)) return false;
    return true;
  }
}

function picture(/** @type {string} */ url) {
  const image = new Image();
  image.src = url;
  return image.decode().then(() => image);
}
