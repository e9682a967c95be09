// @ts-check
// The battle card: every roll where one looks, with its die, column, result and what it did. It is made from the typed
// lines of the log; no sentence is taken apart.
import { $, h, s } from "./dom.js";
import { ruleLink } from "./panel.js";
import { play } from "./sounds.js";

/** @typedef {import("./wire.js").Sentence} Sentence */
/** @typedef {{roll: Sentence, after: Sentence[], over?: boolean}} Battle */

const MOST = 8;
const LOSSES = new Set(["StepLost", "Eliminated"]);
const ROOM = 30; // between the card and what can be clicked

/** The rolls in some lines of the log, each with what followed from it. @returns {Battle[]} */
export function battlesIn(/** @type {Sentence[]} */ lines) {
  /** @type {Battle[]} */
  const found = [];
  for (const line of lines) {
    if (line.dice) found.push({ roll: line, after: [] });
    else if (line.kind !== "Reason") tell(found, line);
  }
  return found;
}

/** What a roll that is no battle did is about the same counters or places; else the battle goes on in which it was made. */
function tell(/** @type {Battle[]} */ found, /** @type {Sentence} */ line) {
  const last = found.at(-1);
  if (!last) return;
  const aside = !last.roll.column && (line.n !== last.roll.n || !shares(last, line));
  const battle = aside ? found.findLast((one) => one.roll.column) : last;
  if (!battle) return;
  if (aside && !shares(battle, line)) battle.over = true;
  else add(battle, line);
}

/** Whether a line is about counters or places of which a battle has told. */
function shares(/** @type {Battle} */ { roll, after }, /** @type {Sentence} */ line) {
  const told = [roll, ...after], units = new Set(told.flatMap((one) => one.units ?? [])), spaces = new Set(told.flatMap((one) => one.spaces ?? []));
  return (line.units ?? []).some((unit) => units.has(unit)) || (line.spaces ?? []).some((space) => spaces.has(space));
}

/** What followed from a roll stands on its card, until something is told that is about others. */
function add(/** @type {Battle} */ battle, /** @type {Sentence} */ line) {
  battle.over ||= isApart(battle, line);
  if (!battle.over && battle.after.length < MOST) battle.after.push(line);
}

/** A line that names neither counters nor places begins something else, and so does one about counters that did not fight. */
function isApart(/** @type {Battle} */ battle, /** @type {Sentence} */ line) {
  const told = [battle.roll, ...battle.after];
  if (LOSSES.has(line.kind ?? "")) return false; // a volley names who fires and not who is hit
  if (!line.units?.length && !line.spaces?.length) return line.n > told[told.length - 1].n;
  return told.some((one) => one.units?.length) && !shares(battle, line);
}

