// @ts-check
// The drawer of references, beside the map and one click away: how to win, the order of the turn, charts, rules, who is
// where, cards. Everything in it is the server's; what applies now is marked.
import { call } from "./api.js";
import { $, h } from "./dom.js";
import { ruleLink } from "./panel.js";

/** @typedef {import("./wire.js").Reference} Reference */
/** @typedef {import("./wire.js").Rule} Rule */

/** @type {[string, string][]} */
const SHEETS = [["win", "How to win"], ["turn", "Turn"], ["charts", "Charts"], ["rules", "Rules"], ["roster", "Units"], ["cards", "Cards"]];

export class Drawer {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.box = $("drawer");
    this.sheet = "win";
    this.words = "";
    this.wanted = "";
    /** @type {HTMLElement | null} */ this.from = null;
    /** @type {Promise<Rule[]> | null} */ this.rules = null;
    this.body = h("div", { class: "drawer-body", id: "drawer-body", role: "tabpanel", tabindex: 0, "aria-label": "References" });
    this.tabs = SHEETS.map(([id, name]) => h("button", { role: "tab", id: `sheet-${id}`, "aria-controls": "drawer-body", onclick: () => this.open(id) }, name));
    this.box.replaceChildren(
      h("div", { class: "drawer-head" }, h("div", { role: "tablist", "aria-label": "References", class: "tabs" }, this.tabs), h("button", { class: "close", id: "drawer-close", "aria-label": "Close the references", onclick: () => this.close() }, "×")),
      this.body);
    this.tabs.forEach((tab, at) => tab.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = this.tabs[(at + step + this.tabs.length) % this.tabs.length];
      next.click();
      next.focus();
    }));
  }

  toggle() {
    if (this.box.hidden) this.open(this.sheet);
    else this.close();
  }

  /** The keyboard goes back to where it came from. */
  close() {
    const inside = this.box.contains(document.activeElement);
    this.box.hidden = true;
    if (inside && this.from?.isConnected) this.from.focus({ preventScroll: true });
    $("reference").setAttribute("aria-expanded", "false");
  }

  /** Our summary of a rule, among its neighbours. */
  rule(/** @type {string} */ number) {
    this.wanted = number;
    this.words = "";
    return this.open("rules");
  }

  async open(/** @type {string} */ sheet) {
    const closed = this.box.hidden;
    this.sheet = sheet;
    if (closed) this.from = document.activeElement === document.body ? $("viewport") : /** @type {HTMLElement} */ (document.activeElement);
    this.box.hidden = false;
    $("reference").setAttribute("aria-expanded", "true");
    this.tabs.forEach((tab, at) => { tab.setAttribute("aria-selected", String(SHEETS[at][0] === sheet)); tab.tabIndex = SHEETS[at][0] === sheet ? 0 : -1; });
    if (closed) $(`sheet-${sheet}`).focus({ preventScroll: true });
    if (sheet === "rules") { await this.drawRules(); return; }
    const found = await this.table.questions.reference(this.table.hand.space);
    $("sheet-cards").hidden = !found.cards.length;
    if (this.sheet === sheet) this.body.replaceChildren(...this.page(sheet, found));
  }

  /** @returns {any[]} */
  page(/** @type {string} */ sheet, /** @type {Reference} */ found) {
    if (sheet === "win") return [h("h2", {}, found.scenario), h("p", {}, found.win), h("h3", {}, "How it stands"), h("ul", { class: "standing" }, found.standing.map((line) => h("li", {}, line.text, " ", ruleLink(line.rule ?? "", this.table.openRule))))];
    if (sheet === "turn") return [h("h2", {}, "The order of the turn"), h("p", { class: "muted" }, this.table.view.trail), h("ol", { class: "stages" }, found.turn.map((stage) =>
      h("li", { class: stage.here ? "here" : "", "aria-current": stage.here ? "step" : undefined }, h("strong", {}, stage.title), stage.here ? h("em", {}, " – you are here") : "", " ", ruleLink(stage.rule, this.table.openRule), stage.note ? h("p", { class: "muted" }, stage.note) : "")))];
    if (sheet === "charts") return [h("h2", {}, "Charts"), ...found.charts.map((chart) => h("section", {}, h("h3", {}, chart.title, " ", ruleLink(chart.rule, this.table.openRule)), chart.note ? h("p", { class: "muted" }, chart.note) : "", chart.beyond ? h("p", { class: "beyond" }, `The battle at hand is at ${chart.beyond}, which is no column of this table: its account says what comes of it.`) : "", table(chart),
      chart.codes?.length ? h("dl", { class: "codes" }, chart.codes.map(([code, meaning]) => [h("dt", {}, code), h("dd", {}, meaning)])) : ""))];
    if (sheet === "roster") return [h("h2", {}, "Who is where"), found.factors ? h("p", { class: "muted" }, `The numbers: ${found.factors}.`) : "", ...found.roster.map((some) => h("details", { open: some.where !== "On the map" }, h("summary", {}, `${some.side}: ${some.arrives ? `arrives ${some.arrives}` : some.where} (${some.units.length})`), h("ul", { class: "roster" }, some.units.map((unit) => h("li", {}, unit)))))];
    return [h("h2", {}, "Cards"), h("dl", { class: "cards-list" }, found.cards.map((card) => [h("dt", {}, card.title, h("span", { class: "muted" }, ` ${card.side}${card.held ? ", in your hand" : ""}`)), h("dd", {}, card.text)]))];
  }

  async drawRules() {
    this.rules ??= call("GET", `/api/titles/${this.table.title.id}/rules`);
    const all = await this.rules;
    const list = h("dl", { class: "rules-list" });
    const field = h("input", { type: "search", class: "find", placeholder: "Find: a word or a number", "aria-label": "Find in the rules", value: this.words });
    const fill = () => {
      this.words = field.value;
      const words = field.value.toLowerCase().split(" ").filter(Boolean);
      const found = all.filter((rule) => words.every((/** @type {string} */ word) => `${rule.number} ${rule.heading} ${rule.summary}`.toLowerCase().includes(word)));
      list.replaceChildren(...found.map((rule) => [h("dt", { "data-rule": rule.number, class: rule.number === this.wanted ? "wanted" : "" }, rule.number, " ", rule.heading), h("dd", {}, rule.summary, rule.not_modelled ? h("span", { class: "muted" }, ` Not modelled: ${rule.not_modelled}`) : "")]).flat());
      if (!found.length) list.replaceChildren(h("dd", { class: "muted" }, "No rule says that."));
    };
    field.addEventListener("input", fill);
    fill();
    this.body.replaceChildren(h("h2", {}, "The rules, in our words"), field, list);
    const wanted = this.body.querySelector(`[data-rule="${CSS.escape(this.wanted)}"]`);
    // by its own scroll bar alone: to bring it into view would move the map under it too
    if (wanted) this.body.scrollTop += wanted.getBoundingClientRect().top - this.body.getBoundingClientRect().top - 8;
  }
}

/** A chart with its present column and row marked. */
function table(/** @type {import("./wire.js").Chart} */ chart) {
  const [head, ...rows] = chart.rows;
  const marked = (/** @type {number} */ at) => (chart.column && head[at] === chart.column ? "marked" : "");
  return h("div", { class: "chart", tabindex: 0, role: "region", "aria-label": chart.title }, h("table", {},
    h("thead", {}, h("tr", {}, head.map((name, at) => h("th", { scope: "col", class: marked(at) }, name.replaceAll("_", " "))))),
    h("tbody", {}, rows.map((row) => h("tr", { class: chart.row && row[0] === chart.row ? "marked" : "" }, row.map((cell, at) => (at ? h("td", { class: marked(at) }, cell) : h("th", { scope: "row" }, cell))))))));
}
