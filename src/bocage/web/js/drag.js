// @ts-check
// Drag a counter to where it should go. If the game first asks which counter, that question is answered on the way.
import { $ } from "./dom.js";

export class Drag {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    this.unit = "";
    this.carried = false;
    /** @type {any} */ this.node = null;
    this.from = { x: 0, y: 0 };
    table.map.claims = (/** @type {PointerEvent} */ event) => this.begin(event);
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.end(event));
    window.addEventListener("pointercancel", () => this.reset());
  }

  begin(/** @type {PointerEvent} */ event) {
    this.carried = false;
    const node = /** @type {HTMLElement} */ (event.target).closest?.(".piece");
    const unit = node?.getAttribute("data-unit") ?? "";
    if (!node || !unit || this.table.replaying || !this.table.choices.ableUnits().has(unit)) return false;
    this.unit = unit;
    this.node = node;
    this.from = { x: event.clientX, y: event.clientY };
    return true;
  }

  move(/** @type {PointerEvent} */ event) {
    if (!this.unit) return;
    const dx = event.clientX - this.from.x, dy = event.clientY - this.from.y;
    if (!this.carried && Math.hypot(dx, dy) < 8) return;
    if (!this.carried) this.lift();
    this.carried = true;
    const scale = this.table.map.scale;
    this.node.classList.add("carried");
    this.node.style.transform = `${this.table.layer.where(this.unit)} translate(${dx / scale}px, ${dy / scale}px)`;
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
    if (this.node) { this.node.style.transform = this.table.layer.where(this.unit); this.node.classList.remove("carried"); }
    this.unit = "";
    this.node = null;
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
