// @ts-check
// The counters on the map: where each lies, in what order, and how it gets there. They are copied from their sheets to one
// canvas; which counter is under a point is arithmetic. From afar a stack is a sign: its side, its kind, its strength.
import { key } from "./counters.js";
import { stamp } from "./sprites.js";

const GLIDE = 220; // milliseconds for a move from space to space
const FAR = 15; // counters smaller than this many pixels are drawn as signs
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const COLOURS = ["#1d5fa8", "#c2410c", "#4c7a34", "#7a3f8f"];

/** @typedef {import("./wire.js").Piece} Piece */
/** @typedef {import("./wire.js").Place} Space */
/** @typedef {{unit: string, look: string, x: number, y: number, fromX: number, fromY: number, since: number, depth: number, of: number, able: boolean, picked: boolean, sign: Sign, crowd: number}} Spot */
/** @typedef {{side: number, armour: boolean, strength: string}} Sign */
/** @typedef {{x: number, y: number, scale: number}} Place */
/** @typedef {{able: Set<string>, picked: Set<string>}} Marks */

export class Layer {
  /** @param {import("./wire.js").MapLayout} layout @param {number[]} shades */
  constructor(layout, shades) {
    this.layout = layout;
    this.shades = shades;
    this.underneath = new Set(layout.underneath);
    this.armoured = new Set(layout.armoured);
    /** @type {Map<string, Spot>} in the order in which they lie on each other */
    this.spots = new Map();
    this.size = layout.counter;
    this.skin = "";
    this.colours = { target: "", chosen: "" };
    /** @type {{units: Set<string>, x: number, y: number} | null} the counters in the hand, and how far they were carried */
    this.carried = null;
    /** @type {Map<string, {path: Space[], since: number, length: number}>} counters on their way, shown and not yet arrived */
    this.travels = new Map();
    this.changed = () => {};
  }

  /** Counters by space, stacked; those that can act lie on top. */
  drawPieces(/** @type {import("./position.js").Position} */ position, /** @type {string} */ skin, /** @type {Marks} */ marks) {
    this.skin = skin;
    const style = getComputedStyle(document.documentElement);
    this.colours = { target: style.getPropertyValue("--target"), chosen: style.getPropertyValue("--chosen") };
    /** @type {Map<string, Piece[]>} */
    const stacks = new Map();
    for (const piece of position.view.pieces) {
      if (!this.layout.spaces[piece.space]) continue;
      const stack = stacks.get(piece.space);
      if (stack) stack.push(piece);
      else stacks.set(piece.space, [piece]);
    }
    const before = this.spots;
    this.spots = new Map();
    this.travels.clear();
    for (const [space, stack] of stacks) {
      const rank = (/** @type {Piece} */ piece) => Number(!this.underneath.has(piece.symbol ?? "")) / 2 + Number(marks.able.has(piece.unit ?? "")) + 2 * Number(marks.picked.has(piece.unit ?? "?"));
      stack.sort((a, b) => rank(a) - rank(b));
      const at = this.layout.spaces[space], sign = signOf(stack, this.armoured);
      stack.forEach((piece, depth) => {
        const id = piece.unit || `${space}/${depth}`;
        const boxed = at.kind === "box";
        const where = boxed ? this.slot(at, depth, stack.length) : at;
        const spot = this.spot(before.get(id), piece, where, boxed ? 0 : depth, boxed ? 1 : stack.length, marks, sign);
        this.spots.set(id, boxed ? { ...spot, crowd: depth ? -1 : stack.length } : spot);
      });
    }
    this.changed();
  }

  /** Where a counter lies now; one that lay elsewhere glides there. @returns {Spot} */
  spot(/** @type {Spot | undefined} */ old, /** @type {Piece} */ piece, /** @type {{x: number, y: number}} */ at, /** @type {number} */ depth, /** @type {number} */ of, /** @type {Marks} */ marks, /** @type {Sign} */ sign) {
    const gap = this.size / 10, shift = Math.min(depth, 4) * gap - (Math.min(of - 1, 4) * gap) / 2;
    const x = at.x - this.size / 2 + shift, y = at.y - this.size / 2 - shift;
    const moved = old && (old.x !== x || old.y !== y);
    const kept = old && !moved ? { fromX: old.fromX, fromY: old.fromY, since: old.since } : { fromX: old?.x ?? x, fromY: old?.y ?? y, since: moved && !calm.matches ? performance.now() : -Infinity };
    return { unit: piece.unit ?? "", look: key(piece), x, y, ...kept, depth, of, able: marks.able.has(piece.unit ?? ""), picked: marks.picked.has(piece.unit ?? "?"), sign, crowd: 0 };
  }

