// @ts-check
// The table: one game, seen with one token. It asks the server for everything and knows no rule.
import { ApiError, call, GameApi, mine, root } from "./api.js";
import { Attention } from "./attention.js";
import { Choices } from "./choices.js";
import { drawCounters } from "./counters.js";
import * as dialogs from "./dialogs.js";
import { $, h, speak, toast } from "./dom.js";
import { Drag } from "./drag.js";
import { Facing } from "./facing.js";
import { Fan } from "./fan.js";
import { Gestures } from "./gestures.js";
import { Guide } from "./guide.js";
import { HotSeat } from "./hotseat.js";
import { Hover } from "./hover.js";
import { Keyboard } from "./keyboard.js";
import { Layer } from "./layer.js";
import { Log } from "./log.js";
import { MapView } from "./map.js";
import { drawDecision } from "./panel.js";
import { Questions } from "./questions.js";
import { Scrubber } from "./scrubber.js";
import { Shades } from "./shades.js";
import { drawBoxes, drawGame, drawTracks, setUpTabs } from "./sidebar.js";
import { currentSkin, setUpSkins } from "./skins.js";
import { sheetOf } from "./sprites.js";

const SMALL = 20; // where fingers play, and counters would be smaller than this, a table opens at the action

class Table {
  constructor() {
    const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() ?? "");
    const token = location.hash.slice(1) || mine.all().find((entry) => entry.id === id)?.token || "";
    this.api = new GameApi(id, token);
    this.skin = currentSkin();
    this.art = document.documentElement.dataset.art ?? "";
    this.side = "";
    this.picked = "";
    this.space = "";
    this.replaying = false;
    this.busy = false;
    /** @type {any} */ this.reason = null;
    /** @type {any} an option that waits for a second word */ this.confirming = null;
    /** @type {any} */ this.info = null;
    /** @type {any} */ this.view = null;
    /** @type {any} */ this.title = null;
    this.choices = new Choices([]);
    this.again = 0;
    /** @type {number | undefined} how far the game was after our last pick */ this.since = undefined;
    /** @type {number | undefined} how far the game is, by the last message */ this.heard = undefined;
    this.stale = false;
    /** @type {boolean | undefined} whether somebody opened what the others did meanwhile, or closed it */ this.unfolded = undefined;
    /** @type {string[]} */ this.sides = [];
    this.openRule = (/** @type {string} */ number) => dialogs.rule(this.title.id, number);
    this.suggest = () => this.questions.suggest();
  }

  async start() {
    setUpTabs(() => { drawBoxes(this); this.log.draw(); });
    setUpSkins((skin) => { this.skin = skin; this.map?.load(this.mapUrl(), skin).then(() => this.draw()).then(() => this.map.rest()); });
    const page = document.documentElement.dataset;
    const ahead = page.game ? this.fetchTitle(page.game) : null;
    ahead?.catch(() => {}); // told when it is awaited
    const info = await this.api.join(await this.api.get());
    [this.title, this.layout] = await (page.game === info.game && ahead ? ahead : this.fetchTitle(info.game));
    const counters = drawCounters(info.game, this.skin, this.onMap(info.view.pieces));
    this.sides = this.title.sides;
    this.furnish();
    this.map.fit();
    const map = this.map.load(this.mapUrl(), this.skin);
    this.buttons(info);
    await this.take(info);
    await Promise.all([counters.then(() => this.draw()), map]);
    $("laying").remove();
    const touched = matchMedia("(pointer: coarse)").matches || this.map.port.clientWidth < 700;
    if (touched && this.layer.size * this.map.scale < SMALL) this.centre();
    this.api.listen((message) => this.changed(message), (up) => this.linked(up), () => toast("This link opens the seat no longer: somebody has taken it with a new one."));
    document.body.dataset.ready = "yes";
    performance.mark("ready");
    setTimeout(() => this.map.rest(), 300);
  }

  /** What does not depend on the game's course is fetched while its state is asked for. */
  fetchTitle(/** @type {string} */ id) {
    sheetOf(this.skin).catch(() => {});
    for (const part of ["ground", "names"]) new Image().src = `${this.mapUrl(id)}&part=${part}`;
    return Promise.all([call("GET", `/api/titles/${id}`), call("GET", `/api/titles/${id}/map?v=${this.art}`)]);
  }

  /** Everything on the table. */
  furnish() {
    this.map = new MapView(this.layout);
    this.layer = new Layer(this.layout);
    this.map.put(this.layer);
    this.shades = new Shades(this.layout, this.sides);
    this.questions = new Questions(this);
    this.log = new Log(this);
    this.scrubber = new Scrubber(this);
    this.keyboard = new Keyboard(this);
    this.fan = new Fan(this);
    this.hover = new Hover(this);
    this.drag = new Drag(this);
    this.gestures = new Gestures(this);
    this.facing = new Facing(this);
    this.hotSeat = new HotSeat(this);
    this.guide = new Guide(this);
    this.attention = new Attention(this);
  }

  mapUrl(title = this.title.id) {
    return `${root}/api/titles/${title}/map.svg?skin=${this.skin}&v=${this.art}`;
  }

  buttons(/** @type {any} */ info) {
    $("undo").addEventListener("click", () => this.undo());
    $("redo").addEventListener("click", () => this.redo());
    $("fit").addEventListener("click", () => this.map.fit());
    $("centre").addEventListener("click", () => this.centre());
    $("zoom-in").addEventListener("click", () => this.map.zoom(1.3));
    $("zoom-out").addEventListener("click", () => this.map.zoom(1 / 1.3));
    $("help").addEventListener("click", () => this.keyboard.help());
    $("more").addEventListener("click", () => $("more").setAttribute("aria-expanded", String(document.body.classList.toggle("more"))));
    $("viewport").addEventListener("pointerdown", () => { document.body.classList.remove("more"); $("more").setAttribute("aria-expanded", "false"); });
    $("grip").addEventListener("click", () => $("grip").setAttribute("aria-expanded", String(document.body.classList.toggle("tall"))));
    this.questions.listOverlays(info.overlays ?? []);
  }

  /** The connection came or went; after a gap the game may have gone on. */
  async linked(/** @type {boolean} */ up) {
    const back = up && document.body.dataset.link === "down";
    document.body.dataset.link = up ? "up" : "down";
    if (back && !this.busy && !this.replaying) await this.catchUp();
  }

  /** Fetch the game as it stands, one fetch at a time; without a connection, again in a moment. */
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

  /** Somebody picked: fetch the new view unless we made the pick ourselves. */
  async changed(/** @type {any} */ message) {
    for (const event of message.events ?? []) if (event.text) speak(event.text);
    this.heard = message.seq ?? -1;
    await this.listenUp();
  }

  /** What was told while we were busy is looked at afterwards. */
  async listenUp() {
    if (!this.busy && this.heard !== undefined && this.heard !== this.info.seq) await this.catchUp();
    if (!this.busy) this.heard = undefined;
  }

  async refresh() {
    await this.take(await this.api.get("", { side: this.side }));
    await this.draw();
  }

  /** Take what the server says for the truth; on a hot seat, as the side that decides sees it. */
  async take(/** @type {any} */ info) {
    this.accept(info);
    const side = this.hotSeat.check();
    if (side) this.accept(await this.api.get("", { side }));
  }

  accept(/** @type {any} */ info) {
    // Told twice what we know: what is in hand stays in hand, and a question that was put stays put.
    const known = this.info?.seq === info.seq && this.info?.view.you === info.view.you;
    this.info = info;
    if (!known) {
      this.picked = "";
      this.reason = null;
      this.confirming = null;
    }
    this.since ??= info.you?.length ? info.since : undefined;
    this.questions.forget();
    if (!this.replaying) this.view = info.view;
    this.side = info.view.you || this.side;
    this.log.take(info.log, this.side);
  }

  /** Counters on the map proper; those that wait in boxes can be painted a moment later. */
  onMap(/** @type {any[]} */ pieces) {
    return pieces.filter((piece) => this.layout.spaces[piece.space]?.kind !== "box");
  }

  async draw() {
    const { view } = this;
    this.choices = new Choices(this.replaying ? [] : view.options);
    await drawCounters(this.title.id, this.skin, this.onMap(view.pieces));
    drawCounters(this.title.id, this.skin, view.pieces).then((fresh) => { if (fresh && view === this.view) this.redraw(); }, () => {});
    $("trail").replaceChildren(h("span", { class: "trail-title" }, this.title.name, view.trail ? " › " : ""), ...(view.trail ? [h("span", {}, view.trail)] : []));
    drawTracks(view);
    this.redraw();
    this.scrubber.update();
    if (this.log.visible()) this.log.draw();
    drawGame(this);
    this.drawUndo();
    this.questions.overlay(this.questions.overlayName);
    this.questions.preview(null);
    if (this.space) this.questions.look(this.space);
    this.guide.update();
    this.attention.update();
  }

  /** The button says how far back one can go. */
  drawUndo() {
    const undo = $("undo"), { can, why } = this.info.undo ?? {};
    undo.disabled = !can || this.replaying;
    undo.title = can ? "Undo (u)" : `Undo: ${why ?? ""}`;
    undo.replaceChildren("Undo", can || !why ? "" : h("span", { class: "limit" }, why));
    $("redo").disabled = !this.info.redo || this.replaying;
  }

  /** What depends on the picked counter alone. */
  redraw() {
    const targets = this.choices.targets(this.picked);
    this.layer.drawPieces(this.view, this.skin, { able: this.choices.ableUnits(), picked: this.picked });
    this.shades.drawMarks(this.view.marks ?? [], this.title.id, this.skin);
    const home = this.view.pieces.find((/** @type {any} */ piece) => this.picked && piece.unit === this.picked)?.space;
    this.shades.drawTargets(targets, this.space, targets.size > 0 && (this.picked !== "" || this.choices.onlySpaces()), home ? [home] : []);
    this.facing.draw();
    drawDecision(this);
    drawBoxes(this);
  }

  /** The options on buttons: all of them, or those of the picked counter and those that name none. */
  shown() {
    const { options } = this.choices;
    return this.picked ? options.filter((found) => found.units?.includes(this.picked)) : options;
  }

  pieceName(/** @type {string} */ unit) {
    return this.view.pieces.find((/** @type {any} */ piece) => piece.unit === unit)?.name || unit;
  }

  /** Send an option. The sequence number says what we saw. What ends a phase with something undone asks once more. */
  async choose(/** @type {any} */ choice, sure = false) {
    if (this.busy || this.replaying) return;
    if (!sure && this.view.warnings?.length && !(choice.units ?? []).length && !(choice.spaces ?? []).length) {
      this.confirm(choice);
      return;
    }
    this.busy = true;
    document.body.classList.add("sending");
    try {
      const answer = await this.api.post("/actions", { seq: this.info.seq, action: choice.action, side: this.side });
      this.shades.drawPath([]);
      for (const event of answer.events ?? []) speak(event.text);
      this.since = answer.seq;
      await this.take(answer);
      await this.draw();
    } catch (error) {
      await this.refused(error);
    } finally {
      this.busy = false;
      document.body.classList.remove("sending");
      this.listenUp();
    }
  }

  confirm(/** @type {any} */ choice) {
    this.confirming = choice;
    drawDecision(this);
    $("confirm-yes").focus();
    speak(`Left undone: ${this.view.warnings.join(" ")}`);
  }

  unconfirm() {
    this.confirming = null;
    drawDecision(this);
  }

  async refused(/** @type {any} */ error) {
    if (error instanceof ApiError && error.code === "stale") await this.refresh();
    this.explain({ text: error.message, rule: error.rule ?? "" });
    toast(error.message);
  }

  explain(/** @type {{text: string, rule: string, more?: any} | null} */ reason) {
    this.reason = reason;
    drawDecision(this);
    document.querySelector("#answers .reason")?.scrollIntoView({ block: "nearest" }); // a phone shows little at a time
    if (reason) speak(reason.text);
  }

  async step(/** @type {"undo" | "redo"} */ what) {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.take(await this.api.post(`/${what}`, { seq: this.info.seq, side: this.side }));
      await this.draw();
    } catch (error) { await this.refused(error); } finally { this.busy = false; this.listenUp(); }
  }

  undo() { return this.step("undo"); }
  redo() { return this.step("redo"); }

  drop() {
    this.picked = "";
    this.reason = null;
    this.confirming = null;
    this.fan.close();
    this.redraw();
  }

  centre() {
    const targets = [...this.choices.targets("")];
    const units = this.view.pieces.filter((/** @type {any} */ piece) => this.choices.ableUnits().has(piece.unit)).map((/** @type {any} */ piece) => piece.space);
    this.map.focus([...targets, ...units].filter((name) => this.layout.spaces[name]?.kind !== "box"));
  }

  // What the parts of the table ask each other.
  pickUnit(/** @type {string} */ unit, space = "") { return this.gestures.pickUnit(unit, space); }
  pickSpace(/** @type {string} */ space) { return this.gestures.pickSpace(space); }
  look(/** @type {string} */ space) { return this.questions.look(space); }
  inspect(/** @type {string} */ space) { return this.questions.inspect(space); }
  reach(/** @type {string} */ unit) { return this.questions.reach(unit); }
  hint(/** @type {any} */ choice) { return this.questions.hint(choice); }
  unhint() { return this.questions.unhint(); }
  whyNot(/** @type {string} */ space) { return this.questions.whyNot(space); }
  ask_why(/** @type {string} */ action) { return this.questions.why(action); }
  get overlayName() { return this.questions.overlayName; }
}

const table = new Table();
Object.assign(window, { bocage: table });
table.start().catch((error) => {
  $("asked").replaceChildren(h("h2", {}, "The table cannot be shown"), h("p", {}, error.message), h("a", { href: "/" }, "Back to the games"));
  document.body.dataset.ready = "no";
});
