// @ts-check
// The first page: the games as cards, a person's own games, open tables.
import { call, mine, root } from "./api.js";
import { $, h, toast } from "./dom.js";
import { setUpSkins } from "./skins.js";

/** @type {any[]} */
let titles = [];

async function create(/** @type {any} */ body) {
  const made = await call("POST", "/api/games", body);
  const title = titles.find((found) => found.id === body.game);
  const people = Object.entries(body.seats ?? {}).filter(([, kind]) => kind === "human").map(([side]) => side);
  const seats = made.hotseat ? [[people.join(" and ") || "hot seat", made.hotseat]] : Object.entries(made.seats);
  for (const [sides, seat] of seats) {
    if (seat?.token) mine.add({ id: made.id, token: seat.token, game: title?.name ?? body.game, name: body.name ?? "", sides, watch: made.spectator.url });
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

/** Against the computer a person takes one side; a computer player takes the rest. */
function against(/** @type {any} */ title, /** @type {string} */ side, /** @type {string} */ player) {
  return Object.fromEntries(title.sides.map((/** @type {string} */ name) => [name, name === side ? "human" : player]));
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

/** The computer players, the strongest first, with what each of them does. @returns {[string, string][]} */
function opponents(/** @type {any} */ title) {
  return title.computers.map((/** @type {string} */ name) => [name, [name, title.opponents?.[name]].filter(Boolean).join(": ")]);
}

function scenarioName(/** @type {any} */ found) {
  return found.turns ? `${found.name}, ${found.turns} turns` : found.name;
}

/** Ask for scenario, options and sides, then begin. */
function ask(/** @type {any} */ title, /** @type {"computer" | "hotseat" | "friend"} */ how) {
  const dialog = $("new-game");
  const scenario = choice(title.scenarios.map((/** @type {any} */ found) => [found.id, scenarioName(found)]), "scenario");
  const options = (title.options ?? []).map((/** @type {any} */ option) =>
    [option.id, choice(option.values.map((/** @type {string} */ v) => [v, v]), option.id), option.name]);
  const side = choice(title.sides.map((/** @type {string} */ name) => [name, name]), "side");
  const player = choice(opponents(title), "player", title.usual);
  const aloud = h("input", { type: "checkbox", checked: true });
  const open = h("input", { type: "checkbox" });
  const name = h("input", { maxlength: 40, placeholder: "optional" });
  /** @type {[string, any][]} */
  const holders = title.sides.map((/** @type {string} */ found) => [found, choice([["human", "people, one link per seat"], ...opponents(title)], found)]);
  const more = options.map((/** @type {any} */ [, control, words]) => field(words, control));
  const form = h("form", { class: "form-grid", method: "dialog" },
    h("h2", { id: "new-game-title" }, title.name),
    title.scenarios.length > 1 ? field("Scenario", scenario) : "",
    how === "computer" && [field("You play", side), field("Opponent", player)],
    how === "computer" && title.secrets && tick("The computer says why as it plays. A reason may hint at what it hides; else it tells when the game is over.", aloud),
    how === "friend" && [holders.map(([found, control]) => field(found, control)), field("Name of the game", name), tick("Anybody who finds it on the first page may take a free seat", open)],
    more.length > 3 ? h("details", {}, h("summary", {}, `Optional rules (${more.length})`), h("div", { class: "form-grid" }, more)) : more,
    h("div", { class: "dialog-buttons" },
      h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      h("button", { class: "primary", type: "submit" }, "Begin")));
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    /** @type {any} */
    const body = { game: title.id, scenario: scenario.value, options: Object.fromEntries(options.map((/** @type {any} */ [id, control]) => [id, control.value])) };
    if (how === "computer") start({ ...body, seats: against(title, side.value, player.value), hotseat: true, aloud: aloud.checked });
    else if (how === "hotseat") start({ ...body, hotseat: true });
    else invite({ ...body, seats: Object.fromEntries(holders.map(([found, control]) => [found, control.value])), name: name.value, open: open.checked });
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
      const copy = h("button", { type: "button", "aria-label": `Copy the link of ${name}`, onclick: () => navigator.clipboard?.writeText(url).then(() => toast("Copied."), () => toast("Select the link and copy it.")) }, "Copy");
      return h("label", {}, name, h("span", { class: "link-row" }, h("input", { readonly: true, value: url, onfocus: (/** @type {any} */ e) => e.target.select() }), copy));
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

/** Minutes as a person says it. */
function length(/** @type {number} */ minutes) {
  return minutes < 120 ? `about ${minutes} minutes` : `about ${Math.round(minutes / 60)} hours`;
}

function card(/** @type {any} */ title) {
  const turns = [...new Set(title.scenarios.map((/** @type {any} */ found) => found.turns).filter(Boolean))].sort((/** @type {any} */ a, /** @type {any} */ b) => a - b);
  const picture = h("img", { src: title.thumbnail, alt: "", onload: () => picture.parentElement.classList.remove("drawing") });
  return h("article", { class: "card", "data-title": title.id },
    h("div", { class: "card-map drawing" }, picture),
    h("div", { class: "card-text" },
      h("h3", {}, title.name),
      h("p", {}, title.summary),
      h("ul", { class: "facts" },
        h("li", {}, `${title.players} players`),
        turns.length ? h("li", {}, `${turns.length > 1 ? `${turns[0]} to ${turns.at(-1)}` : turns[0]} turns`) : null,
        h("li", {}, length(title.minutes)),
        h("li", {}, title.difficulty)),
      h("div", { class: "card-buttons" },
        h("button", { class: "primary", onclick: () => ask(title, "computer") }, "Play the computer"),
        h("button", { class: "primary", onclick: () => ask(title, "hotseat") }, "Hot seat"),
        h("button", { onclick: () => ask(title, "friend") }, "Invite a friend"))));
}

/** Whose turn it is, in a few words. */
function turn(/** @type {any} */ game, sides = "") {
  if (!game) return "";
  if (game.over) return game.result || "over";
  const side = Object.entries(game.seats).find(([place, seat]) => place === sides || seat.side === sides)?.[1].side;
  if (sides === "hot seat" || sides === "imported") return `${game.to_decide} decides`;
  return side && side === game.to_decide ? h("strong", { class: "your-turn" }, "Your turn") : `${game.to_decide || "nobody"} decides`;
}

async function showGames() {
  const list = mine.all();
  const open = await call("GET", `/api/games?page=${page}`);
  const own = list.length ? await call("POST", "/api/games/held", { tokens: list.map((entry) => entry.token) }) : [];
  const known = new Map(own.map((/** @type {any} */ game) => [game.id, game]));
  $("mine").hidden = list.length === 0;
  $("my-games").replaceChildren(...list.map((entry) => h("li", {},
    h("span", {}, `${entry.game}${entry.name ? `: ${entry.name}` : ""}, ${entry.sides}`),
    h("span", { class: "muted" }, turn(known.get(entry.id), entry.sides)),
    h("span", { class: "row" },
      h("a", { class: "button", href: `${root}/table/${entry.id}#${entry.token}` }, "Go on"),
      h("button", { onclick: () => { mine.drop(entry.token); showGames(); } }, "Forget")))));
  const held = new Set(list.map((entry) => entry.id));
  const others = open.filter((/** @type {any} */ game) => !held.has(game.id));
  if (!others.length && !page) return;
  $("open-games").replaceChildren(...others.map((/** @type {any} */ game) => h("li", {},
    h("span", {}, `${titleName(game.game)}${game.name ? `: ${game.name}` : ""}`),
    h("span", { class: "muted" }, game.over ? turn(game) : `pick ${game.seq}, ${game.to_decide || "nobody"} to decide`),
    game.open && !game.over ? h("span", { class: "row" }, freeSeats(game).map((place) => h("button", { onclick: () => join(game, place) }, `Sit down as ${place}`))) : "")), ...turns(open.length));
}

let page = 0;
const PAGE = 100;

/** Buttons for the other pages of the list, where there are any. */
function turns(/** @type {number} */ count) {
  const go = (/** @type {number} */ step) => { page += step; showGames(); };
  const back = page ? [h("button", { onclick: () => go(-1) }, "Newer games")] : [];
  const on = count >= PAGE ? [h("button", { onclick: () => go(1) }, "Older games")] : [];
  return back.length + on.length ? [h("li", {}, h("span", { class: "row" }, ...back, ...on))] : [];
}

const titleName = (/** @type {string} */ id) => titles.find((found) => found.id === id)?.name ?? id;

function freeSeats(/** @type {any} */ game) {
  return Object.entries(game.seats).filter(([, seat]) => seat.kind === "human" && !seat.taken).map(([place]) => place);
}

/** Take a free seat of an open game. */
async function join(/** @type {any} */ game, /** @type {string} */ place) {
  try {
    const link = await call("POST", `/api/games/${game.id}/join`, { side: place });
    mine.add({ id: game.id, token: link.token, game: titleName(game.game), name: game.name, sides: place });
    location.href = link.url;
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
    await showGames();
  }
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
  $("import-file").addEventListener("change", (/** @type {any} */ e) => e.target.files[0] && importFile(e.target.files[0]));
  try {
    titles = await call("GET", "/api/titles");
  } catch (error) {
    $("titles").replaceChildren(h("p", {}, /** @type {Error} */ (error).message));
    return;
  }
  titles.sort((a, b) => a.minutes - b.minutes);
  $("titles").replaceChildren(...titles.map(card));
  const first = titles.find((title) => title.id === "tinybeach");
  $("learn").addEventListener("click", () => start({ game: "tinybeach", seats: against(first, "Allied", first.usual), hotseat: true, aloud: true }, true));
  /** @type {HTMLButtonElement} */ ($("learn")).disabled = false; // a click before the games are known would be lost
  await showGames();
}

main();
