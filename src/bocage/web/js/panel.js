// @ts-check
// The panel: whose decision it is, what can be done, what ends it; and the open stack.
import { isPlain, label } from "./choices.js";
import { counter, inWords } from "./counters.js";
import { $, h, lay } from "./dom.js";
import { reviewButton } from "./review.js";
import { planCard } from "./plan.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./wire.js").Choice} Choice */
/** @typedef {import("./wire.js").Sentence} Sentence */
/** @typedef {import("./wire.js").Finish} Finish */

const MANY = 24;
const MEANWHILE = 60;
const FEW = 5;
const NARROW = "(max-width: 48rem), (max-aspect-ratio: 1/1), (max-height: 30rem)";
/** What somebody typed to find an option; it stays while the same question is asked. */
let typed = { question: "", words: "" };
/** @type {boolean | undefined} whether somebody opened what the others did meanwhile, or closed it */
let unfolded;
/** The moment of the game whose answers are drawn. */
let moment = "";

/** A rule number that opens our own summary. */
export function ruleLink(/** @type {string} */ number, /** @type {(number: string) => void} */ open) {
  return number ? h("button", { class: "rule-link", onclick: () => open(number), "aria-label": `Rule ${number}` }, `rule ${number}`) : "";
}

export function drawDecision(/** @type {Table} */ table) {
  const { view, hand } = table;
  const told = hand.reason && h("p", { class: "reason", role: "status" }, hand.reason.text, " ", ruleLink(hand.reason.rule, table.openRule), hand.reason.more ?? "");
  const read = lines(), place = read?.scrollTop ?? 0;
  $("asked").replaceChildren(...(view.result ? over(table) : asked(table)), planCard(table), meanwhile(table));
  keepReading(view.options.length > 0, read?.childElementCount, place);
  if (moment !== table.scene.moment) $("answers").replaceChildren(); // an option of the same words may mean another
  moment = table.scene.moment;
  lay($("answers"), [answers(table), told].flat(3).filter(Boolean));
}

function lines() {
  return $("asked").querySelector(".meanwhile ul");
}

/** While others play, the newest line is in sight; afterwards one reads from the first, and stays where one was. */
function keepReading(/** @type {boolean} */ my, /** @type {number | undefined} */ known, /** @type {number} */ place) {
  const now = lines();
  if (now) now.scrollTop = !my ? now.scrollHeight : known === now.childElementCount ? place : 0;
}

function over(/** @type {Table} */ table) {
  return [h("h2", { id: "question", tabindex: -1 }, "The game is over"), h("p", { class: "result" }, table.view.result),
    h("p", { class: "muted" }, "The slider below the map replays it, from either side's view."),
    reviewButton(table), table.company.rematch()];
}

/** Who decides what. */
function asked(/** @type {Table} */ table) {
  const { view, position, info } = table;
  const { by } = view.prompt, side = table.sides.indexOf(by);
  const seat = Object.values(info.seats).find((found) => found.side === by);
  const my = view.options.length > 0;
  const computer = seat && seat.kind !== "human";
  const who = h("span", { class: `who side-${position.shade(side)}` }, by === "chance" ? "The dice" : by);
  const busy = !my && !position.replaying && computer;
  const thinks = ` The computer (${table.title.levels[seat?.kind ?? ""] ?? seat?.kind ?? ""}) is thinking …`;
  return [
    position.watching && !position.replaying ? h("p", { class: "watching" }, "You are watching.") : "",
    h("p", { class: "whose" }, who, my ? "" : busy ? thinks : position.replaying ? "" : by === "chance" ? " decide." : " side decides. You will see it here."),
    busy ? h("progress", { class: "thinking", "aria-label": "The computer is thinking" }) : "",
    h("h2", { id: "question", class: my || position.replaying ? "" : "theirs", tabindex: -1 }, my || position.replaying ? view.prompt.text : `“${view.prompt.text}”`, " ", ruleLink(view.prompt.rule ?? "", table.openRule)),
  ].filter(Boolean);
}

/** What is worth telling of it: nothing, where a turn has begun and no more. */
export function newsOf(/** @type {Sentence[]} */ entries) {
  return entries.every((entry) => entry.kind === "TurnBegan") ? [] : once(entries);
}

/** The lines of a log without reasons that were just given: an order of many picks is explained once. */
export function once(/** @type {Sentence[]} */ entries) {
  let last = "";
  return entries.filter((entry) => {
    if (entry.kind !== "Reason") return true;
    const fresh = entry.text !== last;
    last = entry.text;
    return fresh;
  });
}