export class Battles {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.box = $("card");
    /** @type {Battle[]} */ this.shown = [];
    this.at = 0;
    this.since = 0; // how far the game was when the card came
    /** @type {Set<string>} where in the turn this page has answered; a battle asks its questions elsewhere */ this.answered = new Set();
  }

  /** Show what our own pick rolled; the answers to what the roll asks are added to its card. */
  tell(/** @type {Sentence[] | undefined} */ lines, /** @type {number} */ before, /** @type {string} */ trail) {
    const news = (lines ?? []).filter((line) => line.n > before), found = battlesIn(news);
    const within = !this.answered.has(trail);
    this.answered.add(trail);
    if (found.length) this.show(found);
    else if (news.length && within) this.follow(news);
    else if (this.table.position.deciding && (lines ?? []).length) this.close();
  }

  /** What came of the battle on the card: losses, retreat, advance. */
  follow(/** @type {Sentence[]} */ lines) {
    const battle = this.shown[this.at];
    if (this.box.hidden || !battle?.roll.column) return;
    const end = lines.findIndex((line) => line.dice);
    const more = (end < 0 ? lines : lines.slice(0, end)).filter((line) => line.kind !== "Reason" && line.n > (battle.after.at(-1) ?? battle.roll).n);
    const known = battle.after.length;
    for (const line of more) add(battle, line);
    if (battle.after.length > known) { this.draw(); this.place(); }
  }

  show(/** @type {Battle[]} */ battles) {
    this.shown = battles;
    this.since = this.table.info.seq;
    this.at = battles.length - 1;
    const fight = battles.findLastIndex((battle) => battle.roll.column);
    if (fight >= 0) this.at = fight;
    this.draw();
    this.place();
    play("dice");
    const spaces = this.spaces(battles[this.at]);
    if (spaces.length) this.table.shades.flash(spaces);
  }

  /** Where a battle was. */
  spaces(/** @type {Battle} */ battle) {
    const { position } = this.table;
    const lines = [battle.roll, ...battle.after];
    const named = lines.flatMap((line) => line.spaces ?? []);
    const units = new Set(lines.flatMap((line) => line.units ?? []));
    const homes = position.view.pieces.filter((piece) => units.has(piece.unit ?? "")).map((piece) => piece.space);
    return [...new Set(named.length ? named : homes)].filter((name) => position.layout.spaces[name] && !position.isBox(name));
  }

  /** Something else is shown on the map: a card that tells nothing of it makes room. */
  leave(/** @type {Sentence} */ line) {
    const battle = this.shown[this.at];
    if (battle && !shares(battle, line)) this.close();
  }

  /** In the corner where it covers least of what can be clicked, and then of the place of its battle; where it always would cover the first, as one line. */
  place() {
    const { map, scene } = this.table, corners = ["top left", "top right", "bottom left", "bottom right"];
    this.box.classList.remove("short");
    const spots = scene.about().map((name) => map.seenAt(name)), own = this.spaces(this.shown[this.at]).map((name) => map.seenAt(name));
    const account = $("preview");
    const covered = (/** @type {string} */ corner) => {
      this.box.dataset.corner = corner;
      const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = this.box;
      const apart = account.hidden || account.offsetLeft > left + width || account.offsetLeft + account.offsetWidth < left || account.offsetTop > top + height;
      const under = (/** @type {{x: number, y: number}[]} */ places) => places.filter(({ x, y }) => x > left - ROOM && x < left + width + ROOM && y > top - ROOM && y < top + height + ROOM).length;
      return (apart ? 0 : spots.length + 1) + under(spots) + under(own) / (own.length + 1);
    };
    const counts = corners.map(covered), least = Math.min(...counts);
    this.box.dataset.corner = corners[counts.indexOf(least)];
    this.box.classList.toggle("short", least >= 1);
  }

  /** The account of the next battle has come: the last one has been read, or makes room. */
  beside(/** @type {string[]} */ spaces, /** @type {boolean} */ prepared) {
    if (this.box.hidden) return;
    const same = this.spaces(this.shown[this.at]).some((name) => spaces.includes(name));
    if (prepared && !same && this.table.info.seq > this.since) this.close();
    else this.place();
  }

  /** Another question: the card makes room for what can be clicked now. */
  settle() {
    if (!this.box.hidden) this.place();
  }

  close() {
    this.box.hidden = true;
  }

  draw() {
    const { roll, after } = this.shown[this.at], spaces = this.spaces(this.shown[this.at]);
    const many = this.shown.length > 1;
    this.box.hidden = false;
    this.box.replaceChildren(
      h("div", { class: "card-head" }, h("strong", {}, roll.table || "Roll"),
        h("button", { class: "card-brief", "aria-label": "Open the battle card", onclick: () => this.box.classList.remove("short") }, roll.column ? "" : h("span", { class: "card-what" }, `${roll.table || "Roll"} · `), [roll.dice, roll.column, roll.result].filter(Boolean).join(" · "), roll.meaning ? `: ${roll.meaning}` : ""),
        many ? h("span", { class: "card-many" },
          h("button", { "aria-label": "Roll before", disabled: this.at === 0, onclick: () => { this.at -= 1; this.draw(); } }, "‹"),
          ` ${this.at + 1}/${this.shown.length} `,
          h("button", { "aria-label": "Roll after", disabled: this.at === this.shown.length - 1, onclick: () => { this.at += 1; this.draw(); } }, "›")) : "",
        h("button", { class: "close", id: "card-close", "aria-label": "Close the battle card", onclick: () => this.close() }, "×")),
      h("div", { class: "card-roll" }, h("div", { class: "dice" }, (roll.faces ?? [roll.dice ?? ""]).map(die)),
        h("dl", {},
          roll.side ? [h("dt", {}, "Roll by"), h("dd", {}, roll.side)] : "",
          roll.column ? [h("dt", {}, "Column"), h("dd", { class: "card-column" }, roll.column)] : "",
          h("dt", {}, "Result"), h("dd", { class: "card-result" }, roll.result ?? "", roll.meaning ? h("span", { class: "card-means" }, roll.meaning) : ""))),
      h("p", {}, roll.text, " ", ruleLink(roll.rule ?? "", this.table.openRule)),
      after.length ? h("ul", {}, after.map((line) => h("li", {}, line.text, " ", ruleLink(line.rule ?? "", this.table.openRule)))) : "",
      spaces.length ? h("p", { class: "options card-where" }, h("button", { onclick: () => { this.table.map.focus(spaces); this.table.shades.flash(spaces); } }, "Show where")) : "");
  }
}

/** A die with its pips, or its number where it has more faces than six. */
function die(/** @type {number | string} */ text) {
  /** @type {Record<string, number[][]>} */
  const pips = { 1: [[50, 50]], 2: [[27, 27], [73, 73]], 3: [[27, 27], [50, 50], [73, 73]], 4: [[27, 27], [73, 27], [27, 73], [73, 73]], 5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]], 6: [[27, 25], [73, 25], [27, 50], [73, 50], [27, 75], [73, 75]] };
  const face = s("rect", { x: 4, y: 4, width: 92, height: 92, rx: 16, class: "die-face" });
  const inside = pips[text] ? pips[text].map(([cx, cy]) => s("circle", { cx, cy, r: 9, class: "die-pip" })) : [s("text", { x: 50, y: 66, class: "die-number" }, String(text))];
  return s("svg", { viewBox: "0 0 100 100", class: "die", role: "img", "aria-label": `Die: ${text}` }, face, inside);
}
