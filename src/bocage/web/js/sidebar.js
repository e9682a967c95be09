// @ts-check
// The tabs beside the map: tracks, boxes, the log, and the game itself.
import { counter, inWords } from "./counters.js";
import { $, h, toast } from "./dom.js";
import { ruleLink } from "./panel.js";

export function setUpTabs() {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".tabs [role=tab]")]);
  const open = (/** @type {HTMLElement} */ tab) => {
    for (const other of tabs) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      $(other.getAttribute("aria-controls") ?? "").hidden = !chosen;
    }
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
  const boxes = Object.entries(layout.spaces).filter(([, at]) => at.kind === "box");
  const targets = table.choices.targets(table.picked);
  const able = table.choices.ableUnits();
  $("boxes").replaceChildren(...boxes.map(([name, at]) => {
    const pieces = view.pieces.filter((/** @type {any} */ piece) => piece.space === name);
    return h("div", { class: "box", "data-space": name },
      h("h3", {}, at.title || name, h("span", { class: "muted" }, ` ${pieces.length}`),
        targets.has(name) && h("button", { onclick: () => table.pickSpace(name) }, "here")),
      h("div", { class: "box-pieces" }, pieces.map((/** @type {any} */ piece) =>
        h("button", { class: able.has(piece.unit) ? "able" : "", title: inWords(piece, table.sides), "aria-label": inWords(piece, table.sides), onclick: () => table.pickUnit(piece.unit) },
          counter(table.skin, piece)))));
  }));
}

let filter = "";

export function drawLog(/** @type {any} */ table, /** @type {any[]} */ entries) {
  const list = h("ol", { class: "log-list" }, entries.filter((entry) => entry.text.toLowerCase().includes(filter)).reverse().slice(0, 400).map((entry) =>
    h("li", {}, h("button", { onclick: () => table.scrubber.go(entry.n) }, entry.text), " ", ruleLink(entry.rule ?? "", table.openRule))));
  const field = h("input", { type: "search", placeholder: "Find in the log", "aria-label": "Find in the log", value: filter, oninput: (/** @type {any} */ e) => { filter = e.target.value.toLowerCase(); drawLog(table, entries); $("log").querySelector("input").focus(); } });
  $("log").replaceChildren(h("div", { class: "log-tools" }, field), list);
}

/** Seats, export, resigning, the suggestion. */
export function drawGame(/** @type {any} */ table) {
  const seats = Object.entries(table.info.seats ?? {});
  $("game").replaceChildren(
    h("h3", {}, table.title.name),
    h("ul", {}, seats.map(([side, seat]) => h("li", {}, `${side}: ${typeof seat === "string" ? seat : seat.kind ?? ""}`))),
    h("div", { class: "options" },
      h("button", { onclick: table.suggest }, "Suggest a move"),
      h("button", { onclick: () => exportLog(table) }, "Export the game"),
      h("button", { onclick: () => table.ask("Resign?", "The game ends and the other side wins.", "Resign", () => table.api.post("/resign", { side: table.side })) }, "Resign")),
    h("p", { class: "muted" }, "The dice are committed to before the game and can be verified after it."));
}

async function exportLog(/** @type {any} */ table) {
  try {
    const text = await table.api.get("/export");
    const url = URL.createObjectURL(new Blob([typeof text === "string" ? text : JSON.stringify(text)], { type: "application/jsonl" }));
    const link = h("a", { href: url, download: `${table.title.id}-${table.api.id}.jsonl` });
    link.click();
    URL.revokeObjectURL(url);
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}
