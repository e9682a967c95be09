// @ts-check
// The picture of the map. It is painted once for the whole map, and again, tile by tile, for the part that is seen from
// near, whenever the map stands still: so moving it costs nothing, however rich the drawing is.
import { $, h } from "./dom.js";

const BASE = 2400; // pixels along the longer edge of the whole map
const TILE = 512;
const KEPT = 48;

export class Board {
  /** @param {any} layout */
  constructor(layout) {
    this.layout = layout;
    this.box = $("board");
    /** @type {HTMLImageElement | null} */ this.image = null;
    this.resolution = 0;
    /** @type {Map<string, {node: HTMLCanvasElement, level: number, used: number}>} */
    this.tiles = new Map();
    /** @type {{x: number, y: number, level: number}[]} */
    this.queue = [];
    this.turn = 0;
    this.painting = false;
  }

  /** Fetch the map, with and without its numbers, and paint the whole of it. */
  async load(/** @type {string} */ url) {
    const far = picture(`${url}&numbers=0`);
    this.image = await picture(url);
    const { width, height } = this.layout;
    this.resolution = Math.min(2, BASE / Math.max(width, height));
    const base = this.canvas(0, 0, width, height, this.resolution, this.resolution < 1 ? await far : this.image);
    base.classList.add("base");
    this.tiles.clear();
    this.queue = [];
    this.box.replaceChildren(base);
  }

  /** A part of the map, painted at so many pixels a unit. */
  canvas(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ resolution, /** @type {HTMLImageElement} */ image) {
    const node = h("canvas", { width: Math.ceil(width * resolution), height: Math.ceil(height * resolution) });
    node.style.transform = `translate(${x}px, ${y}px) scale(${1 / resolution})`;
    const pen = node.getContext("2d", { alpha: false });
    pen.setTransform(resolution, 0, 0, resolution, -x * resolution, -y * resolution);
    pen.drawImage(image, 0, 0, this.layout.width, this.layout.height);
    return node;
  }

  /** The map stands still: what is seen should be sharp. Levels are powers of the square root of two. */
  settle(/** @type {number} */ scale, /** @type {{x: number, y: number, width: number, height: number}} */ seen) {
    if (!this.image) return;
    const wanted = scale * Math.min(2, window.devicePixelRatio || 1);
    this.queue = [];
    if (wanted <= this.resolution * 1.1) { this.forget(); return; }
    const level = Math.ceil(Math.log2(wanted) * 2 - 0.2), size = TILE / 2 ** (level / 2);
    this.turn += 1;
    const right = Math.min(this.layout.width, seen.x + seen.width), bottom = Math.min(this.layout.height, seen.y + seen.height);
    for (let y = Math.floor(Math.max(0, seen.y) / size); y * size < bottom; y += 1) {
      for (let x = Math.floor(Math.max(0, seen.x) / size); x * size < right; x += 1) {
        const tile = this.tiles.get(`${level} ${x} ${y}`);
        if (tile) tile.used = this.turn;
        else this.queue.push({ x, y, level });
      }
    }
    if (!this.painting) this.paint();
  }

  /** One tile a frame, so that nothing waits for it. */
  paint() {
    const next = this.queue.shift();
    this.painting = Boolean(next);
    if (!next || !this.image) { this.forget(); return; }
    const { x, y, level } = next, resolution = 2 ** (level / 2), size = TILE / resolution;
    const node = this.canvas(x * size, y * size, Math.min(size, this.layout.width - x * size), Math.min(size, this.layout.height - y * size), resolution, this.image);
    this.tiles.set(`${level} ${x} ${y}`, { node, level, used: this.turn });
    this.box.append(node);
    requestAnimationFrame(() => setTimeout(() => this.paint()));
  }

  /** Drop tiles that were not needed for long. */
  forget() {
    for (const [name, tile] of this.tiles) {
      if (tile.used === this.turn && this.tiles.size <= KEPT) continue;
      if (tile.used < this.turn - 3 || (tile.used < this.turn && this.tiles.size > KEPT)) { tile.node.remove(); this.tiles.delete(name); }
    }
  }
}

function picture(/** @type {string} */ url) {
  const image = new Image();
  image.src = url;
  return image.decode().then(() => image);
}
