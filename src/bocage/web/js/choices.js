// @ts-check
// Options and gestures: which option does a click on this counter or that space mean? No rules here: only what was offered.

/** @typedef {{action: string, verb: string, units?: string[], spaces?: string[]}} Choice */

export class Choices {
  /** @param {Choice[]} options */
  constructor(options) {
    this.options = options;
  }

  /** Counters that an option names. */
  ableUnits() {
    return new Set(this.options.flatMap((found) => found.units ?? []));
  }

  /** Spaces that an option names, for the picked counter if there is one. */
  targets(/** @type {string} */ unit) {
    return new Set(this.forUnit(unit).flatMap((found) => found.spaces ?? []));
  }

  forUnit(/** @type {string} */ unit) {
    return unit ? this.options.filter((found) => !(found.units ?? []).length || found.units?.includes(unit)) : this.options;
  }

  /** What a click on a counter can mean: options of that counter without a space; or picking it up. */
  onUnit(/** @type {string} */ unit) {
    const own = this.options.filter((found) => found.units?.includes(unit));
    return { direct: own.filter((found) => !(found.spaces ?? []).length), carries: own.some((found) => (found.spaces ?? []).length) };
  }

  /** What a click on a space can mean. */
  onSpace(/** @type {string} */ space, /** @type {string} */ unit) {
    const here = this.options.filter((found) => found.spaces?.includes(space));
    const own = here.filter((found) => found.units?.includes(unit));
    return own.length ? own : here;
  }

  /** Options that no gesture on the map can mean: buttons. */
  plain() {
    return this.options.filter((found) => !(found.units ?? []).length && !(found.spaces ?? []).length);
  }

  /** Whether what is asked is a space and nothing else: then whatever is not offered steps back. */
  onlySpaces() {
    return this.options.some((found) => found.spaces?.length) && this.options.every((found) => !(found.units ?? []).length);
  }

  /** An action to ask "why not?" about, when somebody points at a space that is not offered. */
  question(/** @type {string} */ space, /** @type {string} */ unit) {
    const carrying = this.options.find((found) => found.spaces?.length === 1 && found.units?.length === 1 && (!unit || found.units[0] === unit));
    if (carrying) return `${carrying.verb} ${unit || carrying.units?.[0]} ${space}`;
    const pointing = this.options.find((found) => found.spaces?.length === 1 && !(found.units ?? []).length);
    return pointing ? `${pointing.verb} ${space}` : "";
  }

  /** The same for a counter that is not offered. */
  questionUnit(/** @type {string} */ unit) {
    const naming = this.options.find((found) => found.units?.length === 1 && !(found.spaces ?? []).length);
    return naming ? `${naming.verb} ${unit}` : "";
  }
}

/** An option as words on a button. */
export function label(/** @type {Choice} */ choice) {
  const text = choice.action.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
