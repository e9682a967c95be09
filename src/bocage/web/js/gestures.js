// @ts-check
// Clicks and taps on the map: pick up a counter or a stack, put it down, open a stack, or learn why not.
import { offer } from "./dialogs.js";
import { $ } from "./dom.js";

/** @typedef {import("./wire.js").Choice} Choice */

const LONG = 450; // milliseconds of a long press

export class Gestures {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.touch = false;
    this.pressed = 0;
    const port = $("viewport");
    port.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      this.touch = event.pointerType === "touch";
      this.pressed = performance.now();
    });
    port.addEventListener("click", (/** @type {MouseEvent} */ event) => this.click(event));
    port.addEventListener("contextmenu", (/** @type {Event} */ event) => { if (this.touch) event.preventDefault(); });
  }

  click(/** @type {MouseEvent} */ event) {
    const { table } = this, { position, hand } = table;
    const inside = /** @type {HTMLElement} */ (event.target).closest(".zoom, .legend, .over-map");
    if (table.map.dragged || table.drag.carried || inside) return;
    const whole = event.shiftKey || (this.touch && performance.now() - this.pressed > LONG);
    const { x, y } = table.map.point(event.clientX, event.clientY);
    const unit = table.layer.unitAt(x, y);
    const targets = hand.targets();
    const space = position.meant(table.map.spaceAt(event.clientX, event.clientY), targets);
    table.fan.close();
    if (this.touch && table.isTiny()) { table.map.near(event.clientX, event.clientY); return; } // no finger hits a hex that small: go near first
    if (unit && (event.ctrlKey || event.metaKey)) { if (event.shiftKey) this.addStack(unit); else this.add(unit); return; } // also where what is in the hand could go
    // A counter that has moved may go on; whoever clicks another of his counters means that one, and the first halts.
    const another = !hand.units.length && table.info.hand.length > 0 && position.isMine(unit) && !table.info.hand.includes(unit);
    if (another && !whole) { this.pickUnit(unit, space); return; }
    const idle = unit !== "" && !position.choices.ableUnits().has(unit); // nothing is offered for the counter: its hex is meant
    const aimed = targets.has(space) && (hand.units.length || position.choices.onlySpaces() || table.info.hand.length || idle);
    if (aimed && !whole) { this.pickSpace(space); return; }
    const able = this.ableAt(space);
    if (whole && (able.length || hand.units.length || this.sendable(space).length)) { this.takeMore(space, unit); return; }
    if (this.touch && able.length > 1 && table.fan.open(space)) { table.questions.look(space); return; }
    if (unit) this.pickUnit(unit, space);
    else if (space) this.pickSpace(space);
  }

  /** The counters in a space that can be sent somewhere. */
  ableAt(/** @type {string} */ space) {
    const { position } = this.table;
    return position.at(space).map((piece) => piece.unit ?? "").filter((unit) => unit && position.choices.ableUnits().has(unit));
  }

  /** The counters in a space that could be sent off together; while others are under way, those that would halt them. */
  sendable(/** @type {string} */ space) {
    const { position, info } = this.table;
    if (!info.hand.length) return this.ableAt(space).filter((unit) => position.choices.carries(unit));
    return position.at(space).map((piece) => piece.unit ?? "").filter((unit) => position.isMine(unit) && !info.hand.includes(unit));
  }

  /** Shift, or a long press: the stack; once more, all of the division that can go somewhere. */
  takeMore(/** @type {string} */ space, /** @type {string} */ unit) {
    const { hand } = this.table, stack = this.sendable(space);
    const held = stack.length > 0 && !hand.division && stack.every((one) => hand.units.includes(one));
    return held && this.division(unit || stack[0]).length > stack.length ? this.takeDivision(unit || stack[0]) : this.takeStack(space);
  }

  /** One counter more, or less, in the hand. */
  add(/** @type {string} */ unit) {
    const { hand, position } = this.table;
    if (!this.sendable(position.piece(unit)?.space ?? "").includes(unit)) return this.pickUnit(unit);
    return hand.take(hand.units.includes(unit) ? hand.units.filter((one) => one !== unit) : [...hand.units, unit], "", false, true);
  }

  /** A whole stack more, or less, in the hand. */
  addStack(/** @type {string} */ unit) {
    const { hand, position } = this.table, stack = this.sendable(position.piece(unit)?.space ?? "");
    const rest = hand.units.filter((one) => !stack.includes(one)), held = rest.length === hand.units.length - stack.length;
    return hand.take(held ? rest : [...rest, ...stack], "", false, true);
  }

  /** The counters of a division that can be sent somewhere from where they are: on the map, or in the same box. */
  division(/** @type {string} */ unit) {
    const { position } = this.table, piece = position.piece(unit);
    if (!piece?.band || piece.band === piece.nation) return [];
    const near = (/** @type {string} */ space) => (position.isBox(piece.space) ? space === piece.space : !position.isBox(space));
    return position.view.pieces.filter((one) => one.side === piece.side && one.band === piece.band && near(one.space) && position.choices.carries(one.unit ?? "")).map((one) => one.unit ?? "");
  }

  takeDivision(/** @type {string} */ unit) {
    const units = this.division(unit);
    return units.length > 1 ? this.table.hand.take(units, "", true) : undefined;
  }

  /** The whole stack of a space in the hand. */
  takeStack(/** @type {string} */ space) {
    const { position, hand, questions } = this.table;
    questions.look(space);
    const joining = new Set(position.choices.joining());
    const able = this.ableAt(space);
    const join = able.filter((unit) => joining.has(unit));
    if (join.length && !able.some((unit) => position.choices.carries(unit))) return this.table.sender.order(join, "");
    return hand.take(this.sendable(space));
  }

  /** Take an option: what takes up a counter puts it into the hand, everything else is sent. */
  act(/** @type {Choice} */ choice) {
    if (choice.part === "take" && choice.units?.length === 1 && !this.joins(choice)) return this.table.hand.take([...choice.units], choice.verb);
    return this.table.sender.choose(choice);
  }

  /** A verb may take up a counter or add one to those in the hand; while one is there, it adds. */
  joins(/** @type {Choice} */ choice) {
    return this.table.info.hand.length > 0 && choice.part === "join";
  }

  /** A click on a counter: act if there is one thing to do, pick it up if it can go somewhere, else say why not. */
  async pickUnit(/** @type {string} */ unit, space = "") {
    const { table } = this, { position, hand, questions } = table;
    const here = space || position.piece(unit)?.space || "";
    questions.look(here);
    if (!position.deciding) return;
    const direct = position.choices.direct(unit), carries = position.choices.carries(unit);
    if (hand.units.length === 1 && hand.unit === unit) { hand.drop(); return; }
    if (carries) { await hand.take([unit]); return; }
    const meant = direct.length && !hand.units.length ? [...position.choices.onSpace(here), ...direct] : direct;
    if (meant.length > direct.length) { offer(meant, (choice) => table.sender.choose(choice)); return; } // the counter, or its hex?
    if (direct.length === 1) { await table.sender.choose(direct[0]); return; }
    if (direct.length) { await hand.take([unit]); return; } // its options stand in the panel
    if (table.info.hand.length || table.info.view.options.some((found) => found.part === "halt")) { await hand.take([unit]); return; }
    const question = position.choices.questionUnit(unit);
    if (question) await questions.why(question);
    else await questions.whyNot(here);
  }

  /** A click on a space. */
  async pickSpace(/** @type {string} */ space) {
    const { table } = this, { position, hand, questions } = table;
    questions.look(space);
    if (!position.deciding) return;
    if (hand.units.length) {
      if (hand.division) await table.sender.order(hand.units, space, hand.verb, true);
      else if (hand.targets().has(space)) await this.send(space);
      else await this.refuse(space);
      return;
    }
    const here = position.choices.onSpace(space);
    if (here.length === 1) { await table.sender.choose(here[0]); return; }
    const next = table.info.finishes.find((one) => one.space === space);
    if (!here.length && next) { await table.sender.finish(next.actions); return; }
    if (here.length > 1) { offer(here, (choice) => table.sender.choose(choice)); return; }
    const units = this.ableAt(space);
    if (units.length === 1) { await this.pickUnit(units[0], space); return; }
    if (units.length) { table.fan.open(space); return; }
    const held = table.info.hand.length ? position.at(space).find((piece) => piece.side === position.sides.indexOf(position.side) && piece.unit)?.unit : "";
    if (held) { await hand.take([held]); return; }
    await questions.whyNot(space);
  }

  /** Send off what is in the hand: in the manner that was chosen, or the usual one. */
  async send(/** @type {string} */ space) {
    const { hand, sender } = this.table;
    const way = hand.manner && hand.units.length === 1 ? hand.waysTo(space).find((one) => one.manner === hand.manner) : undefined;
    await (way ? sender.finish(way.actions) : sender.order(hand.units, space, hand.verb, false, hand.manner));
  }

  /** Why the counters in the hand may not go there: the order itself is refused with its reason. */
  async refuse(/** @type {string} */ space) {
    const { hand, sender } = this.table;
    await sender.order(hand.units, space, hand.verb, false, hand.manner);
  }
}
