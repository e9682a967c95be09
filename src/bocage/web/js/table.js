// @ts-check
// The table: one game, seen with one token. It asks the server for everything and knows no rule.
import { ApiError, call, GameApi, mine } from "./api.js";
import { Choices } from "./choices.js";
import { drawCounters } from "./counters.js";
import { $, h, speak, toast } from "./dom.js";
import { Drag } from "./drag.js";
import { Guide } from "./guide.js";
import { HotSeat } from "./hotseat.js";
import { Hover } from "./hover.js";
import { Keyboard } from "./keyboard.js";
import { Layer } from "./layer.js";
import { MapView } from "./map.js";
import { drawDecision, drawPreview, drawStack } from "./panel.js";
import { Scrubber } from "./scrubber.js";
import { drawBoxes, drawGame, drawLog, drawTracks, setUpTabs } from "./sidebar.js";
import { currentSkin, setUpSkins } from "./skins.js";

class Table {
  constructor() {
    const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() ?? "");
    const token = location.hash.slice(1) || mine.all().find((entry) => entry.id === id)?.token || "";
    this.api = new GameApi(id, token);
    this.skin = currentSkin();
    this.side = "";
    this.picked = "";
    this.space = "";
    this.replaying = false;
    this.busy = false;
    /** @type {any} */ this.reason = null;
    /** @type {any} */ this.info = null;
    /** @type {any} */ this.view = null;
    /** @type {any} */ this.title = null;
    this.choices = new Choices([]);
    /** @type {Map<string, any[]>} */ this.lines = new Map();
    /** @type {any[]} */ this.log = [];
    this.overlayName = "";
    this.again = 0;
    /** @type {string[]} */ this.sides = [];
    this.openRule = this.openRule.bind(this);
    this.suggest = this.suggest.bind(this);
  }

  async start() {
    setUpTabs();
    setUpSkins((skin) => { this.skin = skin; this.map?.load(this.mapUrl(), skin).then(() => this.draw()); });
    this.info = await this.api.get();
    const titles = await call("GET", "/api/titles");
    this.title = titles.find((/** @type {any} */ found) => found.id === this.info.view.game);
    this.sides = this.title.sides;
    document.title = `${this.title.name} – Bocage`;
    this.layout = await call("GET", `/api/titles/${this.title.id}/map`);
    this.map = new MapView(this.layout);
    this.layer = new Layer(this.layout, this.sides);
    this.scrubber = new Scrubber(this);
    this.keyboard = new Keyboard(this);
    this.hover = new Hover(this);
    this.drag = new Drag(this);
    this.hotSeat = new HotSeat(this);
    this.guide = new Guide(this);
    this.buttons();
    await this.map.load(this.mapUrl(), this.skin);
    this.map.fit();
    await this.refresh();
    this.api.listen((message) => this.changed(message), (up) => this.linked(up));
    document.body.dataset.ready = "yes";
  }

  mapUrl() {
    return `/api/titles/${this.title.id}/map.svg?skin=${this.skin}&embed=0`;
  }

  buttons() {
    $("undo").addEventListener("click", () => this.undo());
    $("redo").addEventListener("click", () => this.redo());
    $("fit").addEventListener("click", () => this.map.fit());
    $("centre").addEventListener("click", () => this.centre());
    $("zoom-in").addEventListener("click", () => this.map.zoom(1.3));
    $("zoom-out").addEventListener("click", () => this.map.zoom(1 / 1.3));
    $("help").addEventListener("click", () => this.keyboard.help());
    const select = $("overlay");
    select.append(h("option", { value: "" }, "No overlay"));
    for (const name of this.info.overlays ?? []) select.append(h("option", { value: name }, name));
    select.addEventListener("change", () => this.showOverlay(select.value));
    $("viewport").addEventListener("click", (/** @type {MouseEvent} */ event) => {
      if (this.map.dragged || this.drag.carried) return;
      const unit = /** @type {HTMLElement} */ (event.target).closest?.(".piece")?.getAttribute("data-unit");
      const space = this.map.spaceAt(event.clientX, event.clientY);
      const aimed = this.picked && this.choices.targets(this.picked).has(space);
      if (unit && !aimed) this.pickUnit(unit, space);
      else if (space) this.pickSpace(space);
    });
  }

  /** The connection came or went; after a gap the game may have gone on. */
  async linked(/** @type {boolean} */ up) {
    const back = up && document.body.dataset.link === "down";
    document.body.dataset.link = up ? "up" : "down";
    if (back && !this.busy && !this.replaying) await this.catchUp();
  }

  /** Fetch the game as it stands; without a connection, again in a moment. */
  async catchUp() {
    try { await this.refresh(); } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "offline") throw error;
      clearTimeout(this.again);
      this.again = window.setTimeout(() => this.catchUp(), 1000);
    }
  }

  /** Somebody picked: fetch the new view unless we made the pick ourselves. */
  async changed(/** @type {any} */ message) {
    for (const event of message.events ?? []) if (event.text) speak(event.text);
    if (!this.busy && (message.seq === undefined || message.seq !== this.info.seq)) await this.catchUp();
  }

  async refresh() {
    this.take(await this.api.get("", { side: this.side }));
    await this.draw();
  }

  /** Take what the server says for the truth. */
  take(/** @type {any} */ info) {
    this.info = info;
    this.picked = "";
    this.reason = null;
    if (!this.replaying) this.view = info.view;
    this.side = info.view.you || this.side;
    this.hotSeat.check();
  }

  async draw() {
    const { view } = this;
    this.choices = new Choices(this.replaying ? [] : view.options);
    await drawCounters(this.title.id, this.skin, view.pieces);
    $("trail").textContent = [this.title.name, view.trail].filter(Boolean).join(" › ");
    drawTracks(view);
    this.redraw();
    this.scrubber.update();
    drawGame(this);
    const undo = $("undo");
    undo.disabled = !this.info.undo?.can || this.replaying;
    undo.title = this.info.undo?.can ? "Undo (u)" : `Undo: ${this.info.undo?.why ?? ""}`;
    $("redo").disabled = !this.info.redo || this.replaying;
    await Promise.all([this.showOverlay(this.overlayName), this.showLog(), this.showPreview(null)]);
    this.guide.update();
  }

  /** What depends on the picked counter alone. */
  redraw() {
    const targets = this.choices.targets(this.picked);
    this.layer.drawPieces(this.view, this.skin, { able: this.choices.ableUnits(), picked: this.picked });
    this.layer.drawMarks(this.view.marks ?? []);
    this.layer.drawTargets(targets, this.space);
    drawDecision(this);
    drawBoxes(this);
  }

  /** The options on buttons: all of them, or those of the picked counter. */
  shown() {
    const { options } = this.choices;
    if (this.picked) return options.filter((found) => found.units?.includes(this.picked));
    return options.length <= 24 ? options : options;
  }

  async showLog() {
    this.log = (await this.api.get("/log", { side: this.side })).entries ?? [];
    drawLog(this, this.log);
  }

  /** Send an option. The sequence number says what we saw. */
  async choose(/** @type {any} */ choice) {
    if (this.busy || this.replaying) return;
    this.busy = true;
    try {
      const answer = await this.api.post("/actions", { seq: this.info.seq, action: choice.action, side: this.side });
      this.layer.drawPath([]);
      for (const event of answer.events ?? []) speak(event.text);
      if (answer.view && answer.undo) this.take({ ...this.info, ...answer });
      else this.take(await this.api.get("", { side: this.side }));
      await this.draw();
    } catch (error) {
      await this.refused(error);
    } finally {
      this.busy = false;
    }
  }

  async refused(/** @type {any} */ error) {
    if (error instanceof ApiError && error.code === "stale") await this.refresh();
    this.explain({ text: error.message, rule: error.rule ?? "" });
    toast(error.message);
  }

  explain(/** @type {{text: string, rule: string} | null} */ reason) {
    this.reason = reason;
    drawDecision(this);
    if (reason) speak(reason.text);
  }

  /** A click on a counter: act if there is one thing to do, pick it up if it can go somewhere, else say why not. */
  async pickUnit(/** @type {string} */ unit, space = "") {
    const piece = this.view.pieces.find((/** @type {any} */ found) => found.unit === unit);
    await this.look(space || piece?.space || "");
    if (this.replaying || !this.view.options.length) return;
    const { direct, carries } = this.choices.onUnit(unit);
    if (direct.length === 1 && !carries) { await this.choose(direct[0]); return; }
    if (direct.length || carries) {
      this.picked = this.picked === unit && !direct.length ? "" : unit;
      this.reason = null;
      this.redraw();
      return;
    }
    const question = this.choices.questionUnit(unit);
    if (question) await this.ask_why(question);
    else await this.whyNot(space || piece?.space || "");
  }

  /** A click on a space. */
  async pickSpace(/** @type {string} */ space) {
    await this.look(space);
    if (this.replaying || !this.view.options.length) return;
    const here = this.choices.onSpace(space, this.picked);
    if (here.length === 1) { await this.choose(here[0]); return; }
    if (here.length > 1) {
      this.picked = "";
      this.choices = new Choices(this.view.options);
      this.reason = { text: `${here.length} possibilities here: choose one below.`, rule: "" };
      this.redraw();
      $("options")?.focus?.();
      this.offer(here);
      return;
    }
    const units = this.view.pieces.filter((/** @type {any} */ piece) => piece.space === space && this.choices.ableUnits().has(piece.unit));
    if (units.length === 1) { await this.pickUnit(units[0].unit, space); return; }
    if (units.length) return;
    await this.whyNot(space);
  }

  /** A short list of options to choose from, in a dialog. */
  offer(/** @type {any[]} */ some) {
    const dialog = $("dialog");
    dialog.replaceChildren(h("h2", {}, "Which?"), h("div", { class: "options" }, some.map((choice) =>
      h("button", { onclick: () => { dialog.close(); this.choose(choice); } }, choice.action))),
    h("button", { onclick: () => dialog.close() }, "Cancel"));
    dialog.showModal();
  }

  /** Ask why a space is not a legal target. */
  async whyNot(/** @type {string} */ space) {
    const question = this.choices.question(space, this.picked);
    return question ? this.ask_why(question) : null;
  }

  async ask_why(/** @type {string} */ action) {
    try {
      const answer = await this.api.get("/query/explain", { action, side: this.side });
      const reason = answer.allowed ? null : { text: answer.reason ?? answer.message, rule: answer.rule ?? "" };
      this.explain(reason);
      return reason;
    } catch (error) {
      this.explain({ text: /** @type {Error} */ (error).message, rule: "" });
      return this.reason;
    }
  }

  /** Open a space: its counters and what is worth knowing. */
  async look(/** @type {string} */ space) {
    this.space = space;
    if (!space) return;
    try {
      const answer = await this.api.get("/query/inspect", { space, side: this.side });
      this.lines.set(space, answer.lines ?? answer ?? []);
    } catch { this.lines.set(space, []); }
    drawStack(this, space, this.lines.get(space) ?? []);
  }

  /** Pointing at an option shows where it leads and, for an attack, the odds. */
  hint(/** @type {any} */ choice) {
    this.layer.drawTargets(new Set(choice.spaces?.length ? choice.spaces : this.choices.targets(this.picked)), choice.spaces?.[0] ?? "");
    this.showPreview(choice.action);
  }

  async showPreview(/** @type {string | null} */ action) {
    if (!this.info.previews || this.replaying) { drawPreview(null, this.openRule); return; }
    try {
      const answer = await this.api.get("/query/preview", { action: action ?? "", side: this.side });
      drawPreview(answer?.preview ?? null, this.openRule);
    } catch { drawPreview(null, this.openRule); }
  }

  async showOverlay(/** @type {string} */ name) {
    this.overlayName = name;
    $("overlay").value = name;
    try {
      const overlay = name ? await this.api.get(`/query/overlay/${encodeURIComponent(name)}`, { side: this.side }) : null;
      this.layer.drawOverlay(overlay);
    } catch (error) { toast(/** @type {Error} */ (error).message); }
  }

  nextOverlay() {
    const all = ["", ...(this.info.overlays ?? [])];
    const next = all[(all.indexOf(this.overlayName) + 1) % all.length];
    this.showOverlay(next);
    speak(next ? `Overlay ${next}` : "No overlay");
  }

  async step(/** @type {"undo" | "redo"} */ what) {
    try {
      await this.api.post(`/${what}`, { seq: this.info.seq, side: this.side });
      await this.refresh();
    } catch (error) { await this.refused(error); }
  }

  undo() { return this.step("undo"); }
  redo() { return this.step("redo"); }

  drop() {
    this.picked = "";
    this.reason = null;
    this.redraw();
  }

  centre() {
    const targets = [...this.choices.targets("")];
    const units = this.view.pieces.filter((/** @type {any} */ piece) => this.choices.ableUnits().has(piece.unit)).map((/** @type {any} */ piece) => piece.space);
    this.map.centre([...targets, ...units].filter((name) => this.layout.spaces[name]?.kind !== "box"));
  }

  async suggest() {
    try {
      const answer = await this.api.post("/suggest", { side: this.side });
      this.explain({ text: `Suggestion: ${answer.action}${answer.why ? ` – ${answer.why}` : ""}`, rule: "" });
    } catch (error) { await this.refused(error); }
  }

  async openRule(/** @type {string} */ number) {
    const dialog = $("dialog");
    try {
      const rule = await call("GET", `/api/titles/${this.title.id}/rules/${encodeURIComponent(number)}`);
      dialog.replaceChildren(h("h2", {}, `${rule.number} ${rule.heading}`), h("p", {}, rule.summary), h("button", { class: "primary", onclick: () => dialog.close() }, "Close"));
    } catch (error) {
      dialog.replaceChildren(h("p", {}, /** @type {Error} */ (error).message), h("button", { onclick: () => dialog.close() }, "Close"));
    }
    dialog.showModal();
  }

  ask(/** @type {string} */ title, /** @type {string} */ text, /** @type {string} */ yes, /** @type {() => Promise<any>} */ act) {
    const dialog = $("dialog");
    dialog.replaceChildren(h("h2", {}, title), h("p", {}, text), h("div", { class: "dialog-buttons" },
      h("button", { onclick: () => dialog.close() }, "Cancel"),
      h("button", { class: "primary", onclick: async () => { dialog.close(); try { await act(); await this.refresh(); } catch (error) { toast(/** @type {Error} */ (error).message); } } }, yes)));
    dialog.showModal();
  }
}

const table = new Table();
Object.assign(window, { bocage: table });
table.start().catch((error) => {
  $("decision").replaceChildren(h("h2", {}, "The table cannot be shown"), h("p", {}, error.message), h("a", { href: "/" }, "Back to the games"));
  document.body.dataset.ready = "no";
});
