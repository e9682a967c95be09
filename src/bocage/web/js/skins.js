// @ts-check
// The looks that the server offers; the choice stays on this device.
import { $, h } from "./dom.js";

const KEPT = "bocage.skin";

export function currentSkin() {
  return localStorage.getItem(KEPT) ?? document.documentElement.dataset.skin ?? "period";
}

/** @param {Record<string, string>} looks @param {(skin: string) => void} changed */
export function setUpSkins(looks, changed = () => {}) {
  const select = /** @type {HTMLSelectElement} */ ($("skin"));
  select.replaceChildren(...Object.entries(looks).map(([id, name]) => h("option", { value: id }, name)));
  select.value = currentSkin() in looks ? currentSkin() : Object.keys(looks)[0] ?? "period";
  document.documentElement.dataset.skin = select.value;
  select.addEventListener("change", () => {
    localStorage.setItem(KEPT, select.value);
    document.documentElement.dataset.skin = select.value;
    changed(select.value);
  });
}
