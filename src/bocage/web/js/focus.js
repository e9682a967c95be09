// @ts-check
// The keyboard is never lost: when the page is drawn anew under it, it stays on what it was on, or goes to the question.
import { $ } from "./dom.js";

const NAMES = ["action", "unit", "space", "name"];
/** @type {(() => HTMLElement | null) | null} what the keyboard was on and is not there any more; it may come back */
let lost = null;

/** Draw something anew. */
export function keepFocus(/** @type {() => void} */ act) {
  const held = /** @type {HTMLElement} */ (document.activeElement);
  if (!held || held === document.body || held.id === "viewport") { lost = null; act(); return; }
  const asked = held.id === "question", again = asked && lost ? lost : finder(held);
  act();
  if (!asked && held.isConnected && held.getClientRects().length) { lost = null; return; }
  const found = again();
  lost = found ? null : again;
  /** @type {HTMLElement | null} */ (found ?? $("question"))?.focus({ preventScroll: true });
}

/** A way to find an element once more in what is drawn instead of it. @returns {() => HTMLElement | null} */
function finder(/** @type {HTMLElement} */ held) {
  const { id, tagName } = held, box = held.parentElement?.closest("[id]:not([id=options])")?.id ?? "";
  if (id) return () => shown($(id));
  const name = NAMES.find((one) => held.dataset[one]);
  if (name) return () => shown($(box)?.querySelector(`${tagName}[data-${name}="${CSS.escape(held.dataset[name] ?? "")}"]`));
  const said = held.getAttribute("aria-label") ?? held.textContent;
  return () => shown([...($(box)?.querySelectorAll(tagName) ?? [])].find((one) => (one.getAttribute("aria-label") ?? one.textContent) === said));
}

const shown = (/** @type {HTMLElement | null | undefined} */ node) => (node?.getClientRects().length ? node : null);
