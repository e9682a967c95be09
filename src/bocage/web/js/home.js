// @ts-check
// The first page: the games as cards, a person's own games, open tables.
import { call, mine } from "./api.js";
import { $, h, toast } from "./dom.js";
import { setUpSkins } from "./skins.js";

/** @type {any[]} */
let titles = [];

async function create(/** @type {any} */ body) {
  const made = await call("POST", "/api/games", body);
  const title = titles.find((found) => found.id === body.game);
  const seats = made.hotseat ? [["hot seat", made.hotseat]] : Object.entries(made.seats);
  for (const [sides, seat] of seats) {
    if (seat?.token) mine.add({ id: made.id, token: seat.token, game: title?.name ?? body.game, name: body.name ?? "", sides });
  }
  return made;
}

async function start(/** @type {any} */ body, guided = false) {
  try {
    const made = await create(body);
    const seat = made.hotseat ?? Object.values(made.seats).find((/** @type {any} */ found) => found?.token);
    location.href = guided ? seat.url.replace("#", "?guide=1#") : seat.url;
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}

/** Against the computer a person takes the first side; the strongest player that the server offers takes the rest. */
function against(/** @type {any} */ title, /** @type {string} */ side, /** @type {string} */ player) {
  return Object.fromEntries(title.sides.map((/** @type {string} */ name) => [name, name === side ? "human" : player]));
}

function field(/** @type {string} */ label, /** @type {any} */ control) {
  return h("label", {}, label, control);
}

function choice(/** @type {[string, string][]} */ values, /** @type {string} */ name) {
  return h("select", { name }, values.map(([value, text]) => h("option", { value }, text)));
}

/** Ask for scenario, options and sides, then begin. */
function ask(/** @type {any} */ title, /** @type {"computer" | "hotseat" | "friend"} */ how) {
  const dialog = $("new-game");
  const scenario = choice(title.scenarios.map((/** @type {any} */ found) => [found.id, found.name]), "scenario");
  const options = (title.options ?? []).map((/** @type {any} */ option) =>
    [option.id, choice(option.values.map((/** @type {string} */ v) => [v, v]), option.id), option.name]);
  const side = choice(title.sides.map((/** @type {string} */ name) => [name, name]), "side");
  const player = choice((title.computers ?? ["greedy", "random"]).map((/** @type {string} */ v) => [v, v]), "player");
  const form = h("form", { class: "form-grid", method: "dialog" },
    h("h2", { id: "new-game-title" }, title.name),
    field("Scenario", scenario),
    options.map(([, control, name]) => field(name, control)),
    how === "computer" && field("You play", side),
    how === "computer" && field("Opponent", player),
    h("div", { class: "dialog-buttons" },
      h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      h("button", { class: "primary", type: "submit" }, "Begin")));
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    /** @type {any} */
    const body = { game: title.id, scenario: scenario.value, options: Object.fromEntries(options.map(([id, control]) => [id, control.value])) };
    if (how === "computer") start({ ...body, seats: against(title, side.value, player.value) });
    else if (how === "hotseat") start({ ...body, hotseat: true });
    else invite(body);
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}

/** A game with one link per seat. */
async function invite(/** @type {any} */ body) {
  const dialog = $("new-game");
  try {
    const made = await create(body);
    const rows = [...Object.entries(made.seats), ["Spectators", made.spectator]].map(([name, seat]) => {
      const url = new URL(seat.url, location.href).href;
      return h("label", {}, name, h("input", { readonly: true, value: url, onfocus: (/** @type {any} */ e) => e.target.select() }));
    });
    dialog.replaceChildren(
      h("h2", { id: "new-game-title" }, "One link per seat"),
      h("p", {}, "Send each player a link. Whoever has it holds the seat, so send it in private."),
      h("div", { class: "links" }, rows),
      h("div", { class: "dialog-buttons" },
        h("button", { onclick: () => dialog.close() }, "Later"),
        Object.entries(made.seats).map(([name, seat]) =>
          h("button", { class: "primary", onclick: () => { location.href = /** @type {any} */ (seat).url; } }, `Play ${name}`))));
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}

function card(/** @type {any} */ title) {
  const turns = title.scenarios[0]?.turns;
  return h("article", { class: "card", "data-title": title.id },
    h("img", { src: title.thumbnail, alt: "", loading: "lazy" }),
    h("div", { class: "card-text" },
      h("h3", {}, title.name),
      h("p", {}, title.summary),
      h("ul", { class: "facts" },
        h("li", {}, `${title.players} players`),
        turns ? h("li", {}, `${turns} turns`) : null,
        h("li", {}, `about ${title.minutes} minutes`),
        h("li", {}, title.difficulty)),
      h("div", { class: "card-buttons" },
        h("button", { class: "primary", onclick: () => ask(title, "computer") }, "Play the computer"),
        h("button", { class: "primary", onclick: () => ask(title, "hotseat") }, "Hot seat"),
        h("button", { onclick: () => ask(title, "friend") }, "Invite a friend"))));
}

async function showGames() {
  const list = mine.all();
  $("mine").hidden = list.length === 0;
  $("my-games").replaceChildren(...list.map((entry) => h("li", {},
    h("span", {}, `${entry.game}, ${entry.sides}`),
    h("span", {},
      h("a", { href: `/table/${entry.id}#${entry.token}` }, "Go on"), " ",
      h("button", { onclick: () => { mine.drop(entry.token); showGames(); } }, "Forget")))));
  const open = await call("GET", "/api/games");
  if (!open.length) return;
  $("open-games").replaceChildren(...open.slice(0, 30).map((/** @type {any} */ game) => h("li", {},
    h("span", {}, `${titles.find((found) => found.id === game.game)?.name ?? game.game}${game.name ? `: ${game.name}` : ""}`),
    h("span", { class: "muted" }, game.over ? "over" : `pick ${game.seq}, ${game.to_decide ?? "nobody"} to decide`))));
}

async function importFile(/** @type {File} */ file) {
  try {
    const made = await call("POST", "/api/games/import", { log: await file.text() });
    const seat = made.hotseat ?? Object.values(made.seats).find((/** @type {any} */ found) => found?.token);
    mine.add({ id: made.id, token: seat.token, game: made.game ?? "imported", name: file.name, sides: "imported" });
    location.href = seat.url;
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}

async function main() {
  setUpSkins();
  try {
    titles = await call("GET", "/api/titles");
  } catch (error) {
    $("titles").replaceChildren(h("p", {}, /** @type {Error} */ (error).message));
    return;
  }
  $("titles").replaceChildren(...titles.map(card));
  const first = titles.find((title) => title.id === "tinybeach");
  $("learn").addEventListener("click", () => start({ game: "tinybeach", seats: against(first, "Allied", "greedy") }, true));
  $("import-file").addEventListener("change", (/** @type {any} */ e) => e.target.files[0] && importFile(e.target.files[0]));
  await showGames();
}

main();
