// @ts-check
// Small windows: a short list to choose from, our summary of a rule, a question before something grave.
import { label } from "./choices.js";
import { $, h, toast } from "./dom.js";

function open(/** @type {any[]} */ ...children) {
  const dialog = $("dialog");
  dialog.replaceChildren(...children);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

export function close() {
  $("dialog").close();
}

/** A short list of options to choose from. */
export function offer(/** @type {import("./wire.js").Choice[]} */ some, /** @type {(choice: import("./wire.js").Choice) => void} */ choose) {
  open(h("h2", {}, "Which?"), h("ul", { class: "options" }, some.map((choice) =>
    h("li", {}, h("button", { onclick: () => { close(); choose(choice); } }, label(choice))))),
  h("div", { class: "dialog-buttons" }, h("button", { onclick: close }, "Cancel")));
}

/** Ask before something that cannot be taken back. */
export function ask(/** @type {string} */ title, /** @type {string} */ text, /** @type {string} */ yes, /** @type {() => Promise<any>} */ act) {
  open(h("h2", {}, title), h("p", {}, text), h("div", { class: "dialog-buttons" },
    h("button", { onclick: close }, "Cancel"),
    h("button", { class: "primary", onclick: async () => { close(); try { await act(); } catch (error) { toast(/** @type {Error} */ (error).message); } } }, yes)));
}

export function keys(/** @type {string[][]} */ rows) {
  open(h("h2", {}, "Keys"),
    h("table", { class: "keys" }, rows.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, what)))),
    h("div", { class: "dialog-buttons" }, h("button", { class: "primary", onclick: close }, "Close")));
}