/** What the others did since our last pick, and why, as far as they say. */
function meanwhile(/** @type {Table} */ table) {
  const { info, position } = table, { since } = position;
  if (since === undefined || position.replaying || info.seq <= since) return "";
  const news = newsOf(info.log.entries.filter((entry) => entry.n > since));
  if (!news.length) return "";
  const why = news.findLast((entry) => entry.kind === "Reason");
  const open = unfolded ?? (news.length < FEW || !matchMedia(NARROW).matches);
  return h("details", { class: "meanwhile", open },
    h("summary", { onclick: (/** @type {any} */ event) => { unfolded = !event.currentTarget.parentElement.open; } }, news.length > MEANWHILE ? `Meanwhile: the last ${MEANWHILE} lines, more in the log` : "Meanwhile", why ? h("span", { class: "last" }, `Why: ${why.text}`) : ""),
    h("ul", {}, news.slice(-MEANWHILE).map((entry) => h("li", { class: entry.kind === "Reason" ? "why" : "" },
      h("button", { class: "line", title: "Show it on the map", onclick: () => table.log.show(entry) }, entry.kind === "Reason" ? `Why: ${entry.text}` : entry.text)))));
}

/** What can be done: buttons by kind, or a list if there are too many. */
function answers(/** @type {Table} */ table) {
  const { view, hand, position } = table;
  if (!position.deciding || view.result) return [];
  const warnings = (view.warnings ?? []).map((text) => h("p", { class: "warning" }, text));
  if (hand.confirming) return confirmation(table, hand.confirming, warnings);
  const shown = table.shown();
  return [
    hand.units.length ? inHand(table) : howTo(table),
    nothingElse(table),
    everyone(table),
    finishes(table, shown),
    each(table),
    view.options.some((found) => found.part === "plan") ? h("ul", { class: "options" }, h("li", {}, h("button", { id: "surprise", title: "The computer makes the plan, all but the last press; look at it, or take it back", onclick: () => table.sender.surprise() }, "Surprise me"))) : "",
    shown.length > MANY ? many(table, shown) : few(table, shown),
    onCards(shown),
    warnings,
    table.info.advice ? h("p", { class: "suggest" }, h("button", { id: "suggest", onclick: () => table.questions.suggest(), title: "Suggest a move (s)" }, "Suggest a move")) : "",
  ];
}

/** Whether fingers play, who tap and do not click. */
const fingers = () => matchMedia("(pointer: coarse)").matches;

/** What a hand can do with counters now. */
function howTo(/** @type {Table} */ table) {
  const { position } = table, { sole } = position.choices;
  const finger = fingers(), press = finger ? "tap" : "click";
  if (sole) return h("p", { class: "muted" }, `${position.pieceName(sole)}: ${press} where it goes.`);
  const movable = [...position.choices.ableUnits()].filter((unit) => position.choices.carries(unit)).length, one = movable === 1;
  if (!movable) return "";
  return h("p", { class: "muted" }, `${one ? "One counter" : `${movable} counters`} can go somewhere: ${press} ${one ? "it" : "one"}, or drag it. ${finger ? "A long press" : "Shift"} takes the stack${divided(table) ? "; once more, the division" : ""}.`);
}

/** The last move of a phase is not committed for anybody: he ends it himself, or takes it back. */
function nothingElse(/** @type {Table} */ table) {
  const { view, info } = table;
  return view.options.length === 1 && view.options[0].part === "end" && info.undo.can ? h("p", { class: "muted" }, `Nothing else is left here: “${label(view.options[0])}” ends it, Undo takes back the last move.`) : "";
}

/** What stands on the cards that can be played. */
function onCards(/** @type {Choice[]} */ shown) {
  const cards = shown.filter((choice) => choice.note);
  return cards.length ? h("dl", { class: "on-cards" }, cards.map((choice) => [h("dt", {}, label(choice)), h("dd", {}, choice.note)])) : "";
}

/** Whether counters belong to divisions here. */
const divided = (/** @type {Table} */ table) => table.view.pieces.some((piece) => piece.band && piece.band !== piece.nation);

/** The counters in the hand, and other manners in which they could go. */
function inHand(/** @type {Table} */ table) {
  const { hand, position } = table, press = fingers() ? "Tap" : "Click";
  const names = hand.units.map((unit) => position.pieceName(unit));
  const rest = hand.division ? [] : table.gestures.division(hand.unit);
  return h("p", { class: "in-hand" }, "In hand: ", h("strong", {}, names.join(", ")), hand.division ? `. ${press} a place: each goes there or as near as it can, along the roads. ` : hand.arrives() ? `. ${press} where to: by way of the nearest arrival, or at it. ` : " ",
    rest.length > hand.units.length ? [h("button", { id: "division", onclick: () => table.gestures.takeDivision(hand.unit) }, `The whole division (${rest.length})`), " "] : "",
    h("button", { onclick: () => hand.drop() }, "Put down"), " ", manners(table), onTheSpot(table));
}