  /** Counters in a box lie side by side, closer if there are many. */
  slot(/** @type {Space} */ box, /** @type {number} */ number, /** @type {number} */ of) {
    const xs = box.polygon.map((at) => at[0]), ys = box.polygon.map((at) => at[1]);
    const left = Math.min(...xs), top = Math.min(...ys), width = Math.max(...xs) - left, height = Math.max(...ys) - top;
    const { size } = this, room = width - size - 8, rows = Math.max(1, Math.floor((height - 24) / (size + 3)));
    const columns = Math.ceil(of / rows), step = Math.min(size + 4, columns > 1 ? room / (columns - 1) : room);
    return { x: left + 4 + size / 2 + (number % columns) * step, y: top + 26 + size / 2 + Math.floor(number / columns) * (size + 3) };
  }

  /** A counter goes along a path and waits at its end until it is laid there for good; without motion, it is there at once. */
  travel(/** @type {string} */ unit, /** @type {string[]} */ path, /** @type {number} */ length) {
    const spot = this.spots.get(unit);
    if (!spot) return;
    const way = path.map((name) => this.layout.spaces[name]).filter(Boolean);
    this.travels.set(unit, { path: way, since: calm.matches ? -Infinity : performance.now(), length });
    this.changed();
  }

  /** Where a counter on its way is now, and whether it has arrived. */
  onTheWay(/** @type {Spot} */ spot, /** @type {number} */ now) {
    const travel = this.travels.get(spot.unit);
    if (!travel || !spot.unit) return null;
    const { path, since, length } = travel, done = Math.min(1, (now - since) / Math.max(1, length));
    const at = done * (path.length - 1), from = path[Math.floor(at)], to = path[Math.min(path.length - 1, Math.floor(at) + 1)], part = at - Math.floor(at);
    return { x: from.x + (to.x - from.x) * part - this.size / 2, y: from.y + (to.y - from.y) * part - this.size / 2, done: done >= 1 };
  }

  /** Copy all counters that can be seen; whether one is still gliding. */
  draw(/** @type {CanvasRenderingContext2D} */ pen, /** @type {Place} */ place, /** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ thin) {
    const now = performance.now(), size = this.size * place.scale;
    let gliding = false;
    /** @type {[Spot, number, number][]} */
    const late = [];
    for (const spot of this.spots.values()) {
      const way = this.onTheWay(spot, now);
      const done = way ? Number(way.done) : Math.min(1, (now - spot.since) / GLIDE), ease = 1 - (1 - done) ** 3;
      gliding ||= done < 1;
      const carried = this.carried?.units.has(spot.unit) ? this.carried : null;
      const x = place.x + ((way ? way.x : spot.fromX + (spot.x - spot.fromX) * ease) + (carried?.x ?? 0)) * place.scale;
      const y = place.y + ((way ? way.y : spot.fromY + (spot.y - spot.fromY) * ease) + (carried?.y ?? 0)) * place.scale;
      if (x > width || y > height || x < -size || y < -size) continue;
      if (carried || way || done < 1) late.push([spot, x, y]);
      else this.one(pen, spot, x, y, place.scale, thin);
    }
    for (const [spot, x, y] of late) this.one(pen, spot, x, y, place.scale, thin);
    return gliding;
  }

