// @ts-check
// Clicks and taps on the map: pick up a counter, put it down, open a stack, or learn why not.
import { offer } from "./dialogs.js";
import { $, speak } from "./dom.js";

export class Gestures {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    this.touch = false;
    $("viewport").addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => { this.touch = event.pointerType === "touch"; });
    $("viewport").addEventListener("click", (/** @type {MouseEvent} */ event) => this.click(event));
  }

  click(/** @type {MouseEvent} */ event) {
    const { table } = this;
    if (table.map.dragged || table.drag.carried || /** @type {HTMLElement} */ (event.target).closest(".zoom, .legend")) return;
    const { x, y } = table.map.point(event.clientX, event.clientY);
    const unit = table.layer.unitAt(x, y);
    const space = table.map.spaceAt(event.clientX, event.clientY);
    table.fan.close();
    const aimed = table.choices.targets(table.picked).has(space) && (table.picked || table.choices.onlySpaces());
    if (aimed) { this.pickSpace(space); return; }
    const able = table.choices.ableUnits();
    const here = table.view.pieces.filter((/** @type {any} */ piece) => piece.space === space && able.has(piece.unit));
    if (this.touch && here.length > 1 && table.fan.open(space)) { table.look(space); return; }
    if (unit) this.pickUnit(unit, space);
    else if (space) this.pickSpace(space);
  }

  /** A click on a counter: act if there is one thing to do, pick it up if it can go somewhere, else say why not. */
  async pickUnit(/** @type {string} */ unit, space = "") {
    const { table } = this;
    const piece = table.view.pieces.find((/** @type {any} */ found) => found.unit === unit);
    table.look(space || piece?.space || "");
    if (table.replaying || !table.view.options.length) return;
    const { direct, carries } = table.choices.onUnit(unit);
    if (direct.length === 1 && !carries) { await table.choose(direct[0]); return; }
    if (direct.length || carries) {
      table.picked = table.picked === unit ? "" : unit;
      table.reason = null;
      table.confirming = null;
      table.redraw();
      if (table.picked) speak(`${table.pieceName(unit)} in hand, ${table.choices.targets(unit).size} targets`);
      if (table.questions.overlayName === "reach") table.questions.overlay("reach");
      return;
    }
    const question = table.choices.questionUnit(unit);
    if (question) await table.ask_why(question);
    else await table.whyNot(space || piece?.space || "");
  }

  /** A click on a space. */
  async pickSpace(/** @type {string} */ space) {
    const { table } = this;
    table.look(space);
    if (table.replaying || !table.view.options.length) return;
    const here = table.choices.onSpace(space, table.picked);
    if (here.length === 1) { await table.choose(here[0]); return; }
    if (here.length > 1) { offer(here, (choice) => table.choose(choice)); return; }
    const able = table.choices.ableUnits();
    const units = table.view.pieces.filter((/** @type {any} */ piece) => piece.space === space && able.has(piece.unit));
    if (units.length === 1) { await this.pickUnit(units[0].unit, space); return; }
    if (units.length) return;
    await table.whyNot(space);
  }
}
