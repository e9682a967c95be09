// @ts-check
// The tray: counters in boxes that can act now, at the lower edge of the map: reinforcements, landings, reserves.
import { counter, inWords, isDrawn } from "./counters.js";
import { $, h } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */

export function drawTray(/** @type {Table} */ table) {
  const { position, hand } = table, box = $("tray");
  const able = new Set([...position.choices.ableUnits(), ...table.info.next_up]); // what waits stays in sight while another is under way
  /** @type {Map<string, import("./wire.js").Piece[]>} */
  const groups = new Map();
  if (position.deciding) {
    for (const piece of position.view.pieces) {
      if (!piece.unit || !able.has(piece.unit) || !position.isBox(piece.space)) continue;
      groups.set(piece.space, [...(groups.get(piece.space) ?? []), piece]);
    }
  }
  box.hidden = groups.size === 0;
  document.body.classList.toggle("with-tray", groups.size > 0);
  const key = `${table.skin} ${[...groups].map(([space, some]) => `${space} ${some.map((piece) => `${JSON.stringify(piece)}${isDrawn(piece)}`).join()}`).join()} ${hand.units.join()}`;
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const kept = box.scrollLeft;
  box.replaceChildren(...[...groups].map(([space, pieces]) => group(table, space, pieces)));
  box.scrollLeft = kept;
}

function group(/** @type {Table} */ table, /** @type {string} */ space, /** @type {import("./wire.js").Piece[]} */ pieces) {
  const { position, hand } = table;
  const going = pieces.map((piece) => piece.unit ?? "").filter((unit) => position.choices.carries(unit) || table.info.next_up.includes(unit));
  return h("div", { class: "tray-box", role: "group", "aria-label": position.placeName(space) },
    h("span", { class: "tray-title" }, position.placeName(space),
      going.length > 1 ? h("button", { class: "tray-all", "data-space": space, onclick: () => hand.take(going) }, `All ${going.length}`) : ""),
    pieces.map((piece) => {
      const unit = piece.unit ?? "";
      return h("button", {
        class: hand.units.includes(unit) ? "tray-piece picked" : "tray-piece", "data-unit": unit,
        "aria-label": inWords(piece, position.sides), title: inWords(piece, position.sides),
        onclick: (/** @type {MouseEvent} */ event) => pick(table, unit, event.shiftKey),
        onpointerdown: (/** @type {PointerEvent} */ event) => table.drag.fromTray(event, unit),
      }, counter(table.skin, piece));
    }));
}

/** With shift, one more; else this one. */
function pick(/** @type {Table} */ table, /** @type {string} */ unit, /** @type {boolean} */ more) {
  if (table.drag.carried) return;
  if (more && table.hand.units.length) table.gestures.add(unit);
  else table.gestures.pickUnit(unit);
}
