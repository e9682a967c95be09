// @ts-check
// Following the game: news as it comes, catching up after a gap, one fetch at a time.
import { ApiError } from "./api.js";
import { speak, toast } from "./dom.js";

/** @typedef {import("./wire.js").News} News */
/** @typedef {import("./wire.js").TableNews} TableNews */

export class Follower {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.catching = false;
    this.stale = false;
    this.again = 0;
    /** @type {boolean} something was told that the page does not show yet */ this.heard = false;
  }

  listen() {
    const gone = () => toast("This link opens the seat no longer: somebody has taken it with a new one.");
    this.table.api.listen((message) => this.changed(message), (up) => this.linked(up), gone);
  }

  /** The connection came or went; after a gap the game may have gone on. */
  async linked(/** @type {boolean} */ up) {
    const back = up && document.body.dataset.link === "down";
    document.body.dataset.link = up ? "up" : "down";
    if (back && !this.table.busy && !this.table.position.replaying) await this.catchUp();
  }

  /** Fetch the game as it stands; without a connection, again in a moment. */
  async catchUp() {
    if (this.catching) { this.stale = true; return; }
    this.catching = true;
    try {
      do { this.stale = false; await this.refresh(); } while (this.stale);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "offline") throw error;
      clearTimeout(this.again);
      this.again = window.setTimeout(() => this.catchUp(), 1000);
    } finally {
      this.catching = false;
    }
  }

  /** Somebody picked, gave up, sat down or said something. */
  async changed(/** @type {Partial<News & TableNews>} */ message) {
    for (const event of message.events ?? []) if (event.text) speak(event.text);
    const { info } = this.table;
    const about = message.over !== undefined && (message.over !== info.over || message.result !== info.result);
    const seated = message.seats !== undefined && JSON.stringify(message.seats) !== JSON.stringify(info.seats);
    this.heard ||= message.seq !== info.seq || message.undone !== info.undone || about || seated;
    if (message.talk !== undefined) this.table.company.talked(message.talk);
    if (message.rematch !== undefined) this.table.company.wanted(message.rematch);
    if (message.advice !== undefined && message.advice !== info.advice) this.heard = true;
    await this.listenUp();
  }

  /** What was told while we were busy is looked at afterwards. */
  async listenUp() {
    if (this.table.busy || !this.heard) return;
    this.heard = false;
    await this.catchUp();
  }

  /** The game as the server has it; what others did meanwhile is shown on the map first. */
  async refresh() {
    const { table } = this;
    const info = await table.api.get("", { side: table.position.side });
    await table.playback.before(info);
    await table.take(info);
    await table.scene.draw();
  }
}
