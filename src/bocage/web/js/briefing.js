// @ts-check
// The briefing: before the first question of a game, and whenever one comes back to a table.
import { $, h } from "./dom.js";
import { once } from "./panel.js";

const KEPT = "bocage.briefing";
const LINES = 12;

export class Briefing {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.box = $("briefing");
  }

  /** What there is to know, once, when the page is opened; whoever does not want it says so. */
  async open() {
    const { table } = this, { info } = table;
    if (localStorage.getItem(KEPT) === "no" || info.over || !info.you.length || table.guide.on) return;
    const fresh = info.since === 0;
    const lines = once(info.log.entries.filter((line) => line.n > info.since));
    if (!fresh && !lines.length) return;
    const found = await table.questions.reference("").catch(() => null);
    if (!found || document.body.dataset.ready !== "yes") return;
    const told = lines.filter((line) => line.kind !== "Reason").slice(-LINES);
    const news = told.length ? [h("h3", {}, fresh ? "What has happened so far" : "What the others did"), h("ul", { class: "told" }, told.map((line) =>
      h("li", {}, h("button", { class: "line", onclick: () => table.log.show(line) }, line.text))))] : [];
    this.box.replaceChildren(
      h("h2", {}, fresh ? found.scenario : "Since you were here"),
      fresh ? h("p", {}, "You play ", h("strong", {}, info.you.join(" and ")), ". ", found.win) : "",
      fresh ? "" : h("p", { class: "muted" }, table.view.trail),
      ...news,
      h("h3", {}, "Now"), h("p", {}, table.view.prompt.text),
      h("label", { class: "switch" }, h("input", { type: "checkbox", onchange: (/** @type {Event} */ event) => localStorage.setItem(KEPT, /** @type {HTMLInputElement} */ (event.target).checked ? "no" : "yes") }), " No briefings on this device"),
      h("div", { class: "dialog-buttons" },
        told.length ? h("button", { onclick: () => { this.close(); table.playback.last = lines; table.playback.again(); } }, "Show it on the map") : "",
        h("button", { onclick: () => { this.close(); table.drawer.open("win"); } }, "How to win"),
        h("button", { class: "primary", id: "briefing-close", onclick: () => this.close() }, fresh ? "Begin" : "Go on")));
    this.box.hidden = false;
  }

  close() {
    this.box.hidden = true;
    this.table.playback.lately();
    $("viewport").focus({ preventScroll: true });
  }
}
