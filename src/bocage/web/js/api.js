// @ts-check
// Talking to the server. Every refusal comes back as an ApiError with a stable code and one clear sentence.

import { EventStream } from "./stream.js";

/** The path below which the server lies, where it shares its name with others; empty at the root. */
export const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

const FARTHEST = 1000; // picks: of a longer absence the end is told

export class ApiError extends Error {
  /** @param {string} code @param {string} message @param {string} [rule] @param {string} [detail] @param {string[]} [picks] what waits for a second word */
  constructor(code, message, rule = "", detail = "", picks = []) {
    super(message);
    this.code = code;
    this.rule = rule;
    this.detail = detail;
    this.picks = picks;
  }
}

/** @param {string} method @param {string} path @param {any} [body] @param {string} [token] */
export async function call(method, path, body, token = "") {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(root + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new ApiError("offline", "The server does not answer. Your game is safe; try again in a moment.");
  }
  const isJson = (response.headers.get("Content-Type") ?? "").includes("json");
  const data = isJson ? await response.json() : await response.text();
  if (response.ok) return data;
  const error = isJson && data.error ? data.error : {};
  throw new ApiError(error.code ?? String(response.status), error.message ?? "The server refused.", error.rule, error.detail, error.picks);
}

/** One game seen with one token. */
export class GameApi {
  /** @param {string} id @param {string} token */
  constructor(id, token) {
    this.id = id;
    this.token = token;
    this.base = `/api/games/${encodeURIComponent(id)}`;
  }

  /** @param {string} path @param {Record<string, any>} [query] */
  get(path = "", query = {}) {
    const search = new URLSearchParams(Object.entries(query).filter(([, v]) => v !== undefined && v !== ""));
    const tail = String(search) ? `?${search}` : "";
    return call("GET", this.base + path + tail, undefined, this.token);
  }

  /** What happened after a pick, up to the state that was fetched: it brings the last lines alone, and a slow watcher is farther behind. @param {import("./wire.js").GameState} info @param {number} from @param {string} side */
  async linesAfter(info, from, side) {
    if (info.log.after <= from) return info.log.entries;
    /** @type {import("./wire.js").Lines} */
    const found = await this.get("/log", { side, after: Math.max(from, info.seq - FARTHEST) }).catch(() => info.log);
    return found.entries.filter((line) => line.n <= info.seq);
  }

  /** @param {string} path @param {any} [body] */
  post(path, body = {}) {
    return call("POST", this.base + path, body, this.token);
  }

  /** Listen to the game. `changed` is called with each message; a lost connection is opened again. */
  listen(/** @type {(message: Partial<import("./wire.js").News & import("./wire.js").TableNews>) => void} */ changed, /** @type {(up: boolean) => void} */ link, /** @type {() => void} */ ended = () => {}) {
    const message = (/** @type {string} */ _, /** @type {string} */ data) => { try { changed(JSON.parse(data)); } catch { changed({}); } };
    return new EventStream(`${root}${this.base}/events`, () => this.token, { message, link, ended });
  }

  /** Take the seat, if nobody has or whoever had it comes back: its link is exchanged for one that only we know. */
  async join(/** @type {import("./wire.js").GameState} */ info) {
    const [place, other] = info.your_seats;
    if (!place || other || (info.seats[place].taken && !info.away.includes(place))) return info;
    await this.sit(info.seats[place].name);
    return this.get();
  }

  /** Sit down under a name: from now on the seat has another link. */
  async sit(name = "") {
    const fresh = await this.post("/join", { name });
    mine.renew(this.token, fresh.token);
    mine.exchange(this.token, fresh.token);
    this.token = fresh.token;
    if (location.hash) history.replaceState(null, "", `${location.pathname}${location.search}#${fresh.token}`);
  }
}

/** The links a person has opened on this device, newest first. */
export const mine = {
  /** Those marked `sent` are seats of a new game, with links to be sent to others. @returns {{id: string, token: string, game: string, name: string, sides: string, watch?: string, sent?: boolean}[]} */
  all() {
    try { return JSON.parse(localStorage.getItem("bocage.games") ?? "[]"); } catch { return []; }
  },
  /** @param {{id: string, token: string, game: string, name: string, sides: string, watch?: string, sent?: boolean}} entry */
  add(entry) {
    const rest = this.all().filter((old) => old.token !== entry.token);
    localStorage.setItem("bocage.games", JSON.stringify([entry, ...rest].slice(0, 40)));
  },
  /** Somebody came by a link: the seat stands among his games from now on. @param {{id: string, token: string, game: string, name: string, sides: string}} entry */
  keep(entry) {
    if (entry.sides && !this.all().some((known) => known.token === entry.token)) this.add(entry);
  },
  /** @param {string} old @param {string} fresh */
  renew(old, fresh) {
    const all = this.all().map((entry) => (entry.token === old ? { ...entry, token: fresh, sent: false } : entry));
    localStorage.setItem("bocage.games", JSON.stringify(all));
  },
  /** The link that was sent opens the seat on the device that took it, as long as the device remembers. @param {string} old @param {string} fresh */
  exchange(old, fresh) {
    const rest = this.exchanged().filter(([known]) => known !== old).map(([known, now]) => (now === old ? [known, fresh] : [known, now]));
    localStorage.setItem("bocage.exchanged", JSON.stringify([[old, fresh], ...rest].slice(0, 40)));
  },
  /** @returns {[string, string][]} */
  exchanged() {
    try { return JSON.parse(localStorage.getItem("bocage.exchanged") ?? "[]"); } catch { return []; }
  },
  /** @param {string} token */
  now(token) {
    return this.exchanged().find(([old]) => old === token)?.[1] ?? token;
  },
  /** @param {string} token */
  drop(token) {
    localStorage.setItem("bocage.games", JSON.stringify(this.all().filter((old) => old.token !== token)));
  },
};
