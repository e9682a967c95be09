// @ts-check
// The after-game review: asked for, waited for with its progress in sight, then opened as a page of its own.
import { call } from "./api.js";
import { h } from "./dom.js";

const EVERY = 1000; // milliseconds between two questions

/** @type {Map<string, any>} one element per game, so that a redrawn panel goes on showing how far it is */
const made = new Map();

/** A button for a finished game; it turns into a progress bar and then into a link. */
export function reviewButton(/** @type {import("./table.js").Table} */ table) {
  const { api } = table;
  let box = made.get(api.id);
  if (!box) {
    box = h("div", { class: "review options" });
    made.set(api.id, box);
    offer(box, api);
  }
  return box;
}

function offer(/** @type {any} */ box, /** @type {any} */ api, /** @type {string} */ fault = "") {
  box.replaceChildren(h("button", { id: "review", onclick: () => follow(box, api) }, "Review the game"),
    h("p", { class: "muted", role: "status" }, fault || "Who was winning when, what turned it, and how lucky everybody was."));
}

async function follow(/** @type {any} */ box, /** @type {any} */ api) {
  const bar = h("progress", { max: 1, value: 0, "aria-label": "The review is being made" });
  const words = h("p", { class: "muted", role: "status" }, "The review is being made …");
  box.replaceChildren(bar, words);
  try {
    let url = "";
    while (!url) {
      const found = await call("GET", `${api.base}/review`, undefined, api.token);
      if (found.address) { url = found.address; break; }
      bar.max = found.of;
      bar.value = found.done;
      words.textContent = `${found.what} …`;
      await new Promise((go) => setTimeout(go, EVERY));
    }
    box.replaceChildren(h("a", { id: "review-link", class: "button", href: url, target: "_blank", rel: "noopener" }, "Open the review"),
      h("a", { class: "button", href: url, download: `review-${api.id}.html` }, "Save it"),
      h("p", { class: "muted" }, "Its address can be shared: it shows this game to anyone who has it, and opens no seat."));
  } catch (error) {
    offer(box, api, /** @type {Error} */ (error).message);
  }
}
