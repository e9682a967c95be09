// @ts-check
// The game as this page knows it: what the server said last, whose eyes it is seen with, and whether it is the past.
import { Choices } from "./choices.js";

/** @typedef {import("./wire.js").GameState} GameState */
/** @typedef {import("./wire.js").Payload} Payload */
/** @typedef {import("./wire.js").Piece} Piece */

export class Position {
  /** @param {import("./wire.js").Title} title @param {import("./wire.js").MapLayout} layout @param {GameState} info */
  constructor(title, layout, info) {
    this.title = title;
    this.layout = layout;
    this.sides = title.sides;
    this.info = info;
    /** @type {Payload} what is drawn: the present, or a moment of the past */ this.view = info.view;
    this.side = "";
    this.replaying = false;
    /** @type {number | undefined} how far the game was after our last pick */ this.since = undefined;
    this.choices = new Choices([]);
  }

  /** Take what the server says for the truth; whether it is news. */
  accept(/** @type {GameState} */ info) {
    const known = this.info.seq === info.seq && this.info.view.you === info.view.you && this.info.undone === info.undone;
    this.info = info;
    this.since ??= info.you.length ? info.since : undefined;
    if (!this.replaying) this.view = info.view;
    this.side = info.view.you || this.side;
    return !known;
  }

  /** Read the options of what is drawn. */
  read() {
    this.choices = new Choices(this.replaying ? [] : this.view.options);
  }

  /** Whether this page has something to decide now. */
  get deciding() {
    return !this.replaying && this.view.options.length > 0;
  }

  get watching() {
    return this.info.you.length === 0;
  }

  piece(/** @type {string} */ unit) {
    return this.view.pieces.find((found) => found.unit === unit);
  }

  /** @returns {Piece[]} */
  at(/** @type {string} */ space) {
    return this.view.pieces.filter((piece) => piece.space === space);
  }

  /** Whether a counter belongs to the side that looks. */
  isMine(/** @type {string} */ unit) {
    return unit !== "" && this.sides[this.piece(unit)?.side ?? -1] === this.side;
  }

  pieceName(/** @type {string} */ unit) {
    return this.piece(unit)?.name || unit;
  }

  isBox(/** @type {string} */ space) {
    return this.layout.spaces[space]?.kind === "box";
  }

  /** A space in words. */
  placeName(/** @type {string} */ space) {
    const at = this.layout.spaces[space];
    if (!at) return space;
    return at.kind === "hex" ? [space, at.title].filter(Boolean).join(" ") : at.title || space;
  }

  /** The space that a point of the map means: a box of which it is the beach, if that is asked for. */
  meant(/** @type {string} */ space, /** @type {Set<string>} */ targets) {
    if (targets.has(space)) return space;
    return Object.entries(this.layout.stands).find(([box, places]) => targets.has(box) && places.includes(space))?.[0] ?? space;
  }

  /** Spaces, and for boxes the places on the map that stand for them. */
  spread(/** @type {Iterable<string>} */ targets) {
    return new Set([...targets].flatMap((space) => [space, ...(this.layout.stands[space] ?? [])]));
  }

  /** Colour of a side at this table. */
  shade(/** @type {number} */ side) {
    return this.title.shades[side] ?? 0;
  }
}
