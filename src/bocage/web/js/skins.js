// @ts-check
// Three looks; the choice stays on this device.
import { $, h } from "./dom.js";

const SKINS = { period: "Period map", clean: "Clean", contrast: "High contrast" };

export function currentSkin() {
  const kept = localStorage.getItem("bocage.skin") ?? "period";
  return kept in SKINS ? kept : "period";
}

export function setUpSkins(/** @type {(skin: string) => void} */ changed = () => {}) {
  const select = $("skin");
  for (const [id, name] of Object.entries(SKINS)) select.append(h("option", { value: id }, name));
  select.value = currentSkin();
  document.documentElement.dataset.skin = select.value;
  select.addEventListener("change", () => {
    localStorage.setItem("bocage.skin", select.value);
    document.documentElement.dataset.skin = select.value;
    changed(select.value);
  });
}
