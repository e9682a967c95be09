// @ts-check
// The whole game by keyboard: a cursor on spaces that speaks, numbers for options, letters for the rest.
import { inWords } from "./counters.js";
import { keys } from "./dialogs.js";
import { $, speak } from "./dom.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Keyboard {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    this.at = "";
    document.addEventListener("keydown", (event) => this.key(event));
    $("viewport").addEventListener("focus", () => { if (!this.at) this.go(this.first()); });
  }

  first() {
    const { choices, layout, view } = this.table;
    const target = [...choices.targets("")].find((name) => layout.spaces[name]?.kind !== "box");
    const unit = view.pieces.find((/** @type {any} */ piece) => choices.ableUnits().has(piece.unit) && layout.spaces[piece.space]?.kind !== "box");
    return target ?? unit?.space ?? Object.keys(layout.spaces).find((name) => layout.spaces[name].kind !== "box") ?? "";
  }

  key(/** @type {KeyboardEvent} */ event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || $("dialog").open) return;
    if (["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName)) return;
    const table = this.table;
    const onMap = target === $("viewport") || target === document.body;
    /** @type {Record<string, () => void>} */
    const keys = {
      u: () => table.undo(), U: () => table.redo(), f: () => table.map.fit(), c: () => table.centre(),
      o: () => table.questions.nextOverlay(), r: () => table.questions.overlay(table.overlayName === "reach" ? "" : "reach"), s: () => table.suggest(), "?": () => this.help(), "+": () => table.map.zoom(1.25), "-": () => table.map.zoom(0.8),
      n: () => this.next(1), N: () => this.next(-1), w: () => this.why(), i: () => this.say(), m: () => $("viewport").focus(),
      Escape: () => table.drop(), "[": () => table.scrubber.go(Number($("scrubber").value) - 1), "]": () => table.scrubber.go(Number($("scrubber").value) + 1),
    };
    if (event.key in ARROWS && onMap) { this.step(ARROWS[/** @type {keyof ARROWS} */ (event.key)]); event.preventDefault(); return; }
    if ((event.key === "Enter" || event.key === " ") && onMap && this.at) { table.pickSpace(this.at); event.preventDefault(); return; }
    if (/^[1-9]$/.test(event.key)) {
      const choice = table.shown()[Number(event.key) - 1];
      if (choice && table.shown().length <= 24) { table.choose(choice); event.preventDefault(); }
      return;
    }
    if (event.key in keys) { keys[event.key](); event.preventDefault(); }
  }

  /** The nearest space in a direction. */
  step(/** @type {number[]} */ [dx, dy]) {
    const spaces = this.table.layout.spaces;
    const here = spaces[this.at] ?? spaces[this.first()];
    let best = "", least = Infinity;
    for (const [name, at] of Object.entries(spaces)) {
      if (at === here || at.kind === "box") continue;
      const along = (at.x - here.x) * dx + (at.y - here.y) * dy;
      const across = Math.abs((at.x - here.x) * dy) + Math.abs((at.y - here.y) * dx);
      if (along <= 1 || across > along * 1.8) continue;
      const cost = along + across * 1.6;
      if (cost < least) { least = cost; best = name; }
    }
    if (best) this.go(best);
  }

  /** Step through the legal targets, or through the counters that can act. */
  next(/** @type {number} */ by) {
    const { choices, layout, picked, view } = this.table;
    const targets = [...choices.targets(picked)];
    const units = view.pieces.filter((/** @type {any} */ piece) => choices.ableUnits().has(piece.unit)).map((/** @type {any} */ piece) => piece.space);
    const all = [...new Set(targets.length ? targets : units)].filter((name) => layout.spaces[name]);
    if (!all.length) { speak("Nothing to step through."); return; }
    const now = all.indexOf(this.at);
    this.go(all[(now + by + all.length) % all.length]);
  }

  go(/** @type {string} */ name) {
    this.at = name;
    this.table.shades.drawCursor(name);
    const looked = this.table.look(name);
    const at = this.table.layout.spaces[name], map = this.table.map;
    if (!at) return;
    const x = at.x * map.scale + map.x, y = at.y * map.scale + map.y;
    if (x < 60 || y < 60 || x > map.port.clientWidth - 60 || y > map.port.clientHeight - 60) map.centre([name]);
    looked.then(() => { if (this.at === name) this.say(); });
  }

  /** Terrain, units and dangers of the space under the cursor, to a screen reader. */
  async say() {
    const { layout, sides, view, choices, picked } = this.table;
    const at = layout.spaces[this.at];
    if (!at) return;
    const pieces = view.pieces.filter((/** @type {any} */ piece) => piece.space === this.at).map((/** @type {any} */ piece) => inWords(piece, sides));
    const legal = choices.targets(picked).has(this.at) ? "legal target" : "";
    const dangers = (await this.table.inspect(this.at)).map((/** @type {any} */ line) => line.text);
    speak([this.at, at.title, at.terrain, ...pieces, ...dangers, legal].filter(Boolean).join("; "));
  }

  async why() {
    const reason = await this.table.whyNot(this.at);
    speak(reason ? reason.text : "Nothing forbids it.");
  }

  help() {
    keys([["Arrows", "move the hex cursor"], ["Enter", "pick the counter or space under it"], ["n N", "next or previous legal target"], ["1 to 9", "take an option"],
      [", .", "aim a counter that may turn; Enter turns it"], ["w", "why not here?"], ["i", "say what is here"], ["s", "suggest a move; Enter does it"], ["u U", "undo, redo"], ["o", "next overlay"], ["r", "how far the counter could go"],
      ["f c", "whole map, centre on the action"], ["+ -", "zoom"], ["[ ]", "replay one pick back or forward"], ["m", "go to the map"], ["Esc", "put the counter down, go back"]]);
  }
}
