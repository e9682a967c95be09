// @ts-check
// Two people, one screen: when the other side decides in a game with secrets, the table is covered until the device has been turned.
import { $, h } from "./dom.js";

export class HotSeat {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    this.shown = "";
  }

  check() {
    const { info, title } = this.table;
    const mine = info.you ?? [];
    if (mine.length < 2) return;
    const decider = info.view.prompt?.by ?? "";
    if (!mine.includes(decider) || decider === this.shown) return;
    if (this.shown && title.secrets) this.cover(decider);
    else { this.shown = decider; this.turn(decider); }
  }

  cover(/** @type {string} */ side) {
    const cover = $("cover");
    cover.replaceChildren(
      h("h2", {}, `${side} decides now`),
      h("p", {}, "Turn the device over. What the other side may not see is hidden until then."),
      h("button", { class: "big", onclick: () => { cover.hidden = true; this.shown = side; this.turn(side); } }, `I am ${side}`));
    cover.hidden = false;
    cover.querySelector("button").focus();
  }

  turn(/** @type {string} */ side) {
    if (this.table.side === side) return;
    this.table.side = side;
    this.table.refresh();
  }
}
