// @ts-check
// A battle before it is fought: the account, the column, the die faces, the chance of each outcome.
import { $, h } from "./dom.js";
import { ruleLink } from "./panel.js";

/** A line of the account and its rule, which may stand at the end of the words. */
function split(/** @type {any} */ line) {
  const found = /^(.*?)\s*\(([\w.]+)\)$/.exec(line.text);
  return found && /\d/.test(found[2]) ? [found[1], line.rule || found[2]] : [line.text, line.rule ?? ""];
}

export function drawPreview(/** @type {any} */ preview, /** @type {(number: string) => void} */ openRule) {
  const box = $("preview");
  box.hidden = !preview;
  if (!preview) return;
  const faces = preview.faces ?? [];
  box.replaceChildren(
    h("h3", {}, preview.title),
    h("table", { class: "account" }, h("caption", { class: "visually-hidden" }, "Account of the battle"),
      h("tbody", {}, preview.lines.map((/** @type {any} */ line) => {
        const [text, rule] = split(line);
        return h("tr", {}, h("td", {}, text), h("td", { class: "rule-cell" }, ruleLink(rule, openRule)));
      }))),
    preview.column ? h("p", { class: "column" }, "Column ", h("strong", {}, preview.column)) : "",
    faces.length > 0 && faces.length < 13 ? h("table", { class: "faces" }, h("caption", { class: "visually-hidden" }, "Die faces and their results"),
      h("tbody", {}, h("tr", {}, faces.map((/** @type {string[]} */ face) => h("th", { scope: "col" }, face[0]))), h("tr", {}, faces.map((/** @type {string[]} */ face) => h("td", {}, face[1]))))) : "",
    h("div", { class: "chances" }, (preview.outcomes ?? []).map((/** @type {any} */ found) =>
      h("div", { class: "chance" },
        h("strong", {}, found.result),
        h("meter", { min: 0, max: 1, value: found.chance, "aria-label": `${found.result} ${found.fraction}` }),
        h("span", {}, `${Math.round(found.chance * 100)} % `, h("span", { class: "muted" }, found.fraction)),
        found.meaning && found.meaning !== found.result ? h("span", { class: "meaning muted" }, found.meaning) : ""))));
}
