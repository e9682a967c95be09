// @ts-check
// Drag a counter to where it should go. If the game first asks which counter, that question is answered on the way.
import { $ } from "./dom.js";

export class Drag {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    this.unit = "";
    this.carried = false;
    this.from = { x: 0, y: 0 };
    this.at = { x: 0, y: 0 };
    this.pointer = -1;
    table.map.claims = (/** @type {PointerEvent} */ event) => this.begin(event);
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.end(event));
    window.addEventListener("pointercancel", () => this.reset());
  }

  begin(/** @type {PointerEvent} */ event) {
    if (this.unit && event.pointerId !== this.pointer) { // a second finger: both are for the map
      this.table.map.fingers.set(this.pointer, this.at);
      this.reset();
      this.table.redraw();
      return false;
    }
    this.carried = false;
    if (/** @type {HTMLElement} */ (event.target).closest?.(".zoom, .legend, .fan")) return false;
    const { x, y } = this.table.map.point(event.clientX, event.clientY);
    const unit = this.table.layer.unitAt(x, y);
    if (!unit || this.table.replaying || !this.table.choices.ableUnits().has(unit)) return false;
    this.unit = unit;
    this.pointer = event.pointerId;
    this.from = this.at = { x: event.clientX, y: event.clientY };
    return true;
  }

  move(/** @type {PointerEvent} */ event) {
    if (!this.unit || event.pointerId !== this.pointer) return;
    this.at = { x: event.clientX, y: event.clientY };
    const dx = event.clientX - this.from.x, dy = event.clientY - this.from.y;
    if (!this.carried && Math.hypot(dx, dy) < 8) return;
    if (!this.carried) this.lift();
    this.carried = true;
    const scale = this.table.map.scale;
    this.table.layer.carry(this.unit, dx / scale, dy / scale);
    $("viewport").classList.add("dragging");
  }

  /** A counter in the hand shows where it may go. */
  lift() {
    const { choices, shades } = this.table;
    const targets = new Set(choices.forUnit(this.unit).flatMap((/** @type {any} */ found) => (found.units?.includes(this.unit) ? found.spaces ?? [] : [])));
    if (targets.size) shades.drawTargets(targets, "", true);
  }

  async end(/** @type {PointerEvent} */ event) {
    if (!this.unit) return;
    const { unit, carried } = this;
    const space = this.table.map.spaceAt(event.clientX, event.clientY);
    this.reset();
    if (!carried) return;
    this.table.redraw();
    setTimeout(() => { this.carried = false; }, 0);
    await this.drop(unit, space);
  }

  reset() {
    if (this.unit) this.table.layer.carry("");
    this.unit = "";
    $("viewport").classList.remove("dragging");
  }

  async drop(/** @type {string} */ unit, /** @type {string} */ space) {
    const table = this.table;
    const { direct, carries } = table.choices.onUnit(unit);
    let selected = false;
    if (!carries && direct.length === 1) { await table.choose(direct[0]); selected = true; }
    const options = table.choices.onSpace(space, unit).filter((/** @type {any} */ found) => found.units?.includes(unit));
    if (options.length === 1) { await table.choose(options[0]); return; }
    const question = table.choices.question(space, unit);
    if (selected && table.info.undo?.can) await table.undo();
    if (question) await table.ask_why(question);
  }
}
