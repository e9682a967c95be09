// @ts-check
// The tabs beside the map: tracks, boxes, the log, and the game itself.
import { counter, inWords } from "./counters.js";
import { mine, root } from "./api.js";
import { $, h, toast } from "./dom.js";
import { ask } from "./dialogs.js";

/** @typedef {import("./table.js").Table} Table */

export function setUpTabs(/** @type {() => void} */ opened) {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".panel .tabs [role=tab]")]);
  const open = (/** @type {HTMLElement} */ tab) => {
    for (const other of tabs) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      $(other.getAttribute("aria-controls") ?? "").hidden = !chosen;
    }
    opened();
  };
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(at + step + tabs.length) % tabs.length];
      open(next);
      next.focus();
    });
  });
}

/** The record tracks. Tracks of one name, such as reinforcements by turn, are a list of their own. */
export function drawTracks(/** @type {import("./wire.js").Payload} */ view) {
  /** @type {Map<string, import("./wire.js").Track[]>} */
  const named = new Map();
  for (const track of view.tracks) named.set(track.name, [...(named.get(track.name) ?? []), track]);
  const row = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string | undefined} */ detail) =>
    [h("dt", {}, name), h("dd", {}, value, detail ? h("span", { class: "muted" }, ` ${detail}`) : "")];
  const single = [...named.values()].filter((some) => some.length === 1).flatMap(([track]) => row(track.name, track.value, track.detail));
  const lists = [...named.entries()].filter(([, some]) => some.length > 1);
  const open = new Set([...$("tracks").querySelectorAll("details[open]")].map((node) => /** @type {HTMLElement} */ (node).dataset.name));
  $("tracks").replaceChildren(h("dl", { class: "tracks-list" }, single), ...lists.map(([name, some]) =>
    h("details", { class: "tracks-more", "data-name": name, open: open.has(name) },
      h("summary", {}, `${name}: ${some[0].value}, and ${some.length - 1} more`),
      h("dl", { class: "tracks-list" }, some.flatMap((track) => row(track.value, "", track.detail))))));
}

/** What lies on a track or in a cup stays in sight below the map, piece by piece. */
export function drawRounds(/** @type {Table} */ { view, position }) {
  const kept = view.tracks.filter((track) => track.chips?.length), box = $("rounds");
  box.hidden = !kept.length;
  box.replaceChildren(...kept.map((track) => h("p", {}, h("strong", {}, track.name), ...(track.chips ?? []).map((chip) =>
    h("span", { class: `chip side-${chip.side === undefined ? "none" : position.shade(chip.side)}` }, chip.text)))));
  const first = box.firstElementChild;
  if (first) first.scrollLeft = first.scrollWidth; // the last round
}

/** Boxes are places: their counters can be picked, and they can be targets. */
export function drawBoxes(/** @type {Table} */ table) {
  const { layout, position, hand } = table;
  if ($("boxes").hidden) return;
  const boxes = Object.entries(layout.spaces).filter(([, at]) => at.kind === "box");
  const targets = hand.targets(), able = position.choices.ableUnits();
  $("boxes").replaceChildren(...boxes.map(([name, at]) => {
    const pieces = position.at(name);
    return h("div", { class: targets.has(name) ? "box target-box" : "box", "data-space": name },
      h("h3", {}, at.title || name, h("span", { class: "muted" }, ` ${pieces.length}`),
        targets.has(name) && h("button", { onclick: () => table.gestures.pickSpace(name) }, "here")),
      h("div", { class: "box-pieces" }, pieces.map((piece) =>
        h("button", { class: hand.units.includes(piece.unit ?? "?") ? "picked" : able.has(piece.unit ?? "") ? "able" : "", title: inWords(piece, table.sides), "aria-label": inWords(piece, table.sides), onclick: () => table.gestures.pickUnit(piece.unit ?? "") },
          counter(table.skin, piece)))));
  }));
}

/** @type {Record<string, string>} */
const DICE = {
  fair: "The dice were committed to before the game; when it is over, bocage verify proves every roll.",
  fast: "The dice follow from a seed: good for trying things, no proof of anything.",
  table: "These dice cannot be proved: the game came here as a file, and the server rolls on.",
  known: "This game came here as a file: whoever wrote it may have known its dice.",
};

