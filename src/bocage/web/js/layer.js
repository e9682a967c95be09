// @ts-check
// The counters on the map: where each lies, in what order, and how it gets there. They are copied from their sheets to one
// canvas; which counter is under a point is arithmetic.
import { key } from "./counters.js";
import { stamp } from "./sprites.js";

const GLIDE = 220; // milliseconds for a move from space to space
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{unit: string, look: string, x: number, y: number, fromX: number, fromY: number, since: number, depth: number, of: number, able: boolean, picked: boolean}} Spot */
/** @typedef {{x: number, y: number, scale: number}} Place */

/** These lie below fighting units in a stack, as in `bocage.draw.piles`. */
const UNDERNEATH = new Set(["leader", "headquarters", "hq", "bunker", "fortification", "strongpoint"]);

export class Layer {
  /** @param {any} layout */
  constructor(layout) {
    this.layout = layout;
    /** @type {Map<string, Spot>} in the order in which they lie on each other */
    this.spots = new Map();
    this.size = layout.counter ?? 46;
    this.skin = "";
    this.colours = { target: "", chosen: "" };
    /** @type {{unit: string, x: number, y: number} | null} the counter in the hand, and how far it was carried */
    this.carried = null;
    this.changed = () => {};
  }

  /** Counters by space, stacked; those that can act lie on top. */
  drawPieces(/** @type {any} */ view, /** @type {string} */ skin, /** @type {{able: Set<string>, picked: string}} */ marks) {
    this.skin = skin;
    const style = getComputedStyle(document.documentElement);
    this.colours = { target: style.getPropertyValue("--target"), chosen: style.getPropertyValue("--chosen") };
    /** @type {Map<string, any[]>} */
    const stacks = new Map();
    for (const piece of view.pieces) {
      if (!this.layout.spaces[piece.space]) continue;
      const stack = stacks.get(piece.space);
      if (stack) stack.push(piece);
      else stacks.set(piece.space, [piece]);
    }
    const before = this.spots;
    this.spots = new Map();
    for (const [space, stack] of stacks) {
      const rank = (/** @type {any} */ piece) => Number(!UNDERNEATH.has(piece.symbol)) / 2 + Number(marks.able.has(piece.unit)) + 2 * Number(marks.picked !== "" && marks.picked === piece.unit);
      stack.sort((a, b) => rank(a) - rank(b));
      const at = this.layout.spaces[space];
      stack.forEach((piece, depth) => {
        const id = piece.unit || `${space}/${depth}`;
        const boxed = at.kind === "box";
        const where = boxed ? this.slot(at, depth, stack.length) : at;
        this.spots.set(id, this.spot(before.get(id), piece, where, boxed ? 0 : depth, boxed ? 1 : stack.length, marks));
      });
    }
    this.changed();
  }

  /** Where a counter lies now; one that lay elsewhere glides there. */
  spot(/** @type {Spot | undefined} */ old, /** @type {any} */ piece, /** @type {any} */ at, /** @type {number} */ depth, /** @type {number} */ of, /** @type {any} */ marks) {
    const gap = this.size / 10, shift = Math.min(depth, 4) * gap - (Math.min(of - 1, 4) * gap) / 2;
    const x = at.x - this.size / 2 + shift, y = at.y - this.size / 2 - shift;
    const moved = old && (old.x !== x || old.y !== y);
    const kept = old && !moved ? { fromX: old.fromX, fromY: old.fromY, since: old.since } : { fromX: old?.x ?? x, fromY: old?.y ?? y, since: moved && !calm.matches ? performance.now() : -Infinity };
    return { unit: piece.unit ?? "", look: key(piece), x, y, ...kept, depth, of, able: marks.able.has(piece.unit), picked: marks.picked !== "" && marks.picked === piece.unit };
  }

  /** Counters in a box lie side by side, closer if there are many. */
  slot(/** @type {any} */ box, /** @type {number} */ number, /** @type {number} */ of) {
    const xs = box.polygon.map((/** @type {number[]} */ at) => at[0]), ys = box.polygon.map((/** @type {number[]} */ at) => at[1]);
    const left = Math.min(...xs), top = Math.min(...ys), width = Math.max(...xs) - left, height = Math.max(...ys) - top;
    const size = this.size, room = width - size - 8, rows = Math.max(1, Math.floor((height - 24) / (size + 3)));
    const columns = Math.ceil(of / rows), step = Math.min(size + 4, columns > 1 ? room / (columns - 1) : room);
    return { x: left + 4 + size / 2 + (number % columns) * step, y: top + 26 + size / 2 + Math.floor(number / columns) * (size + 3) };
  }

  /** Copy all counters that can be seen; whether one is still gliding. */
  draw(/** @type {CanvasRenderingContext2D} */ pen, /** @type {Place} */ place, /** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ thin) {
    const now = performance.now(), size = this.size * place.scale;
    let gliding = false;
    /** @type {[Spot, number, number][]} */
    const late = [];
    for (const spot of this.spots.values()) {
      const done = Math.min(1, (now - spot.since) / GLIDE), ease = 1 - (1 - done) ** 3;
      gliding ||= done < 1;
      const carried = this.carried && this.carried.unit === spot.unit ? this.carried : null;
      const x = place.x + (spot.fromX + (spot.x - spot.fromX) * ease + (carried?.x ?? 0)) * place.scale;
      const y = place.y + (spot.fromY + (spot.y - spot.fromY) * ease + (carried?.y ?? 0)) * place.scale;
      if (x > width || y > height || x < -size || y < -size) continue;
      if (carried || done < 1) late.push([spot, x, y]);
      else this.one(pen, spot, x, y, place.scale, thin);
    }
    for (const [spot, x, y] of late) this.one(pen, spot, x, y, place.scale, thin);
    return gliding;
  }

  one(/** @type {CanvasRenderingContext2D} */ pen, /** @type {Spot} */ spot, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ scale, /** @type {number} */ thin) {
    const size = this.size * scale;
    pen.globalAlpha = this.carried?.unit === spot.unit && spot.unit ? 0.85 : 1;
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

  /** Carry a counter away from where it lies, or put it back. */
  carry(/** @type {string} */ unit, x = 0, y = 0) {
    this.carried = unit ? { unit, x, y } : null;
    this.changed();
  }
}
