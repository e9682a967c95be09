// @ts-check
// News as it happens. The token goes into a header, so that no proxy logs it, and whatever ends the stream, be it a
// proxy that answers for a server that is just starting, it is opened again until the seat itself is gone.

const PAUSES = [500, 1000, 2000, 4000, 8000]; // milliseconds before another try
const SILENCE = 45_000; // the server says something every fifteen seconds
const EXCHANGE = 2000; // the news that a link is exchanged may come before the new link does
const GONE = new Set([400, 401, 403, 404]);

export class EventStream {
  /**
   * @param {string} url @param {() => string} token the link of the seat, which may be exchanged for another
   * @param {{message: (name: string, data: string) => void, link: (up: boolean) => void, ended: () => void}} hears
   */
  constructor(url, token, hears) {
    this.url = url;
    this.token = token;
    this.used = "";
    this.hears = hears;
    this.last = "";
    this.tries = 0;
    this.closed = false;
    this.run();
  }

  close() {
    this.closed = true;
    this.abort?.abort();
  }

  async run() {
    while (!this.closed) {
      try {
        await this.listen();
      } catch { /* lost: try again */ }
      if (this.closed) return;
      this.hears.link(false);
      const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)] * (0.75 + Math.random() / 2);
      await new Promise((go) => setTimeout(go, pause));
    }
  }

  /** One connection, until it ends. */
  async listen() {
    this.abort = new AbortController();
    /** @type {Record<string, string>} */
    const headers = { Authorization: `Bearer ${this.used = this.token()}`, Accept: "text/event-stream" };
    if (this.last) headers["Last-Event-ID"] = this.last;
    let watch = setTimeout(() => this.abort?.abort(), SILENCE);
    try {
      const response = await fetch(this.url, { headers, signal: this.abort.signal, cache: "no-store" });
      if (GONE.has(response.status)) return this.end();
      if (!response.ok || !response.body) return;
      this.tries = 0;
      this.hears.link(true);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done || this.closed) return;
        clearTimeout(watch);
        watch = setTimeout(() => this.abort?.abort(), SILENCE);
        text = this.take(text + value);
      }
    } finally {
      clearTimeout(watch);
      this.abort.abort();
    }
  }

  /** Tell the events that are complete; what is left of the text. */
  take(/** @type {string} */ text) {
    const parts = text.split("\n\n");
    for (const part of parts.slice(0, -1)) {
      const fields = Object.fromEntries(part.split("\n").filter((line) => line.indexOf(": ") > 0).map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
      if (fields.id) this.last = fields.id;
      if (fields.event === "ended") this.end();
      else if (fields.data !== undefined) this.hears.message(fields.event ?? "message", fields.data);
    }
    return parts[parts.length - 1];
  }

  /** The link opens nothing any more; if we exchanged it ourselves, we go on with the new one. */
  end() {
    const used = this.used;
    this.abort?.abort();
    setTimeout(() => {
      if (this.closed || used !== this.token()) return;
      this.close();
      this.hears.ended();
    }, EXCHANGE);
  }
}
