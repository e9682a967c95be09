// @ts-check
// The table: one game, seen with one token. This page asks the server for everything and knows no rule. Here its parts
// are put together; each of them has a file of its own.
import { call, GameApi, mine, root } from "./api.js";
import { Attention } from "./attention.js";
import { Battles } from "./battles.js";
import { Briefing } from "./briefing.js";
import { Company } from "./company.js";
import { drawCounters } from "./counters.js";
import { $, h, speak } from "./dom.js";
import { Drag } from "./drag.js";
import { Drawer } from "./drawer.js";
import { Facing } from "./facing.js";
import { Fan } from "./fan.js";
import { Follower } from "./follower.js";
import { Gestures } from "./gestures.js";
import { Guide } from "./guide.js";
import { Hand } from "./hand.js";
import { HotSeat } from "./hotseat.js";
import { Hover } from "./hover.js";
import { Keyboard } from "./keyboard.js";
import { Layer } from "./layer.js";
import { Log } from "./log.js";
import { MapView } from "./map.js";
import { Playback } from "./playback.js";
import { Position } from "./position.js";
import { Questions } from "./questions.js";
import { Scene } from "./scene.js";
import { Scrubber } from "./scrubber.js";
import { Sender } from "./sender.js";
import { Shades } from "./shades.js";
import { drawBoxes, setUpTabs } from "./sidebar.js";
import { currentSkin, setUpSkins } from "./skins.js";
import { setUpSounds } from "./sounds.js";
import { sheetOf } from "./sprites.js";

/** @typedef {import("./wire.js").GameState} GameState */
/** @typedef {import("./wire.js").Title} Title */
/** @typedef {import("./wire.js").MapLayout} MapLayout */

const SMALL = 20; // where fingers play, and counters would be smaller than this, a table opens at the action and goes near what is taken up

export class Table {
  /** @param {GameApi} api @param {Title} title @param {MapLayout} layout @param {GameState} info */
  constructor(api, title, layout, info) {
    this.api = api;
    this.title = title;
    this.layout = layout;
    this.skin = currentSkin();
    this.art = document.documentElement.dataset.art ?? "";
    this.position = new Position(title, layout, info);
    this.map = new MapView(layout);
    this.layer = new Layer(layout, title.shades);
    this.map.put(this.layer);
    this.shades = new Shades(layout, this.position);
    this.hand = new Hand(this);
    this.questions = new Questions(this);
    this.sender = new Sender(this);
    this.follower = new Follower(this);
    this.scene = new Scene(this);
    this.battles = new Battles(this);
    this.playback = new Playback(this);
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
    this.drawer = new Drawer(this);
    this.briefing = new Briefing(this);
    this.company = new Company(this);
    this.openRule = (/** @type {string} */ number) => this.drawer.rule(number);
  }

  /** Whether fingers play, or the window is a small one, and counters and hexes are too small to be hit. */
  isTiny() {
    const touched = matchMedia("(pointer: coarse)").matches || this.map.port.clientWidth < 700;
    return touched && this.layer.size * this.map.scale < SMALL;
  }

  // What tests and parts ask most.
  get info() { return this.position.info; }
  get view() { return this.position.view; }
  get sides() { return this.position.sides; }
  get busy() { return this.sender.busy || this.playback.running; }
  get replaying() { return this.position.replaying; }

  mapUrl() {
    return mapUrl(this.title.id, this.skin, this.art);
  }

  async open() {
    this.buttons();
    this.map.fit();
    const counters = drawCounters(this.title.id, this.skin, this.scene.onMap(this.info.view.pieces));
    const map = this.map.load(this.mapUrl(), this.skin);
    await this.take(this.info);
    await Promise.all([counters.then(() => this.scene.draw()), map]);
    $("laying").remove();
    if (this.isTiny()) this.scene.centre();
    this.follower.listen();
    document.body.dataset.ready = "yes";
    performance.mark("ready");
    this.briefing.open().then(() => { if (this.briefing.box.hidden) this.playback.lately(); });
    this.scrubber.openLink();
    setTimeout(() => this.map.rest(), 300);
  }

