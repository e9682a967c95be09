// @ts-check
// What is sent: a pick, a gesture of several picks, undo and redo. The sequence number says what we saw.
import { ApiError } from "./api.js";
import { isPlain } from "./choices.js";
import { speak, toast } from "./dom.js";

/** @typedef {import("./wire.js").Choice} Choice */
/** @typedef {import("./hand.js").Asked} Asked */
/** @typedef {import("./wire.js").GameState} GameState */

export class Sender {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.busy = false;
    this.gestures = 0;
  }

  /** Whether an option wants a second word first. */
  isGrave(/** @type {Choice} */ choice) {
    if (choice.ask) return true;
    return Boolean(this.table.view.warnings?.length) && isPlain(choice) && choice.part !== "ready" && choice.part !== "back" && choice.part !== "halt";
  }

  /** Send an option. What ends a phase with something undone asks once more. */
  async choose(/** @type {Asked} */ choice, sure = false) {
    const { table } = this;
    if (this.busy || table.position.replaying) return;
    if (!sure && this.isGrave(choice)) { table.hand.confirm(choice); return; }
    if (choice.picks) { await this.finish(choice.picks); return; }
    if (choice.part === "end") table.playback.over = true;
    await this.send(() => table.api.post("/actions", { seq: table.info.seq, action: choice.action, side: table.position.side, careful: !sure }), (answer) => answer);
  }

  /** Send counters somewhere, or let them join what is being prepared, with one gesture. */
  async order(/** @type {string[]} */ units, /** @type {string} */ space, verb = "", toward = false, manner = "") {
    const { table } = this;
    if (this.busy || table.position.replaying) return;
    /** @type {string[]} */
    let last = [];
    let why = "";
    await this.send(() => table.api.post("/orders", { seq: table.info.seq, units, space, verb, toward, manner, side: table.position.side, careful: true }), (answer) => {
      ({ last, refused: why } = answer);
      if (why && !last.length && answer.done.length < units.length) toast(`${units.length - answer.done.length} could not: ${why}`);
      return answer.state;
    });
    if (last.length) this.askLast(last, why);
  }

  /** Picks that belong together: the last press of an attack. */
  async finish(/** @type {string[]} */ picks) {
    const { table } = this;
    if (this.busy || table.position.replaying) return;
    await this.send(() => table.api.post("/orders", { seq: table.info.seq, picks, side: table.position.side }), (answer) => answer.state);
  }

  /** Whatever waits to be carried out, in its order. */
  async each() {
    const { table } = this;
    if (this.busy || table.position.replaying) return;
    await this.send(() => table.api.post("/orders", { seq: table.info.seq, each: true, side: table.position.side }), (answer) => answer.state);
  }

  /** Let the computer make the plan that is asked for; it can be looked at and taken back. */
  async surprise() {
    const { table } = this;
    if (this.busy || table.position.replaying) return;
    await this.send(() => table.api.post("/surprise", { seq: table.info.seq, side: table.position.side }), (answer) => answer.state);
  }

  undo() { return this.step("undo"); }
  redo() { return this.step("redo"); }

  async step(/** @type {"undo" | "redo"} */ what) {
    const { table } = this;
    if (this.busy) return;
    await this.send(() => table.api.post(`/${what}`, { seq: table.info.seq, side: table.position.side }), (answer) => answer);
  }

  /** One request that changes the game, and its answer on the table. */
  async send(/** @type {() => Promise<any>} */ ask, /** @type {(answer: any) => GameState} */ read) {
    const { table } = this;
    this.busy = true;
    toast(""); // what was said of the last gesture
    clearTimeout(table.questions.timer); // what was pointed at is no longer asked about
    this.gestures += 1;
    document.body.classList.add("sending");
    try {
      const before = table.info.seq, { trail } = table.view;
      const info = read(await ask());
      table.shades.drawPath([]);
      table.position.since = info.seq;
      await table.take(info);
      await table.scene.draw();
      table.battles.tell(info.events, before, trail);
      this.aloud(info, before);
    } catch (error) {
      await this.refused(/** @type {Error} */ (error));
    } finally {
      this.busy = false;
      document.body.classList.remove("sending");
      table.follower.listenUp();
    }
  }

  /** What a pick did is heard, a set-up in secret too; where nothing is told, and after an undo, what is asked now. */
  aloud(/** @type {GameState} */ info, /** @type {number} */ before) {
    const { follower, view } = this.table;
    if (info.seq < before) follower.heard = info.seq;
    const heard = info.seq > before ? follower.hear(info.events ?? []) : info.seq;
    if (info.seq === before || heard > before) return;
    speak(`${info.seq > before ? "Done." : "Taken back."} ${view.prompt.text}`);
  }

  /** A last move takes a second word; it may consist of several picks. */
  askLast(/** @type {string[]} */ picks, /** @type {string} */ why) {
    const first = this.table.view.options.find((choice) => choice.action === picks[0]);
    if (!first) return false;
    this.table.hand.clear();
    this.table.hand.confirm({ ...first, ...(picks.length > 1 ? { label: "Make the last move", picks } : {}), ask: why });
    return true;
  }

  async refused(/** @type {Error} */ error) {
    if (error instanceof ApiError && error.code === "stale") await this.table.follower.refresh();
    if (error instanceof ApiError && error.picks.length && this.askLast(error.picks, error.message)) return;
    this.table.explain({ text: error.message, rule: error instanceof ApiError ? error.rule : "" });
    toast(error.message);
  }
}
