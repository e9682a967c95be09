// @ts-check
// The whole game by keyboard: a cursor on spaces that speaks, numbers for options, letters for the rest.
import { inWords } from "./counters.js";
import { keys } from "./dialogs.js";
import { inOrder } from "./panel.js";
import { $, speak } from "./dom.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Keyboard {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.at = "";
    document.addEventListener("keydown", (event) => this.key(event));
    let pressed = false; // a press gives the map the focus too; the cursor is for who comes by keyboard
    $("viewport").addEventListener("pointerdown", () => { pressed = true; }, { capture: true });
    window.addEventListener("pointerup", () => { pressed = false; });
    $("viewport").addEventListener("focus", () => { if (!this.at && !pressed && $("viewport").matches(":focus-visible")) this.go(this.first()); });
  }

  first() {
    const { layout, scene } = this.table;
    return scene.about()[0] ?? Object.keys(layout.spaces).find((name) => layout.spaces[name].kind !== "box") ?? "";
  }

  key(/** @type {KeyboardEvent} */ event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || $("dialog").open) return;
    const table = this.table;
    if (["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName)) { if (event.key === "Escape") $("viewport").focus({ preventScroll: true }); return; }
    const onMap = target === $("viewport") || target === document.body;
    const free = onMap || target.id === "question"; // from the question, arrows go to the map
    /** @type {Record<string, () => void>} */
    const keys = {
      u: () => table.sender.undo(), U: () => table.sender.redo(), f: () => table.map.fit(), c: () => table.scene.centre(),
      o: () => table.questions.nextOverlay(), r: () => table.questions.overlay(table.questions.overlayName === "reach" ? "" : "reach"), s: () => table.questions.suggest(), "?": () => this.help(), "+": () => table.map.zoom(1.25), "-": () => table.map.zoom(0.8),
      n: () => this.next(1), N: () => this.next(-1), w: () => this.why(), i: () => this.say(), m: () => $("viewport").focus(),
      d: () => this.enter("#answers button, #answers select", "Nothing to choose."), t: () => this.enter("#tray .tray-piece", "No counter waits."), l: () => this.log(),
      Escape: () => this.back(), h: () => table.drawer.toggle(), b: () => table.battles.close(), p: () => table.playback.pause(), a: () => document.getElementById("everyone")?.click(), e: () => this.finish(), S: () => table.gestures.takeMore(this.at, ""), D: () => table.gestures.takeDivision(table.hand.unit || table.gestures.ableAt(this.at)[0] || ""), x: () => table.playback.clear(), k: () => table.playback.skip(), "[": () => table.scrubber.go(table.scrubber.now - 1), "]": () => table.scrubber.go(table.scrubber.now + 1),
    };
    if (event.key in ARROWS && free) { this.step(ARROWS[/** @type {keyof ARROWS} */ (event.key)]); event.preventDefault(); return; }
    if ((event.key === "Enter" || event.key === " ") && onMap && this.at) { this.pick(); event.preventDefault(); return; }
    if (/^[1-9]$/.test(event.key)) {
      const shown = table.shown(), choice = inOrder(shown)[Number(event.key) - 1];
      if (choice && shown.length <= 24 && !table.hand.confirming) { table.gestures.act(choice); event.preventDefault(); }
      return;
    }
    if (event.key in keys) { keys[event.key](); event.preventDefault(); }
  }

  /** Enter: the counter or the space under the cursor; a stack opens, and the keyboard goes into it. */
  pick() {
    const { table } = this, { position, hand } = table;
    const aimed = position.meant(this.at, hand.targets());
    const able = table.gestures.ableAt(this.at);
    if (hand.targets().has(aimed) && (hand.units.length || !able.length || position.choices.onlySpaces())) { table.gestures.pickSpace(aimed); return; }
    if (able.length > 1 && table.fan.open(this.at)) { table.fan.enter(); return; }
    if (able.length > 1 && position.isBox(this.at)) { this.enter(`#tray [data-unit="${CSS.escape(able[0])}"]`, "No counter waits."); return; }
    if (able.length === 1) { table.gestures.pickUnit(able[0], this.at); return; }
    table.gestures.pickSpace(aimed);
  }

  /** One step back: the briefing, the open stack, what is in the hand, the drawer, the card. */
  back() {
    const { table } = this;
    if (!table.briefing.box.hidden) { table.briefing.close(); return; }
    if (table.fan.space || table.hand.units.length || table.hand.confirming || table.hand.reason) { table.hand.drop(); return; }
    table.drawer.close();
    table.battles.close();
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
    const { hand, layout, position } = this.table;
    const targets = [...position.spread(hand.targets())];
    const able = position.choices.ableUnits();
    const units = position.view.pieces.filter((piece) => able.has(piece.unit ?? "")).map((piece) => piece.space);
    const all = [...new Set(targets.length ? targets : units)].filter((name) => layout.spaces[name]);
    if (!all.length) { speak("Nothing to step through."); return; }
    const now = all.indexOf(this.at);
    this.go(all[(now + by + all.length) % all.length]);
  }

  go(/** @type {string} */ name) {
    this.at = name;
    $("viewport").focus({ preventScroll: true }); // Enter picks what the cursor is on
    this.table.shades.drawCursor(name);
    const looked = this.table.questions.look(name), { moment } = this.table.scene;
    const at = this.table.layout.spaces[name], map = this.table.map;
    if (!at) return;
    const x = at.x * map.scale + map.x, y = at.y * map.scale + map.y;
    if (x < 60 || y < 60 || x > map.port.clientWidth - 60 || y > map.port.clientHeight - 60) map.centre([name]);
    looked.then(() => { if (this.at === name && moment === this.table.scene.moment) this.say(); }); // what a pick did is not talked over
  }

  /** Terrain, units and dangers of the space under the cursor, to a screen reader. */
  async say() {
    const { layout, sides, position, hand, scene } = this.table, { moment } = scene;
    const at = layout.spaces[this.at];
    if (!at) return;
    const pieces = position.at(this.at).map((piece) => inWords(piece, sides));
    const aimed = position.meant(this.at, hand.targets());
    const legal = hand.targets().has(aimed) ? `legal target${hand.cost(aimed) ? `, cost ${hand.cost(aimed)}` : ""}` : "";
    const dangers = (await this.table.questions.inspect(this.at)).map((line) => line.text);
    if (moment === scene.moment) speak([position.placeName(this.at), at.terrain, ...pieces, ...dangers, legal].filter(Boolean).join("; "));
  }

  /** To the buttons that finish an attack, one after the other. */
  finish() {
    const last = document.querySelector("#answers .finish") ? ".finish" : ".plain";
    const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(`#answers ${last}`)]);
    const now = all.findIndex((one) => one === document.activeElement);
    if (all.length) all[(now + 1) % all.length].focus();
    else speak("Nothing to finish.");
  }

  /** The keyboard goes to the first of something on the page. */
  enter(/** @type {string} */ what, /** @type {string} */ none) {
    const found = /** @type {HTMLElement | null} */ (document.querySelector(what));
    if (found) found.focus();
    else speak(none);
  }

  /** To the log, wherever it stands. */
  log() {
    if (!$("tab-log").hidden) $("tab-log").click();
    this.enter(".log-list .line", "Nothing has happened yet.");
  }

  async why() {
    const reason = await this.table.questions.whyNot(this.at);
    speak(reason ? reason.text : "Nothing forbids it.");
  }

  help() {
    keys([["Arrows", "move the hex cursor"], ["Enter", "pick the counter or space under it"], ["n N", "next or previous legal target"], ["1 to 9", "take an option"],
      [", .", "aim a counter that may turn; Enter turns it"], ["w", "why not here?"], ["i", "say what is here"], ["s", "suggest a move; Enter does it"], ["S", "take the whole stack"], ["Ctrl-click", "one counter more or less, wherever it stands; with Shift its stack"], ["D", "take the whole division"], ["a", "everyone joins the attack, or the advance"], ["e", "to the last press of an attack, with the next support; Enter does it"], ["h", "references: how to win, charts, rules"], ["p k x", "the enemy's turn: pause, skip, clear the trails"], ["u U", "undo, redo"], ["o", "next overlay"], ["r", "how far the counter could go"],
      ["f c", "whole map, centre on the action"], ["+ -", "zoom"], ["[ ]", "replay one pick back or forward"], ["m d t l", "go to the map, the decision, the counters that wait, the log"], ["Esc", "put the counter down, go back"]]);
  }
}
