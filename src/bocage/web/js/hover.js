// @ts-check
// Point at anything to learn: terrain, counters, cost, supply, what is worth knowing; on an illegal target, why not.
import { inWords } from "./counters.js";
import { $, h } from "./dom.js";

const PATIENCE = 250;

export class Hover {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.box = $("hover");
    this.at = "";
    this.timer = 0;
    /** @type {HTMLElement | null} */ this.supply = null;
    const port = $("viewport");
    port.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (event.pointerType === "touch" || event.buttons) return;
      if (/** @type {HTMLElement} */ (event.target).closest(".over-map")) { this.at = ""; this.hide(); return; }
      if (table.fan.holds(event.clientX, event.clientY)) return;
      const space = table.map.spaceAt(event.clientX, event.clientY);
      if (space === this.at) return;
      this.at = space;
      this.hide();
      if (space) this.timer = window.setTimeout(() => this.show(space), PATIENCE);
    });
    // a finger that is lifted leaves too, before its tap counts: an open stack stays for it
    port.addEventListener("pointerleave", (/** @type {PointerEvent} */ event) => { this.at = ""; if (event.pointerType !== "touch") this.hide(); });
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
    const { layout, position, sides, hand, fan, questions } = this.table;
    const at = layout.spaces[space];
    const pieces = position.at(space);
    if (!(hand.units.length && hand.targets().has(space))) fan.open(space);
    const [lines, why] = await Promise.all([questions.inspect(space), this.whyNot(space)]);
    const cost = hand.cost(space) ? ` cost ${hand.cost(space)}` : "";
    if (this.at !== space) return;
    const many = at.kind === "box" && pieces.length > 6;
    this.supply = h("p", { class: "muted" });
    this.box.replaceChildren(
      h("p", {}, h("strong", {}, position.placeName(space)), at.terrain ? ` ${at.terrain}` : "", cost ? h("span", { class: "cost" }, cost) : ""),
      ...(many ? [h("p", {}, `${pieces.length} counters`)] : pieces.map((piece) => h("p", {}, inWords(piece, sides)))),
      ...lines.map((line) => h("p", { class: "muted" }, line.text, line.rule ? ` (${line.rule})` : "")),
      why ? h("p", { class: "reason" }, why.rule ? `${why.text} (rule ${why.rule})` : why.text) : "",
      this.supply);
    this.box.hidden = false;
    this.put(space);
    const known = pieces.findLast((piece) => piece.unit);
    if (known && at.kind !== "box") await this.point(known);
  }

  /** Below or beside the hex, never over it. */
  put(/** @type {string} */ space) {
    const { map, layout } = this.table;
    const ys = layout.spaces[space].polygon.map((corner) => corner[1]), at = layout.spaces[space];
    const bottom = Math.max(...ys) * map.scale + map.y, top = Math.min(...ys) * map.scale + map.y;
    const width = this.box.offsetWidth, height = this.box.offsetHeight, port = map.port;
    const x = at.x * map.scale + map.x - width / 2;
    const y = bottom + height + 14 < port.clientHeight ? bottom + 12 : top - height - 12;
    this.box.style.transform = `translate(${Math.max(6, Math.min(port.clientWidth - width - 6, x))}px, ${Math.max(6, Math.min(port.clientHeight - height - 6, y))}px)`;
  }

  /** Draw a counter's line of supply, or say why it has none. */
  async point(/** @type {import("./wire.js").Piece} */ piece) {
    const { table } = this;
    if (!piece.unit || !table.title.queries.includes("supply")) return;
    const space = this.at;
    const found = await table.questions.once("/query/supply", { unit: piece.unit }).catch(() => null);
    if (!found || this.at !== space || this.box.hidden) return;
    table.shades.drawPath(found.line ?? []);
    const told = found.reason ? `No supply line: ${found.reason}${found.rule ? ` (${found.rule})` : ""}` : found.line?.length > 1 ? `In supply: the dotted line ends at ${table.position.placeName(found.line.at(-1))}.` : "";
    this.supply?.replaceChildren(told);
    this.put(space);
  }

  /** Why a counter in the hand may not go there. */
  async whyNot(/** @type {string} */ space) {
    const { position, hand, questions } = this.table, targets = hand.targets();
    if (targets.has(position.meant(space, targets)) || !(hand.units.length || position.choices.onlySpaces())) return null;
    const question = position.choices.question(space, hand.unit);
    return question ? questions.explain(question) : null;
  }
}
