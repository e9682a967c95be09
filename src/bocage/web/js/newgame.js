// @ts-check
// Beginning a game: scenario, options and sides in a player's words, then a page to play on or links to send.
import { call, mine, root } from "./api.js";
import { $, h, toast } from "./dom.js";
import { codeFor } from "./links.js";

/** @typedef {import("./wire.js").Title} Title */
/** @typedef {import("./wire.js").NewGame} NewGame */
/** @typedef {import("./wire.js").Created} Created */
/** @typedef {"computer" | "hotseat" | "friend"} How */

/** @returns {Promise<Created>} */
async function create(/** @type {Title} */ title, /** @type {NewGame} */ body) {
  const made = await call("POST", "/api/games", body);
  const people = Object.entries(body.seats ?? {}).filter(([, kind]) => kind === "human").map(([side]) => side);
  /** @type {[string, import("./wire.js").Link][]} */
  const seats = made.hotseat ? [[people.join(" and ") || "hot seat", made.hotseat]] : Object.entries(made.seats);
  for (const [sides, seat] of seats) mine.add({ id: made.id, token: seat.token, game: title.name, name: body.name ?? "", sides, watch: made.spectator.url, sent: !made.hotseat });
  return made;
}

export async function start(/** @type {Title} */ title, /** @type {NewGame} */ body, guided = false) {
  try {
    const made = await create(title, body);
    const seat = made.hotseat ?? Object.values(made.seats)[0];
    location.href = guided ? seat.url.replace("#", "?guide=1#") : seat.url;
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}

/** Against the computer a person takes one side; a computer player takes the rest. */
export function against(/** @type {Title} */ title, /** @type {string} */ side, /** @type {string} */ player) {
  return Object.fromEntries(title.sides.map((name) => [name, name === side ? "human" : player]));
}

function field(/** @type {string} */ label, /** @type {any} */ control) {
  return h("label", {}, label, control);
}

function tick(/** @type {string} */ label, /** @type {any} */ box) {
  return h("label", { class: "tick" }, box, h("span", {}, label));
}

function choice(/** @type {[string, string][]} */ values, /** @type {string} */ name, chosen = "") {
  return h("select", { name }, values.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
}

/** The computer players by level, with what each of them does. @returns {[string, string][]} */
function opponents(/** @type {Title} */ title) {
  return title.computers.toReversed().map((name) => [name, [title.levels[name] ?? name, title.opponents[name]].filter(Boolean).join(": ")]);
}

function scenarioName(/** @type {import("./wire.js").Scenario} */ found) {
  return found.turns ? `${found.name}, ${found.turns} turns` : found.name;
}

/** Ask for scenario, options and sides, then begin. */
export function ask(/** @type {Title} */ title, /** @type {How} */ how) {
  const dialog = $("new-game");
  const scenario = choice(title.scenarios.map((found) => [found.id, scenarioName(found)]), "scenario", title.first);
  const options = title.options.map((option) => ({ id: option.id, name: option.name, control: choice(option.values.map((value) => [value, title.values[`${option.id}.${value}`] ?? value]), option.id) }));
  const side = choice(title.sides.map((name) => [name, name]), "side", title.learner);
  const player = choice(opponents(title), "player", title.usual);
  const open = h("input", { type: "checkbox" });
  const name = h("input", { maxlength: 40, placeholder: "optional" });
  /** @type {[string, any][]} */
  const holders = title.sides.map((found) => [found, choice([["human", "people, one link per seat"], ...opponents(title)], found)]);
  const more = options.map(({ name: words, control }) => field(words, control));
  const form = h("form", { class: "form-grid", method: "dialog" },
    h("h2", { id: "new-game-title" }, title.name),
    title.evening ? h("p", { class: "muted" }, title.evening) : "",
    title.scenarios.length > 1 ? field("Scenario", scenario) : "",
    how === "computer" && [field("You play", side), field("Opponent", player)],
    how === "friend" && [holders.map(([found, control]) => field(found, control)), field("Name of the game", name), tick("Anybody who finds it on the first page may take a free seat", open)],
    more.length > 3 ? h("details", {}, h("summary", {}, `Optional rules (${more.length})`), h("div", { class: "form-grid" }, more)) : more,
    h("div", { class: "dialog-buttons" },
      h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      h("button", { class: "primary", type: "submit" }, "Begin")));
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const body = { game: title.id, scenario: scenario.value, options: Object.fromEntries(options.map(({ id, control }) => [id, control.value])) };
    if (how === "computer") start(title, { ...body, seats: against(title, side.value, player.value), hotseat: true });
    else if (how === "hotseat") start(title, { ...body, hotseat: true });
    else invite(title, { ...body, seats: Object.fromEntries(holders.map(([found, control]) => [found, control.value])), name: name.value, open: open.checked });
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}

/** A game with one link per seat, at an address that reaches this server from elsewhere. */
async function invite(/** @type {Title} */ title, /** @type {NewGame} */ body) {
  const dialog = $("new-game");
  try {
    const made = await create(title, body);
    const { base, warning } = await codeFor.base();
    /** @type {[string, import("./wire.js").Link][]} */
    const all = [...Object.entries(made.seats), ["Spectators", made.spectator]];
    const rows = all.map(([name, seat]) => {
      const url = new URL(root + seat.url.replace(root, ""), base).href;
      const copy = h("button", { type: "button", "aria-label": `Copy the link of ${name}`, onclick: () => navigator.clipboard?.writeText(url).then(() => toast("Copied."), () => toast("Select the link and copy it.")) }, "Copy");
      const code = h("button", { type: "button", "aria-label": `QR code of the link of ${name}`, onclick: async () => code.replaceWith(await codeFor.picture(url)) }, "QR");
      return h("label", {}, name, h("span", { class: "link-row" }, h("input", { readonly: true, value: url, onfocus: (/** @type {any} */ e) => e.target.select() }), copy, code));
    });
    dialog.replaceChildren(
      h("h2", { id: "new-game-title" }, "One link per seat"),
      h("p", {}, "Send each player a link. The link is the seat, so send it in private."),
      warning ? h("p", { class: "warning" }, warning) : "",
      h("div", { class: "links" }, rows),
      h("div", { class: "dialog-buttons" },
        h("button", { onclick: () => dialog.close() }, "Later"),
        Object.entries(made.seats).map(([name, seat]) =>
          h("button", { class: "primary", onclick: () => { location.href = seat.url; } }, `Play ${name}`))));
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}
