// @ts-check
// Drawing the table: everything when the game has changed, and what depends on the hand alone when only that has.
import { drawCounters } from "./counters.js";
import { $, h } from "./dom.js";
import { drawDecision, drawStack } from "./panel.js";
import { updatePlan } from "./plan.js";
import { Press } from "./press.js";
import { drawBoxes, drawGame, drawRounds, drawTracks } from "./sidebar.js";
import { drawTray } from "./tray.js";

const LEGIBLE = 20; // pixels of a counter that can be read

export class Scene {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.question = "";
    this.press = new Press();
    this.moment = "";
    this.near = false;
  }

  async draw() {
    const { table } = this, { position } = table, { view } = position;
    position.read();
    this.note();
    await drawCounters(table.title.id, table.skin, this.onMap(view.pieces));
    drawCounters(table.title.id, table.skin, view.pieces).then((fresh) => { if (fresh && view === position.view) this.redraw(); }, () => {});
    $("trail").replaceChildren(h("span", { class: "trail-title" }, table.title.name, view.trail ? " › " : ""), ...(view.trail ? [h("span", {}, view.trail)] : []));
    $("trail").title = view.trail;
    $("trail").scrollTop = $("trail").scrollHeight; // where there is no room for all of it, its end is read
    this.redraw();
    table.scrubber.update();
    this.beside();
    this.drawUndo();
    table.questions.overlay(table.questions.overlayName);
    table.questions.preview(null);
    updatePlan(table);
    if (table.hand.space) table.questions.look(table.hand.space);
    table.guide.update();
    table.briefing.update();
    table.attention.update();
    this.lookThere();
  }

  /** What stands beside the map and does not depend on the hand. */
  beside() {
    const { table } = this;
    this.press.draw("beside", () => { drawTracks(table.position.view); drawRounds(table); table.log.draw(); drawGame(table); });
  }

  /** Note the moment that is drawn; a press on what belongs to another counts no longer. */
  note() {
    const { info, position } = this.table;
    const moment = `${info.seq} ${info.undone} ${position.side} ${position.replaying}`;
    if (moment !== this.moment) this.press.forget();
    this.moment = moment;
  }

  /** Counters on the map proper; those that wait in boxes can be painted a moment later. */
  onMap(/** @type {import("./wire.js").Piece[]} */ pieces) {
    return pieces.filter((piece) => !this.table.position.isBox(piece.space));
  }

  /** The button says how far back one can go. */
  drawUndo() {
    const undo = /** @type {HTMLButtonElement} */ ($("undo")), { can, why } = this.table.info.undo, { replaying } = this.table.position;
    undo.hidden = $("redo").hidden = this.table.position.watching;
    undo.disabled = !can || replaying;
    undo.title = can ? "Undo (u)" : `Undo: ${why}`;
    undo.replaceChildren("Undo", can || !why ? "" : h("span", { class: "limit" }, why));
    /** @type {HTMLButtonElement} */ ($("redo")).disabled = !this.table.info.redo || replaying;
  }

  /** What depends on what is in the hand. */
  redraw() {
    const { table } = this, { position, hand } = table;
    const targets = hand.targets();
    const { sole } = position.choices;
    const held = hand.units.length ? hand.units : table.info.hand.length || !sole ? table.info.hand : [sole];
    table.layer.drawPieces(position, table.skin, { able: position.choices.ableUnits(), picked: new Set(position.replaying ? [] : held) });
    table.shades.drawMarks(position.view.marks, table.title.id, table.skin);
    const homes = held.map((unit) => position.piece(unit)?.space ?? "").filter(Boolean);
    const narrow = targets.size > 0 && (held.length > 0 || position.choices.onlySpaces());
    table.shades.drawTargets(position.spread(targets), hand.space, narrow, homes);
    table.shades.drawCosts(hand.ways ?? []);
    this.decision();
    this.press.draw("places", () => { table.facing.draw(); drawBoxes(table); drawTray(table); });
  }

  decision() {
    this.press.draw("decision", () => drawDecision(this.table));
  }

  /** A space opened beside the map. */
  stack(/** @type {string} */ space, /** @type {import("./wire.js").Line[]} */ lines) {
    this.press.draw("stack", () => drawStack(this.table, space, lines));
  }

  /** A new question is in sight, and the map is at what it is about, unless the player looks there already. */
  lookThere() {
    const { table } = this, { position } = table;
    const { text, by } = position.view.prompt;
    const question = `${by} ${position.view.trail} ${text}`;
    if (question === this.question) return;
    const first = this.question === "";
    this.question = question;
    if (!position.deciding) return;
    $("panel").scrollTop = 0;
    table.battles.settle();
    const about = this.about();
    if (first && !table.map.isSpot(about)) return; // a map is opened whole, unless all that is asked is about one part of it
    const near = !table.isTiny() && (this.near || table.layer.size * table.map.scale >= LEGIBLE); // once, a map that nobody has looked closer at goes to the action
    if (about.length && (!near || !about.some((space) => table.map.shows(space)))) table.map.focus(about);
    this.near = this.near || about.length > 0;
  }

  /** The spaces on the map that the question is about. */
  about() {
    const { position, hand } = this.table;
    const targets = [...position.spread(hand.targets())];
    const able = position.choices.ableUnits();
    const units = position.view.pieces.filter((piece) => able.has(piece.unit ?? "")).map((piece) => piece.space);
    const onMap = (/** @type {string[]} */ names) => [...new Set(names)].filter((name) => position.layout.spaces[name] && !position.isBox(name));
    const found = onMap([...targets, ...units]);
    const waiting = found.length ? found : onMap([...position.spread([...position.choices.places(), ...units])]); // counters that wait: where they may come
    return waiting.length ? waiting : onMap(this.table.info.hand.map((unit) => position.piece(unit)?.space ?? "")); // which way does it face?
  }

  centre() {
    this.table.map.focus(this.about());
  }
}
