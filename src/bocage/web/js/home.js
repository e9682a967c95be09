// @ts-check
// The first page: the games as cards, a person's own games, open tables.
import { call, mine, root } from "./api.js";
import { $, h, toast } from "./dom.js";
import { codeFor } from "./links.js";
import { against, ask, start } from "./newgame.js";
import { setUpSkins } from "./skins.js";

/** @typedef {import("./wire.js").Title} Title */
/** @typedef {import("./wire.js").Listed} Listed */

/** @type {Title[]} */
let titles = [];

/** Minutes as a person says it. */
function length(/** @type {number} */ minutes) {
  return minutes < 120 ? `about ${minutes} minutes` : `about ${Math.round(minutes / 60)} hours`;
}

function card(/** @type {Title} */ title) {
  const turns = [...new Set(title.scenarios.map((found) => found.turns).filter(Boolean))].sort((a, b) => a - b);
  const picture = h("img", { src: title.thumbnail, alt: "", onload: () => picture.parentElement.classList.remove("drawing") });
  const begin = (/** @type {string} */ words, /** @type {import("./newgame.js").How} */ how, look = "") =>
    h("button", { class: look, "aria-label": `${words}: ${title.name}`, onclick: () => ask(title, how) }, words);
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
      title.evening ? h("p", { class: "evening" }, title.evening) : "",
      h("p", { class: "first-steps" },
        h("a", { href: `${root}/five-minutes/${title.id}`, "aria-label": `In five minutes: ${title.name}` }, "In five minutes"),
        title.learners.map((side) => h("button", { class: "learn-this", "aria-label": side === title.learner ? `Guided first turn of ${title.name}` : `Guided first turn of ${title.name} on the ${side} side`, onclick: () => learn(title, side) }, side === title.learner ? "Guided first turn" : `or as the ${side} side`))),
      h("div", { class: "card-buttons" },
        begin("Play the computer", "computer", "primary"), begin("Hot seat", "hotseat", "primary"), begin("Invite a friend", "friend"))));
}

/** A game with a guided first turn, on a side that its guide is for. */
function learn(/** @type {Title} */ title, side = title.learner) {
  return start(title, { game: title.id, scenario: title.first, seats: against(title, side, "planner-quick"), hotseat: true }, true);
}

/** Whose turn it is, in a few words. */
function turn(/** @type {Listed | undefined} */ game, sides = "") {
  if (!game) return "";
  if (game.over) return game.result || "over";
  const side = Object.entries(game.seats).find(([place, seat]) => place === sides || seat.side === sides)?.[1].side;
  if (sides === "hot seat" || sides === "imported") return `the ${game.to_decide} side decides`;
  return side && side === game.to_decide ? h("strong", { class: "your-turn" }, "Your turn") : game.to_decide ? `the ${game.to_decide} side decides` : "nobody decides";
}

async function showGames() {
  const list = mine.all();
  const open = /** @type {Listed[]} */ (await call("GET", `/api/games?page=${page}`));
  const own = list.length ? await call("POST", "/api/games/held", { tokens: list.map((entry) => entry.token) }) : [];
  const known = new Map(own.map((/** @type {Listed} */ game) => [game.id, game]));
  const gone = list.filter((entry) => entry.sent && known.get(entry.id)?.seats[entry.sides]?.taken); // whoever got the link has sat down
  gone.forEach((entry) => mine.drop(entry.token));
  const left = list.filter((entry) => !gone.includes(entry));
  $("mine").hidden = left.length === 0;
  $("my-games").replaceChildren(...left.map((entry) => h("li", {},
    h("span", {}, `${entry.game}${entry.name ? `: ${entry.name}` : ""}, ${entry.sides}`),
    h("span", { class: "muted" }, entry.sent ? "nobody has sat down here yet" : turn(known.get(entry.id), entry.sides)),
    h("span", { class: "row" },
      entry.sent ? h("button", { onclick: () => send(entry) }, "Copy the link") : "",
      h("a", { class: "button", href: `${root}/table/${entry.id}#${entry.token}` }, entry.sent ? "Sit down" : "Go on"),
      h("button", { onclick: () => { mine.drop(entry.token); showGames(); } }, "Forget")))));
  const held = new Set(list.map((entry) => entry.id));
  const others = open.filter((game) => !held.has(game.id));
  if (!others.length && !page) return;
  $("open-games").replaceChildren(...others.map((game) => h("li", {},
    h("span", {}, `${titleName(game.game)}${game.name ? `: ${game.name}` : ""}`),
    h("span", { class: "muted" }, game.over ? turn(game) : `pick ${game.seq}, ${game.to_decide ? `the ${game.to_decide} side` : "nobody"} to decide`),
    game.open && !game.over ? h("span", { class: "row" }, freeSeats(game).map((place) => h("button", { onclick: () => join(game, place) }, `Sit down as ${place}`))) : "")), ...turns(open.length));
}

/** The link of a seat for somebody else. */
async function send(/** @type {{id: string, token: string}} */ { id, token }) {
  const { base, warning } = await codeFor.base(), url = new URL(`${root}/table/${id}#${token}`, base).href;
  navigator.clipboard?.writeText(url).then(() => toast(`Copied. ${warning}`), () => toast(url));
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

function freeSeats(/** @type {Listed} */ game) {
  return Object.entries(game.seats).filter(([, seat]) => seat.kind === "human" && !seat.taken).map(([place]) => place);
}

/** Take a free seat of an open game. */
async function join(/** @type {Listed} */ game, /** @type {string} */ place) {
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
  document.documentElement.dataset.skin = localStorage.getItem("bocage.skin") ?? "period";
  $("import-file").addEventListener("change", (/** @type {any} */ e) => e.target.files[0] && importFile(e.target.files[0]));
  try {
    titles = await call("GET", "/api/titles");
  } catch (error) {
    $("titles").replaceChildren(h("p", {}, /** @type {Error} */ (error).message));
    return;
  }
  titles.sort((a, b) => a.minutes - b.minutes);
  $("titles").replaceChildren(...titles.map(card));
  if (titles.length) setUpSkins(titles[0].looks);
  const first = titles.find((title) => title.learner);
  $("learn").addEventListener("click", () => { if (first) learn(first); });
  /** @type {HTMLButtonElement} */ ($("learn")).disabled = !first; // a click before the games are known would be lost
  await showGames();
}

main();
