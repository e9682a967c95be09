// @ts-check
// The panel: whose decision it is, what can be done, what ends it; and the open stack.
import { label } from "./choices.js";
import { counter, inWords } from "./counters.js";
import { $, h } from "./dom.js";
import { reviewButton } from "./review.js";

const MANY = 24;
const MEANWHILE = 60;
const FEW = 5;
const NARROW = "(max-width: 48rem), (max-aspect-ratio: 1/1), (max-height: 30rem)";

/** A rule number that opens our own summary. */
export function ruleLink(/** @type {string} */ number, /** @type {(number: string) => void} */ open) {
  return number ? h("button", { class: "rule-link", onclick: () => open(number), "aria-label": `Rule ${number}` }, `rule ${number}`) : "";
}

export function drawDecision(/** @type {any} */ table) {
  const { view } = table;
  const told = table.reason && h("p", { class: "reason", role: "status" }, table.reason.text, " ", ruleLink(table.reason.rule, table.openRule), table.reason.more ?? "");
  const held = inFocus(), read = lines(), place = read?.scrollTop ?? 0;
  $("asked").replaceChildren(...(view.result ? over(table) : asked(table)), meanwhile(table));
  keepReading(view.options.length > 0, read?.childElementCount, place);
  $("answers").replaceChildren(...[answers(table), told].flat(3).filter(Boolean));
  if (held) /** @type {HTMLElement | null} */ ($("answers").querySelector(held))?.focus({ preventScroll: true });
}

function lines() {
  return $("asked").querySelector(".meanwhile ul");
}

/** While others play, the newest line is in sight; afterwards one reads from the first, and stays where one was. */
function keepReading(/** @type {boolean} */ my, /** @type {number | undefined} */ known, /** @type {number} */ place) {
  const now = lines();
  if (now) now.scrollTop = !my ? now.scrollHeight : known === now.childElementCount ? place : 0;
}

/** What has the keyboard among the answers, as a selector that finds it again when they are drawn anew. */
function inFocus() {
  const held = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!held || !$("answers").contains(held)) return "";
  if (held.id) return `#${CSS.escape(held.id)}`;
  return held.dataset.action ? `[data-action="${CSS.escape(held.dataset.action)}"]` : "";
}

function over(/** @type {any} */ table) {
  return [h("h2", {}, "The game is over"), h("p", { class: "result" }, table.view.result),
    h("p", { class: "muted" }, "The slider below the map replays it, from either side's view."),
    reviewButton(table)];
}

/** Who decides what. */
function asked(/** @type {any} */ table) {
  const { view } = table;
  const by = view.prompt.by, side = table.sides.indexOf(by), seat = table.info.seats?.[by];
  const my = view.options.length > 0;
  const computer = seat && seat.kind !== "human";
  const who = h("span", { class: `who side-${table.shades.shade(side)}` }, by === "chance" ? "The dice" : by);
  const busy = !my && !table.replaying && computer;
  return [
    h("p", { class: "whose" }, who, my ? "" : busy ? ` The computer (${seat.kind}) is thinking …` : table.replaying ? "" : " decides. You will see it here."),
    busy ? h("progress", { class: "thinking", "aria-label": "The computer is thinking" }) : "",
    h("h2", {}, view.prompt.text, " ", ruleLink(view.prompt.rule ?? "", table.openRule)),
  ].filter(Boolean);
}

/** The lines of a log without reasons that were just given: an order of many picks is explained once. */
export function once(/** @type {any[]} */ entries) {
  let last = "";
  return entries.filter((entry) => {
    if (entry.kind !== "Reason") return true;
    const fresh = entry.text !== last;
    last = entry.text;
    return fresh;
  });
}

/** What the others did since our last pick, and why, as far as they say. */
function meanwhile(/** @type {any} */ table) {
  const { info, since } = table;
  if (since === undefined || table.replaying || info.seq <= since) return "";
  const news = once((info.log?.entries ?? []).filter((/** @type {any} */ entry) => entry.n > since));
  if (!news.length) return "";
  const why = news.findLast((/** @type {any} */ entry) => entry.kind === "Reason");
  const open = table.unfolded ?? (news.length < FEW || !matchMedia(NARROW).matches);
  return h("details", { class: "meanwhile", open },
    h("summary", { onclick: (/** @type {any} */ event) => { table.unfolded = !event.currentTarget.parentElement.open; } }, news.length > MEANWHILE ? `Meanwhile: the last ${MEANWHILE} lines, more in the log` : "Meanwhile", why ? h("span", { class: "last" }, `Why: ${why.text}`) : ""),
    h("ul", {}, news.slice(-MEANWHILE).map((/** @type {any} */ entry) => h("li", { class: entry.kind === "Reason" ? "why" : "" },
      h("button", { class: "line", title: "Show it on the map", onclick: () => table.log.show(entry) }, entry.kind === "Reason" ? `Why: ${entry.text}` : entry.text)))));
}

