// @ts-check
// A secret plan as a card: what has been decided so far, line by line, beside the question.
import { h } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./wire.js").Line} Line */

const NARROW = "(max-width: 48rem), (max-aspect-ratio: 1/1), (max-height: 30rem)";
/** @type {Line[]} */
let lines = [];
/** @type {string | undefined} whose plan it is: the other side at the same screen sees nothing of it */
let whose;
/** @type {boolean | undefined} whether somebody opened it, or closed it; on a small screen the question's buttons come first */
let unfolded;

/** Fetch the plan anew; draw it if it has changed. */
export async function updatePlan(/** @type {Table} */ table) {
  const { side } = table.position, { plan } = await table.questions.sketch("");
  const fresh = side !== whose || JSON.stringify(plan) !== JSON.stringify(lines);
  lines = [...plan];
  whose = side;
  if (fresh) table.scene.decision();
}

export function planCard(/** @type {Table} */ table) {
  if (!lines.length || table.view.result || whose !== table.position.side) return "";
  return h("details", { class: "plan-card", id: "plan-card", open: unfolded ?? !matchMedia(NARROW).matches },
    h("summary", { onclick: (/** @type {any} */ event) => { unfolded = !event.currentTarget.parentElement.open; } }, "Your plan"),
    h("ul", { tabindex: 0, role: "list", "aria-label": "Your plan" }, lines.map((line) => h("li", {}, line.text))));
}