/** Seats, export, resigning, notices. */
export function drawGame(/** @type {Table} */ table) {
  const { info, title, position } = table;
  if ($("game").contains(document.activeElement) && document.activeElement?.tagName === "INPUT") return; // somebody is typing
  const seats = Object.entries(info.seats);
  const held = info.your_seats;
  const computers = seats.some(([, seat]) => seat.kind !== "human");
  $("game").replaceChildren(
    h("h3", {}, title.name),
    h("ul", { class: "seats" }, seats.map(([place, seat]) => h("li", {}, h("span", { class: `who side-${position.shade(table.sides.indexOf(seat.side || place))}` }, place), " ",
      seat.kind !== "human" ? `the computer: ${title.levels[seat.kind] ?? seat.kind}${title.opponents[seat.kind] ? `, ${title.opponents[seat.kind]}` : ""}` : [seat.name, held.includes(place) ? "you" : seat.name ? "" : "a person"].filter(Boolean).join(", "),
      info.away.includes(place) ? h("span", { class: "muted" }, " (has left)") : "",
      info.to_decide === (seat.side || place) ? h("strong", {}, " – to decide") : "",
      info.offerable.includes(place) ? h("button", { class: "offer-again", onclick: () => offer(table, seat.side || place) }, "Offer this seat again") : ""))),
    held.length === 1 ? nameForm(table, seats.find(([place]) => place === held[0])?.[1].name ?? "") : "",
    table.attention.toggle(),
    ...table.company.section(),
    spectators(table),
    h("div", { class: "options" },
      h("button", { onclick: () => exportLog(table) }, "Export the game"),
      held.length && !info.over ? h("button", { onclick: () => resign(table) }, "Resign") : "",
      held.length === 1 && seats.find(([place]) => place === held[0])?.[1].taken ? h("button", { id: "leave", onclick: () => leave(table) }, "Leave the table") : ""),
    title.secrets && !info.over ? h("p", { class: "muted" }, "An exported game is one text file that tells everything, even what is hidden. While other people play, it is given out only when the game is over.") : "",
    computers && !info.aloud && !info.over ? h("p", { class: "muted" }, "The computer says why it did what it did when the game is over: before that its reasons could give away what it hides.") : "",
    h("p", { class: "muted" }, DICE[info.dice.kind] ?? DICE.fair));
}

/** The link for spectators, on the device where the game was begun: the server keeps only its hash. */
function spectators(/** @type {Table} */ table) {
  const path = mine.all().find((entry) => entry.id === table.api.id && entry.watch)?.watch;
  if (!path) return "";
  const url = new URL(path, location.href).href;
  return h("label", { class: "watch" }, "Link for spectators", h("input", { readonly: true, value: url, onfocus: (/** @type {any} */ event) => event.target.select() }));
}

function resign(/** @type {Table} */ table) {
  const { side } = table.position;
  ask("Resign?", `The game ends, and the ${side} side has given it up.`, "Resign", async () => { await table.api.post("/resign", { side }); await table.follower.refresh(); });
}

/** Get up and go to the list of one's games, from where one can come back: the link stays good. */
async function leave(/** @type {Table} */ table) {
  try {
    await table.api.post("/leave", {});
    location.href = `${root}/`;
  } catch (error) { toast(/** @type {Error} */ (error).message); }
}

/** Whoever took a seat of our open game has gone without a pick: let somebody else have it. */
async function offer(/** @type {Table} */ table, /** @type {string} */ side) {
  try {
    await table.api.post("/offer", { side });
    await table.follower.refresh();
    toast("The seat stands on the first page again.");
  } catch (error) { toast(/** @type {Error} */ (error).message); }
}

/** The name under which the others see us. */
function nameForm(/** @type {Table} */ table, /** @type {string} */ name) {
  const field = h("input", { id: "my-name", value: name, maxlength: 40, autocomplete: "nickname" });
  const form = h("form", { class: "name-form" }, h("label", { for: "my-name" }, "Your name"), field, h("button", {}, "Use this name"));
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await table.api.sit(field.value);
      await table.follower.refresh();
    } catch (error) { toast(/** @type {Error} */ (error).message); }
  });
  return form;
}

async function exportLog(/** @type {Table} */ table) {
  try {
    const text = await table.api.get("/export");
    const url = URL.createObjectURL(new Blob([typeof text === "string" ? text : JSON.stringify(text)], { type: "application/jsonl" }));
    const link = h("a", { href: url, download: `${table.title.id}-${table.api.id}.bocage` });
    link.click();
    URL.revokeObjectURL(url);
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}