/** What the counter can do where it is; no need to move it first. */
function onTheSpot(/** @type {Table} */ table) {
  const { spot } = table.hand;
  return spot.length ? h("span", { class: "manners", role: "group", "aria-label": "On the spot" }, spot.map((one) => [" ",
    h("button", { "data-action": one.actions.join(";"), onclick: () => table.sender.finish(one.actions) }, one.label)])) : "";
}

/** Where a counter can come in several manners, the usual one is meant unless another is chosen. */
function manners(/** @type {Table} */ table) {
  const { hand } = table, found = hand.units.length === 1 ? hand.manners() : [];
  if (found.length < 2) return "";
  const chosen = hand.manner || found[0];
  return h("span", { class: "manners", role: "group", "aria-label": "In which manner" }, found.map((one) =>
    h("button", { class: "manner", "data-manner": one, "aria-pressed": String(one === chosen), onclick: () => hand.choose(one) }, one)));
}

/** Everybody who could still join, with one gesture. */
function everyone(/** @type {Table} */ table) {
  const joining = table.position.choices.joining();
  if (joining.length < 2 || table.hand.units.length || table.info.hand.length) return "";
  return h("ul", { class: "options" }, h("li", {}, h("button", { id: "everyone", class: "primary", onclick: () => table.sender.order(joining, "") }, `Everyone (${joining.length})`)));
}

/** The last press of an attack: with which support, and fight. Where its support has a button already it stands beside that. */
function finishes(/** @type {Table} */ table, /** @type {Choice[]} */ shown) {
  const found = table.info.finishes.filter((one) => !one.space && (shown.length > MANY || !beside(table, one, shown)));
  return found.length && !table.hand.units.length ? h("ul", { class: "options finishes" }, found.map((one) => h("li", {}, finish(table, one, one.label, "primary")))) : "";
}

const beside = (/** @type {Table} */ table, /** @type {Finish} */ one, /** @type {Choice[]} */ shown) => one.actions.length === 2 && shown.some((choice) => choice.part === "support" && choice.action === one.actions[0]);

function finish(/** @type {Table} */ table, /** @type {Finish} */ one, /** @type {string} */ words, look = "") {
  return h("button", { class: `finish ${look}`, "data-action": one.actions.join(";"), "aria-label": one.label, title: one.label,
    onclick: () => table.sender.finish(one.actions), onmouseenter: () => table.questions.hintPicks(one.actions), onmouseleave: () => table.questions.unhint(), onfocus: () => table.questions.hintPicks(one.actions) }, words);
}

/** What waits to be carried out, all of it in the order in which it stands. */
function each(/** @type {Table} */ table) {
  const found = table.view.options.filter((choice) => choice.part === "each");
  return found.length > 1 ? h("ul", { class: "options" }, h("li", {}, h("button", { id: "each", class: "primary", onclick: () => table.sender.each() }, `One after the other (${found.length})`))) : "";
}

function button(/** @type {Table} */ table, /** @type {Choice} */ choice, /** @type {number} */ at, /** @type {boolean} */ last) {
  const both = choice.part === "support" && table.info.finishes.find((one) => !one.space && one.actions.length === 2 && one.actions[0] === choice.action);
  return h("li", { class: both ? "paired" : last ? "closing" : "" }, h("button", {
    "data-action": choice.action, class: isPlain(choice) ? "plain" : "",
    onclick: () => table.gestures.act(choice), onmouseenter: () => table.questions.hint(choice), onmouseleave: () => table.questions.unhint(), onfocus: () => table.questions.hint(choice),
  }, at < 9 && h("kbd", { "aria-hidden": "true" }, at + 1), label(choice)), both ? finish(table, both, `and ${both.last.toLowerCase()}`) : "");
}

/** The options in the order in which they stand on the page, and in which the number keys take them. */
export function inOrder(/** @type {Choice[]} */ shown) {
  if (!isGrouped(shown)) return shown;
  return verbsOf(shown).flatMap((verb) => shown.filter((choice) => choice.verb === verb));
}

const verbsOf = (/** @type {Choice[]} */ shown) => [...new Set(shown.map((choice) => choice.verb))];
const isGrouped = (/** @type {Choice[]} */ shown) => shown.length > 8 && shown.length <= MANY && verbsOf(shown).length > 1;

/** The one press that fights, or else the one that ends it: on a small screen it stays in sight below a long list. */
function closing(/** @type {Choice[]} */ shown) {
  const only = (/** @type {string} */ part) => { const found = shown.filter((choice) => choice.part === part); return found.length === 1 ? found[0] : undefined; };
  return only("ready") ?? only("end");
}

