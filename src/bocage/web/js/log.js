// @ts-check
// The log in sentences: what is known comes with the game; older lines are fetched when somebody reads them.
import { $, h } from "./dom.js";
import { once, ruleLink } from "./panel.js";

/** @typedef {import("./wire.js").Sentence} Sentence */

const SHOWN = 300;
const ROOM = matchMedia("(min-width: 100rem) and (min-height: 40rem)"); // the log stays in view where there is room

export class Log {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Sentence[]} */ this.entries = [];
    this.after = 0;
    this.side = "";
    this.filter = "";
    this.field = h("input", { type: "search", placeholder: "Find in the log", "aria-label": "Find in the log", oninput: () => { this.filter = this.field.value.toLowerCase(); this.fetch(); } });
    this.kind = h("select", { "aria-label": "Which lines", onchange: () => this.fetch() }, h("option", { value: "" }, "All lines"));
    this.list = h("ol", { class: "log-list" });
    this.place();
    ROOM.addEventListener("change", () => { this.place(); this.fetch(); });
    $("tab-log").addEventListener("click", () => this.fetch());
  }

  /** Beside the panel on a wide screen, else behind its tab. */
  place() {
    $(ROOM.matches ? "chronicle" : "log").replaceChildren(h("div", { class: "log-tools" }, this.field, this.kind), this.list);
    $("chronicle").hidden = !ROOM.matches;
    $("tab-log").hidden = ROOM.matches;
    if (ROOM.matches && !$("log").hidden) $("tab-tracks").click();
  }

  /** Take the newest lines: they replace what was known of the same picks. */
  take(/** @type {import("./wire.js").Lines} */ news, /** @type {string} */ side) {
    if (side !== this.side || news.after > (this.entries.at(-1)?.n ?? 0)) { this.entries = []; this.after = news.after; }
    this.side = side;
    this.after = Math.min(this.after, news.after);
    this.entries = [...this.entries.filter((entry) => entry.n <= news.after), ...news.entries];
    if (this.visible()) this.fetch();
  }

  visible() {
    return ROOM.matches || !$("log").hidden;
  }

  async fetch() {
    if (this.after > 0) {
      this.after = 0;
      const all = await this.table.api.get("/log", { side: this.side }).catch(() => ({ entries: this.entries }));
      this.entries = all.entries;
    }
    this.draw();
  }

  draw() {
    const { table } = this;
    if (!this.visible()) return;
    const now = table.replaying ? table.scrubber.now : Infinity;
    this.listKinds();
    const kind = this.kind.value;
    const found = once(this.entries).filter((entry) => entry.n <= now && (!kind || entry.kind === kind) && `${entry.text} ${entry.rule ?? ""}`.toLowerCase().includes(this.filter));
    this.list.replaceChildren(...found.slice(-SHOWN).reverse().map((entry) => h("li", { class: entry.kind === "Reason" ? "why" : "" },
      h("button", { class: "line", title: "Show it on the map", onclick: () => this.show(entry) }, entry.kind === "Reason" ? `Why: ${entry.text}` : entry.text), " ",
      ruleLink(entry.rule ?? "", table.openRule),
      h("button", { class: "again", "aria-label": `Replay from pick ${entry.n}`, title: `The table after pick ${entry.n}`, onclick: () => table.scrubber.go(entry.n) }, `${entry.n} ↺`))));
    if (!found.length) this.list.replaceChildren(h("li", { class: "muted" }, this.filter ? "No line says that." : "Nothing has happened yet."));
  }

  /** The kinds of lines there are so far. */
  listKinds() {
    const known = new Set([...this.kind.options].map((/** @type {HTMLOptionElement} */ option) => option.value));
    const fresh = [...new Set(this.entries.map((entry) => entry.kind ?? ""))].filter((kind) => kind && !known.has(kind)).sort();
    this.kind.append(...fresh.map((kind) => h("option", { value: kind }, kind === "Reason" ? "Why the computer did it" : kind.replace(/(?<=[a-z])(?=[A-Z])/g, " "))));
  }

  /** Jump the map to what a line tells of. */
  show(/** @type {Sentence} */ entry) {
    const { table } = this;
    const units = new Set(entry.units ?? []);
    const homes = table.view.pieces.filter((piece) => units.has(piece.unit ?? "")).map((piece) => piece.space);
    const named = entry.spaces?.length ? entry.spaces : homes;
    if (!named.length) { table.scrubber.go(entry.n); return; }
    table.map.centre(named);
    table.shades.flash(named);
  }
}
