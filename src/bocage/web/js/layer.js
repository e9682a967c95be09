// @ts-check
// What lies on the map: counters, legal targets, overlays, paths, the hex cursor. Keyed, so that nothing flickers.
import { counter, inWords } from "./counters.js";
import { $, s } from "./dom.js";

const COLOURS = ["#1d5fa8", "#b3481c", "#4c7a34", "#7a3f8f"];

export class Layer {
  /** @param {any} layout @param {string[]} sides */
  constructor(layout, sides) {
    this.layout = layout;
    this.sides = sides;
    this.root = $("layer");
    this.groups = Object.fromEntries(["overlay", "targets", "marks", "pieces", "path", "cursor"].map((name) => {
      const group = s("g", { id: `layer-${name}` });
      this.root.append(group);
      return [name, group];
    }));
    /** @type {Map<string, {node: any, look: string}>} */
    this.pieces = new Map();
    this.size = layout.counter ?? 46;
  }

  points(/** @type {string} */ name) {
    return this.layout.spaces[name].polygon.map((/** @type {number[]} */ at) => at.join(",")).join(" ");
  }

  /** Counters by space, stacked; the top one is the last. */
  drawPieces(/** @type {any} */ view, /** @type {string} */ skin, /** @type {{able: Set<string>, picked: string}} */ marks) {
    const stacks = new Map();
    for (const piece of view.pieces) {
      if (this.layout.spaces[piece.space]) stacks.set(piece.space, [...(stacks.get(piece.space) ?? []), piece]);
    }
    const seen = new Set();
    for (const [space, stack] of stacks) {
      stack.sort((/** @type {any} */ a, /** @type {any} */ b) => Number(marks.able.has(a.unit)) - Number(marks.able.has(b.unit)));
      stack.forEach((/** @type {any} */ piece, /** @type {number} */ depth) => {
        const id = piece.unit || `${space}/${depth}`;
        seen.add(id);
        const at = this.layout.spaces[space];
        if (at.kind === "box") this.place(id, piece, skin, this.slot(at, depth, stack.length), 0, 1, marks);
        else this.place(id, piece, skin, at, depth, stack.length, marks);
      });
    }
    for (const [id, { node }] of this.pieces) if (!seen.has(id)) { node.remove(); this.pieces.delete(id); }
    for (const name of stacks.keys()) for (const piece of stacks.get(name)) this.groups.pieces.append(this.pieces.get(piece.unit || `${name}/${stacks.get(name).indexOf(piece)}`)?.node ?? "");
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
    const look = skin + JSON.stringify({ ...piece, space: "" }) + of + depth + marks.able.has(piece.unit) + (marks.picked === piece.unit);
    let entry = this.pieces.get(id);
    const size = this.size;
    if (!entry || entry.look !== look) {
      const node = s("g", { class: "piece", "data-unit": piece.unit ?? "", "data-space": piece.space });
      const picture = counter(skin, piece);
      picture.setAttribute("width", size);
      picture.setAttribute("height", size);
      node.append(s("title", {}, inWords(piece, this.sides)), picture, s("rect", { class: "halo", width: size, height: size, rx: 5 }));
      if (depth === of - 1 && of > 1) {
        node.append(s("circle", { class: "depth-disc", cx: size - 3, cy: 3, r: 10 }), s("text", { class: "depth", x: size - 3, y: 10 }, of));
      }
      node.classList.toggle("able", marks.able.has(piece.unit));
      node.classList.toggle("picked", marks.picked === piece.unit);
      if (entry) entry.node.replaceWith(node);
      entry = { node, look };
      this.pieces.set(id, entry);
    }
    const shift = Math.min(depth, 4) * 5 - Math.min(of - 1, 4) * 2.5;
    entry.node.setAttribute("data-space", piece.space);
    entry.node.setAttribute("transform", `translate(${at.x - size / 2 + shift} ${at.y - size / 2 - shift})`);
  }

  drawMarks(/** @type {any[]} */ marks) {
    this.groups.marks.replaceChildren(...marks.filter((mark) => this.layout.spaces[mark.space]).map((mark) => {
      const at = this.layout.spaces[mark.space];
      return s("g", { transform: `translate(${at.x} ${at.y + this.size * 0.72})` },
        s("title", {}, `${mark.kind} ${mark.text ?? ""}`),
        mark.side >= 0 && s("path", { d: "M-26 -14v18M-26 -14l12 4-12 4", stroke: "#222", fill: COLOURS[mark.side] ?? "#555" }),
        mark.kind !== "control" && s("text", { class: "mark-text" }, mark.text || mark.kind));
    }));
  }

  /** Highlight legal targets; everything else is dimmed as long as a counter is picked. */
  drawTargets(/** @type {Set<string>} */ targets, /** @type {string} */ chosen) {
    this.groups.targets.replaceChildren(
      ...[...targets].filter((name) => this.layout.spaces[name]).map((name) =>
        s("polygon", { class: name === chosen ? "target chosen" : "target", points: this.points(name), "data-target": name })));
  }

  drawOverlay(/** @type {any} */ overlay) {
    if (!overlay) { this.groups.overlay.replaceChildren(); return; }
    const known = Object.entries(overlay.spaces ?? {}).filter(([name]) => this.layout.spaces[name]);
    const fills = known.map(([name, word]) => {
      const side = this.sides.findIndex((found) => String(word).startsWith(found));
      return s("polygon", { class: "overlay-fill", points: this.points(name), fill: side >= 0 ? COLOURS[side] : word === "both" ? "#6b2c91" : "#c58a00" });
    });
    const texts = known.filter(([, word]) => /\d/.test(String(word))).map(([name, word]) =>
      s("text", { class: "overlay-text", x: this.layout.spaces[name].x, y: this.layout.spaces[name].y + 5 }, word));
    const edges = (overlay.edges ?? []).map((/** @type {string[]} */ pair) => this.edge(pair)).filter(Boolean);
    this.groups.overlay.replaceChildren(...fills, ...edges, ...texts);
  }

  /** The hexside that two spaces share. */
  edge(/** @type {string[]} */ [a, b]) {
    const one = this.layout.spaces[a]?.polygon ?? [], two = this.layout.spaces[b]?.polygon ?? [];
    const shared = one.filter((/** @type {number[]} */ p) => two.some((/** @type {number[]} */ q) => Math.hypot(p[0] - q[0], p[1] - q[1]) < 2));
    if (shared.length < 2) return null;
    return s("line", { class: "overlay-edge", x1: shared[0][0], y1: shared[0][1], x2: shared[1][0], y2: shared[1][1] });
  }

  drawPath(/** @type {string[]} */ names) {
    const at = names.map((name) => this.layout.spaces[name]).filter(Boolean);
    this.groups.path.replaceChildren(...(at.length > 1 ? [s("polyline", { class: "path", points: at.map((p) => `${p.x},${p.y}`).join(" ") })] : []));
  }

  drawCursor(/** @type {string} */ name) {
    this.groups.cursor.replaceChildren(...(this.layout.spaces[name] ? [s("polygon", { class: "cursor", points: this.points(name) })] : []));
  }
}