/** What can be done: buttons by kind, or a list if there are too many. */
function answers(/** @type {any} */ table) {
  const { view } = table;
  if (!view.options.length || table.replaying || view.result) return [];
  const shown = table.shown();
  const warnings = (view.warnings ?? []).map((/** @type {string} */ text) => h("p", { class: "warning" }, text));
  if (table.confirming) return confirmation(table, warnings);
  return [
    table.picked && h("p", { class: "in-hand" }, "In hand: ", h("strong", {}, table.pieceName(table.picked)), " ", h("button", { onclick: () => table.drop() }, "Put down")),
    shown.length > MANY ? many(table, shown) : few(table, shown),
    warnings,
    h("p", { class: "suggest" }, h("button", { id: "suggest", onclick: table.suggest, title: "Suggest a move (s)" }, "Suggest a move")),
  ];
}

function button(/** @type {any} */ table, /** @type {any} */ choice, /** @type {number} */ at) {
  const plain = !(choice.units ?? []).length && !(choice.spaces ?? []).length;
  return h("li", {}, h("button", {
    "data-action": choice.action, class: plain ? "plain" : "",
    onclick: () => table.choose(choice), onmouseenter: () => table.hint(choice), onmouseleave: () => table.unhint(), onfocus: () => table.hint(choice),
  }, at < 9 && h("kbd", { "aria-hidden": "true" }, at + 1), label(choice)));
}

function few(/** @type {any} */ table, /** @type {any[]} */ shown) {
  const verbs = [...new Set(shown.map((choice) => choice.verb))];
  const grouped = shown.length > 8 && verbs.length > 1;
  const list = (/** @type {any[]} */ some, /** @type {string} */ id) => h("ul", { class: "options", id }, some.map((choice) => button(table, choice, shown.indexOf(choice))));
  if (!grouped) return list(shown, "options");
  return h("div", { id: "options" }, verbs.map((verb) => h("div", { class: "option-group" }, h("h3", {}, verb.replaceAll("-", " ")), list(shown.filter((choice) => choice.verb === verb), ""))));
}

/** Ending a phase while something is left undone takes a second word. */
function confirmation(/** @type {any} */ table, /** @type {any[]} */ warnings) {
  return h("div", { class: "confirm", role: "alertdialog", "aria-label": "Left undone" },
    h("h3", {}, `${label(table.confirming)}: something is left undone`), warnings,
    h("div", { class: "dialog-buttons" },
      h("button", { id: "confirm-no", onclick: () => table.unconfirm() }, "Go back"),
      h("button", { id: "confirm-yes", class: "primary", "data-action": table.confirming.action, onclick: () => table.choose(table.confirming, true) }, `${label(table.confirming)} all the same`)));
}

/** Too many for buttons: a list to filter. The map shows them all. */
function many(/** @type {any} */ table, /** @type {any[]} */ shown) {
  const plain = shown.filter((choice) => !(choice.units ?? []).length && !(choice.spaces ?? []).length);
  const select = h("select", { id: "options", size: 7, "aria-label": "Options" });
  const fill = (/** @type {string} */ words) => select.replaceChildren(...shown.filter((choice) => words.split(" ").every((word) => label(choice).toLowerCase().includes(word))).slice(0, 300)
    .map((choice) => h("option", { value: choice.action }, label(choice))));
  fill("");
  const act = () => { const found = shown.find((choice) => choice.action === select.value); if (found) table.choose(found); };
  select.addEventListener("change", () => { const found = shown.find((choice) => choice.action === select.value); if (found) table.hint(found); });
  select.addEventListener("dblclick", act);
  select.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") { event.stopPropagation(); act(); } });
  return [
    h("p", { class: "muted" }, `${shown.length} possibilities: pick on the map, or here.`),
    h("input", { type: "search", class: "find", placeholder: "Find: a counter, a hex, a word", "aria-label": "Find among the options", oninput: (/** @type {any} */ event) => fill(event.target.value.toLowerCase().trim()) }),
    select,
    h("ul", { class: "options" },
      h("li", {}, h("button", { class: "primary", onclick: act }, "Do it")),
      plain.map((choice) => h("li", {}, h("button", { "data-action": choice.action, class: "plain", onclick: () => table.choose(choice) }, label(choice))))),
  ];
}

/** The counters in a space, one row each. */
export function drawStack(/** @type {any} */ table, /** @type {string} */ space, /** @type {any[]} */ lines) {
  const box = $("stack");
  const at = table.layout.spaces[space];
  box.hidden = !at;
  if (!at) return;
  const pieces = table.view.pieces.filter((/** @type {any} */ piece) => piece.space === space);
  const able = table.choices.ableUnits();
  box.replaceChildren(
    h("h3", {}, at.kind === "hex" ? [space, at.title].filter(Boolean).join(" ") : at.title || space, at.terrain ? h("span", { class: "muted" }, ` ${at.terrain}`) : "",
      h("button", { class: "close", "aria-label": "Close", onclick: () => { box.hidden = true; table.space = ""; table.redraw(); } }, "×")),
    ...lines.map((line) => h("p", { class: "muted" }, line.text, " ", ruleLink(line.rule ?? "", table.openRule))),
    ...pieces.map((/** @type {any} */ piece) => h("button", {
      class: able.has(piece.unit) ? "stack-row able" : "stack-row", "data-unit": piece.unit ?? "", disabled: !piece.unit,
      onclick: () => table.pickUnit(piece.unit),
    }, counter(table.skin, piece), h("span", {}, inWords(piece, table.sides), able.has(piece.unit) ? h("strong", {}, " – can act") : ""))));
}
