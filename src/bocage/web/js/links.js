// @ts-check
// Links that work for others: the server says at which addresses it is reached, and draws a QR code of a link.
import { call } from "./api.js";
import { h, s } from "./dom.js";

export const codeFor = {
  /** The address to build links with, and what to know about it. */
  async base() {
    const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    if (!local) return { base: location.origin, warning: "" };
    const found = await call("GET", "/api/addresses").catch(() => ({ addresses: [], local_only: true }));
    if (found.local_only || !found.addresses.length) return { base: location.origin, warning: "Only this machine reaches this server: the links do not work elsewhere. Start it with --host 0.0.0.0 to play over the network." };
    return { base: found.addresses[0], warning: "" };
  },

  /** A link as a picture that a telephone reads. */
  async picture(/** @type {string} */ url) {
    const { rows } = await call("POST", "/api/qr", { text: url });
    const size = rows.length, quiet = 4;
    /** @type {string[]} */
    const dark = [];
    rows.forEach((/** @type {string} */ row, /** @type {number} */ y) => [...row].forEach((module, x) => { if (module === "1") dark.push(`M${x + quiet} ${y + quiet}h1v1h-1z`); }));
    return h("span", { class: "qr" }, s("svg", { viewBox: `0 0 ${size + 2 * quiet} ${size + 2 * quiet}`, role: "img", "aria-label": "QR code of the link", "shape-rendering": "crispEdges" },
      s("rect", { width: "100%", height: "100%", fill: "#fff" }), s("path", { d: dark.join(""), fill: "#000" })));
  },
};