  one(/** @type {CanvasRenderingContext2D} */ pen, /** @type {Spot} */ spot, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ scale, /** @type {number} */ thin) {
    const size = this.size * scale;
    if (size < FAR) { if (spot.depth === spot.of - 1 && spot.crowd >= 0) this.sign(pen, spot, x + size / 2, y + size / 2); return; }
    pen.globalAlpha = this.carried?.units.has(spot.unit) && spot.unit ? 0.85 : 1;
    stamp(pen, this.skin, spot.look, x, y, size);
    pen.globalAlpha = 1;
    if (spot.able || spot.picked) {
      const line = (spot.picked ? 5 : 3) * thin * scale;
      pen.lineWidth = line;
      pen.strokeStyle = spot.picked ? this.colours.chosen : this.colours.target;
      pen.beginPath();
      pen.roundRect(x - line / 2, y - line / 2, size + line, size + line, 5 * scale);
      pen.stroke();
    }
    if (spot.of > 1 && spot.depth === spot.of - 1) this.badge(pen, spot.of, x + size * 0.95, y + size * 0.05, size * 0.21, scale);
  }

  /** A stack, or what waits in a box, from afar: a plate for infantry, a white oval on it for armour, the strength where there is one. */
  sign(/** @type {CanvasRenderingContext2D} */ pen, /** @type {Spot} */ spot, /** @type {number} */ x, /** @type {number} */ y) {
    const { side, armour, strength } = spot.sign, long = strength.length > 2, width = armour ? (long ? 34 : 21) : (long ? 24 : 17), height = 13;
    const colour = COLOURS[this.shades[side] ?? 0] ?? COLOURS[0];
    pen.fillStyle = colour;
    pen.strokeStyle = spot.picked ? this.colours.chosen : spot.able ? this.colours.target : "#fff";
    pen.lineWidth = spot.able || spot.picked ? 2.5 : 1;
    pen.beginPath();
    pen.roundRect(x - width / 2, y - height / 2, width, height, this.shades[side] === 1 ? 0 : 4);
    pen.fill();
    pen.stroke();
    if (armour) { // filled: a ring would cut through the figures
      pen.beginPath();
      pen.ellipse(x, y, width / 2 - 1.5, height / 2 - 1, 0, 0, 7);
      pen.fillStyle = "#fff";
      pen.fill();
    }
    if (!strength) return;
    pen.font = "700 10px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = armour ? colour : "#fff";
    pen.fillText(strength, x, y + 0.5);
  }

  /** How many counters lie there. */
  badge(/** @type {CanvasRenderingContext2D} */ pen, /** @type {number} */ count, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ radius, /** @type {number} */ scale) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 7);
    pen.fillStyle = "#222";
    pen.fill();
    pen.lineWidth = scale;
    pen.strokeStyle = "#fff";
    pen.stroke();
    if (radius < 4) return;
    pen.font = `700 ${radius * 1.35}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = "#fff";
    pen.fillText(String(count), x, y + radius * 0.08);
  }

  /** The uppermost counter at a point of the map, or "". */
  unitAt(/** @type {number} */ x, /** @type {number} */ y) {
    let found = "";
    for (const spot of this.spots.values()) {
      if (x >= spot.x && x <= spot.x + this.size && y >= spot.y && y <= spot.y + this.size) found = spot.unit;
    }
    return found;
  }

  /** Carry counters away from where they lie, or put them back. */
  carry(/** @type {string[]} */ units, x = 0, y = 0) {
    this.carried = units.length ? { units: new Set(units), x, y } : null;
    this.changed();
  }
}

/** What is told of a stack from afar: whose it is, whether armour is in it, and the sum of the first factors; a question mark for what lies face down, a plus for what lies with it. @returns {Sign} */
function signOf(/** @type {Piece[]} */ stack, /** @type {Set<string>} */ armoured) {
  const figures = stack.map((piece) => Number.parseFloat((piece.factors?.[0] ?? "").replace(/[^\d.]/g, "")));
  const sum = Math.round(figures.reduce((total, figure) => total + (figure || 0), 0)), known = figures.some((figure) => figure >= 0);
  const veiled = stack.some(({ unit, factors }) => !unit || factors?.[0] === "?");
  const strength = sum && veiled ? `${sum}+` : veiled ? "?" : known ? `${sum}` : "";
  return { side: stack[stack.length - 1].side, armour: stack.some((piece) => armoured.has(piece.symbol ?? "")), strength };
}
