// @ts-check
// Questions to the server that move nothing: what is here, why not, how far, at what odds. Answers are kept until the game goes on.
import { label } from "./choices.js";
import { $, h, speak, toast } from "./dom.js";
import { drawStack } from "./panel.js";
import { drawPreview } from "./preview.js";

const REACH = "reach";

export class Questions {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    this.overlayName = "";
    /** @type {Map<string, Promise<any>>} */ this.kept = new Map();
    this.asked = 0;
    this.timer = 0;
    /** @type {string[]} */ this.overlays = [];
  }

  forget() {
    this.kept.clear();
  }

  /** Ask once, as long as nothing changes. */
  once(/** @type {string} */ path, /** @type {any} */ query) {
    const name = `${path} ${JSON.stringify(query)} ${this.table.side}`;
    let found = this.kept.get(name);
    if (!found) {
      found = this.table.api.get(path, { ...query, side: this.table.side });
      found.catch(() => this.kept.delete(name));
      this.kept.set(name, found);
    }
    return found;
  }

  /** What is worth knowing of a space. */
  async inspect(/** @type {string} */ space) {
    if (this.table.replaying) return [];
    return (await this.once("/query/inspect", { space }).catch(() => ({}))).lines ?? [];
  }

  /** Open a space beside the map: its counters and what is worth knowing. */
  async look(/** @type {string} */ space) {
    this.table.space = space;
    if (!space) return;
    drawStack(this.table, space, []);
    const lines = await this.inspect(space);
    if (this.table.space === space && lines.length) drawStack(this.table, space, lines);
  }

  /** Where a counter could go, and at what cost. */
  async reach(/** @type {string} */ unit) {
    return (await this.once("/query/reach", { unit }).catch(() => ({}))).spaces ?? {};
  }

  /** Ask why a space is not a legal target. */
  async whyNot(/** @type {string} */ space) {
    const question = this.table.choices.question(space, this.table.picked);
    return question ? this.why(question) : null;
  }

  async why(/** @type {string} */ action) {
    let reason;
    try {
      const answer = await this.table.api.get("/query/explain", { action, side: this.table.side });
      reason = answer.allowed ? null : { text: answer.reason ?? answer.message, rule: answer.rule ?? "" };
    } catch (error) {
      reason = { text: /** @type {Error} */ (error).message, rule: "" };
    }
    this.table.explain(reason);
    return reason;
  }

  /** Pointing at an option shows where it leads and, for an attack, the odds. */
  hint(/** @type {any} */ choice) {
    const { table } = this;
    const homes = table.view.pieces.filter((/** @type {any} */ piece) => choice.units?.includes(piece.unit)).map((/** @type {any} */ piece) => piece.space);
    const named = [...(choice.spaces ?? []), ...homes];
    table.shades.drawTargets(new Set(named.length ? named : table.choices.targets(table.picked)), choice.spaces?.[0] ?? homes[0] ?? "");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.preview(choice.action), 60);
  }

  unhint() {
    const { table } = this;
    clearTimeout(this.timer);
    const targets = table.choices.targets(table.picked);
    table.shades.drawTargets(targets, table.space, targets.size > 0 && (table.picked !== "" || table.choices.onlySpaces()));
    this.timer = window.setTimeout(() => this.preview(null), 200);
  }

  async preview(/** @type {string | null} */ action) {
    const { table } = this;
    const mine = ++this.asked;
    const wanted = table.info.previews && !table.replaying && !table.view.result;
    const answer = wanted ? await this.once("/query/preview", { action: action ?? "" }).catch(() => null) : null;
    if (mine === this.asked) drawPreview(answer?.preview ?? null, table.openRule);
  }

  listOverlays(/** @type {string[]} */ names) {
    this.overlays = [...names, ...(this.table.title.queries?.includes(REACH) ? [REACH] : [])];
    const select = $("overlay");
    select.append(h("option", { value: "" }, "No overlay"));
    for (const name of this.overlays) select.append(h("option", { value: name }, name === REACH ? "Reach of a counter" : name.charAt(0).toUpperCase() + name.slice(1)));
    select.addEventListener("change", () => this.overlay(select.value));
  }

  async overlay(/** @type {string} */ name) {
    const { table } = this;
    this.overlayName = name;
    $("overlay").value = name;
    const mine = this.showing = {};
    try {
      const found = !name ? null : name === REACH ? await this.reachOverlay() : await this.once(`/query/overlay/${encodeURIComponent(name)}`, {});
      if (mine === this.showing) table.shades.drawOverlay(table.replaying ? null : found);
    } catch (error) { toast(/** @type {Error} */ (error).message); }
  }

  /** How far the counter in the hand, or the one last looked at, could go. */
  async reachOverlay() {
    const { table } = this;
    const unit = table.picked || table.view.pieces.findLast((/** @type {any} */ piece) => piece.space === table.space && piece.unit)?.unit;
    if (!unit) return { title: "Reach", note: "Pick a counter to see how far it could go." };
    return { title: `Reach of ${table.pieceName(unit)}`, note: "The number is the cost.", spaces: await this.reach(unit) };
  }

  nextOverlay() {
    const all = ["", ...this.overlays];
    const next = all[(all.indexOf(this.overlayName) + 1) % all.length];
    this.overlay(next);
    speak(next ? `Overlay ${next}` : "No overlay");
  }

  /** What would the computer do? One click does it, or Enter for who asked by keyboard and has done nothing since. */
  async suggest() {
    const { table } = this;
    if (table.busy || table.replaying || !table.view.options.length) return;
    const asked = { text: "The computer thinks about it …", rule: "", more: h("progress", { class: "thinking", "aria-label": "The computer is thinking" }) };
    table.explain(asked);
    const held = document.activeElement, at = table.keyboard.at;
    const queue = setInterval(() => this.showPlace(asked), 2000);
    try {
      const answer = await table.api.post("/suggest", { side: table.side });
      if (table.reason !== asked) return; // somebody went on meanwhile: it is about a position that is gone
      const choice = table.info.view.options.find((/** @type {any} */ found) => found.action === answer.action);
      if (choice && !table.replaying) this.hint(choice);
      const more = choice ? h("button", { id: "advice", onclick: () => table.choose(choice) }, "Do it") : null;
      const failed = answer.note ? `${answer.note}. ` : "";
      const still = document.activeElement === held && table.keyboard.at === at;
      table.explain({ text: `${failed}${answer.player} would: ${choice ? label(choice) : answer.action}${answer.why ? `. Why: ${answer.why}` : ""} `, rule: "", more });
      if (still) more?.focus({ preventScroll: true });
    } catch (error) { if (table.reason === asked) await table.refused(error); } finally { clearInterval(queue); }
  }

  /** Whoever waits behind others is told at which place. */
  async showPlace(/** @type {any} */ asked) {
    const place = (await this.table.api.get("/waiting").catch(() => ({}))).advice;
    if (!place || this.table.reason !== asked) return;
    asked.text = `Others asked before you: place ${place} in the queue …`;
    this.table.explain(asked);
  }
}
