// @ts-check
// A guided first turn: the hints are data of the game, and the server says which of them fits now. It never plays for you.
import { $, h } from "./dom.js";

export class Guide {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.on = new URLSearchParams(location.search).has("guide");
    this.box = $("guide");
  }

  async update() {
    if (!this.on || this.table.position.replaying) { this.box.hidden = true; return; }
    const asked = this.table.position.view;
    const { text, trail, question } = await this.table.questions.once("/query/guide", {}).catch(() => ({ text: "", trail: asked.trail, question: asked.prompt.text }));
    const { view } = this.table.position;
    if (trail !== view.trail || question !== view.prompt.text) return; // others have played on, and what they did is still to be shown
    this.box.hidden = !text || !this.on;
    if (text) this.box.replaceChildren(h("p", { tabindex: 0 }, text), h("p", {}, h("button", { onclick: () => { this.on = false; this.box.hidden = true; } }, "I know enough")));
  }
}
