// @ts-check
// Two people, one screen: when the other side decides in a game with secrets, the table is covered until the device has been turned.
import { $, h } from "./dom.js";

export class HotSeat {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.shown = "";
  }

  /** The side to turn to at once, or "". Where there are secrets the table is covered first. */
  check() {
    const { info, title } = this.table;
    const mine = info.you;
    const decider = info.view.prompt.by;
    if (mine.length < 2 || !mine.includes(decider)) return "";
    if (decider !== this.shown && this.shown && title.secrets) { this.cover(decider); return ""; }
    this.shown = decider;
    return this.table.position.side === decider ? "" : decider;
  }

  cover(/** @type {string} */ side) {
    const cover = $("cover");
    cover.replaceChildren(
      h("h2", {}, `The ${side} side decides now`),
      h("p", {}, "Turn the device over. What the other side may not see is hidden until then."),
      h("button", { class: "big", onclick: () => this.uncover(side) }, `I play the ${side} side`));
    cover.hidden = false;
    cover.querySelector("button")?.focus();
  }

  async uncover(/** @type {string} */ side) {
    this.shown = side;
    this.table.position.side = side;
    await this.table.follower.refresh();
    $("cover").hidden = true;
    $("viewport").focus({ preventScroll: true });
  }
}
