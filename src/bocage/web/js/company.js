// @ts-check
// The others at the table: a line of talk, a rematch with the sides changed, leave for advice.
import { $, h, toast } from "./dom.js";

/** @typedef {import("./wire.js").GameState} GameState */

const HIDDEN = "bocage.talk";

export class Company {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.heard = 0;
    /** @type {boolean} whether we know what had been said when we came */ this.came = false;
    /** @type {number | undefined} */ this.waiting = undefined;
    /** @type {import("./wire.js").Remark[]} */ this.lines = [];
    /** @type {string[]} */ this.asked = [];
    this.next = ""; // for spectators, the link to the game that follows
    /** @type {string[] | null} the sides that allow advice, as soon as they are known */ this.agreed = null;
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
    const fresher = this.came;
    this.came = true;
    if (last <= this.heard) return;
    this.heard = last;
    const before = this.lines.at(-1)?.n ?? 0;
    this.lines = (await this.table.api.get("/chat")).lines;
    this.draw();
    const fresh = this.lines.filter((line) => line.n > before && !this.isOurs(line.who));
    if (fresher && fresh.length && this.show.checked) toast(`${fresh[fresh.length - 1].who}: ${fresh[fresh.length - 1].text}`);
  }

  /** Whether it is us: by name, or by the seat of whoever has none. */
  isOurs(/** @type {string} */ who) {
    const { seats, your_seats } = this.table.info;
    return your_seats.some((place) => who === (seats[place]?.name || place));
  }

  /** Who sat down, who has left and who has come back, told to everybody else. */
  seated(/** @type {GameState} */ before, /** @type {GameState} */ now) {
    for (const [place, { kind, name }] of Object.entries(now.seats)) {
      if (kind !== "human" || now.your_seats.includes(place)) continue;
      const [was, is] = [before, now].map(({ away }) => away.includes(place)), who = name || `The ${place} player`;
      if (is && !was) toast(`${who} has left the table. The link to the seat stays good.`);
      else if (was && !is) toast(`${who} is back.`);
      else if (name && name !== before.seats[place]?.name) toast(`${name} plays the ${place} side.`);
    }
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
      !this.alone && !info.advice && !info.over && info.your_seats.length ? this.consent() : "",
    ];
  }

  /** Leave for advice: who has given it, and the button for whoever has not. */
  consent() {
    const { info } = this.table;
    const agreed = /** @type {string[]} */ (this.agreed ?? []);
    const others = agreed.filter((side) => !info.you.includes(side));
    if (agreed.some((side) => info.you.includes(side))) return h("p", { class: "muted" }, "You allow advice from the computer. It is given when the other side allows it too.");
    return h("p", {}, h("button", { id: "advice-agree", onclick: () => this.agree() }, "Allow advice from the computer"), h("span", { class: "muted" }, others.length ? ` The ${others.join(" and ")} side would allow it.` : " It is given when both sides allow it."));
  }

  /** Who allows advice has changed: the other side is told, and whoever asked learns that it is given now. */
  consented(/** @type {string[]} */ sides) {
    const { info, position } = this.table, before = this.agreed;
    this.agreed = sides;
    if (before && before.join() === sides.join()) return;
    if (before && !position.watching && !this.alone) {
      const fresh = sides.filter((side) => !before.includes(side) && !info.you.includes(side));
      const mine = sides.some((side) => info.you.includes(side));
      if (fresh.length) toast(`The ${fresh.join(" and ")} side allows advice from the computer. ${mine ? "It can be asked now." : "It is given if you allow it too, under “Game”."}`);
    }
    this.table.scene.beside();
  }

  async agree() {
    try {
      const { wanted: agreed } = await this.table.api.post("/advice", { side: this.table.position.side });
      const waited = (this.agreed ?? []).some((side) => !this.table.info.you.includes(side));
      toast(waited ? "Both sides allow it: the computer can be asked now." : "You have agreed. Advice is given when the other side agrees too.");
      this.consented(agreed);
    } catch (error) { toast(/** @type {Error} */ (error).message); }
  }

  /** Somebody wants to play again. */
  wanted(/** @type {string[]} */ sides) {
    const fresh = sides.join() !== this.asked.join();
    this.asked = sides;
    if (fresh && this.table.info.over) this.table.scene.decision();
    if (sides.length && this.table.position.watching && !this.next) this.follow();
  }

  /** Whoever watches may go on watching when the players begin another game. */
  async follow() {
    const { url } = await this.table.api.get("/rematch").catch(() => ({ url: "" }));
    this.next = url;
    if (url && this.table.info.over) this.table.scene.decision();
  }

  /** The button for another game, with the sides changed. @returns {any} */
  rematch() {
    if (this.table.position.watching) return this.next ? h("p", {}, h("a", { class: "button", id: "watch-next", href: this.next }, "They play again: watch it")) : "";
    const others = this.asked.filter((side) => !this.table.info.you.includes(side));
    const said = others.length ? `The ${others.join(" and ")} side would like to.` : this.asked.length ? "You have asked. This page goes there when the other side agrees." : "";
    return h("p", {}, h("button", { id: "rematch", onclick: () => this.again() }, "Play again with the sides changed"), said ? h("strong", {}, ` ${said}`) : "");
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
