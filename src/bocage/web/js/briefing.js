// @ts-check
// The briefing: before the first question of a game, and whenever one comes back to a table.
import { $, h } from "./dom.js";
import { newsOf } from "./panel.js";

const KEPT = "bocage.briefing";
const LINES = 12;

export class Briefing {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.box = $("briefing");
    this.now = h("p", { id: "briefing-now" });
  }

  /** What there is to know, once, when the page is opened; whoever does not want it says so. */
  async open() {
    const { table } = this, { info } = table;
    if (localStorage.getItem(KEPT) === "no" || info.over || !info.you.length || table.guide.on) return;
    const fresh = info.since === 0;
    const lines = newsOf((await table.api.linesAfter(info, info.since, table.position.side)).filter((line) => line.n > info.since));
    if (!fresh && !lines.length) return;
    const found = await table.questions.reference("").catch(() => null);
    if (!found || document.body.dataset.ready !== "yes") return;
    const told = lines.filter((line) => line.kind !== "Reason").slice(-LINES);
    const news = told.length ? [h("h3", {}, fresh ? "What has happened so far" : "What the others did"), h("ul", { class: "told" }, told.map((line) =>
      h("li", {}, h("button", { class: "line", onclick: () => table.log.show(line) }, line.text))))] : [];
    this.box.replaceChildren(
      h("h2", {}, fresh ? found.scenario : "Since you were here"),
      fresh ? h("p", {}, "You play the ", h("strong", {}, info.you.join(" and ")), info.you.length > 1 ? " sides. " : " side. ", found.win) : "",
      fresh ? "" : h("p", { class: "muted" }, table.view.trail),
      ...news,
      h("h3", {}, "Now"), this.now,
      h("label", { class: "switch" }, h("input", { type: "checkbox", onchange: (/** @type {Event} */ event) => localStorage.setItem(KEPT, /** @type {HTMLInputElement} */ (event.target).checked ? "no" : "yes") }), " No briefings on this device"),
      h("div", { class: "dialog-buttons" },
        told.length ? h("button", { onclick: (/** @type {MouseEvent} */ event) => { this.close(event); table.playback.last = lines; table.playback.again(); } }, "Show it on the map") : "",
        h("button", { onclick: (/** @type {MouseEvent} */ event) => { this.close(event); table.drawer.open("win"); } }, "How to win"),
        h("button", { class: "primary", id: "briefing-close", onclick: (/** @type {MouseEvent} */ event) => this.close(event) }, fresh ? "Begin" : "Go on")));
    this.box.hidden = false;
    this.update();
    if (document.activeElement === document.body) $("briefing-close").focus({ preventScroll: true });
  }

  /** What is asked now; others may decide while one reads. */
  update() {
    const { position } = this.table, { by, text } = position.view.prompt;
    this.now.textContent = position.deciding || !this.table.sides.includes(by) ? text : `The ${by} side decides: ${text}`;
  }

  /** Whoever closed it by keyboard goes on at the map; a press leaves the map where it lies. */
  close(/** @type {MouseEvent | undefined} */ event = undefined) {
    this.box.hidden = true;
    this.table.playback.lately();
    if (!event?.detail) $("viewport").focus({ preventScroll: true });
  }
}
