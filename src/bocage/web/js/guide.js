// @ts-check
// The guided first turn of the teaching game. Each hint watches for what the game asks; it never plays for you.
import { $, h } from "./dom.js";

/** @type {{when: (view: any) => boolean, text: string}[]} */
const HINTS = [
  { when: (view) => view.prompt.by === "German", text: "The German is at it: before the first turn he hides a gun in one of five hexes, and you will not know where. Wait for your turn." },
  { when: (view) => view.trail.includes("Landing") && view.options.some((/** @type {any} */ o) => o.action.startsWith("enter Sherman")), text: "You land first. Your counters wait in the box “The fleet” (tab Boxes). Pick the Shermans there, then Otter Beach 0201 on the map. Legal places are outlined." },
  { when: (view) => view.trail.includes("Landing"), text: "Two counters fit on a beach. Land the others too, then say “Hold” if any must wait. Point at a place that is not outlined, and the table says why not." },
  { when: (view) => view.trail.includes("Movement") && view.options.some((/** @type {any} */ o) => o.verb === "select"), text: "Your chit was drawn: you move, then you attack. Click a counter, or drag it. Numbers on it are strength and movement. “Done” ends your movement; the table warns you about counters you forgot." },
  { when: (view) => view.options.some((/** @type {any} */ o) => o.verb === "move"), text: "Outlined hexes are within reach. A hex next to an enemy ends the move (rule 4.3), and tanks need the bridges to cross the river (rule 5.4). Press o to see the zones of control." },
  { when: (view) => view.options.some((/** @type {any} */ o) => o.verb === "attack"), text: "Now attack: pick an enemy hex next to your counters. The panel shows the odds before you commit." },
  { when: (view) => view.options.some((/** @type {any} */ o) => o.verb === "join"), text: "Add counters to the attack and watch the column change. Every strength and shift has its rule. Then fight." },
  { when: (view) => view.options.some((/** @type {any} */ o) => o.verb === "advance"), text: "The hex is empty: counters that attacked may advance into it." },
  { when: (view) => view.options.some((/** @type {any} */ o) => o.verb === "lose"), text: "You take a loss: choose which counter loses a step. Two pips are two steps." },
];

export class Guide {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    this.on = new URLSearchParams(location.search).has("guide");
    /** @type {Set<string>} */ this.seen = new Set();
  }

  update() {
    const box = $("guide");
    const view = this.table.view;
    const turn = view.tracks.find((/** @type {any} */ track) => track.name === "Turn")?.value;
    const hint = this.on && Number(turn) <= 1 ? HINTS.find((found) => found.when(view)) : undefined;
    box.hidden = !hint;
    if (!hint) return;
    box.replaceChildren(h("p", {}, hint.text), h("p", {}, h("button", { onclick: () => { this.on = false; this.update(); } }, "I know enough")));
  }
}
