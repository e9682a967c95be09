// @ts-check
// "Your turn": said in the title and the icon of the tab, and, if somebody wants it, by the system.
import { root } from "./api.js";
import { $, h, toast } from "./dom.js";
import { play } from "./sounds.js";

const WANTED = "bocage.notify";

/** Whether this seat has to decide now. */
function mine(/** @type {import("./table.js").Table} */ table) {
  return !table.info.over && table.info.you.includes(table.info.to_decide) && table.view.options.length > 0;
}

export class Attention {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.was = true;
    this.icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
    document.addEventListener("visibilitychange", () => this.update());
  }

  /** Say in the tab whose turn it is; tell the system when it has just become ours and nobody looks. */
  update() {
    const { title, info } = this.table;
    const turn = mine(this.table);
    const alone = info.you.length > 1;
    $("title").textContent = title.name;
    document.title = `${turn && !alone ? "● Your turn: " : ""}${title.name} – Bocage`;
    const icon = turn && !alone ? `${root}/static/icon-turn.svg` : `${root}/static/icon.svg`;
    if (this.icon && this.icon.getAttribute("href") !== icon) this.icon.setAttribute("href", icon);
    if (turn && !this.was && !alone && document.hidden && this.on) this.notify(title.name);
    if (turn && !this.was) play("turn");
    this.was = turn;
  }

  get on() {
    return "Notification" in window && Notification.permission === "granted" && localStorage.getItem(WANTED) === "yes";
  }

  notify(/** @type {string} */ name) {
    const note = new Notification(`Your turn: ${name}`, { body: this.table.view.prompt.text, tag: this.table.api.id });
    note.onclick = () => { window.focus(); note.close(); };
  }

  /** The switch, where the browser can do it; it asks the browser's leave when it is turned on. */
  toggle() {
    if (!("Notification" in window) || !window.isSecureContext || this.table.info.you.length !== 1) return "";
    const box = h("input", { type: "checkbox", id: "notify" });
    box.checked = this.on;
    box.addEventListener("change", async () => {
      localStorage.setItem(WANTED, box.checked ? "yes" : "no");
      if (!box.checked || Notification.permission === "granted") return;
      box.checked = (await Notification.requestPermission()) === "granted";
      if (!box.checked) toast("The browser does not allow it for this page; the tab still tells whose turn it is.");
    });
    return h("label", { class: "switch", for: "notify" }, box, " Tell me when it is my turn");
  }
}
