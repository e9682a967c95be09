// @ts-check
// The others at the table: a line of talk, a rematch with the sides changed, leave for advice.
import { $, h, toast } from "./dom.js";

const HIDDEN = "bocage.talk";

export class Company {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.heard = 0;
    /** @type {number | undefined} */ this.waiting = undefined;
    /** @type {import("./wire.js").Remark[]} */ this.lines = [];
    /** @type {string[]} */ this.asked = [];
    this.list = h("ol", { class: "talk-list", "aria-live": "polite", "aria-label": "Talk" });
    this.field = h("input", { id: "talk-line", maxlength: 300, autocomplete: "off", placeholder: "Say something", "aria-label": "A line to the others" });
    this.form = h("form", { class: "name-form" }, this.field, h("button", {}, "Say"));
    this.form.addEventListener("submit", (/** @type {Event} */ event) => { event.preventDefault(); this.say(); });
    this.show = h("input", { type: "checkbox", id: "talk-shown" });
    this.show.checked = localStorage.getItem(HIDDEN) !== "no";
    this.show.addEventListener("change", () => { localStorage.setItem(HIDDEN, this.show.checked ? "yes" : "no"); this.draw(); });
    this.box = h("section", { class: "talk", "aria-label": "Talk" }, h("label", { class: "switch", for: "talk-shown" }, this.show, " Show what is said"), this.list, this.form);
  }

  /** Whether there is anybody to talk to. */
  get alone() {
    const { info } = this.table;
    const people = Object.entries(info.seats).filter(([, seat]) => seat.kind === "human").map(([place]) => place);
    return people.every((place) => info.your_seats.includes(place));
  }

  /** Somebody said something: fetch it once. */
  async talked(/** @type {number} */ last) {
    if (last <= this.heard) return;
    this.heard = last;
    const before = this.lines.at(-1)?.n ?? 0;
    this.lines = (await this.table.api.get("/chat")).lines;
    this.draw();
    const fresh = this.lines.filter((line) => line.n > before);
    if (before && fresh.length && this.show.checked) toast(`${fresh[fresh.length - 1].who}: ${fresh[fresh.length - 1].text}`);
  }

  async say() {
    const text = this.field.value.trim();
    if (!text) return;
    try {
      this.lines = (await this.table.api.post("/chat", { text })).lines;
      this.heard = this.lines.at(-1)?.n ?? this.heard;
      this.field.value = "";
      this.draw();
    } catch (error) { toast(/** @type {Error} */ (error).message); }
  }

  draw() {
    this.list.hidden = this.form.hidden = !this.show.checked;
    this.form.hidden ||= this.table.position.watching;
    this.list.replaceChildren(...this.lines.map((line) => h("li", {}, h("strong", {}, `${line.who}: `), line.text)));
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** The part of the tab "Game" that is about the others. @returns {any[]} */
  section() {
    const { table } = this, { info } = table;
    this.draw();
    return [
      table.position.watching ? h("p", { class: "watching" }, "You are watching. What the sides hide from each other is hidden from you too.") : "",
      this.alone && !table.position.watching ? "" : this.box,
      !this.alone && !info.advice && !info.over && info.your_seats.length ? h("p", {}, h("button", { id: "advice-agree", onclick: () => this.agree() }, "Allow advice from the computer"), h("span", { class: "muted" }, " It is given when both sides allow it.")) : "",
    ];
  }

  async agree() {
    try {
      await this.table.api.post("/advice", { side: this.table.position.side });
      toast("You have agreed. Advice is given when the other side agrees too.");
    } catch (error) { toast(/** @type {Error} */ (error).message); }
  }

  /** Somebody wants to play again. */
  wanted(/** @type {string[]} */ sides) {
    const fresh = sides.join() !== this.asked.join();
    this.asked = sides;
    if (fresh && this.table.info.over) this.table.scene.decision();
  }

  /** The button for another game, with the sides changed. @returns {any} */
  rematch() {
    if (this.table.position.watching) return "";
    const others = this.asked.filter((side) => !this.table.info.you.includes(side));
    return h("p", {}, h("button", { id: "rematch", onclick: () => this.again() }, "Play again with the sides changed"), others.length ? h("strong", {}, ` ${others.join(" and ")} would like to.`) : "");
  }

  async again() {
    const { table } = this;
    try {
      const answer = await table.api.post("/rematch", { side: table.position.side });
      if (answer.url) location.href = answer.url;
      else toast("The other side has been asked. This page goes there when it agrees.");
      this.waiting ??= window.setInterval(() => this.look(), 1500);
    } catch (error) { toast(/** @type {Error} */ (error).message); }
  }

  /** Has the other side agreed? */
  async look() {
    const answer = await this.table.api.post("/rematch", { side: this.table.position.side }).catch(() => null);
    if (answer?.url) location.href = answer.url;
  }
}
