// @ts-check
// Replay: any earlier pick of the game, from the view one may have; played at a speed one sets, with marks for turns and
// battles, what changed pointed out, and a link to the moment.
import { battlesIn } from "./battles.js";
import { $, h, toast } from "./dom.js";

/** @typedef {import("./wire.js").Sentence} Sentence */

/** @type {Record<string, number>} milliseconds a pick */
const SPEEDS = { slow: 1600, normal: 700, fast: 200 };

export class Scrubber {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.range = /** @type {HTMLInputElement} */ ($("scrubber"));
    this.side = /** @type {HTMLSelectElement} */ ($("scrub-side"));
    this.speed = /** @type {HTMLSelectElement} */ ($("scrub-speed"));
    this.wanted = -1;
    this.busy = false;
    this.timer = 0;
    this.moment = NaN;
    this.marked = "";
    /** @type {Promise<Sentence[]>} every line of the game so far, as one may see it */ this.lines = Promise.resolve([]);
    this.range.addEventListener("input", () => this.go(this.now));
    $("scrub-back").addEventListener("click", () => this.go(this.now - 1));
    $("scrub-forward").addEventListener("click", () => this.go(this.now + 1));
    $("scrub-play").addEventListener("click", () => this.play());
    $("scrub-link").addEventListener("click", () => this.link());
    $("scrub-live").addEventListener("click", () => this.live());
    this.side.append(...table.sides.map((name) => h("option", { value: name }, `as the ${name} side saw it`)));
    this.side.addEventListener("change", () => this.go(Math.min(this.now, table.info.seq - 1)));
  }

  /** With whose eyes the past is seen. */
  get eyes() {
    return this.side.hidden ? this.table.position.side : this.side.value;
  }

  /** The pick that the slider stands at. */
  get now() {
    return Number(this.range.value);
  }

  update() {
    const { info, position } = this.table, live = info.seq;
    this.range.max = String(live);
    if (!position.replaying) this.range.value = String(live);
    if (this.side.hidden && info.over) this.side.value = position.side || this.table.sides[0];
    this.side.hidden = !info.over;
    $("scrub-where").textContent = `${this.range.value} / ${live}`;
    $("scrub-live").hidden = $("scrub-link").hidden = !position.replaying;
    document.body.classList.toggle("replaying", position.replaying);
    if (position.replaying) this.marks();
  }

  /** Turns and battles on the slider, from the typed lines of the whole log. */
  async marks() {
    const { table } = this, side = this.eyes, known = `${table.info.seq} ${side}`;
    if (this.marked === known) return;
    this.marked = known;
    this.lines = table.api.get("/log", { side }).then((/** @type {{entries: Sentence[]}} */ found) => found.entries, () => []);
    const entries = await this.lines;
    const list = $("scrub-marks"), of = Math.max(1, table.info.seq);
    /** @type {Map<number, string>} by pick, the first line of its battle */
    const battles = new Map(entries.filter((line) => line.column).reverse().map((line) => [line.n, line.text]));
    const turns = await table.api.get("/turns").catch(() => ({ starts: [] }));
    list.replaceChildren(
      ...turns.starts.map((/** @type {[number, string]} */ [n, name]) => this.mark(n, of, "turn-tick", name)),
      ...[...battles].map(([n, text]) => this.mark(n, of, "battle-tick", text)));
  }

  mark(/** @type {number} */ n, /** @type {number} */ of, /** @type {string} */ kind, /** @type {string} */ title) {
    const node = h("button", { class: `tick-mark ${kind}`, title, "aria-label": title, tabindex: -1, onclick: () => this.go(n) });
    node.style.left = `${(100 * n) / of}%`;
    return node;
  }

  /** Play on, or stop. */
  play() {
    if (this.timer) { this.stop(); return; }
    if (this.now >= this.table.info.seq) this.range.value = "0";
    $("scrub-play").textContent = "❚❚";
    $("scrub-play").setAttribute("aria-label", "Stop the replay");
    const step = async () => {
      await this.go(this.now + 1, false);
      if (!this.timer) return;
      if (this.now >= this.table.info.seq) { this.stop(); return; }
      this.timer = window.setTimeout(step, SPEEDS[this.speed.value] ?? SPEEDS.normal);
    };
    this.timer = window.setTimeout(step, 0);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    $("scrub-play").textContent = "▶▶";
    $("scrub-play").setAttribute("aria-label", "Play the replay");
  }

  /** Show the game after pick n; only the newest wish is fetched. */
  async go(/** @type {number} */ n, byHand = true) {
    const { table } = this, { position } = table, live = table.info.seq;
    if (byHand && this.timer) this.stop();
    this.wanted = Math.max(0, Math.min(live, n));
    this.range.value = String(this.wanted);
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.wanted >= 0) {
        const now = this.wanted, before = position.view;
        this.wanted = -1;
        if (now >= live) { await this.leave(); } else {
          const payload = await table.api.get("/replay", { n: now, side: this.eyes });
          position.replaying = true;
          position.view = payload;
          await table.scene.draw();
          this.changedSince(before);
          this.update();
          await this.card(now);
        }
        this.update();
      }
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
    } finally {
      this.busy = false;
    }
  }

  /** The card of what this pick rolled, and of the battle that it goes on with, as at the table. */
  async card(/** @type {number} */ now) {
    const { battles, playback } = this.table, lines = await this.lines;
    if (!this.table.position.replaying) return;
    const found = battlesIn(lines.filter((line) => line.n <= now)).filter(({ roll, after }) => roll.n === now || after.at(-1)?.n === now);
    if (!found.length) { battles.close(); return; }
    battles.show(found);
    playback.bring(battles.spaces(found[battles.at]));
  }

  /** What is another than a moment ago is pointed out. */
  changedSince(/** @type {import("./wire.js").Payload} */ before) {
    const { position, shades } = this.table;
    const was = new Map(before.pieces.map((piece) => [piece.unit ?? "", JSON.stringify(piece)]));
    const spaces = position.view.pieces.filter((piece) => piece.unit && was.get(piece.unit) !== JSON.stringify(piece)).map((piece) => piece.space);
    if (spaces.length && spaces.length < 12) shades.flash([...new Set(spaces)]);
  }

  /** A link to this moment, for whoever may see this table. */
  link() {
    const address = `${location.href.split("@")[0]}@${this.now}`;
    navigator.clipboard?.writeText(address).then(() => toast(`The link to this moment is copied. ${this.table.position.watching ? "Whoever opens it watches." : "It opens this seat: send a spectator's link to others."}`), () => toast(address));
    history.replaceState(null, "", address);
  }

  /** The page was opened with a link to a moment. */
  openLink() {
    if (Number.isFinite(this.moment)) this.go(this.moment);
  }

  async live() {
    this.stop();
    await this.leave();
  }

  /** Back in the present; the card of the past goes. */
  async leave() {
    this.table.position.replaying = false;
    this.table.battles.close();
    await this.table.follower.refresh();
  }
}
