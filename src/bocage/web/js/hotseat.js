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
    const { table } = this;
    this.shown = side;
    table.position.side = side;
    this.clear();
    await table.follower.refresh();
    const told = table.battles.shown[table.battles.at]?.roll, known = table.info.log.entries;
    if (!known.some((line) => line.n === told?.n && line.text === told.text)) table.battles.close();
    $("cover").hidden = true;
    $("viewport").focus({ preventScroll: true });
  }

  /** What the other side took up, looked at and looked up is its own affair: where it hid something, for one. */
  clear() {
    const { hand, fan, drawer } = this.table;
    hand.clear();
    hand.space = "";
    fan.close();
    drawer.close();
    $("stack").hidden = true;
  }
}
