// @ts-check
// Following the game: news as it comes, catching up after a gap, one fetch at a time.
import { ApiError } from "./api.js";
import { speak, toast } from "./dom.js";

/** @typedef {import("./wire.js").News} News */
/** @typedef {import("./wire.js").Sentence} Sentence */
/** @typedef {import("./wire.js").TableNews} TableNews */

export class Follower {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.catching = false;
    this.again = 0;
    this.heard = 0; // the last line that was said aloud
    /** @type {Partial<Pick<TableNews, "seq" | "undone" | "over" | "result" | "seats" | "away" | "advice">>} what was told since the game was last fetched */ this.told = {};
  }

  listen() {
    const gone = () => toast("This link no longer opens the seat: somebody has taken it with a new one.");
    this.table.api.listen((message) => this.changed(message), (up) => this.linked(up), gone);
  }

  /** The connection came or went; after a gap the game may have gone on. */
  async linked(/** @type {boolean} */ up) {
    const back = up && document.body.dataset.link === "down";
    document.body.dataset.link = up ? "up" : "down";
    if (back) await this.doubt();
  }

  /** What the page shows may be old: fetch the game as soon as nothing is under way. */
  async doubt() {
    this.told.seq = NaN;
    await this.listenUp();
  }

  /** Fetch the game as it stands; without a connection, again in a moment. */
  async catchUp() {
    if (this.catching) return;
    this.catching = true;
    try {
      do await this.refresh(); while (this.isBehind() && !this.table.busy);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "offline") throw error;
      clearTimeout(this.again);
      this.again = window.setTimeout(() => this.doubt(), 1000);
    } finally {
      this.catching = false;
    }
  }

  /** Say to a screen reader what happened, each line once. How far the game has been told. */
  hear(/** @type {Sentence[]} */ lines) {
    const fresh = lines.filter((line) => line.n > this.heard && line.text);
    if (fresh.length) speak(fresh.map((line) => line.text).join(" "));
    this.heard = Math.max(this.heard, ...fresh.map((line) => line.n));
    return this.heard;
  }

  /** Somebody picked, gave up, sat down or said something. */
  async changed(/** @type {Partial<News & TableNews>} */ message) {
    this.hear(message.events ?? []);
    const { seq, undone, over, result, seats, away, advice } = message;
    const said = Object.entries({ seq, undone, over, result, seats, away, advice }).filter(([, value]) => value !== undefined);
    Object.assign(this.told, Object.fromEntries(said));
    if (message.talk !== undefined) this.table.company.talked(message.talk);
    if (message.agreed !== undefined) this.table.company.consented(message.agreed);
    if (message.rematch !== undefined) this.table.company.wanted(message.rematch);
    await this.listenUp();
  }

  /** Whether something was told that the page does not show. */
  isBehind() {
    const { info } = this.table;
    return Object.entries(this.told).some(([name, value]) => JSON.stringify(value) !== JSON.stringify(info[/** @type {keyof typeof this.told} */ (name)]));
  }

  /** What was told while we were busy is looked at afterwards. */
  async listenUp() {
    if (!this.table.busy && this.isBehind()) await this.catchUp();
  }

  /** The game as the server has it; what others did meanwhile is shown on the map first. */
  async refresh() {
    const { table } = this, { gestures } = table.sender;
    this.told = {};
    const info = await table.api.get("", { side: table.position.side });
    if (gestures !== table.sender.gestures) { this.told.seq = NaN; return; } // older than what was sent meanwhile and its answer
    await table.playback.before(info);
    table.company.seated(table.info, info);
    await table.take(info);
    await table.scene.draw();
  }
}
