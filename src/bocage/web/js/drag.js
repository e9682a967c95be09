// @ts-check
// Drag counters to where they should go, from the map or from the tray. The drop is one order; the server knows its picks.
import { counter } from "./counters.js";
import { $ } from "./dom.js";

export class Drag {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {string[]} */ this.units = [];
    this.carried = false;
    this.tray = false;
    this.from = { x: 0, y: 0 };
    this.at = { x: 0, y: 0 };
    this.pointer = -1;
    /** @type {HTMLElement | null} */ this.ghost = null;
    table.map.claims = (event) => this.begin(event);
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.end(event));
    window.addEventListener("pointercancel", () => this.reset());
  }

  begin(/** @type {PointerEvent} */ event) {
    const { table } = this, { position, hand } = table;
    if (this.units.length && event.pointerId !== this.pointer) { // a second finger: both are for the map
      table.map.fingers.set(this.pointer, this.at);
      this.reset();
      table.scene.redraw();
      return false;
    }
    this.carried = false;
    if (/** @type {HTMLElement} */ (event.target).closest?.(".zoom, .legend, .fan, .over-map")) return false;
    const { x, y } = table.map.point(event.clientX, event.clientY);
    const unit = table.layer.unitAt(x, y);
    if (!unit || !position.deciding || !position.choices.carries(unit)) return false;
    const space = position.piece(unit)?.space ?? "";
    const whole = event.shiftKey ? table.gestures.ableAt(space).filter((one) => position.choices.carries(one)) : [unit];
    this.start(event, hand.units.includes(unit) ? hand.units : whole, false);
    return true;
  }

  /** A counter of the tray; with those that are in the hand already. */
  fromTray(/** @type {PointerEvent} */ event, /** @type {string} */ unit) {
    if (event.button || !this.table.position.deciding) return;
    this.carried = false;
    this.start(event, this.table.hand.units.includes(unit) ? this.table.hand.units : [unit], true);
  }

  start(/** @type {PointerEvent} */ event, /** @type {string[]} */ units, /** @type {boolean} */ tray) {
    this.units = units;
    this.tray = tray;
    this.pointer = event.pointerId;
    this.from = this.at = { x: event.clientX, y: event.clientY };
  }

  move(/** @type {PointerEvent} */ event) {
    if (!this.units.length || event.pointerId !== this.pointer) return;
    this.at = { x: event.clientX, y: event.clientY };
    const dx = event.clientX - this.from.x, dy = event.clientY - this.from.y;
    if (!this.carried && Math.hypot(dx, dy) < 8) return;
    if (!this.carried && this.tray && event.pointerType === "touch" && Math.abs(dx) > Math.abs(dy)) return; // a finger along the tray looks through it
    if (!this.carried) this.lift();
    this.carried = true;
    const { scale } = this.table.map;
    if (this.ghost) Object.assign(this.ghost.style, { left: `${event.clientX}px`, top: `${event.clientY}px` });
    else this.table.layer.carry(this.units, dx / scale, dy / scale);
    $("viewport").classList.add("dragging");
  }

  /** Counters in the hand show where they may go. */
  lift() {
    const { hand, position, skin } = this.table;
    if (hand.units.join() !== this.units.join()) hand.take(this.units);
    const piece = position.piece(this.units[0]);
    if (!this.tray || !piece) return;
    this.ghost = document.createElement("div");
    this.ghost.className = "ghost";
    this.ghost.append(counter(skin, piece));
    document.body.append(this.ghost);
  }

  async end(/** @type {PointerEvent} */ event) {
    if (!this.units.length || event.pointerId !== this.pointer) return;
    const { table } = this, { units, carried } = this, { hand, position } = table, { division } = hand;
    this.reset();
    if (!carried) return;
    this.carried = true;
    setTimeout(() => { this.carried = false; }, 0);
    const space = table.map.spaceAt(event.clientX, event.clientY);
    const found = await table.questions.ways(units, division);
    const meant = position.meant(space, new Set(found.ways.map((way) => way.space)));
    const home = units.every((unit) => position.piece(unit)?.space === meant);
    if (!meant || home) { hand.drop(); return; }
    await table.sender.order(units, meant, "", division);
    hand.clear();
    table.scene.redraw();
  }

  reset() {
    if (this.units.length) this.table.layer.carry([]);
    this.ghost?.remove();
    this.ghost = null;
    this.units = [];
    $("viewport").classList.remove("dragging");
  }
}
