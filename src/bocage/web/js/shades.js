// @ts-check
// What is laid over and under the counters: legal targets, dimming, overlays, marks, lines of supply, the hex cursor.
import { counter, drawMarkers } from "./counters.js";
import { $, h, s } from "./dom.js";

/** @typedef {import("./wire.js").Overlay} Overlay */
/** @typedef {import("./wire.js").Mark} Mark */

/** A side is told by its pattern as well as by its colour. */
const SIDES = 4;
const LEGEND = 9; // so many meanings are too many for a legend
const SHORT = 18; // what is longer stands in the legend alone, not across the neighbours of every hex
const FIGURE = /^[\p{N}.+\- ]+$/u; // a number as it is written: 3, -1, 5⅓, or several
const PLAIN = "shade-plain";

export class Shades {
  /** @param {import("./wire.js").MapLayout} layout @param {import("./position.js").Position} position */
  constructor(layout, position) {
    this.layout = layout;
    this.position = position;
    this.sides = position.sides;
    this.marked = "";
    this.around = new Set(layout.around);
    this.crowd = Object.values(layout.spaces).filter((at) => at.kind !== "box").length / 2;
    this.root = $("layer");
    const defs = s("defs", {}, [...Array(SIDES).keys()].map((side) =>
      s("pattern", { id: `shade-${side}`, width: 12, height: 12, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${[45, -45, 0, 90][side]})` },
        s("rect", { class: `side-fill-${side}`, width: 12, height: 12, "fill-opacity": 0.2 }),
        s("rect", { class: `side-fill-${side}`, width: side % 2 ? 5 : 3, height: 12, "fill-opacity": 0.4 }))));
    const group = (/** @type {string} */ name) => s("g", { id: `layer-${name}` });
    this.groups = { overlay: group("overlay"), marks: group("marks"), dim: group("dim"), targets: group("targets"), engaged: group("engaged"), costs: group("costs") };
    this.over = { trails: group("trails"), path: group("path"), flash: group("flash"), cursor: group("cursor") };
    this.root.prepend(defs, ...Object.values(this.groups));
    $("layer-over").append(...Object.values(this.over));
  }

  points(/** @type {string} */ name) {
    return this.layout.spaces[name].polygon.map((at) => at.join(",")).join(" ");
  }

  known(/** @type {Iterable<string>} */ names) {
    return [...names].filter((name) => this.layout.spaces[name]);
  }

  /** Markers at the corners of their spaces, where counters leave them free; earthworks around the middle. */
  async drawMarks(/** @type {Mark[]} */ marks, /** @type {string} */ title, /** @type {string} */ skin) {
    const text = `${skin} ${JSON.stringify(marks)}`;
    if (text === this.marked) return;
    this.marked = text;
    const known = marks.filter((mark) => this.layout.spaces[mark.space]);
    await drawMarkers(title, known);
    if (text !== this.marked) return;
    /** @type {Map<string, number>} */
    const used = new Map();
    this.groups.marks.replaceChildren(...known.map((mark) => {
      const at = this.layout.spaces[mark.space], unit = at.room / 54, node = counter(skin, mark);
      const around = this.around.has(mark.kind), size = (around ? 66 : 22) * unit;
      const across = this.layout.spaces[mark.to ?? ""]; // on the hexside towards it
      const corner = this.layout.corners[mark.kind];
      let [dx, dy] = across ? [(across.x - at.x) / 2 / unit, (across.y - at.y) / 2 / unit] : around ? [0, 0] : corner ?? [0, 0];
      if (!around && !corner && !across) {
        const number = used.get(mark.space) ?? 0;
        used.set(mark.space, number + 1);
        [dx, dy] = this.layout.spare[number % this.layout.spare.length];
      }
      for (const [name, value] of Object.entries({ x: at.x + dx * unit - size / 2, y: at.y + dy * unit - size / 2, width: size, height: size })) node.setAttribute(name, value.toFixed(1));
      return node;
    }));
  }

  /** Highlight legal targets. With `dim` everything else steps back, except what is named in `keep`. */
  drawTargets(/** @type {Set<string>} */ targets, /** @type {string} */ chosen, dim = false, /** @type {string[]} */ keep = []) {
    const open = dim && targets.size > this.crowd; // where most is open, what is closed is shaded instead of a thousand outlines
    this.groups.targets.replaceChildren(...this.known(open ? [chosen] : targets).map((name) =>
      s("polygon", { class: name === chosen ? "target chosen" : "target", points: this.points(name), "data-target": name })));
    const { width, height } = this.layout;
    const holes = dim ? this.known(new Set([...targets, ...keep])).map((name) => `M${this.points(name).replaceAll(" ", "L")}Z`) : [];
    this.groups.dim.replaceChildren(...(holes.length ? [s("path", { class: "dimmed", "fill-rule": "evenodd", d: `M-4000 -4000H${width + 4000}V${height + 4000}H-4000Z${holes.join("")}` })] : []));
  }

  /** Who attacks what: an arrow from each attacker, a ring around the target. */
  drawEngaged(/** @type {string[]} */ from, /** @type {string[]} */ targets) {
    const rings = this.known(targets).map((name) => s("polygon", { class: "engaged-target", points: this.points(name), "data-engaged": name }));
    const arrows = this.known(targets).flatMap((target) => this.known(new Set(from)).filter((name) => name !== target).map((name) => this.arrow(name, target)));
    this.groups.engaged.replaceChildren(...rings, ...arrows);
  }

  arrow(/** @type {string} */ from, /** @type {string} */ to) {
    const a = this.layout.spaces[from], b = this.layout.spaces[to], long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const ux = (b.x - a.x) / long, uy = (b.y - a.y) / long, near = Math.min(26, long / 4);
    const tip = { x: b.x - ux * near, y: b.y - uy * near }, neck = { x: tip.x - ux * 18, y: tip.y - uy * 18 };
    return s("g", { class: "engaged-arrow", "data-from": from },
      s("line", { x1: a.x + ux * near, y1: a.y + uy * near, x2: neck.x, y2: neck.y }),
      s("polygon", { points: `${tip.x},${tip.y} ${neck.x - uy * 11},${neck.y + ux * 11} ${neck.x + uy * 11},${neck.y - ux * 11}` }));
  }

  /** An overlay, and beside the map what its colours mean. */
  drawOverlay(/** @type {Overlay | null} */ overlay) {
    const legend = $("legend");
    legend.hidden = !overlay;
    if (!overlay) { this.groups.overlay.replaceChildren(); return; }
    const known = Object.entries(overlay.spaces ?? {}).filter(([name]) => this.layout.spaces[name]);
    /** @type {Map<string, string>} */
    const meanings = new Map();
    const fills = known.map(([name, { word, sides = [] }]) => {
      const isNumber = FIGURE.test(word);
      let look = this.look(sides);
      if (look === PLAIN && !isNumber) look = meanings.get(word) ?? `${PLAIN} tone-${Math.min(3, [...meanings.values()].filter((kept) => kept.startsWith(PLAIN)).length)}`;
      if (!isNumber) meanings.set(word, look);
      return s("polygon", { class: `overlay-fill ${look}`, points: this.points(name) });
    });
    const texts = known.filter(([, { word }]) => /\p{N}/u.test(word) && word.length <= SHORT).map(([name, { word }]) =>
      s("text", { class: "overlay-text", x: this.layout.spaces[name].x, y: this.layout.spaces[name].y + 5 }, word));
    const edges = (overlay.edges ?? []).map((pair) => this.edge(pair)).filter(Boolean);
    this.groups.overlay.replaceChildren(...fills, ...edges, ...texts);
    const swatch = (/** @type {string} */ look) => s("svg", { width: 22, height: 16, class: "swatch" }, s("rect", { width: 22, height: 16, class: `overlay-fill ${look}` }));
    legend.replaceChildren(h("strong", {}, overlay.title), overlay.note ? h("p", {}, overlay.note) : "",
      meanings.size > 0 && meanings.size < LEGEND ? h("ul", {}, [...meanings].map(([word, look]) => h("li", {}, swatch(look), " ", word))) : "",
      edges.length ? h("p", {}, s("svg", { width: 22, height: 10, class: "swatch" }, s("line", { class: "overlay-edge", x1: 3, x2: 19, y1: 5, y2: 5 })), ` ${edges.length} hexsides`) : "",
      known.length || edges.length ? "" : h("p", { class: "muted" }, "Nothing to show now."));
  }

  /** A class for a space of an overlay: that of the side or sides it belongs to, or a plain one. */
  look(/** @type {number[]} */ sides) {
    return sides.length > 1 ? "shade-both" : sides.length ? `shade-${this.position.shade(sides[0])}` : PLAIN;
  }

  /** What a space costs the counter in the hand, written on it. */
  drawCosts(/** @type {import("./wire.js").Way[]} */ ways) {
    const priced = new Map(ways.filter((way) => way.cost && this.layout.spaces[way.space]).map((way) => [way.space, way.cost]));
    this.groups.costs.replaceChildren(...[...priced].map(([space, cost]) =>
      s("text", { class: "overlay-text cost-text", x: this.layout.spaces[space].x, y: this.layout.spaces[space].y + 5 }, cost)));
  }

  /** Where a counter of the others went: it stays until it is dismissed. */
  addTrail(/** @type {string[]} */ path, /** @type {number} */ side) {
    const name = path.join(">");
    if (this.over.trails.querySelector(`[data-trail="${CSS.escape(name)}"]`)) return;
    const at = this.known(path).map((found) => this.layout.spaces[found]), end = at[at.length - 1];
    if (at.length < 2) return;
    const points = at.map((p) => `${p.x},${p.y}`).join(" ");
    this.over.trails.append(s("g", { "data-trail": name, class: `trail-line trail-${side < 0 ? 0 : this.position.shade(side)}` },
      s("polyline", { class: "trail-case", points }), s("polyline", { class: "trail-way", points }), s("circle", { class: "trail-end", cx: end.x, cy: end.y, r: 8 })));
  }

  /** Where a battle was. */
  addBattle(/** @type {string} */ space) {
    const at = this.layout.spaces[space];
    if (!at || this.over.trails.querySelector(`[data-battle="${CSS.escape(space)}"]`)) return;
    this.over.trails.append(s("g", { "data-battle": space, class: "battle-mark", transform: `translate(${at.x} ${at.y - 34})` }, s("circle", { r: 15 }), s("path", { d: "M-8-8L8 8M8-8L-8 8" })));
  }

  clearTrails() {
    this.over.trails.replaceChildren();
  }

  /** The hexside that two spaces share, or a bond from centre to centre if they are not neighbours. */
  edge(/** @type {string[]} */ [a, b]) {
    const one = this.layout.spaces[a], two = this.layout.spaces[b];
    if (!one || !two) return null;
    const near = (/** @type {number[]} */ p) => two.polygon.some((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) < 2);
    const shared = one.polygon.filter(near);
    if (shared.length >= 2) return s("line", { class: "overlay-edge", x1: shared[0][0], y1: shared[0][1], x2: shared[1][0], y2: shared[1][1] });
    return s("line", { class: "overlay-edge bond", x1: one.x, y1: one.y, x2: two.x, y2: two.y });
  }

  /** A line of supply or a way. */
  drawPath(/** @type {string[]} */ names) {
    const at = this.known(names).map((name) => this.layout.spaces[name]);
    const points = at.map((p) => `${p.x},${p.y}`).join(" ");
    const end = at[at.length - 1];
    this.over.path.replaceChildren(...(at.length > 1 ? [
      s("polyline", { class: "path-case", points }), s("polyline", { class: "path", points }), s("circle", { class: "path-end", cx: end.x, cy: end.y, r: 9 })] : []));
  }

  drawCursor(/** @type {string} */ name) {
    this.over.cursor.replaceChildren(...(this.layout.spaces[name] ? [s("polygon", { class: "cursor", points: this.points(name) })] : []));
  }

  /** Whether a space takes up much of the map, as an open sea does. */
  isWide(/** @type {string} */ name) {
    const across = this.layout.spaces[name].polygon.map(([x]) => x);
    return Math.max(...across) - Math.min(...across) > this.layout.width / 2;
  }

  /** Point out some spaces for a moment: a line of the log. */
  flash(/** @type {string[]} */ names) {
    const all = this.known(names), near = all.filter((name) => !this.isWide(name)); // who comes by sea does not light up the sea
    const nodes = (near.length ? near : all).map((name) => s("polygon", { class: "flash", points: this.points(name) }));
    this.over.flash.replaceChildren(...nodes);
    setTimeout(() => nodes.forEach((node) => node.remove()), 2500);
  }
}
