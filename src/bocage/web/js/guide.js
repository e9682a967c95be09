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
    const { text } = await this.table.questions.once("/query/guide", {}).catch(() => ({ text: "" }));
    this.box.hidden = !text || !this.on;
    if (text) this.box.replaceChildren(h("p", { tabindex: 0 }, text), h("p", {}, h("button", { onclick: () => { this.on = false; this.box.hidden = true; } }, "I know enough")));
  }
}
