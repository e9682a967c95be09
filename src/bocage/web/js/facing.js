// @ts-check
// Which way? Where the counter in hand may turn, handles lie around its space: a click or a tap turns it. On the keyboard
// full stop and comma aim to the right and to the left, Enter turns.
import { label } from "./choices.js";
import { $, s, speak } from "./dom.js";

const TIP = "M-11 5L0-9L11 5Z";

/** @typedef {import("./wire.js").Choice & {actions?: string[]}} Turned an option, or the picks that turn a counter still to be taken up */

export class Facing {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.aimed = "";
    this.handles = s("g", { id: "layer-facing" });
    $("layer-over").append(this.handles);
    document.addEventListener("keydown", (event) => this.key(event), true);
  }

  /** The options that name a direction, clockwise: those of the counter in hand, or of the only counter that has any. */
  ways() {
    const { hand } = this.table, spot = hand.spot.map((one) => ({ ...one, action: one.actions.join(";"), units: hand.units, spaces: [] }));
    /** @type {Turned[]} */
    const found = [...this.table.shown(), ...spot].filter((choice) => choice.bearing !== undefined);
    const units = new Set(found.map((choice) => choice.units?.[0]));
    if (this.table.replaying || units.size !== 1) return [];
    return found.sort((a, b) => (a.bearing ?? 0) - (b.bearing ?? 0));
  }

  /** The counter that was taken up and is asked about: its options need not name it. */
  taken() {
    const { hand } = this.table.info;
    return hand.length === 1 ? hand[0] : "";
  }

  /** Turn, having been taken up before if need be. */
  turn(/** @type {Turned} */ choice) {
    return choice.actions ? this.table.sender.finish(choice.actions) : this.table.sender.choose(choice);
  }

  draw() {
    const ways = this.ways(), piece = this.table.position.piece(ways[0]?.units?.[0] ?? this.taken());
    const at = this.table.layout.spaces[piece?.space ?? ""];
    if (!ways.some((choice) => choice.action === this.aimed)) this.aimed = "";
    this.handles.replaceChildren(...(at ? ways.map((choice) => this.handle(choice, at)) : []));
  }

  handle(/** @type {Turned} */ choice, /** @type {{x: number, y: number, room?: number}} */ at) {
    const turn = ((choice.bearing ?? 0) * Math.PI) / 180, away = (at.room ?? 54) * 0.78;
    const x = at.x + away * Math.sin(turn), y = at.y - away * Math.cos(turn);
    const take = (/** @type {Event} */ event) => { event.stopPropagation(); this.turn(choice); };
    const keep = (/** @type {Event} */ event) => event.stopPropagation(); // the map is not dragged by a handle
    return s("path", { class: choice.action === this.aimed ? "facing-handle aimed" : "facing-handle", d: TIP, "data-action": choice.action,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${choice.bearing})`, onclick: take, onpointerdown: keep });
  }

  key(/** @type {KeyboardEvent} */ event) {
    const target = /** @type {HTMLElement} */ (event.target), ways = this.ways();
    if (!ways.length || event.ctrlKey || event.metaKey || event.altKey || $("dialog").open || target.closest("input, select, textarea, button")) return;
    const now = ways.findIndex((choice) => choice.action === this.aimed);
    if (event.key === "." || event.key === ",") this.aim(ways[event.key === "." ? (now + 1) % ways.length : (Math.max(now, 0) + ways.length - 1) % ways.length]);
    else if (event.key === "Enter" && now >= 0) this.turn(ways[now]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  aim(/** @type {Turned} */ choice) {
    this.aimed = choice.action;
    this.draw();
    speak(`${label(choice)}: Enter does it`);
  }
}
