// @ts-check
// A game in five minutes: its sections, with pictures cut from the map that we draw and with counters of the game.
import { call, root } from "./api.js";
import { counter, drawCounters, inWords } from "./counters.js";
import { $, h } from "./dom.js";

/** @typedef {import("./wire.js").Page} Page */
/** @typedef {import("./wire.js").Piece} Piece */
/** @typedef {import("./wire.js").MapLayout} MapLayout */
/** @typedef {{left: number, top: number, width: number, height: number}} Cut */

const ROOM = 110; // units of the map around what is shown
const SHAPE = 4 / 3; // of every picture, so that its place is kept while the map is drawn
const SKIN = "period";

/** @typedef {[number, number]} Range */

/** From where to where some numbers reach. @returns {Range} */
const range = (/** @type {number[]} */ some) => [Math.min(...some), Math.max(...some)];

/** So much of a line around the middle of a range, without leaving what there is. */
function within(/** @type {Range} */ range, /** @type {number} */ length, /** @type {Range} */ all) {
  return Math.max(all[0], Math.min((range[0] + range[1] - length) / 2, all[1] - length));
}

/** The part of the map in which some spaces lie, in the one shape of all pictures. @returns {Cut} */
function cut(/** @type {MapLayout} */ layout, /** @type {string[]} */ names) {
  const corners = (/** @type {import("./wire.js").Place[]} */ places) => places.flatMap((place) => place.polygon);
  const shown = corners(names.map((name) => layout.spaces[name]).filter(Boolean));
  const whole = corners(Object.values(layout.spaces).filter((place) => place.kind !== "box"));
  const [x, y, allX, allY] = [shown, whole].flatMap((some) => [range(some.map((at) => at[0])), range(some.map((at) => at[1]))]);
  const wanted = Math.max(x[1] - x[0] + 2 * ROOM, (y[1] - y[0] + 2 * ROOM) * SHAPE);
  const width = Math.min(wanted, allX[1] - allX[0], (allY[1] - allY[0]) * SHAPE), height = width / SHAPE;
  return { left: within(x, width, allX), top: within(y, height, allY), width, height };
}

function picture(/** @type {string} */ title, /** @type {MapLayout} */ layout, /** @type {string[]} */ spaces) {
  const { left, top, width, height } = cut(layout, spaces);
  const src = `${root}/api/titles/${title}/map.svg?skin=${SKIN}#svgView(viewBox(${[left, top, width, height].map((n) => n.toFixed(0)).join(",")}))`;
  const figure = h("figure", { class: "drawing" }, h("img", { src, alt: `The map around ${spaces.map((name) => layout.spaces[name]?.title || name).join(", ")}`, onload: () => figure.classList.remove("drawing") }));
  return figure;
}

/** Counters in a row, each with what it is called and what stands on it. */
function row(/** @type {Piece[]} */ pieces, /** @type {string[]} */ sides) {
  return h("ul", { class: "shown-counters" }, pieces.map((piece) => h("li", {}, counter(SKIN, piece), h("span", {}, inWords(piece, sides)))));
}

async function main() {
  document.documentElement.dataset.skin = localStorage.getItem("bocage.skin") ?? "period";
  const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() ?? "");
  const [page, layout, title] = /** @type {[Page, MapLayout, import("./wire.js").Title]} */ (await Promise.all([
    call("GET", `/api/titles/${id}/five-minutes`), call("GET", `/api/titles/${id}/map`), call("GET", `/api/titles/${id}`)]));
  document.title = `${page.title} in five minutes – Bocage`;
  $("title").textContent = `${page.title} in five minutes`;
  document.head.append(h("link", { rel: "stylesheet", href: `${root}/api/skins/${SKIN}.css` }));
  await drawCounters(id, SKIN, page.paragraphs.flatMap((one) => one.pieces));
  $("page").replaceChildren(
    page.evening ? h("p", { class: "evening" }, page.evening) : "",
    ...page.paragraphs.map((one) => h("section", { class: one.spaces.length ? "pictured" : "" },
      h("div", {}, h("h2", {}, one.heading), h("p", {}, one.text), one.pieces.length ? row(one.pieces, title.sides) : ""),
      one.spaces.length ? picture(id, layout, one.spaces) : "")),
    page.win ? h("section", {}, h("h2", {}, `How “${page.scenario}” is won`), h("p", {}, page.win)) : "",
    h("p", {}, h("a", { class: "button", href: `${root}/` }, "To the games")));
}

main().catch((error) => { $("page").replaceChildren(h("p", {}, error.message), h("a", { href: `${root}/` }, "Back to the games")); });
