// @ts-check
// The map in its window: pan, wheel and pinch zoom, fit, centre. A frame copies bitmaps to two canvases and moves
// the lines between them by one transform; nothing is laid out or painted anew while the map moves.
import { Board } from "./board.js";
import { $ } from "./dom.js";

const CALM = 10;
const BROAD = 38; // pixels of a counter that a finger hits
const SPOT = 4; // a spot is narrower than the map by this
const MIDDLE = 900; // pixels along the longer edge that the whole map has at least

export class MapView {
  /** @param {import("./wire.js").MapLayout} layout what /api/titles/ID/map says: width, height, spaces */
  constructor(layout) {
    this.layout = layout;
    this.port = $("viewport");
    this.worlds = [...document.querySelectorAll(".world")].map((node) => /** @type {HTMLElement} */ (node));
    this.ground = $("board");
    this.pieces = $("pieces");
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.still = 0;
    this.watching = false;
    this.dirty = false;
    this.thin = 1;
    this.drawn = 0;
    /** @type {import("./layer.js").Layer | null} */ this.layer = null;
    this.board = new Board(layout);
    this.seen = { width: 0, height: 0 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.dragged = false;
    /** @type {(event: PointerEvent) => boolean} a drag that belongs to a counter, not to the map */
    this.claims = () => false;
    this.listen();
    this.places = Object.entries(layout.spaces).map(([name, at]) => {
      const xs = at.polygon.map((p) => p[0]), ys = at.polygon.map((p) => p[1]);
      return { name, at, left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    });
    new ResizeObserver(() => this.resized()).observe(this.port);
  }

  /** The window has another size: what was in its middle stays there, and a map that was seen whole is seen whole. */
  resized() {
    const { width, height } = this.seen, now = { width: this.port.clientWidth, height: this.port.clientHeight };
    this.seen = now;
    if (!width || !height) { this.clamp(); return; }
    const middle = { x: (width / 2 - this.x) / this.scale, y: (height / 2 - this.y) / this.scale };
    const frame = this.frame();
    const whole = Math.min(2, width / (frame.width * 1.04), height / (frame.height * 1.04));
    if (this.scale <= whole * 1.02) { this.fit(); return; }
    this.x = now.width / 2 - middle.x * this.scale;
    this.y = now.height / 2 - middle.y * this.scale;
    this.clamp();
  }

  /** Where the middle of a space is in the window. */
  seenAt(/** @type {string} */ name) {
    const at = this.layout.spaces[name];
    return { x: at.x * this.scale + this.x, y: at.y * this.scale + this.y };
  }

  /** Whether a space is in sight, not hidden at an edge. */
  shows(/** @type {string} */ name) {
    const at = this.layout.spaces[name];
    if (!at) return false;
    const { x, y } = this.seenAt(name), edge = 40;
    return x > edge && y > edge && x < this.port.clientWidth - edge && y < this.port.clientHeight - Math.max(edge, this.covered());
  }

  /** How much of the window's foot lies under the tray, where that is so broad that one cannot look past it. */
  covered() {
    const { hidden, offsetTop, offsetWidth } = $("tray");
    return hidden || offsetWidth < this.port.clientWidth / 2 ? 0 : this.port.clientHeight - offsetTop;
  }

  /** What lies on the map; it is drawn with it. */
  put(/** @type {import("./layer.js").Layer} */ layer) {
    this.layer = layer;
    layer.changed = () => this.touch();
  }

  async load(/** @type {string} */ url, /** @type {string} */ skin) {
    const { width, height } = this.layout;
    for (const layer of [$("layer"), $("layer-over")]) {
      layer.setAttribute("class", `layer-top bocage skin-${skin}`);
      layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
      layer.setAttribute("width", width);
      layer.setAttribute("height", height);
    }
    const density = this.density();
    await this.board.load(url, Math.min(2, Math.max(MIDDLE / Math.max(width, height), this.whole() * density)));
    this.touch();
  }

  /** Load what could wait, and draw it. */
  async rest() {
    await this.board.rest();
    this.touch();
  }

  density() {
    return Math.min(2, window.devicePixelRatio || 1);
  }

  listen() {
    this.port.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
      if (/** @type {HTMLElement} */ (event.target).closest(".over-map")) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), event.clientX, event.clientY);
    }, { passive: false });
    this.port.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (event.button || /** @type {HTMLElement} */ (event.target).closest(".over-map")) return;
      this.dragged = false; // of a press on a counter too: it begins anew
      if (!this.claims(event)) this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    window.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      window.addEventListener(end, (event) => {
        this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId);
        if (!this.fingers.size) this.port.classList.remove("dragging");
      });
    }
  }

  drag(/** @type {PointerEvent} */ event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.dragged && Math.hypot(now.x - before.x, now.y - before.y) < 6 && this.fingers.size === 1) return;
    this.dragged = true;
    this.port.classList.add("dragging");
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.fingers.set(event.pointerId, now);
    if (others.length) {
      const still = others[0];
      const ratio = Math.hypot(now.x - still.x, now.y - still.y) / Math.max(1, Math.hypot(before.x - still.x, before.y - still.y));
      this.zoom(ratio, (now.x + still.x) / 2, (now.y + still.y) / 2);
      this.move((now.x - before.x) / 2, (now.y - before.y) / 2);
    } else {
      this.move(now.x - before.x, now.y - before.y);
    }
  }

  move(/** @type {number} */ dx, /** @type {number} */ dy) {
    this.x += dx;
    this.y += dy;
    this.clamp();
  }

  zoom(/** @type {number} */ by, clientX = NaN, clientY = NaN) {
    const box = this.port.getBoundingClientRect();
    const px = Number.isNaN(clientX) ? box.width / 2 : clientX - box.left;
    const py = Number.isNaN(clientY) ? box.height / 2 : clientY - box.top;
    const scale = Math.min(4, Math.max(this.smallest() * 0.8, this.scale * by));
    this.x = px - (px - this.x) * (scale / this.scale);
    this.y = py - (py - this.y) * (scale / this.scale);
    this.scale = scale;
    this.clamp();
  }

  smallest() {
    return Math.min(this.port.clientWidth / this.layout.width, this.port.clientHeight / this.layout.height);
  }

  /** The part of the picture in which the spaces lie; boxes and legend beside it are a zoom away. */
  frame() {
    const corners = Object.values(this.layout.spaces).filter((at) => at.kind !== "box").flatMap((at) => at.polygon);
    const xs = corners.map((at) => at[0]), ys = corners.map((at) => at[1]);
    const left = Math.min(...xs), top = Math.min(...ys);
    return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
  }

  /** The scale at which all of the map is seen. */
  whole() {
    const { width, height } = this.frame();
    return Math.min(2, this.port.clientWidth / (width * 1.04), this.port.clientHeight / (height * 1.04));
  }

  fit() {
    const { left, top, width, height } = this.frame();
    this.scale = this.whole();
    this.x = (this.port.clientWidth - width * this.scale) / 2 - left * this.scale;
    this.y = (this.port.clientHeight - height * this.scale) / 2 - top * this.scale;
    this.clamp();
  }

  /** Go as near to some spaces as they fit, with room around them; whoever is nearer already stays so if they fit. */
  focus(/** @type {string[]} */ names) {
    const corners = names.flatMap((name) => this.layout.spaces[name]?.polygon ?? []);
    if (!corners.length) return;
    const xs = corners.map((at) => at[0]), ys = corners.map((at) => at[1]);
    const left = Math.min(...xs), right = Math.max(...xs), top = Math.min(...ys), bottom = Math.max(...ys);
    const high = this.port.clientHeight - this.covered();
    const room = (/** @type {number} */ around) => Math.min(this.port.clientWidth / (right - left + around), high / (bottom - top + around));
    const wanted = Math.max(this.whole(), Math.min(1, room(4 * this.layout.counter)));
    if (this.scale < wanted || this.scale > room(0)) this.scale = wanted;
    this.lookAt((left + right) / 2, (top + bottom) / 2);
  }

  /** Whether some spaces lie so close together that they are a spot on the whole map. */
  isSpot(/** @type {string[]} */ names) {
    const places = names.map((name) => this.layout.spaces[name]).filter(Boolean), frame = this.frame();
    const broad = (/** @type {number[]} */ along, /** @type {number} */ all) => Math.max(...along) - Math.min(...along) > all / SPOT;
    return places.length > 0 && !broad(places.map((at) => at.x), frame.width) && !broad(places.map((at) => at.y), frame.height);
  }

  /** Bring a point of the map to the middle of the window, as far as there is map to fill it with. */
  lookAt(/** @type {number} */ x, /** @type {number} */ y) {
    const along = (/** @type {number} */ port, /** @type {number} */ map, /** @type {number} */ wanted) =>
      (map < port ? (port - map) / 2 : Math.min(0, Math.max(port - map, wanted)));
    const { clientWidth } = this.port, high = this.port.clientHeight - this.covered();
    this.x = along(clientWidth, this.layout.width * this.scale, clientWidth / 2 - x * this.scale);
    this.y = along(high, this.layout.height * this.scale, high / 2 - y * this.scale);
    this.clamp();
  }

  /** Bring spaces into view; nearer if they are tiny. */
  centre(/** @type {string[]} */ names) {
    const found = names.map((name) => this.layout.spaces[name]).filter(Boolean);
    if (!found.length) return;
    const x = found.reduce((sum, at) => sum + at.x, 0) / found.length;
    const y = found.reduce((sum, at) => sum + at.y, 0) / found.length;
    this.scale = Math.max(this.scale, Math.min(1, this.smallest() * 2));
    this.lookAt(x, y);
  }

  /** Go near a point of the window, so that its hexes and counters can be told from each other. */
  near(/** @type {number} */ clientX, /** @type {number} */ clientY) {
    const { x, y } = this.point(clientX, clientY);
    this.scale = Math.max(this.scale, BROAD / this.layout.counter);
    this.lookAt(x, y);
  }

  clamp() {
    const width = this.layout.width * this.scale, height = this.layout.height * this.scale;
    const margin = 90;
    this.x = Math.min(this.port.clientWidth - margin, Math.max(margin - width, this.x));
    this.y = Math.min(this.port.clientHeight - margin, Math.max(margin - height, this.y));
    if (this.scale !== this.drawn) for (const world of this.worlds) world.classList.add("zooming");
    this.board.queue = []; // what is sharp can wait until the map stands still
    this.touch();
  }

  /** Something has changed: draw with the next frame. */
  touch() {
    this.still = 0;
    this.dirty = true;
    if (!this.watching) {
      this.watching = true;
      requestAnimationFrame(() => this.watch());
    }
  }

  /** Draw what has changed. Some frames without a movement, however long they take, mean that the map stands still. */
  watch() {
    if (this.dirty) this.draw();
    this.still += 1;
    if (this.dirty || this.still < CALM) { requestAnimationFrame(() => this.watch()); return; }
    this.watching = false;
    this.settle();
  }

  draw() {
    this.dirty = false;
    const density = this.density(), width = Math.round(this.port.clientWidth * density), height = Math.round(this.port.clientHeight * density);
    for (const canvas of [this.ground, this.pieces]) if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const place = { x: Math.round(this.x * density), y: Math.round(this.y * density), scale: this.scale * density };
    for (const world of this.worlds) world.style.transform = `translate3d(${place.x / density}px, ${place.y / density}px, 0) scale(${this.scale})`;
    const ground = this.ground.getContext("2d"), pieces = this.pieces.getContext("2d");
    ground.clearRect(0, 0, width, height);
    this.board.draw(ground, place, width, height);
    pieces.clearRect(0, 0, width, height);
    if (this.layer?.draw(pieces, place, width, height, this.thin)) this.touch();
  }

  /** While the scale changes the picture is stretched; once it is still, it is drawn sharply again. */
  settle() {
    const density = this.density();
    if (this.drawn !== this.scale) {
      this.drawn = this.scale;
      this.thin = Math.min(3, Math.max(1, Number((0.8 / this.scale).toFixed(1))));
      for (const world of this.worlds) {
        world.classList.remove("zooming");
        world.style.setProperty("--thin", String(this.thin));
      }
      this.draw();
    }
    this.board.plan({ x: this.x * density, y: this.y * density, scale: this.scale * density }, this.port.clientWidth * density, this.port.clientHeight * density, density);
    this.sharpen();
  }

  /** One tile after the other, as long as nothing moves. */
  sharpen() {
    if (this.watching || !this.board.step()) return;
    this.draw();
    requestAnimationFrame(() => setTimeout(() => this.sharpen()));
  }

  /** A point of the window on the map. */
  point(/** @type {number} */ clientX, /** @type {number} */ clientY) {
    const box = this.port.getBoundingClientRect();
    return { x: (clientX - box.left - this.x) / this.scale, y: (clientY - box.top - this.y) / this.scale };
  }

  /** The space under a point of the window, or "". */
  spaceAt(/** @type {number} */ clientX, /** @type {number} */ clientY) {
    const { x, y } = this.point(clientX, clientY);
    let best = "", nearest = Infinity;
    for (const { name, at, left, right, top, bottom } of this.places) {
      if (x < left || x > right || y < top || y > bottom) continue;
      const far = (at.x - x) ** 2 + (at.y - y) ** 2;
      if (far < nearest && inside(at.polygon, x, y)) { best = name; nearest = far; }
    }
    return best;
  }
}

/** @param {[number, number][]} polygon @param {number} x @param {number} y */
function inside(polygon, x, y) {
  let odd = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i], [bx, by] = polygon[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}
