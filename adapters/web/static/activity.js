// The page inside Discord: it talks to Discord's client, which contains the frame, signs in, and
// then loads the page. page.js uses the object activity.
"use strict";

const activity = (() => {
  const root = document.documentElement;
  const given = new URLSearchParams(location.search); // by the client
  const [HANDSHAKE, FRAME, CLOSE] = [0, 1, 2]; // the kinds of messages
  const frames = root.dataset.frames.split(" ");
  const parent = window.parent.opener ?? window.parent;
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  // ---- What is said to the client, and by it ----------------------------------------

  const waiting = new Map(); // nonce → how to settle the promise of a command
  const heard = new Map(); // event → its handler
  let origin = frames.find((o) => document.referrer.startsWith(o + "/")) || "*"; // until the client answers

  const post = (kind, data) => parent.postMessage([kind, data], origin);

  function command(cmd, args, evt) {
    const nonce = crypto.randomUUID?.() || String(Math.random());
    return new Promise((done, fail) => {
      waiting.set(nonce, { done, fail });
      post(FRAME, { cmd, args, evt, nonce });
    });
  }

  // on handles an event, to which the client must be subscribed.
  function on(event, act) {
    heard.set(event, act);
    command("SUBSCRIBE", undefined, event).catch(() => {}); // a client that doesn't know it never sends it
  }

  const ready = new Promise((done) => heard.set("READY", done));

  window.addEventListener("message", ({ data, source, origin: from }) => {
    if (source !== parent || !frames.includes(from) || !Array.isArray(data)) return;
    origin = from;
    const [kind, m] = data;
    if (kind === CLOSE) return say(m?.message || "", true);
    if (kind !== FRAME) return;
    if (m.cmd === "DISPATCH") return heard.get(m.evt)?.(m.data);
    const asked = waiting.get(m.nonce);
    waiting.delete(m.nonce);
    if (m.evt === "ERROR") asked?.fail(m.data);
    else asked?.done(m.data);
  });

  // ---- Signing in -------------------------------------------------------------------

  const element = (id) => document.getElementById(id);

  // say shows a sentence in place of everything else.
  function say(text, again) {
    if (!element("gate")) document.body.replaceChildren(gate);
    element("gate-says").textContent = text;
    element("gate-again").hidden = !again;
  }

  // signIn asks the client for a code, with which the server asks Discord who this person is and
  // where. It returns the server's answer.
  async function signIn() {
    const code = command("AUTHORIZE", { client_id: root.dataset.application, response_type: "code", state: "", prompt: "none", scope: ["identify"] });
    const { code: proof } = await code.catch(() => { throw new Error(texts.unsigned); });
    const r = await fetch("/sign-in", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code: proof, instance: given.get("instance_id") }) }).catch(() => null);
    const answer = r && (await r.json().catch(() => null));
    if (!r?.ok) throw Object.assign(new Error(answer?.refused || texts.away), { passing: !answer || r.status >= 500 });
    Object.assign(self, answer);
  }

  let signing = null; // the sign-in that runs

  // renew signs in again when the session has expired.
  const renew = () => (signing ||= signIn().finally(() => { signing = null; }));

  // ---- The stream -------------------------------------------------------------------

  const proof = 3000; // milliseconds in which a stream must have begun; if it hasn't, the proxy buffers it
  let polls = false; // the proxy buffers streams, so the page polls

  // Stream implements the part of EventSource that page.js uses, with a session header.
  class Stream extends EventTarget {
    readyState = EventSource.CONNECTING;
    last = "";

    constructor(path) {
      super();
      this.path = path;
      this.follow();
    }

    close() {
      this.readyState = EventSource.CLOSED;
      this.abort?.abort();
    }

    async follow() {
      for (let wait = 1000; this.readyState !== EventSource.CLOSED; wait = Math.min(2 * wait, 15_000)) {
        try {
          while (await this.read()) wait = 1000; // a poll that was answered
        } catch (e) {
          if (e.refused && this.readyState !== EventSource.CLOSED) return say(e.refused, true);
        }
        if (this.readyState === EventSource.CLOSED) return;
        this.onerror?.();
        await pause(wait * (0.5 + Math.random() / 2));
      }
    }

    // read reads one answer. It returns whether it was complete, as that of a poll is.
    async read() {
      const asked = (this.abort = new AbortController());
      let begun = false;
      const late = setTimeout(() => {
        if (begun || polls) return;
        polls = true;
        asked.abort();
      }, proof);
      try {
        const r = await fetch(this.path + (polls ? "&poll=1" : ""), { signal: asked.signal, cache: "no-store", headers: { "Nim-Session": self.session, ...(this.last ? { "Last-Event-ID": this.last } : {}) } });
        if (r.status === 401) {
          await renew().catch((e) => { throw Object.assign(e, { refused: e.passing ? "" : e.message }); });
          return true;
        }
        if (r.status === 403) throw Object.assign(new Error(), { refused: (await r.json()).refused });
        if (!r.ok) throw new Error();
        const reader = r.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = "";
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          begun = true;
          this.readyState = EventSource.OPEN;
          const events = (rest + part.value).split("\n\n");
          rest = events.pop();
          for (const e of events) this.take(e);
        }
        return polls && begun;
      } catch (e) {
        if (polls && !begun && asked.signal.aborted && this.readyState !== EventSource.CLOSED) return true; // asks anew
        throw e;
      } finally {
        clearTimeout(late);
      }
    }

    take(text) {
      if (this.readyState === EventSource.CLOSED) return;
      const fields = new Map(text.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trimStart()]));
      this.last = fields.get("id") || this.last;
      const kind = fields.get("event");
      const data = fields.get("data");
      if (kind) this.dispatchEvent(new MessageEvent(kind, { data }));
      else if (data) this.onmessage?.({ data });
      if (kind === "hello") self.named(JSON.parse(data).name);
    }
  }

  // ---- The layout, and links ----------------------------------------------------------

  // layout says how the client shows the frame: large, in a corner, or as one of several.
  const layout = ({ layout_mode: mode }) => { root.dataset.layout = ["focused", "pip", "grid"][mode] || "focused"; };

  document.addEventListener("click", (e) => {
    const link = e.target.closest?.("a[href]");
    if (!link) return;
    e.preventDefault();
    if (root.dataset.site) command("OPEN_EXTERNAL_LINK", { url: root.dataset.site + link.getAttribute("href") }).catch(() => {});
  });

  // ---- The beginning ------------------------------------------------------------------

  const gate = element("gate");
  const texts = { ...element("gate-says").dataset };
  const self = {
    Stream, renew, session: "",
    // named receives the name that the server gives this person: another process may give another
    // one.
    named(name) { if (name && name !== me) switchPerson(name); },
    // arrived shows the newest game in the place to a person who plays none.
    arrived() {
      if (self.notice) notice(self.notice);
      self.notice = "";
      const newest = [...boardsOf(here).values()].filter((i) => i.game && !i.game.over).sort((a, b) => b.dataset.order - a.dataset.order)[0];
      if (newest && !presentBoard(here) && !picked.has(here)) pick(newest.of);
    },
  };

  async function begin() {
    element("gate-again").hidden = true;
    try {
      if (!given.get("frame_id") || !given.get("instance_id") || parent === window) throw new Error(texts.unframed);
      post(HANDSHAKE, { v: 1, encoding: "json", client_id: root.dataset.application, frame_id: given.get("frame_id"), ...(given.get("platform") === "desktop" ? { sdk_version: "2.5.0" } : {}) });
      await Promise.race([ready, pause(10_000).then(() => { throw new Error(texts.unframed); })]);
      await signIn();
      const r = await fetch("/page", { headers: { "Nim-Session": self.session } }).catch(() => null);
      if (!r?.ok) throw new Error((await r?.json().catch(() => null))?.refused || texts.away);
      show(new DOMParser().parseFromString(await r.text(), "text/html"));
    } catch (e) {
      say(e.message, true);
    }
  }

  // show replaces the gate by the page, and runs the page's script.
  function show(page) {
    root.dataset.begun = "true";
    root.lang = page.documentElement.lang;
    document.title = page.title;
    document.head.append(page.getElementById("words"), page.getElementById("front"));
    document.body.replaceWith(document.adoptNode(page.body));
    on("ACTIVITY_LAYOUT_MODE_UPDATE", layout);
    const script = document.createElement("script");
    script.src = root.dataset.script;
    document.body.append(script);
  }

  element("gate-again").addEventListener("click", () => (root.dataset.begun ? location.reload() : begin()));
  begin();
  return self;
})();
