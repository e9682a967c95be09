// @ts-check
// The counters on the map. Keyed and moved only when they must, so that nothing flickers.
import { inWords, key } from "./counters.js";
import { $, h } from "./dom.js";
import { sprite } from "./sprites.js";

export class Layer {
  /** @param {any} layout @param {string[]} sides */
  constructor(layout, sides) {
    this.layout = layout;
    this.sides = sides;
    this.group = $("pieces");
    /** @type {Map<string, {node: any, look: string, at: string}>} */
    this.pieces = new Map();
    this.size = layout.counter ?? 46;
  }

  /** Counters by space, stacked; those that can act lie on top. */
  drawPieces(/** @type {any} */ view, /** @type {string} */ skin, /** @type {{able: Set<string>, picked: string}} */ marks) {
    /** @type {Map<string, any[]>} */
    const stacks = new Map();
    for (const piece of view.pieces) {
      if (!this.layout.spaces[piece.space]) continue;
      const stack = stacks.get(piece.space);
      if (stack) stack.push(piece);
      else stacks.set(piece.space, [piece]);
    }
    const seen = new Set();
    /** @type {any[]} */
    const order = [];
    for (const [space, stack] of stacks) {
      const rank = (/** @type {any} */ piece) => Number(marks.able.has(piece.unit)) + 2 * Number(marks.picked !== "" && marks.picked === piece.unit);
      stack.sort((a, b) => rank(a) - rank(b));
      const at = this.layout.spaces[space];
      stack.forEach((piece, depth) => {
        const id = piece.unit || `${space}/${depth}`;
        seen.add(id);
        order.push(at.kind === "box"
          ? this.place(id, piece, skin, this.slot(at, depth, stack.length), 0, 1, marks)
          : this.place(id, piece, skin, at, depth, stack.length, marks));
      });
    }
    for (const [id, { node }] of this.pieces) if (!seen.has(id)) { node.remove(); this.pieces.delete(id); }
    let next = this.group.firstChild;
    for (const node of order) {
      if (node === next) next = next.nextSibling;
      else this.group.insertBefore(node, next);
    }
  }

  /** Counters in a box lie side by side, closer if there are many. */
  slot(/** @type {any} */ box, /** @type {number} */ number, /** @type {number} */ of) {
    const xs = box.polygon.map((/** @type {number[]} */ at) => at[0]), ys = box.polygon.map((/** @type {number[]} */ at) => at[1]);
    const left = Math.min(...xs), top = Math.min(...ys), width = Math.max(...xs) - left, height = Math.max(...ys) - top;
    const size = this.size, room = width - size - 8, rows = Math.max(1, Math.floor((height - 24) / (size + 3)));
    const columns = Math.ceil(of / rows), step = Math.min(size + 4, columns > 1 ? room / (columns - 1) : room);
    return { x: left + 4 + size / 2 + (number % columns) * step, y: top + 26 + size / 2 + Math.floor(number / columns) * (size + 3) };
  }

  place(/** @type {string} */ id, /** @type {any} */ piece, /** @type {string} */ skin, /** @type {any} */ at, /** @type {number} */ depth, /** @type {number} */ of, /** @type {any} */ marks) {
    const look = `${skin} ${of} ${depth} ${key(piece)}`;
    let entry = this.pieces.get(id);
    const size = this.size;
    if (!entry || entry.look !== look) {
      const node = h("div", { class: "piece", "data-unit": piece.unit ?? "" }, sprite(skin, key(piece)));
      node.style.width = node.style.height = `${size}px`;
      if (depth === of - 1 && of > 1) node.append(h("span", { class: "depth" }, of));
      if (entry) entry.node.replaceWith(node);
      entry = { node, look, at: "" };
      this.pieces.set(id, entry);
    }
    entry.node.classList.toggle("able", marks.able.has(piece.unit));
    entry.node.classList.toggle("picked", marks.picked !== "" && marks.picked === piece.unit);
    const gap = size / 10, shift = Math.min(depth, 4) * gap - Math.min(of - 1, 4) * gap / 2;
    const where = `translate(${(at.x - size / 2 + shift).toFixed(1)}px, ${(at.y - size / 2 - shift).toFixed(1)}px)`;
    if (entry.at !== where) {
      entry.at = where;
      entry.node.style.transform = where;
      entry.node.setAttribute("data-space", piece.space);
    }
    return entry.node;
  }

  /** Where a counter lies, as its transform; a drag adds to it. */
  where(/** @type {string} */ unit) {
    return this.pieces.get(unit)?.at ?? "";
  }

  words(/** @type {any} */ piece) {
    return inWords(piece, this.sides);
  }
}