function few(/** @type {Table} */ table, /** @type {Choice[]} */ shown) {
  const ordered = inOrder(shown), last = closing(shown);
  const list = (/** @type {Choice[]} */ some, /** @type {string | undefined} */ id) => h("ul", { class: "options", id }, some.map((choice) => button(table, choice, ordered.indexOf(choice), choice === last)));
  if (!isGrouped(shown)) return list(shown, "options");
  return h("div", { id: "options" }, verbsOf(shown).map((verb) => h("div", { class: "option-group" }, list(shown.filter((choice) => choice.verb === verb), undefined))));
}

/** What is grave takes a second word. */
function confirmation(/** @type {Table} */ table, /** @type {import("./hand.js").Asked} */ choice, /** @type {any[]} */ warnings) {
  return h("div", { class: "confirm", role: "alertdialog", "aria-label": choice.ask ? "Are you sure?" : "Left undone" },
    h("h3", {}, choice.ask ? `${label(choice)}?` : `${label(choice)}: something is left undone`), choice.ask ? h("p", {}, choice.ask) : "", warnings,
    h("div", { class: "dialog-buttons" },
      h("button", { id: "confirm-no", onclick: () => table.hand.unconfirm() }, "Go back"),
      h("button", { id: "confirm-yes", class: "primary", "data-action": choice.action, onclick: () => table.sender.choose(choice, true) }, choice.ask ? label(choice) : `${label(choice)} all the same`)));
}

/** Too many for buttons: a list to filter. The map shows them all. */
function many(/** @type {Table} */ table, /** @type {Choice[]} */ shown) {
  const question = table.view.trail;
  if (typed.question !== question) typed = { question, words: "" };
  const select = h("select", { id: "options", size: 7, "aria-label": "Options" });
  const fill = (/** @type {string} */ words) => select.replaceChildren(...shown.filter((choice) => words.toLowerCase().trim().split(" ").every((word) => `${label(choice)} ${choice.action}`.toLowerCase().includes(word))).slice(0, 300)
    .map((choice) => h("option", { value: choice.action }, label(choice))));
  fill(typed.words);
  const act = () => {
    const found = shown.find((choice) => choice.action === select.value);
    if (found) table.gestures.act(found);
    else table.explain({ text: "Pick a line of the list first, or a counter or a place on the map.", rule: "" });
  };
  select.addEventListener("change", () => { const found = shown.find((choice) => choice.action === select.value); if (found) table.questions.hint(found); });
  select.addEventListener("dblclick", act);
  select.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") { event.stopPropagation(); act(); } });
  return [
    h("p", { class: "muted" }, `${shown.length} possibilities: pick on the map, or here.`),
    h("input", { type: "search", id: "find-option", class: "find", placeholder: "Find: a counter, a place, a word", "aria-label": "Find among the options", value: typed.words, oninput: (/** @type {any} */ event) => { typed.words = event.target.value; fill(typed.words); } }),
    select,
    h("ul", { class: "options" },
      h("li", {}, h("button", { class: "primary", onclick: act }, "Do it")),
      shown.filter(isPlain).map((choice) => h("li", {}, h("button", { "data-action": choice.action, class: "plain", onclick: () => table.sender.choose(choice) }, label(choice))))),
  ];
}

/** The counters in a space, one row each. */
export function drawStack(/** @type {Table} */ table, /** @type {string} */ space, /** @type {import("./wire.js").Line[]} */ lines) {
  const box = $("stack"), { position } = table;
  const at = table.layout.spaces[space];
  box.hidden = !at;
  if (!at) return;
  const able = position.choices.ableUnits();
  box.replaceChildren(
    h("h3", {}, position.placeName(space), at.terrain ? h("span", { class: "muted" }, ` ${at.terrain}`) : "",
      h("button", { class: "close", "aria-label": "Close", onclick: () => { box.hidden = true; table.hand.space = ""; table.scene.redraw(); } }, "×")),
    ...position.at(space).map((piece) => h("button", {
      class: able.has(piece.unit ?? "") ? "stack-row able" : "stack-row", "data-unit": piece.unit ?? "", disabled: !piece.unit,
      onclick: () => table.gestures.pickUnit(piece.unit ?? "", space),
    }, counter(table.skin, piece), h("span", {}, inWords(piece, table.sides), able.has(piece.unit ?? "") ? h("strong", {}, " – can act") : ""))),
    ...lines.map((line) => h("p", { class: "muted" }, line.text, " ", ruleLink(line.rule ?? "", table.openRule)))); // they come later: nothing moves for them
}
