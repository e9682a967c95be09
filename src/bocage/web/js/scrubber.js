// @ts-check
// Replay: any earlier pick of the game, from the view one may have.
import { $, h, toast } from "./dom.js";

export class Scrubber {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    this.range = $("scrubber");
    this.range.addEventListener("input", () => this.go(Number(this.range.value)));
    $("scrub-back").addEventListener("click", () => this.go(Number(this.range.value) - 1));
    $("scrub-forward").addEventListener("click", () => this.go(Number(this.range.value) + 1));
    $("scrub-live").addEventListener("click", () => this.live());
    this.wanted = -1;
    this.busy = false;
    this.side = $("scrub-side");
    this.side.append(...table.sides.map((/** @type {string} */ name) => h("option", { value: name }, `as ${name} saw it`)));
    this.side.addEventListener("change", () => this.go(Math.min(Number(this.range.value), table.info.seq - 1)));
  }

  update() {
    const live = this.table.info.seq;
    this.range.max = String(live);
    if (!this.table.replaying) this.range.value = String(live);
    const over = Boolean(this.table.info.over);
    if (this.side.hidden && over) this.side.value = this.table.side || this.table.sides[0];
    this.side.hidden = !over;
    $("scrub-where").textContent = `${this.range.value} / ${live}`;
    $("scrub-live").hidden = !this.table.replaying;
    document.body.classList.toggle("replaying", this.table.replaying);
  }

  /** Show the game after pick n; only the newest wish is fetched. */
  async go(/** @type {number} */ n) {
    const live = this.table.info.seq;
    this.wanted = Math.max(0, Math.min(live, n));
    this.range.value = String(this.wanted);
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.wanted >= 0) {
        const now = this.wanted;
        this.wanted = -1;
        if (now >= live) this.table.replaying = false;
        else {
          const payload = await this.table.api.get("/replay", { n: now, side: this.side.hidden ? this.table.side : this.side.value });
          this.table.replaying = true;
          this.table.view = payload.view ?? payload;
        }
        if (!this.table.replaying) await this.table.refresh();
        else await this.table.draw();
        this.update();
      }
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
    } finally {
      this.busy = false;
    }
  }

  async live() {
    this.table.replaying = false;
    await this.table.refresh();
  }
}
