// @ts-check
// Options and gestures: which option does a click on this counter or that space mean? No rules here: only what was offered.

/** @typedef {import("./wire.js").Choice} Choice */

export class Choices {
  /** @param {Choice[]} options */
  constructor(options) {
    this.options = options;
    /** @type {Set<string> | undefined} */ this.able = undefined;
    this.sole = this.onlyOne();
  }

  /** The counter that every place on offer is for, or "": it need not be taken up to be sent. */
  onlyOne() {
    const placed = this.options.filter((found) => found.spaces?.length), unit = placed[0]?.units?.[0] ?? "";
    return placed.every((found) => found.units?.length === 1 && found.units[0] === unit && found.spaces?.length === 1) ? unit : "";
  }

  /** Whether an option is about a place alone, nobody having to be picked up first. */
  isPlace(/** @type {Choice} */ found) {
    return !found.units?.length || (this.sole !== "" && found.units[0] === this.sole && (found.spaces?.length ?? 0) > 0);
  }

  /** Counters that an option names. */
  ableUnits() {
    this.able ??= new Set(this.options.flatMap((found) => found.units ?? []));
    return this.able;
  }

  /** Spaces that options without a counter name, or all of them for the same: what is asked is a place. */
  targets() {
    return new Set(this.options.filter((found) => this.isPlace(found)).flatMap((found) => found.spaces ?? []));
  }

  /** All spaces that options name. */
  places() {
    return new Set(this.options.flatMap((found) => found.spaces ?? []));
  }

  /** What a counter can do on the spot. */
  direct(/** @type {string} */ unit) {
    return this.options.filter((found) => found.units?.includes(unit) && !found.spaces?.length && found.part !== "take");
  }

  /** Whether a counter can be sent somewhere, or taken up to be sent. */
  carries(/** @type {string} */ unit) {
    return this.options.some((found) => found.units?.includes(unit) && (found.spaces?.length || found.part === "take"));
  }

  /** What a click on a space can mean when no counter is in the hand. */
  onSpace(/** @type {string} */ space) {
    return this.options.filter((found) => found.spaces?.includes(space) && this.isPlace(found));
  }

  /** The counters that could still join what is being prepared. */
  joining() {
    return this.options.filter((found) => found.part === "join" && found.units?.length === 1 && !found.spaces?.length).map((found) => found.units?.[0] ?? "");
  }

  /** Whether what is asked is a space and nothing else: then whatever is not offered steps back. */
  onlySpaces() {
    return this.options.some((found) => found.spaces?.length) && this.options.every((found) => this.isPlace(found));
  }

  /** An action to ask "why not?" about, when somebody points at a space that is not offered. */
  question(/** @type {string} */ space, /** @type {string} */ unit) {
    const carrying = this.options.find((found) => found.spaces?.length === 1 && found.units?.length === 1 && (!unit || found.units[0] === unit));
    if (carrying) return `${carrying.verb} ${unit || carrying.units?.[0]} ${space}`;
    const pointing = this.options.find((found) => found.spaces?.length === 1 && !found.units?.length && found.action.split(" ").length === 2);
    return pointing ? `${pointing.verb} ${space}` : "";
  }

  /** The same for a counter that is not offered. */
  questionUnit(/** @type {string} */ unit) {
    const naming = this.options.find((found) => found.units?.length === 1 && !found.spaces?.length && found.action.split(" ").length === 2);
    return naming ? `${naming.verb} ${unit}` : "";
  }
}

/** An option that names neither a counter nor a space. */
export function isPlain(/** @type {Choice} */ choice) {
  return !choice.units?.length && !choice.spaces?.length;
}

/** An option as words on a button; the server made them. */
export function label(/** @type {Choice} */ choice) {
  return choice.label || choice.action;
}
