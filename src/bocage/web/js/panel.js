// @ts-check
// The panel: whose decision it is, what can be done, what ends it; the preview of a battle; the open stack.
import { label } from "./choices.js";
import { counter, inWords } from "./counters.js";
import { $, h } from "./dom.js";

const MANY = 24;

/** A rule number that opens our own summary. */
export function ruleLink(/** @type {string} */ number, /** @type {(number: string) => void} */ open) {
  return number ? h("button", { class: "rule-link", onclick: () => open(number), "aria-label": `Rule ${number}` }, `rule ${number}`) : "";
}

export function drawDecision(/** @type {any} */ table) {
  const { view } = table;
  const box = $("decision");
  if (view.result) {
    box.replaceChildren(h("h2", {}, "The game is over"), h("p", {}, view.result));
    return;
  }
  const my = view.options.length > 0 && !table.replaying;
  const shown = table.shown();
  const parts = [
    h("p", {}, h("span", { class: my ? "who" : "who thinking" }, view.prompt.by), my ? "" : " to decide"),
    h("h2", {}, view.prompt.text, " ", ruleLink(view.prompt.rule ?? "", table.openRule)),
    my && shown.length <= MANY && h("ul", { class: "options", id: "options" }, shown.map((/** @type {any} */ choice, /** @type {number} */ at) =>
      h("li", {}, h("button", {
        "data-action": choice.action,
        onclick: () => table.choose(choice),
        onmouseenter: () => table.hint(choice),
        onfocus: () => table.hint(choice),
      }, at < 9 && h("kbd", {}, at + 1), label(choice))))),
    my && shown.length > MANY && many(table, shown),
    my && (view.warnings ?? []).map((/** @type {string} */ text) => h("p", { class: "warning" }, text)),
    table.reason && h("p", { class: "reason", role: "status" }, table.reason.text, " ", ruleLink(table.reason.rule, table.openRule)),
  ];
  box.replaceChildren(...parts.flat(3).filter(Boolean));
}

/** Too many for buttons: a list to filter. The map shows them all. */
function many(/** @type {any} */ table, /** @type {any[]} */ shown) {
  const plain = shown.filter((choice) => !(choice.units ?? []).length && !(choice.spaces ?? []).length);
  const select = h("select", { id: "options", size: 8, "aria-label": "Options" },
    shown.map((choice) => h("option", { value: choice.action }, label(choice))));
  const act = () => { const found = shown.find((choice) => choice.action === select.value); if (found) table.choose(found); };
  select.addEventListener("dblclick", act);
  select.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") { event.stopPropagation(); act(); } });
  return [
    h("p", { class: "muted" }, `${shown.length} possibilities: pick on the map, or here.`),
    select,
    h("ul", { class: "options" },
      h("li", {}, h("button", { class: "primary", onclick: act }, "Do it")),
      plain.map((choice) => h("li", {}, h("button", { "data-action": choice.action, onclick: () => table.choose(choice) }, label(choice))))),
  ];
}

export function drawPreview(/** @type {any} */ preview, /** @type {(number: string) => void} */ openRule) {
  const box = $("preview");
  box.hidden = !preview;
  if (!preview) return;
  const split = (/** @type {any} */ line) => {
    const found = /^(.*?)\s*\(([\w.]+)\)$/.exec(line.text);
    return found ? [found[1], line.rule || found[2]] : [line.text, line.rule ?? ""];
  };
  box.replaceChildren(
    h("h3", {}, preview.title),
    h("table", {}, h("caption", { class: "visually-hidden" }, "Account of the battle"),
      h("tbody", {}, preview.lines.map((/** @type {any} */ line) => {
        const [text, rule] = split(line);
        return h("tr", {}, h("td", {}, text), h("td", {}, ruleLink(rule, openRule)));
      }))),
    preview.column ? h("p", {}, h("strong", {}, `Column ${preview.column}`), ` \u2003 ${(preview.faces ?? []).map((/** @type {string[]} */ f) => `${f[0]}: ${f[1]}`).join("  ")}`) : "",
    h("div", {}, (preview.outcomes ?? []).map((/** @type {any} */ found) =>
      h("div", { class: "chance", title: found.meaning ?? "" },
        h("strong", {}, found.result),
        h("meter", { min: 0, max: 1, value: found.chance, "aria-label": `${found.result} ${found.fraction}` }),
        h("span", {}, `${Math.round(found.chance * 100)} % (${found.fraction})`)))));
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
    h("h3", {}, [space, at.title].filter(Boolean).join(" "), at.terrain ? h("span", { class: "muted" }, ` ${at.terrain}`) : ""),
    ...lines.map((line) => h("p", { class: "muted" }, line.text, " ", ruleLink(line.rule ?? "", table.openRule))),
    ...pieces.map((/** @type {any} */ piece) => h("button", {
      class: "stack-row", "data-unit": piece.unit ?? "", disabled: !piece.unit,
      onclick: () => table.pickUnit(piece.unit),
    }, counter(table.skin, piece), h("span", {}, inWords(piece, table.sides), able.has(piece.unit) ? h("strong", {}, " – can act") : ""))));
}
