// @ts-check
// Point at anything to learn: terrain, counters, what is worth knowing; on an illegal target, why not.
import { inWords } from "./counters.js";
import { $, h } from "./dom.js";

export class Hover {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    this.box = $("hover");
    this.at = "";
    this.timer = 0;
    $("viewport").addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (event.pointerType === "touch") return;
      const space = table.map.spaceAt(event.clientX, event.clientY);
      if (space !== this.at) {
        this.at = space;
        this.hide();
        clearTimeout(this.timer);
        if (space) this.timer = window.setTimeout(() => this.show(space, event.clientX, event.clientY), 350);
      }
    });
    $("viewport").addEventListener("pointerleave", () => { this.at = ""; clearTimeout(this.timer); this.hide(); });
    $("viewport").addEventListener("pointerdown", () => { clearTimeout(this.timer); this.hide(); });
  }

  hide() {
    this.box.hidden = true;
  }

  async show(/** @type {string} */ space, /** @type {number} */ x, /** @type {number} */ y) {
    const { layout, view, sides, choices, picked, api, side } = this.table;
    const at = layout.spaces[space];
    const pieces = view.pieces.filter((/** @type {any} */ piece) => piece.space === space);
    const lines = (await api.get("/query/inspect", { space, side }).catch(() => ({}))).lines ?? [];
    let why = null;
    if (picked && !choices.targets(picked).has(space)) {
      const question = choices.question(space, picked);
      if (question) why = await api.get("/query/explain", { action: question, side }).catch(() => null);
    }
    if (this.at !== space) return;
    this.box.replaceChildren(
      h("p", {}, h("strong", {}, [space, at.title].filter(Boolean).join(" ")), at.terrain ? ` ${at.terrain}` : ""),
      ...pieces.map((/** @type {any} */ piece) => h("p", {}, inWords(piece, sides))),
      ...lines.map((/** @type {any} */ line) => h("p", { class: "muted" }, line.text, line.rule ? ` (${line.rule})` : "")),
      why && !why.allowed ? h("p", { class: "reason" }, `${why.reason} (${why.rule})`) : "");
    const port = $("viewport").getBoundingClientRect();
    this.box.hidden = false;
    this.box.style.left = `${Math.min(x - port.left + 14, port.width - this.box.offsetWidth - 8)}px`;
    this.box.style.top = `${Math.min(y - port.top + 14, port.height - this.box.offsetHeight - 8)}px`;
  }
}
