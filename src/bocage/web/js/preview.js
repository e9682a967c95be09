// @ts-check
// A battle before it is fought: one line first, then the account, the column, the die faces, the chance of each outcome.
// It lies over the map, so that nothing moves when it comes.
import { $, h } from "./dom.js";
import { ruleLink } from "./panel.js";

const NARROW = "(max-width: 70rem), (max-aspect-ratio: 1/1), (max-height: 30rem)"; // a tablet too: open, the account covers half of its map
const UPRIGHT = "(max-width: 48rem), (max-aspect-ratio: 1/1)"; // there it is as broad as the map, and lies at its head or its foot
const FOLDED = 130; // pixels of the line alone
let asked = "", unfolded = false;

/** On which side of the map it lies: where it hides less of the battle. It stays there as long as the same is asked. */
export function putAside(/** @type {import("./table.js").Table} */ table, /** @type {string[]} */ spaces) {
  const box = $("preview"), { map, layout } = table, question = table.view.trail;
  if (!box.hidden && asked === question) return;
  asked = question;
  const wide = Math.min(384, map.port.clientWidth * 0.6) + 24; // as the style sheet has it
  const spots = spaces.filter((name) => layout.spaces[name]).map((name) => map.seenAt(name));
  const hidden = (/** @type {number} */ from, /** @type {number} */ to) => spots.filter(({ x }) => x > from && x < to).length;
  box.classList.toggle("left", hidden(map.port.clientWidth - wide, map.port.clientWidth) > hidden(0, wide));
  const foot = map.port.clientHeight - map.covered();
  const under = (/** @type {number} */ from, /** @type {number} */ to) => spots.filter(({ y }) => y > from && y < to).length;
  box.classList.toggle("low", matchMedia(UPRIGHT).matches && under(0, FOLDED) > under(foot - FOLDED, foot));
}

export function drawPreview(/** @type {import("./wire.js").Preview | null} */ preview, /** @type {(number: string) => void} */ openRule) {
  const box = $("preview");
  box.classList.remove("leaving");
  box.hidden = !preview;
  if (!preview) return;
  const line = [preview.column, inShort(preview)].filter(Boolean).join(", ");
  box.replaceChildren(
    h("h3", {}, preview.title),
    line ? h("p", { class: "in-short" }, line) : "",
    ...(matchMedia(NARROW).matches ? [folded(account(preview, openRule))] : account(preview, openRule)));
}

/** On a phone or a tablet the line stands alone, and the account comes when it is asked for: the battle is to be seen. */
function folded(/** @type {any[]} */ inside) {
  return h("details", { open: unfolded, ontoggle: (/** @type {any} */ event) => { unfolded = event.currentTarget.open; } }, h("summary", {}, "The account"), inside);
}

/** Who counts how much and why, the column, the faces of the die, the chances. */
function account(/** @type {import("./wire.js").Preview} */ preview, /** @type {(number: string) => void} */ openRule) {
  const faces = preview.faces ?? [], outcomes = preview.outcomes ?? [];
  return [
    h("table", { class: "account" }, h("caption", { class: "visually-hidden" }, "Account of the battle"),
      h("tbody", {}, preview.lines.map((found) => h("tr", {}, h("td", {}, found.text), h("td", { class: "rule-cell" }, ruleLink(found.rule ?? "", openRule)))))),
    preview.column ? h("p", { class: "column" }, "Column ", h("strong", {}, preview.column)) : "",
    faces.length > 0 && faces.length < 13 ? h("table", { class: "faces" }, h("caption", { class: "visually-hidden" }, "Die faces and their results"),
      h("tbody", {}, h("tr", {}, faces.map((face) => h("th", { scope: "col" }, face[0]))), h("tr", {}, faces.map((face) => h("td", {}, face[1]))))) : "",
    h("div", { class: "chances" }, outcomes.map((found) =>
      h("div", { class: "chance" },
        h("strong", {}, found.result),
        h("meter", { min: 0, max: 1, value: found.chance, "aria-label": `${found.result} ${found.fraction}` }),
        h("span", {}, `${percent(found.chance)} `, h("span", { class: "muted" }, found.fraction)),
        found.meaning && found.meaning !== found.result ? h("span", { class: "meaning muted" }, found.meaning) : ""))),
  ];
}

/** What an attacker asks first: how likely the hex is cleared; else of a table's results the likeliest, and where there is
 * no table, what the account puts first. */
function inShort(/** @type {import("./wire.js").Preview} */ preview) {
  if (preview.short) return preview.short;
  if (preview.clears != null) return `${percent(preview.clears)} to clear ${(preview.spaces ?? []).length > 1 ? "them" : "it"}`;
  const outcomes = preview.outcomes ?? [];
  const best = preview.column ? outcomes.toSorted((a, b) => b.chance - a.chance)[0] : outcomes[0];
  return best ? `${percent(best.chance)} ${(preview.column && best.meaning) || best.result}` : "";
}

const percent = (/** @type {number} */ chance) => `${Math.round(chance * 100)} %`;
