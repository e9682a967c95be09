// @ts-check
// The tabs beside the map: tracks, boxes, the log, and the game itself.
import { counter, inWords } from "./counters.js";
import { $, h, toast } from "./dom.js";
import { ask } from "./dialogs.js";

export function setUpTabs(/** @type {() => void} */ opened) {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".tabs [role=tab]")]);
  const open = (/** @type {HTMLElement} */ tab) => {
    for (const other of tabs) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      $(other.getAttribute("aria-controls") ?? "").hidden = !chosen;
    }
    opened();
  };
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(at + step + tabs.length) % tabs.length];
      open(next);
      next.focus();
    });
  });
}

export function drawTracks(/** @type {any} */ view) {
  $("tracks").replaceChildren(h("dl", { class: "tracks-list" }, view.tracks.flatMap((/** @type {any} */ track) =>
    [h("dt", {}, track.name), h("dd", {}, track.value, track.detail ? h("span", { class: "muted" }, ` ${track.detail}`) : "")])));
}

/** Boxes are places: their counters can be picked, and they can be targets. */
export function drawBoxes(/** @type {any} */ table) {
  const { layout, view } = table;
  if (!layout || !view || $("boxes").hidden) return;
  const boxes = Object.entries(layout.spaces).filter(([, at]) => at.kind === "box");
  const targets = table.choices.targets(table.picked);
  const able = table.choices.ableUnits();
  $("boxes").replaceChildren(...boxes.map(([name, at]) => {
    const pieces = view.pieces.filter((/** @type {any} */ piece) => piece.space === name);
    return h("div", { class: targets.has(name) ? "box target-box" : "box", "data-space": name },
      h("h3", {}, at.title || name, h("span", { class: "muted" }, ` ${pieces.length}`),
        targets.has(name) && h("button", { onclick: () => table.pickSpace(name) }, "here")),
      h("div", { class: "box-pieces" }, pieces.map((/** @type {any} */ piece) =>
        h("button", { class: table.picked && table.picked === piece.unit ? "picked" : able.has(piece.unit) ? "able" : "", title: inWords(piece, table.sides), "aria-label": inWords(piece, table.sides), onclick: () => table.pickUnit(piece.unit) },
          counter(table.skin, piece)))));
  }));
}

/** @type {Record<string, string>} */
const DICE = {
  fair: "The dice were committed to before the game; when it is over, bocage verify proves every roll.",
  fast: "The dice follow from a seed: good for trying things, no proof of anything.",
  table: "These dice cannot be proved: the game came here without their secret.",
};

/** Seats, export, resigning, the suggestion. */
export function drawGame(/** @type {any} */ table) {
  const seats = Object.entries(table.info.seats ?? {});
  $("game").replaceChildren(
    h("h3", {}, table.title.name),
    h("ul", { class: "seats" }, seats.map(([side, seat]) => h("li", {}, h("span", { class: `who side-${table.sides.indexOf(side)}` }, side), " ",
      seat.kind === "human" ? seat.name || (table.info.you.includes(side) ? "you" : "a person") : `the computer (${seat.kind})`))),
    h("div", { class: "options" },
      h("button", { onclick: () => exportLog(table) }, "Export the game"),
      h("button", { onclick: () => ask("Resign?", "The game ends and the other side wins.", "Resign", async () => { await table.api.post("/resign", { side: table.side }); await table.refresh(); }) }, "Resign")),
    h("p", { class: "muted" }, DICE[table.info.dice?.kind] ?? DICE.fair));
}

async function exportLog(/** @type {any} */ table) {
  try {
    const text = await table.api.get("/export");
    const url = URL.createObjectURL(new Blob([typeof text === "string" ? text : JSON.stringify(text)], { type: "application/jsonl" }));
    const link = h("a", { href: url, download: `${table.title.id}-${table.api.id}.bocage` });
    link.click();
    URL.revokeObjectURL(url);
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}
