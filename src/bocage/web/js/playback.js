// @ts-check
// The others' turn on the map: counters travel their paths, battles show their card, at a speed one sets, with pause, step,
// skip and "show again". Trails and marks of battles stay until they are dismissed.
import { battlesIn } from "./battles.js";
import { $, speak } from "./dom.js";
import { play } from "./sounds.js";

/** @typedef {import("./wire.js").Sentence} Sentence */
/** @typedef {import("./wire.js").GameState} GameState */

const KEPT = "bocage.speed";
/** @type {Record<string, number>} milliseconds for a step from space to space */
const SPEEDS = { off: 0, fast: 60, normal: 160, slow: 420 };
const CARD = 9; // a battle card is looked at as long as a counter takes for this many spaces
const ROLL = 3; // and that of a roll which is no battle
const LONGEST = 400; // of a longer absence only the last lines are shown

export class Playback {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.running = false;
    this.paused = false;
    this.skipping = false;
    /** @type {(() => void) | null} */ this.wake = null;
    /** @type {Sentence[]} what was shown last */ this.last = [];
    /** @type {boolean} whether we have ended a phase since: what comes next is another turn of theirs */ this.over = false;
    this.at = 0;
    /** @type {Set<string>} the counters that are on the map when all has been shown */ this.arriving = new Set();
    this.speed = /** @type {HTMLSelectElement} */ ($("play-speed"));
    const kept = localStorage.getItem(KEPT) ?? "normal";
    this.speed.value = kept in SPEEDS ? kept : "normal";
    this.speed.addEventListener("change", () => localStorage.setItem(KEPT, this.speed.value));
    $("play-pause").addEventListener("click", () => this.pause());
    $("play-step").addEventListener("click", () => this.step());
    $("play-skip").addEventListener("click", () => this.skip());
    $("play-again").addEventListener("click", () => this.again());
    $("play-clear").addEventListener("click", () => this.clear());
  }

  get pace() {
    return SPEEDS[this.speed.value] ?? SPEEDS.normal;
  }

  /** Show what others did before the new position is laid out. */
  async before(/** @type {GameState} */ info) {
    const { position } = this.table;
    const lines = await this.table.api.linesAfter(info, position.info.seq, position.side);
    const fresh = lines.filter((line) => line.n > position.info.seq && line.n <= info.seq);
    const news = fresh.filter((line) => line.kind !== "Reason");
    if (position.replaying || info.undone !== position.info.undone || !news.length) return;
    if (position.info.you.includes(position.info.to_decide) && position.info.you.length > 1) return; // a hot seat saw it
    if (this.over) { this.table.shades.clearTrails(); this.last = []; this.over = false; }
    this.last = [...this.last, ...news].slice(-LONGEST);
    this.table.battles.follow(news);
    await this.show(news, info.view);
    if (info.view.options.length || info.view.result) this.freely(); // the computer's turn comes pick by pick: a wish holds to its end
  }

  /** Neither paused nor skipped any longer. */
  freely() {
    this.paused = this.skipping = false;
    this.buttons();
  }

  /** Play some lines of the log on the map as it lies, up to what it looks like afterwards. */
  async show(/** @type {Sentence[]} */ lines, /** @type {import("./wire.js").Payload} */ after) {
    if (!this.pace || document.hidden) { this.marks(lines); this.buttons(); this.lastRoll(lines); return; }
    const { position } = this.table;
    this.arriving = new Set(after.pieces.filter(({ space }) => !position.isBox(space)).map(({ unit }) => unit ?? ""));
    this.running = true;
    this.buttons();
    for (let at = 0; at < lines.length && !this.skipping; at += 1) {
      this.at = at;
      $("play-count").textContent = `${at + 1} of ${lines.length}`;
      await this.one(lines, at);
    }
    this.running = false;
    this.marks(lines);
    this.buttons();
    if (this.skipping) this.lastRoll(lines);
    this.table.battles.settle();
  }

  /** Whoever does not watch sees the roll all the same when his answer is asked for at once: to stand or retreat. */
  lastRoll(/** @type {Sentence[]} */ lines) {
    const battle = battlesIn(lines).at(-1), end = lines.at(-1)?.n ?? 0;
    if (battle && battle.roll.n >= end - 2) this.table.battles.show([battle]);
  }

  /** Whoever opens the page and is asked at once sees the roll that he is asked about. */
  lately() {
    const { info, position } = this.table;
    if (position.deciding) this.lastRoll(info.log.entries.filter((line) => line.n > info.since && line.kind !== "Reason"));
  }

  async one(/** @type {Sentence[]} */ lines, /** @type {number} */ at) {
    const line = lines[at], { table } = this;
    const path = this.onMap(line);
    const unit = line.units?.[0] ?? "";
    if (line.dice) {
      const end = lines.findIndex((other, number) => number > at && Boolean(other.dice) && (Boolean(other.column) || !line.column)); // a roll within a battle does not end it
      const [battle] = battlesIn(lines.slice(at, end < 0 ? undefined : end));
      const where = table.battles.spaces(battle);
      this.bring(where);
      table.battles.show([battle]);
      speak(line.text);
      await this.rest(this.pace * (line.column ? CARD : ROLL));
    } else if (unit && path.length > 1) {
      table.battles.leave(line);
      this.bring(path);
      table.shades.addTrail(path, table.position.piece(unit)?.side ?? -1);
      play("step");
      table.layer.travel(unit, path, this.pace * (path.length - 1));
      await this.rest(this.pace * (path.length - 1) + 60);
    } else if (path.length || unit) {
      const home = table.position.piece(unit)?.space ?? "";
      if (path.length === 1 && this.arriving.has(unit) && table.position.isBox(home)) table.layer.travel(unit, path, 0); // out of a box
      const spaces = path.length ? path : [home].filter((name) => table.layout.spaces[name] && !table.position.isBox(name));
      if (spaces.length) { table.battles.leave(line); this.bring(spaces); table.shades.flash(spaces); await this.rest(this.pace * 3); }
    }
  }

  /** The spaces of a line that lie on the map: whoever comes out of a box appears where he lands. */
  onMap(/** @type {Sentence} */ line) {
    const { layout, position } = this.table;
    return (line.spaces ?? []).filter((name) => layout.spaces[name] && !position.isBox(name));
  }

  /** Into sight, if nothing of it is. */
  bring(/** @type {string[]} */ spaces) {
    if (spaces.length && !spaces.some((name) => this.table.map.shows(name))) this.table.map.centre(spaces);
  }

  /** Wait, or until somebody wants the next step; for ever while it is paused. */
  rest(/** @type {number} */ milliseconds) {
    if (this.skipping) return Promise.resolve();
    return new Promise((/** @type {(value?: unknown) => void} */ done) => {
      const wake = () => { if (this.wake === wake) this.wake = null; done(); };
      this.wake = wake;
      setTimeout(() => { if (!this.paused || this.wake !== wake) wake(); }, milliseconds); // nobody waits for a rest that another has taken the place of
    });
  }

  pause() {
    this.paused = !this.paused;
    if (!this.paused) this.wake?.();
    this.buttons();
  }

  step() {
    this.paused = true;
    this.wake?.();
    this.buttons();
  }

  skip() {
    this.skipping = true;
    this.paused = false;
    this.wake?.();
  }

  /** Once more, from where the counters stood: the past is fetched, shown, and left again. */
  async again() {
    const { table, last } = this, { position } = table;
    if (this.running || !last.length || table.sender.busy) return;
    const now = position.view;
    try {
      const past = await table.api.get("/replay", { n: Math.max(0, last[0].n - 1), side: position.side });
      position.replaying = true;
      position.view = past;
      await table.scene.draw();
      table.shades.clearTrails();
      table.battles.close();
      const was = this.speed.value;
      if (was === "off") this.speed.value = "normal";
      this.skipping = false;
      await this.show(last, now);
      this.speed.value = was;
    } finally {
      this.freely();
      position.replaying = false;
      position.view = now;
      await table.follower.refresh();
    }
  }

  /** Trails and battles stay on the map. */
  marks(/** @type {Sentence[]} */ lines) {
    const { shades, position } = this.table;
    for (const line of lines) {
      const path = this.onMap(line);
      if (line.units?.length && path.length > 1) shades.addTrail(path, position.piece(line.units[0])?.side ?? -1);
    }
    for (const battle of battlesIn(lines)) if (battle.roll.column) shades.addBattle(this.table.battles.spaces(battle)[0] ?? "");
  }

  clear() {
    this.table.shades.clearTrails();
    this.table.battles.close();
    this.last = [];
    this.buttons();
  }

  buttons() {
    const playing = this.running || this.paused;
    const any = playing || this.last.some((line) => line.dice || (line.spaces?.length ?? 0) > 1);
    $("playback").hidden = !any;
    for (const id of ["play-pause", "play-step", "play-skip", "play-count"]) $(id).hidden = !playing;
    $("play-pause").textContent = this.paused ? "Go on" : "Pause";
    for (const id of ["play-again", "play-clear"]) $(id).hidden = playing;
    document.body.classList.toggle("playing", this.running);
  }
}
