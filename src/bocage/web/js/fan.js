// @ts-check
// An open stack: its counters side by side over the map, on hover or tap, each of them a button.
import { counter, inWords } from "./counters.js";
import { $, h } from "./dom.js";

export class Fan {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.box = $("fan");
    this.space = "";
    this.box.addEventListener("pointerleave", (/** @type {PointerEvent} */ event) => { if (event.pointerType !== "touch") this.close(); });
    this.box.addEventListener("pointerdown", (/** @type {Event} */ event) => event.stopPropagation());
    this.box.addEventListener("click", (/** @type {Event} */ event) => event.stopPropagation());
  }

  /** Whether a point of the window is on the open fan. */
  holds(/** @type {number} */ x, /** @type {number} */ y) {
    if (!this.space) return false;
    const box = this.box.getBoundingClientRect();
    return x >= box.left - 6 && x <= box.right + 6 && y >= box.top - 6 && y <= box.bottom + 6;
  }

  /** Open a stack of two or more; nothing to open otherwise. */
  open(/** @type {string} */ space) {
    const { table } = this;
    const at = table.layout.spaces[space];
    const { position, hand } = table, pieces = position.at(space);
    if (!at || at.kind === "box" || pieces.length < 2) { this.close(); return false; }
    this.space = space;
    const able = position.choices.ableUnits();
    this.box.replaceChildren(...pieces.map((piece) => h("button", {
      class: ["fan-piece", able.has(piece.unit ?? "") && "able", hand.units.includes(piece.unit ?? "?") && "picked"].filter(Boolean).join(" "),
      "aria-label": inWords(piece, table.sides), title: inWords(piece, table.sides), "data-unit": piece.unit ?? "",
      onclick: (/** @type {MouseEvent} */ event) => { if (event.ctrlKey || event.metaKey) { if (event.shiftKey) table.gestures.addStack(piece.unit ?? ""); else table.gestures.add(piece.unit ?? ""); this.open(space); return; } this.close(); if (event.shiftKey) table.gestures.takeMore(space, piece.unit ?? ""); else table.gestures.pickUnit(piece.unit ?? "", space); },
      onmouseenter: () => table.hover.point(piece),
    }, counter(table.skin, piece))));
    this.box.hidden = false;
    const { map } = table;
    const width = this.box.offsetWidth, height = this.box.offsetHeight;
    const x = at.x * map.scale + map.x - width / 2, y = at.y * map.scale + map.y - height / 2;
    this.box.style.transform = `translate(${Math.max(4, Math.min(map.port.clientWidth - width - 4, x))}px, ${Math.max(4, Math.min(map.port.clientHeight - height - 4, y))}px)`;
    return true;
  }

  /** The keyboard goes into the open stack, to the first counter that can act. */
  enter() {
    /** @type {HTMLElement | null} */ (this.box.querySelector(".able") ?? this.box.querySelector("button"))?.focus();
  }

  /** The keyboard goes back to the map. */
  close() {
    const inside = this.box.contains(document.activeElement);
    this.space = "";
    this.box.hidden = true;
    if (inside) this.table.map.port.focus({ preventScroll: true });
  }
}
