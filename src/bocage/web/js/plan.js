// @ts-check
// A secret plan as a card: what has been decided so far, line by line, beside the question.
import { h } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./wire.js").Line} Line */

/** @type {Line[]} */
let lines = [];

/** Fetch the plan anew; draw it if it has changed. */
export async function updatePlan(/** @type {Table} */ table) {
  const { plan } = await table.questions.sketch("");
  const fresh = JSON.stringify(plan) !== JSON.stringify(lines);
  lines = [...plan];
  if (fresh) table.scene.decision();
}

export function planCard(/** @type {Table} */ table) {
  if (!lines.length || table.view.result) return "";
  return h("details", { class: "plan-card", id: "plan-card", open: true }, h("summary", {}, "Your plan"), h("ul", { tabindex: 0, role: "list", "aria-label": "Your plan" }, lines.map((line) => h("li", {}, line.text))));
}
