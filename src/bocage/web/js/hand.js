// @ts-check
// What is in the hand: the counters that were picked up on this page, where they could go, the space that is looked at,
// a question that waits for a second word, and why the last wish was refused.
import { speak } from "./dom.js";

/** @typedef {import("./wire.js").Way} Way */
/** @typedef {import("./wire.js").Choice} Choice */
/** @typedef {{text: string, rule: string, more?: Node | null}} Reason */
/** @typedef {Choice & {picks?: string[]}} Asked an option, or picks that belong together */

export class Hand {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {string[]} */ this.units = [];
    this.verb = "";
    this.manner = "";
    /** @type {boolean} a whole division: each goes as near as it can */ this.division = false;
    /** @type {Way[] | null} where they could go, as soon as the server has said it */ this.ways = null;
    /** @type {Way[]} what the one counter in the hand could do where it is */ this.spot = [];
    this.space = "";
    /** @type {Reason | null} */ this.reason = null;
    /** @type {Asked | null} what waits for a second word */ this.confirming = null;
    this.asked = 0;
  }

  /** The first counter in the hand, or "". */
  get unit() {
    return this.units[0] ?? "";
  }

  /** Pick up counters and ask where they could go. */
  async take(/** @type {string[]} */ units, verb = "", division = false, gathering = false) {
    this.clear();
    this.units = units;
    this.verb = verb;
    this.division = division;
    const mine = ++this.asked;
    this.table.scene.redraw();
    if (!units.length) return;
    const found = await this.table.questions.ways(units, division);
    if (mine !== this.asked) return;
    this.ways = verb ? found.ways.filter((way) => way.verb === verb) : found.ways;
    this.spot = found.spot ?? [];
    this.goNear();
    this.table.scene.redraw();
    const still = !found.ways.length && !this.spot.length && !gathering;
    if (still && !found.direct.length) await this.withOthers();
    else if (still) await this.nowhere();
    else speak(`${units.map((unit) => this.table.position.pieceName(unit)).join(" and ")} in hand, ${this.targets().size === 1 ? "one place" : `${this.targets().size} places`} to go`);
  }

  /** Where a finger could not hit a hex, and where none of the places is in sight, the map goes to where the counters can go. */
  goNear() {
    const { table } = this, { position } = table;
    if (!this.ways?.length || table.drag.carried) return;
    const onMap = (/** @type {Iterable<string>} */ names) => [...names].filter((name) => table.layout.spaces[name] && !position.isBox(name));
    const goals = onMap(position.spread(this.targets())), homes = this.units.map((unit) => position.piece(unit)?.space ?? "");
    if (table.isTiny()) table.map.focus([...onMap(homes), ...goals]);
    else if (goals.length && !goals.some((name) => table.map.shows(name))) table.map.focus(goals);
  }

  /** A counter that can go nowhere alone may go with its stack. */
  async withOthers() {
    const { position, gestures, questions } = this.table, alone = this.unit;
    const stack = gestures.sendable(position.piece(alone)?.space ?? "");
    const more = this.units.length === 1 && stack.length > 1 && !(await questions.ways(stack)).direct.length && (await questions.ways(stack)).ways.length;
    if (this.unit !== alone) return;
    if (more) await this.take(stack);
    else await this.stuck();
  }

  /** What can only do something on the spot stays in the hand, and is told why it goes nowhere. */
  async nowhere() {
    const { table, units } = this, mine = this.asked;
    const alone = await Promise.all(units.map((unit) => table.questions.ways([unit])));
    const free = units.filter((_, at) => alone[at].ways.length);
    const why = units.length > 1 && free.length ? { text: `No place is open to all of them; ${free.map((unit) => table.position.pieceName(unit)).join(" and ")} can go alone.`, rule: "" } : await table.questions.whyStuck(units[0]);
    if (mine === this.asked) table.explain(why ?? { text: units.length > 1 ? "None of them can go anywhere now." : `${table.position.pieceName(units[0])} cannot go anywhere now.`, rule: "" });
  }

  /** A counter that can go nowhere is not taken up: say why. */
  async stuck() {
    const { table, unit } = this;
    const name = table.position.pieceName(unit);
    this.units = [];
    this.ways = null;
    const why = await table.questions.whyStuck(unit);
    table.explain(why ?? { text: `${name} cannot go anywhere now.`, rule: "" });
    table.scene.redraw();
  }

  /** Where a click means something now. */
  targets() {
    if (this.units.length) return new Set((this.ways ?? []).filter((way) => !this.manner || way.manner === this.manner).map((way) => way.space));
    const next = this.table.position.replaying ? [] : this.table.info.finishes.map((one) => one.space ?? "").filter(Boolean);
    return new Set([...this.table.position.choices.targets(), ...next]);
  }

  /** What it costs to go to a space. */
  cost(/** @type {string} */ space) {
    return this.ways?.find((way) => way.space === space)?.cost ?? "";
  }

  /** The ways to a space: the usual one first, each manner once. */
  waysTo(/** @type {string} */ space) {
    return (this.ways ?? []).filter((way) => way.space === space);
  }

  /** Go in another manner than the usual one; how far that leads is asked. */
  async choose(/** @type {string} */ manner) {
    const { units, division } = this, mine = this.asked;
    this.manner = manner;
    this.table.scene.redraw();
    const found = await this.table.questions.ways(units, division, manner);
    if (mine !== this.asked) return;
    this.ways = this.verb ? found.ways.filter((way) => way.verb === this.verb) : found.ways;
    this.table.scene.redraw();
  }

  /** Whether what is in the hand arrives and may go on at once. */
  arrives() {
    return this.table.position.isBox(this.table.position.piece(this.unit)?.space ?? "") && (this.ways ?? []).some((way) => way.actions.length > 2);
  }

  /** In which manners one can go, where there are several: by truck, in convoy. */
  manners() {
    return [...new Set((this.ways ?? []).map((way) => way.manner ?? ""))].filter(Boolean);
  }

  clear() {
    this.units = [];
    this.verb = "";
    this.manner = "";
    this.division = false;
    this.ways = null;
    this.spot = [];
    this.reason = null;
    this.confirming = null;
    this.asked += 1;
  }

  /** Put everything down. */
  drop() {
    this.clear();
    this.table.fan.close();
    this.table.scene.redraw();
  }

  /** Ask once more before something that cannot be taken back or is not expected. */
  confirm(/** @type {Asked} */ choice) {
    this.confirming = choice;
    this.table.scene.decision();
    this.table.questions.hint(choice); // what it means on the map is seen before the second word
    document.getElementById("confirm-yes")?.focus();
    speak(choice.ask || `Left undone: ${(this.table.view.warnings ?? []).join(" ")}`);
  }

  unconfirm() {
    const asked = this.confirming?.action ?? "";
    this.confirming = null;
    this.table.questions.unhint();
    this.table.scene.decision();
    if (document.activeElement?.id === "question") /** @type {HTMLElement | null} */ (document.querySelector(`#answers [data-action="${CSS.escape(asked)}"]`))?.focus({ preventScroll: true });
  }
}
