// @ts-check
// Making elements. Text is always text: nothing a player typed is ever parsed as markup.

const SVG = "http://www.w3.org/2000/svg";

/** @param {Element} node @param {Record<string, any>} attrs @param {any[]} children */
function fill(node, attrs, children) {
  for (const [name, value] of Object.entries(attrs)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.setAttribute("class", value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/** @returns {any} */
export function h(/** @type {string} */ tag, /** @type {Record<string, any>} */ attrs = {}, /** @type {any[]} */ ...children) {
  return fill(document.createElement(tag), attrs, children);
}

/** @returns {any} */
export function s(/** @type {string} */ tag, /** @type {Record<string, any>} */ attrs = {}, /** @type {any[]} */ ...children) {
  return fill(document.createElementNS(SVG, tag), attrs, children);
}

/** Put something into a box; what is there already stays, with what was chosen in it and how far it was scrolled. */
export function lay(/** @type {HTMLElement} */ box, /** @type {(Node | string)[]} */ nodes) {
  const fresh = document.createDocumentFragment();
  fresh.append(...nodes);
  const old = [...box.childNodes], made = [...fresh.childNodes];
  if (old.length !== made.length || old.some((node, at) => !node.isEqualNode(made[at]))) box.replaceChildren(fresh);
}

/** An element that the page has. @returns {any} */
export function $(/** @type {string} */ id) {
  return document.getElementById(id);
}

/** Parse SVG text that our own server drew, and take its root element. */
export function parseSvg(/** @type {string} */ text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

let timer = 0;
/** Say something for a few seconds. */
export function toast(/** @type {string} */ text) {
  const box = $("toast");
  box.textContent = text;
  clearTimeout(timer);
  timer = window.setTimeout(() => { box.textContent = ""; }, 6000);
}

/** Say something to a screen reader. */
export function speak(/** @type {string} */ text) {
  const box = $("speech");
  if (!box) return;
  box.textContent = "";
  requestAnimationFrame(() => { box.textContent = text; });
}
