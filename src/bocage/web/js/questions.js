// @ts-check
// Questions to the server that move nothing: what is here, why not, how far, at what odds. Answers are kept until the game goes on.
import { label } from "./choices.js";
import { $, h, speak, toast } from "./dom.js";
import { drawPreview, putAside } from "./preview.js";

/** @typedef {import("./wire.js").Choice} Choice */
/** @typedef {import("./hand.js").Reason} Reason */

const REACH = "reach";

export class Questions {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.overlayName = "";
    /** @type {Map<string, Promise<any>>} */ this.kept = new Map();
    this.asked = 0;
    this.timer = 0;
    /** @type {string[]} */ this.overlays = [];
    this.showing = {};
    this.battle = "";
  }

  forget() {
    this.kept.clear();
  }

  /** Ask once, as long as nothing changes. @returns {Promise<any>} */
  once(/** @type {string} */ path, /** @type {Record<string, string>} */ query) {
    const { side } = this.table.position;
    const name = `${path} ${JSON.stringify(query)} ${side}`;
    const known = this.kept.get(name);
    if (known) return known;
    const found = this.table.api.get(path, { ...query, side });
    found.catch(() => this.kept.delete(name));
    this.kept.set(name, found);
    return found;
  }

  /** What is worth knowing of a space. @returns {Promise<import("./wire.js").Line[]>} */
  async inspect(/** @type {string} */ space) {
    if (this.table.position.replaying) return [];
    return (await this.once("/query/inspect", { space }).catch(() => ({}))).lines ?? [];
  }

  /** Open a space beside the map: its counters and what is worth knowing. */
  async look(/** @type {string} */ space) {
    const { hand, scene } = this.table;
    hand.space = space;
    if (!space) return;
    scene.stack(space, []);
    const lines = await this.inspect(space);
    if (hand.space === space && lines.length) scene.stack(space, lines);
  }

  /** Where counters can go with one gesture. @returns {Promise<import("./wire.js").Ways>} */
  async ways(/** @type {string[]} */ units, loosely = false, manner = "") {
    const none = { units, ways: [], direct: [], spot: [] };
    return this.once("/query/ways", { units: units.join(","), loosely: loosely ? "true" : "", manner }).catch(() => none);
  }

  /** What an action, or the question that is asked, means on the map; and the plan so far. @returns {Promise<import("./wire.js").Sketched>} */
  async sketch(/** @type {string} */ action) {
    const none = { sketch: null, plan: [] };
    if (!this.table.title.queries.includes("sketch") || this.table.position.replaying) return none;
    return this.once("/query/sketch", { action }).catch(() => none);
  }

  /** The drawer of references. @returns {Promise<import("./wire.js").Reference>} */
  reference(/** @type {string} */ space) {
    return this.once("/query/reference", { space });
  }

  /** Where a counter could go, and at what cost. @returns {Promise<Record<string, string>>} */
  async reach(/** @type {string} */ unit) {
    return (await this.once("/query/reach", { unit }).catch(() => ({}))).spaces ?? {};
  }

  /** Why an action is not allowed; nothing if it is. @returns {Promise<Reason | null>} */
  async explain(/** @type {string} */ action) {
    try {
      const answer = await this.once("/query/explain", { action });
      return answer.allowed ? null : { text: answer.reason, rule: answer.rule };
    } catch (error) {
      return { text: /** @type {Error} */ (error).message, rule: "" };
    }
  }

  /** Why a space is not a legal target. */
  async whyNot(/** @type {string} */ space) {
    const { position, hand } = this.table;
    const question = position.choices.question(space, hand.unit);
    return question ? this.why(question) : null;
  }

  /** Why a counter can go nowhere; nothing if the rules let it begin. */
  async whyStuck(/** @type {string} */ unit) {
    const { position } = this.table;
    const question = position.choices.questionUnit(unit);
    const why = question ? await this.explain(question) : null;
    return why && { text: `${position.pieceName(unit)} cannot go anywhere now. ${why.text}`, rule: why.rule ?? "" };
  }

  async why(/** @type {string} */ action) {
    const reason = await this.explain(action);
    this.table.explain(reason);
    return reason;
  }

  /** Pointing at an option shows where it leads and, for an attack, the odds. Nothing on the page moves for it. */
  hint(/** @type {Choice} */ choice) {
    const { shades, position, hand } = this.table;
    const homes = (choice.units ?? []).map((unit) => position.piece(unit)?.space ?? "").filter(Boolean);
    const named = [...(choice.spaces ?? []), ...homes];
    shades.drawTargets(position.spread(named.length ? named : hand.targets()), choice.spaces?.[0] ?? homes[0] ?? "");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => { this.preview(choice.action); if (!named.length) this.showSketch(choice.action); }, 60);
  }

  /** The battle as it would be after some picks that are made together. */
  hintPicks(/** @type {string[]} */ picks) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.preview(`${picks.slice(0, -1).join(";")};`), 60);
  }

  /** The part of the map that an option without a place is about. */
  async showSketch(/** @type {string} */ action) {
    const mine = {};
    this.showing = mine;
    const { sketch } = await this.sketch(action);
    if (sketch && mine === this.showing) this.table.shades.drawOverlay(sketch);
  }

  unhint() {
    const { shades, position, hand } = this.table;
    clearTimeout(this.timer);
    $("preview").classList.add("leaving"); // what lies under it can be clicked from now on
    const targets = hand.targets();
    shades.drawTargets(position.spread(targets), hand.space, targets.size > 0 && (hand.unit !== "" || position.choices.onlySpaces()));
    this.timer = window.setTimeout(() => { this.preview(null); if (this.table.title.queries.includes("sketch")) this.overlay(this.overlayName); }, 200);
  }

  async preview(/** @type {string | null} */ action) {
    const { table } = this;
    const mine = ++this.asked;
    const wanted = table.info.previews && !table.position.replaying && !table.view.result;
    const answer = wanted ? await this.once("/query/preview", { action: action ?? "" }).catch(() => null) : null;
    if (mine !== this.asked) return;
    const homes = (answer?.preview?.units ?? []).map((/** @type {string} */ unit) => table.position.piece(unit)?.space ?? ""), spaces = answer?.preview?.spaces ?? [];
    if (action === null && spaces.length && !table.hand.units.length) this.lookAt(homes, spaces);
    if (answer?.preview) putAside(table, [...homes, ...spaces]);
    drawPreview(answer?.preview ?? null, table.openRule);
    if (answer?.preview) table.battles.beside(spaces, action === null);
    table.shades.drawEngaged(homes, spaces);
  }

  /** The map goes to a battle that is prepared where no finger could hit its hexes, and once where its target is out of sight. */
  lookAt(/** @type {string[]} */ homes, /** @type {string[]} */ spaces) {
    const { table } = this, { map, position } = table, battle = `${position.view.trail} ${spaces.join()}`;
    const onMap = (/** @type {string[]} */ names) => names.filter((name) => !position.isBox(name));
    const astray = battle !== this.battle && !spaces.some((name) => map.shows(name));
    this.battle = battle;
    if (!astray && !table.isTiny()) return;
    map.focus(onMap([...homes, ...table.scene.about(), ...spaces]));
    if (table.isTiny()) map.focus(onMap([...homes, ...spaces]));
    if (table.isTiny()) map.focus(onMap(spaces)); // a far gun and its target are not to be seen at once: the target
  }

  listOverlays(/** @type {string[]} */ names) {
    this.overlays = [...names, ...(this.table.title.queries.includes(REACH) ? [REACH] : [])];
    const select = /** @type {HTMLSelectElement} */ ($("overlay"));
    select.append(h("option", { value: "" }, "No overlay"));
    for (const name of this.overlays) select.append(h("option", { value: name }, name.charAt(0).toUpperCase() + name.slice(1)));
    select.addEventListener("change", () => this.overlay(select.value));
  }

  async overlay(/** @type {string} */ name) {
    const { table } = this;
    this.overlayName = name;
    /** @type {HTMLSelectElement} */ ($("overlay")).value = name;
    const mine = {};
    this.showing = mine;
    try {
      const found = !name ? (await this.sketch("")).sketch : name === REACH ? await this.reachOverlay() : await this.once(`/query/overlay/${encodeURIComponent(name)}`, {});
      if (mine === this.showing) table.shades.drawOverlay(table.position.replaying ? null : found);
    } catch (error) { toast(/** @type {Error} */ (error).message); }
  }

  /** How far the counter in the hand, or the one last looked at, could go. @returns {Promise<import("./wire.js").Overlay>} */
  async reachOverlay() {
    const { position, hand } = this.table;
    const unit = hand.unit || position.view.pieces.findLast((piece) => piece.space === hand.space && piece.unit)?.unit;
    if (!unit) return { title: "Reach", note: "Pick a counter to see how far it could go." };
    const costs = Object.entries(await this.reach(unit)).map(([space, word]) => [space, { word }]);
    return { title: `Reach of ${position.pieceName(unit)}`, note: "The number is the cost.", spaces: Object.fromEntries(costs) };
  }

  nextOverlay() {
    const all = ["", ...this.overlays];
    const next = all[(all.indexOf(this.overlayName) + 1) % all.length];
    this.overlay(next);
    speak(next ? `Overlay ${next}` : "No overlay");
  }

  /** What would the computer do? One click does it, or Enter for who asked by keyboard and has done nothing since. */
  async suggest() {
    const { table } = this, { position, hand } = table;
    if (table.busy || !position.deciding || !table.info.advice) return;
    const asked = { text: "The computer thinks about it …", rule: "", more: h("progress", { class: "thinking", "aria-label": "The computer is thinking" }) };
    table.explain(asked);
    const held = document.activeElement, at = table.keyboard.at;
    const queue = setInterval(() => this.showPlace(asked), 2000);
    try {
      const answer = await table.api.post("/suggest", { side: position.side });
      if (hand.reason !== asked) return; // somebody went on meanwhile: it is about a position that is gone
      const choice = table.info.view.options.find((found) => found.action === answer.action);
      if (choice && !position.replaying) this.hint(choice);
      const more = choice ? h("button", { id: "advice", onclick: () => table.sender.choose(choice) }, "Do it") : null;
      const failed = answer.note ? `${answer.note}. ` : "";
      const still = document.activeElement === held && table.keyboard.at === at;
      const who = table.title.levels[answer.player] ?? answer.player;
      table.explain({ text: `${failed}The computer (${who}) would: ${choice ? label(choice) : answer.action}${answer.why ? `. Why: ${answer.why}` : ""} `, rule: "", more });
      if (still) more?.focus({ preventScroll: true });
    } catch (error) { if (hand.reason === asked) await table.sender.refused(/** @type {Error} */ (error)); } finally { clearInterval(queue); }
  }

  /** Whoever waits behind others is told at which place. */
  async showPlace(/** @type {Reason} */ asked) {
    const place = (await this.table.api.get("/waiting").catch(() => ({}))).advice;
    if (!place || this.table.hand.reason !== asked) return;
    asked.text = `Others asked before you: place ${place} in the queue …`;
    this.table.explain(asked);
  }
}
