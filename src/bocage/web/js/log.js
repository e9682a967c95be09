// @ts-check
// The log in sentences: what is known comes with the game; older lines are fetched when somebody reads them.
import { $, h } from "./dom.js";
import { once, ruleLink } from "./panel.js";

const SHOWN = 300;

export class Log {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    /** @type {any[]} */ this.entries = [];
    this.after = 0;
    this.side = "";
    this.filter = "";
    this.field = h("input", { type: "search", placeholder: "Find in the log", "aria-label": "Find in the log", oninput: () => { this.filter = this.field.value.toLowerCase(); this.fetch(); } });
    this.kind = h("select", { "aria-label": "Which lines", onchange: () => this.fetch() }, h("option", { value: "" }, "All lines"));
    this.list = h("ol", { class: "log-list" });
    $("log").replaceChildren(h("div", { class: "log-tools" }, this.field, this.kind), this.list);
    $("tab-log").addEventListener("click", () => this.fetch());
  }

  /** Take the newest lines: they replace what was known of the same picks. */
  take(/** @type {{after: number, entries: any[]} | undefined} */ news, /** @type {string} */ side) {
    if (!news) return;
    if (side !== this.side || news.after > (this.entries.at(-1)?.n ?? 0)) { this.entries = []; this.after = news.after; }
    this.side = side;
    this.after = Math.min(this.after, news.after);
    this.entries = [...this.entries.filter((entry) => entry.n <= news.after), ...news.entries];
    if (this.visible()) this.fetch();
  }

  visible() {
    return !$("log").hidden;
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
    const now = table.replaying ? Number($("scrubber").value) : Infinity;
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
    const known = new Set([...this.kind.options].map((option) => option.value));
    const fresh = [...new Set(this.entries.map((entry) => entry.kind))].filter((kind) => kind && !known.has(kind)).sort();
    this.kind.append(...fresh.map((kind) => h("option", { value: kind }, kind === "Reason" ? "Why the computer did it" : kind.replace(/(?<=[a-z])(?=[A-Z])/g, " "))));
  }

  /** Jump the map to what a line tells of. */
  show(/** @type {any} */ entry) {
    const { table } = this;
    const units = new Set(entry.units ?? []);
    const named = (entry.spaces ?? []).length ? entry.spaces : table.view.pieces.filter((/** @type {any} */ piece) => units.has(piece.unit)).map((/** @type {any} */ piece) => piece.space);
    const written = named.length ? named : entry.text.split(/[^\w/()-]+/).filter((/** @type {string} */ word) => table.layout.spaces[word]);
    if (!written.length) { table.scrubber.go(entry.n); return; }
    table.map.centre(written);
    table.shades.flash(written);
  }
}
