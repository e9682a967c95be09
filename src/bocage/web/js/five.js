// @ts-check
// A game in five minutes: its sections, with pictures cut from the map that we draw.
import { call, root } from "./api.js";
import { $, h } from "./dom.js";

/** @typedef {import("./wire.js").Page} Page */
/** @typedef {import("./wire.js").MapLayout} MapLayout */

const ROOM = 110; // units of the map around what is shown

/** The part of the map in which some spaces lie, as an address of a picture. */
function cut(/** @type {string} */ title, /** @type {MapLayout} */ layout, /** @type {string[]} */ spaces) {
  const corners = spaces.flatMap((name) => layout.spaces[name]?.polygon ?? []);
  const xs = corners.map((at) => at[0]), ys = corners.map((at) => at[1]);
  const left = Math.min(...xs) - ROOM, top = Math.min(...ys) - ROOM;
  const width = Math.max(...xs) + ROOM - left, height = Math.max(...ys) + ROOM - top;
  return `${root}/api/titles/${title}/map.svg?skin=period#svgView(viewBox(${[left, top, width, height].map((n) => n.toFixed(0)).join(",")}))`;
}

async function main() {
  document.documentElement.dataset.skin = localStorage.getItem("bocage.skin") ?? "period";
  const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() ?? "");
  const [page, layout] = /** @type {[Page, MapLayout]} */ (await Promise.all([call("GET", `/api/titles/${id}/five-minutes`), call("GET", `/api/titles/${id}/map`)]));
  document.title = `${page.title} in five minutes – Bocage`;
  $("title").textContent = `${page.title} in five minutes`;
  $("page").replaceChildren(
    page.evening ? h("p", { class: "evening" }, page.evening) : "",
    ...page.sections.map((section) => h("section", {}, h("div", {}, h("h2", {}, section.heading), h("p", {}, section.text)),
      section.spaces.length ? h("figure", {}, h("img", { src: cut(id, layout, section.spaces), alt: `The map around ${section.spaces.map((name) => layout.spaces[name]?.title || name).join(", ")}` })) : "")),
    h("p", {}, h("a", { class: "button", href: `${root}/` }, "To the games")));
}

main().catch((error) => { $("page").replaceChildren(h("p", {}, error.message), h("a", { href: `${root}/` }, "Back to the games")); });