  buttons() {
    /** @type {Record<string, () => void>} */
    const acts = {
      undo: () => this.sender.undo(), redo: () => this.sender.redo(), fit: () => this.map.fit(), centre: () => this.scene.centre(),
      "zoom-in": () => this.map.zoom(1.3), "zoom-out": () => this.map.zoom(1 / 1.3), help: () => this.keyboard.help(),
      more: () => $("more").setAttribute("aria-expanded", String(document.body.classList.toggle("more"))),
      grip: () => $("grip").setAttribute("aria-expanded", String(document.body.classList.toggle("tall"))),
      reference: () => this.drawer.toggle(),
    };
    for (const [id, act] of Object.entries(acts)) $(id).addEventListener("click", act);
    $("viewport").addEventListener("pointerdown", () => { document.body.classList.remove("more"); $("more").setAttribute("aria-expanded", "false"); });
    // what lies over the map is not the map: a click there ends there, even when it redraws what was clicked
    for (const over of document.querySelectorAll(".over-map")) over.addEventListener("click", (event) => event.stopPropagation());
    setUpTabs(() => { drawBoxes(this); this.log.draw(); });
    setUpSkins(this.title.looks, (skin) => { this.skin = skin; this.map.load(this.mapUrl(), skin).then(() => this.scene.draw()).then(() => this.map.rest()); });
    setUpSounds();
    this.questions.listOverlays(this.info.overlays);
  }

  /** Take what the server says for the truth; on a hot seat, as the side that decides sees it. */
  async take(/** @type {GameState} */ info) {
    this.accept(info);
    const side = this.hotSeat.check();
    if (side) this.accept(await this.api.get("", { side }));
  }

  accept(/** @type {GameState} */ info) {
    // Told twice what we know: what is in hand stays in hand, and a question that was put stays put.
    if (this.position.accept(info)) this.hand.clear();
    this.questions.forget();
    this.log.take(info.log, this.position.side);
  }

  explain(/** @type {import("./hand.js").Reason | null} */ reason) {
    this.hand.reason = reason;
    this.scene.decision();
    document.querySelector("#answers .reason")?.scrollIntoView({ block: "nearest" }); // a phone shows little at a time
    if (reason) speak(reason.text);
  }

  /** The options on buttons: all of them, or those of the counter in the hand. */
  shown() {
    const { options } = this.position.choices;
    if (!this.hand.unit) return options;
    const found = options.filter((one) => one.units?.includes(this.hand.unit)), takes = found.filter((one) => one.part === "take");
    return takes.length > 1 ? found : found.filter((one) => one.part !== "take"); // the one way to take it up has been gone
  }
}

function mapUrl(/** @type {string} */ title, /** @type {string} */ skin, /** @type {string} */ art) {
  return `${root}/api/titles/${title}/map.svg?skin=${skin}&v=${art}`;
}

/** What does not depend on the game's course is fetched while its state is asked for. @returns {Promise<[Title, MapLayout]>} */
function fetchTitle(/** @type {string} */ id) {
  const art = document.documentElement.dataset.art ?? "", skin = currentSkin();
  sheetOf(skin).catch(() => {});
  for (const part of ["ground", "names"]) new Image().src = `${mapUrl(id, skin, art)}&part=${part}`;
  return Promise.all([call("GET", `/api/titles/${id}`), call("GET", `/api/titles/${id}/map?v=${art}`)]);
}

async function start() {
  const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() ?? "");
  const [given, moment] = location.hash.slice(1).split("@"), token = mine.now(given);
  const api = new GameApi(id, token || mine.all().find((entry) => entry.id === id)?.token || "");
  const page = document.documentElement.dataset;
  const ahead = page.game ? fetchTitle(page.game) : null;
  ahead?.catch(() => {}); // told when it is awaited
  const info = await api.join(await api.get());
  const [title, layout] = await (page.game === info.game && ahead ? ahead : fetchTitle(info.game));
  mine.keep({ id, token: api.token, game: title.name, name: info.name, sides: info.your_seats.join(" and ") });
  const table = new Table(api, title, layout, info);
  table.scrubber.moment = moment ? Number(moment) : NaN;
  Object.assign(window, { bocage: table });
  await table.open();
}

start().catch((error) => {
  $("laying")?.remove();
  $("trail").textContent = "";
  const told = error.code === "bad-token" ? ["This link opens no seat here.", "Is it complete? It ends with # and a long word. The link to a seat is used once: who has sat down goes on with the device that opened it, under “Your games” on its first page."] : [error.message];
  $("asked").replaceChildren(h("h2", {}, "The table cannot be shown"), ...told.map((words) => h("p", {}, words)), h("a", { class: "button", href: "/" }, "Back to the games"));
  document.body.dataset.ready = "no";
});
