// @ts-check
// A click is a pointer that goes down and up on the same thing. What would be drawn anew beside the map in between, because
// news came or an answer arrived, waits until the pointer is up: else the click would be lost.
import { keepFocus } from "./focus.js";

const AFTER = 60; // milliseconds after which no click follows any more

export class Press {
  constructor() {
    this.down = false;
    this.timer = 0;
    /** @type {Map<string, () => void>} */ this.waiting = new Map();
    document.addEventListener("pointerdown", (event) => this.begin(event), true);
    document.addEventListener("click", () => this.end(0), true);
    for (const up of ["pointerup", "pointercancel"]) window.addEventListener(up, () => this.end(AFTER), true);
    // the list of a select swallows the end of a press, and so does whatever lies outside the window
    document.addEventListener("change", () => this.end(0), true);
    window.addEventListener("pointermove", (event) => { if (this.down && !event.buttons) this.end(0); }, true);
  }

  /** The map is drawn on canvases and loses no click; what lies over it would. */
  begin(/** @type {PointerEvent} */ event) {
    const target = /** @type {HTMLElement} */ (event.target);
    this.down = !target.closest("#viewport") || target.closest(".over-map, .facing-handle") !== null;
  }

  end(/** @type {number} */ after) {
    if (after === 0) this.down = false; // what the click itself changes is drawn at once
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.release(), after);
  }

  /** Draw something now, or once the press is over. */
  draw(/** @type {string} */ name, /** @type {() => void} */ act) {
    if (this.down) this.waiting.set(name, act);
    else { this.waiting.delete(name); keepFocus(act); }
  }

  /** The press is over: draw what has waited. */
  release() {
    const acts = [...this.waiting.values()];
    this.forget();
    for (const act of acts) keepFocus(act);
  }

  /** What was pressed is about a question that is gone, and everything is drawn anew. */
  forget() {
    this.down = false;
    this.waiting.clear();
  }
}
