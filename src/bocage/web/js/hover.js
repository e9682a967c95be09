// @ts-check
// Point at anything to learn: terrain, counters, cost, supply, what is worth knowing; on an illegal target, why not.
import { inWords } from "./counters.js";
import { $, h } from "./dom.js";

const PATIENCE = 250;

export class Hover {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    this.box = $("hover");
    this.at = "";
    this.timer = 0;
    const port = $("viewport");
    port.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (event.pointerType === "touch" || event.buttons) return;
      if (table.fan.holds(event.clientX, event.clientY)) return;
      const space = table.map.spaceAt(event.clientX, event.clientY);
      if (space === this.at) return;
      this.at = space;
      this.hide();
      if (space) this.timer = window.setTimeout(() => this.show(space), PATIENCE);
    });
    port.addEventListener("pointerleave", () => { this.at = ""; this.hide(); });
    port.addEventListener("pointerdown", () => this.hide());
    port.addEventListener("wheel", () => this.hide(), { passive: true });
  }

  hide() {
    clearTimeout(this.timer);
    if (this.table.fan.space) this.table.fan.close();
    if (this.box.hidden) return;
    this.box.hidden = true;
    this.table.shades.drawPath([]);
  }

  async show(/** @type {string} */ space) {
    const { layout, view, sides, picked, choices, fan } = this.table;
    const at = layout.spaces[space];
    const pieces = view.pieces.filter((/** @type {any} */ piece) => piece.space === space);
    if (!(picked && choices.targets(picked).has(space))) fan.open(space);
    const [lines, why, cost] = await Promise.all([this.table.inspect(space), this.whyNot(space), this.cost(space)]);
    if (this.at !== space) return;
    const many = at.kind === "box" && pieces.length > 6;
    this.supply = h("p", { class: "muted" });
    this.box.replaceChildren(
      h("p", {}, h("strong", {}, at.kind === "hex" ? [space, at.title].filter(Boolean).join(" ") : at.title || space), at.terrain ? ` ${at.terrain}` : "", cost ? h("span", { class: "cost" }, cost) : ""),
      ...(many ? [h("p", {}, `${pieces.length} counters`)] : pieces.map((/** @type {any} */ piece) => h("p", {}, inWords(piece, sides)))),
      ...lines.map((/** @type {any} */ line) => h("p", { class: "muted" }, line.text, line.rule ? ` (${line.rule})` : "")),
      this.supply,
      why && !why.allowed && why.reason ? h("p", { class: "reason" }, why.rule ? `${why.reason} (rule ${why.rule})` : why.reason) : "");
    this.box.hidden = false;
    this.put(space);
    const known = pieces.filter((/** @type {any} */ piece) => piece.unit);
    if (known.length && at.kind !== "box") await this.point(known.at(-1));
  }

  /** Below or beside the hex, never over it. */
  put(/** @type {string} */ space) {
    const { map, layout } = this.table;
    const ys = layout.spaces[space].polygon.map((/** @type {number[]} */ corner) => corner[1]), at = layout.spaces[space];
    const bottom = Math.max(...ys) * map.scale + map.y, top = Math.min(...ys) * map.scale + map.y;
    const width = this.box.offsetWidth, height = this.box.offsetHeight, port = map.port;
    const x = at.x * map.scale + map.x - width / 2;
    const y = bottom + height + 14 < port.clientHeight ? bottom + 12 : top - height - 12;
    this.box.style.left = `${Math.max(6, Math.min(port.clientWidth - width - 6, x))}px`;
    this.box.style.top = `${Math.max(6, Math.min(port.clientHeight - height - 6, y))}px`;
  }

  /** Draw a counter's line of supply, or say why it has none. */
  async point(/** @type {any} */ piece) {
    const { table } = this;
    if (!piece.unit || !table.title.queries?.includes("supply")) return;
    const space = this.at;
    const found = await table.api.get("/query/supply", { unit: piece.unit, side: table.side }).catch(() => null);
    if (!found || this.at !== space || this.box.hidden) return;
    table.shades.drawPath(found.line ?? []);
    const told = found.reason ? `No supply line: ${found.reason}${found.rule ? ` (${found.rule})` : ""}` : found.line?.length > 1 ? `In supply: the dotted line ends at ${found.line.at(-1)}.` : "";
    this.supply?.replaceChildren(told);
    this.put(space);
  }

  /** Why a counter in the hand may not go there. */
  async whyNot(/** @type {string} */ space) {
    const { choices, picked, api, side } = this.table;
    if (choices.targets(picked).has(space) || !(picked || choices.onlySpaces())) return null;
    const question = choices.question(space, picked);
    return question ? api.get("/query/explain", { action: question, side }).catch(() => null) : null;
  }

  /** What it costs the counter in the hand to get there. */
  async cost(/** @type {string} */ space) {
    const { picked, title } = this.table;
    if (!picked || !title.queries?.includes("reach")) return "";
    const reach = await this.table.reach(picked);
    return reach[space] ? ` cost ${reach[space]}` : "";
  }
}
