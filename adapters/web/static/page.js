// The page's script: it shows what the server tells, and sends what is typed
// and pressed. All that people wrote is set as text, never as HTML. messages.js
// has the messages, drawing.js the drawings, lobby.js the lobby, typing.js the
// typing box. The server sends them behind this one, as one script.
"use strict";

const words = JSON.parse(document.getElementById("words").textContent);
const $ = (id) => document.getElementById(id);

// make builds an element: make("p", {class: "x"}, "text", child …).
function make(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes || {})) {
    if (v !== undefined && v !== false) e.setAttribute(k, v === true ? "" : v);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

// ---- What this browser remembers ---------------------------------------------

function remembered(store, key, otherwise) {
  try {
    return JSON.parse(store.getItem("nim." + key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function remember(store, key, value) {
  try {
    store.setItem("nim." + key, JSON.stringify(value));
  } catch {
    // Storage is switched off: the page works, but forgets.
  }
}

let people = remembered(localStorage, "people", []); // names of this browser
let me = remembered(sessionStorage, "me", people[0] || ""); // in this window
let channels = remembered(localStorage, "channels", ["general"]);
let here = ""; // the channel that is shown
let epoch = ""; // of the server
const logs = new Map(); // channel → list
const stages = new Map(); // channel → list that holds the present board
let session = ""; // who this is to the server, where the browser keeps no cookies
const items = new Map(); // message id → its item
const unread = new Map(); // channel → number
let loading = true; // what comes is history

// ---- Talking to the server -----------------------------------------------------

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function newID() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

const patience = 20_000; // milliseconds that an answer may take

// ask gets something from the server.
const ask = (path) => fetch(path, { headers: session ? { "Nim-Session": session } : {} });

async function post(path, body) {
  const r = await fetch(path, { signal: AbortSignal.timeout(patience), method: "POST", headers: { "Content-Type": "application/json", ...(session ? { "Nim-Session": session } : {}) }, body: JSON.stringify(body) });
  return { ok: r.ok, status: r.status, ...(await r.json()) };
}

let sent = Promise.resolve(); // settled when everything that was said has been answered

// send says something, after what was said before it, as it was typed in that
// order. It returns whether it was taken.
function send(text, message) {
  const body = { as: me, channel: here, text, message: message || "", own: true, id: newID() };
  return (sent = sent.then(() => deliver(body)));
}

// deliver brings what was said to the server. When the answer is lost it's sent
// again with the same id, so that nothing is done twice.
async function deliver(body) {
  for (let tries = 0; tries < 3; tries++) {
    try {
      const answer = await post("/web/say", body);
      notice(answer.refused || "");
      return answer.ok;
    } catch {
      await pause(400 * (tries + 1));
    }
  }
  notice(words.lost);
  untilReached();
  return false;
}

// untilReached takes the notice of a loss back when the server can be reached.
async function untilReached() {
  const said = $("status").textContent;
  while ($("status").textContent === said) {
    await pause(1000);
    const reached = await fetch("/web/icon.svg", { cache: "no-store" }).catch(() => null);
    if (reached && $("status").textContent === said) notice("");
  }
}

// notice shows a sentence above the typing box, "" for none. It takes its room
// from the messages, so whoever looked at their end still does.
function notice(text) {
  const parts = rich(text);
  const now = parts.map((p) => p.textContent ?? p).join("");
  if ($("status").textContent === now) return;
  const end = atEnd();
  $("status").replaceChildren(...parts);
  if (end) $("logs").scrollTop = $("logs").scrollHeight;
}

let stream = null;

// connect opens the stream of this person's channels. The browser resumes by
// itself where the connection was lost.
function connect() {
  if (stream) stream.close();
  if (!me) return;
  const query = new URLSearchParams({ as: me });
  for (const c of channels) query.append("channel", c);
  for (const [c, of] of picked) if (of.startsWith("~") && of !== ownBoard()) query.append("watch", c + "/" + of);
  if (session) query.append("session", session);
  const mine = (stream = new EventSource("/web/stream?" + query));
  loading = true;
  mine.addEventListener("hello", (e) => {
    const { epoch: now, release } = JSON.parse(e.data);
    if (release !== document.documentElement.dataset.release) renew(release);
    if (epoch && now !== epoch) {
      retireAll();
      loading = true; // what follows was there before
    }
    epoch = now;
    notice("");
  });
  mine.addEventListener("live", () => { loading = false; missing(); });
  mine.onmessage = (e) => show(JSON.parse(e.data));
  mine.onerror = async () => {
    notice(words.reconnecting);
    if (mine.readyState !== EventSource.CLOSED) return;
    await pause(1000 + 1000 * Math.random());
    if (mine !== stream) return;
    // The server may have forgotten this person, or never had them.
    const answer = await post("/web/join", { name: me }).catch(() => null);
    if (answer && (answer.status === 409 || answer.status === 400)) return forget(answer.refused);
    connect();
  };
}

// renew loads the page anew after a release, once, and keeps what was typed.
function renew(release) {
  if (remembered(sessionStorage, "renewed", "") === release) return;
  remember(sessionStorage, "renewed", release);
  remember(sessionStorage, "draft", $("say").value);
  location.reload();
}

// retireAll takes the buttons off everything that an earlier server showed:
// it no longer knows these messages. The present boards come anew.
function retireAll() {
  for (const item of items.values()) {
    item.classList.add("retired");
    item.querySelectorAll("fieldset, .buttons").forEach((b) => b.remove());
    item.querySelectorAll(".can").forEach((b) => b.classList.remove("can"));
  }
  items.clear();
  boards.clear();
  for (const [channel, list] of stages) for (const item of [...list.children]) moveToLog(item, channel);
}

// ---- Channels ------------------------------------------------------------------

const channelForm = /^[\p{L}\p{N}_-]{1,32}$/u;

// linked is the channel that the address names, "" for none.
function linked() {
  try {
    return decodeURIComponent(location.hash);
  } catch {
    return ""; // a broken link
  }
}

function go(channel) {
  channel = channel.trim().replace(/^#/, "").toLowerCase();
  if (!channelForm.test(channel)) channel = "general";
  if (!channels.includes(channel)) {
    channels = [...channels, channel].slice(-20);
    remember(localStorage, "channels", channels);
    connect();
  }
  here = channel;
  unread.delete(channel);
  showAddress();
  for (const lists of [logs, stages]) for (const [name, list] of lists) list.hidden = name !== channel;
  log(channel).hidden = false;
  stage(channel).hidden = false;
  lobbyAsked = false;
  openMoves(false);
  closeReview();
  setStage(channel);
  showMoves();
  showLobby();
  $("close").hidden = channels.length === 1;
  $("title").textContent = "# " + channel;
  crop();
  $("logs").scrollTop = $("logs").scrollHeight;
  showChannels();
  showCurrent();
}

// showCurrent scrolls the present channel into view, among those that fit.
function showCurrent() {
  $("channels").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

window.addEventListener("resize", showCurrent);

function showChannels() {
  const focused = document.activeElement && document.activeElement.dataset.channel;
  const boxes = [$("channels"), $("channels").parentElement].map((e) => [e, e.scrollLeft, e.scrollTop]);
  $("channels").replaceChildren(...channels.map((c) => {
    const n = unread.get(c);
    const b = make("button", { type: "button", "data-channel": c, "aria-current": c === here ? "page" : undefined }, "# " + c);
    if (n) b.append(make("span", { class: "unread" }, String(n), make("span", { class: "hidden" }, " " + words.unread)));
    b.addEventListener("click", () => { go(c); $("say").focus(); });
    return make("li", {}, b);
  }));
  for (const [e, left, top] of boxes) e.scrollTo(left, top);
  if (focused) [...$("channels").querySelectorAll("button")].find((b) => b.dataset.channel === focused)?.focus();
}

for (const id of ["stage", "lobby", "sheet-close"]) $(id).addEventListener("click", () => document.body.classList.remove("sheet"));

// close leaves the present channel; it goes on without this page.
$("close").addEventListener("click", () => {
  const at = channels.indexOf(here);
  for (const lists of [logs, stages]) {
    lists.get(here)?.remove();
    lists.delete(here);
  }
  for (const [id, item] of items) if (!item.isConnected) items.delete(id);
  for (const map of [games, hints, unread, boards, picked]) map.delete(here);
  channels = channels.filter((c) => c !== here);
  remember(localStorage, "channels", channels);
  go(channels[Math.max(0, at - 1)]);
  connect();
  $("title").focus();
});

$("invite").addEventListener("click", () => copy($("invite"), location.origin + addressOf(here)));

$("open").addEventListener("submit", (e) => {
  e.preventDefault();
  const name = $("channel").value.trim().replace(/^#/, "").replace(/\s+/g, "-").toLowerCase();
  if (!channelForm.test(name)) return $("channel").focus();
  $("channel").value = "";
  go(name);
  $("say").focus();
});

window.addEventListener("hashchange", () => go(linked()));

// ---- People --------------------------------------------------------------------

function showPeople() {
  $("who").replaceChildren(...people.map((p) => make("option", { value: p, selected: p === me }, p)));
  $("who").disabled = people.length === 0;
}

// become switches the person of this window; what only the other one may see
// goes.
function become(name) {
  me = name;
  if (!people.includes(name)) people = [...people, name];
  remember(localStorage, "people", people);
  remember(sessionStorage, "me", me);
  showPeople();
  showLevel();
  items.clear();
  games.clear();
  boards.clear();
  for (const list of [...logs.values(), ...stages.values()]) list.replaceChildren();
  closeReview();
  showMoves();
  showLobby();
  $("live").replaceChildren();
  announced = "";
  notice("");
  connect();
}

// Names that another window of this browser takes or drops.
window.addEventListener("storage", (e) => {
  if (e.key !== "nim.people") return;
  people = remembered(localStorage, "people", []);
  if (me && !people.includes(me)) people = [...people, me];
  showPeople();
});

// forget drops a person that belongs to another browser.
function forget(why) {
  people = people.filter((p) => p !== me);
  remember(localStorage, "people", people);
  if (people.length) return become(people[0]);
  me = "";
  remember(sessionStorage, "me", me);
  showPeople();
  askWho(why);
}

function askWho(why) {
  $("join-error").replaceChildren(...rich(why || ""));
  $("name").value = "";
  $("cancel").hidden = !me;
  $("join-forgets").hidden = navigator.cookieEnabled;
  if (!$("join").open) $("join").showModal();
}

$("add").addEventListener("click", () => askWho());
$("cancel").addEventListener("click", () => $("join").close());
$("join").addEventListener("cancel", (e) => { if (!me) e.preventDefault(); });
$("join").addEventListener("close", () => { if (!me) askWho(); }); // a second Escape is not asked for leave
$("who").addEventListener("change", () => { become($("who").value); });
$("join-form").addEventListener("submit", async (e) => {
  e.preventDefault();
  try {
    const answer = await post("/web/join", { name: $("name").value, moderator: Boolean($("moderator")?.checked), cookies: navigator.cookieEnabled });
    session = answer.session || session;
    $("join-error").replaceChildren(...rich(answer.refused || ""));
    if (!answer.ok) return;
    $("join").close();
    become(answer.name);
    $("say").focus();
  } catch {
    $("join-error").textContent = words.reconnecting;
  }
});

// ---- Keys ----------------------------------------------------------------------

let keyed = null; // where Enter went down

// A button is pressed by an Enter that went down on it, once: not by one that is
// held, nor by one that went down before the board changed under it.
document.addEventListener("keydown", (e) => { if (e.key === "Enter" && !e.repeat) keyed = e.target; }, true);
document.addEventListener("keypress", (e) => {
  if (e.key !== "Enter" || !e.target.matches("button")) return;
  if (e.target !== keyed) e.preventDefault();
  keyed = null;
}, true);

// ---- Begin ---------------------------------------------------------------------

// Where the page is looked at, its first frame comes before all this.
const painted = new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 200);
});

painted.then(() => {
  showPeople();
  showLevel();
  go(lookFor() || linked() || "general");
  if (me) connect();
  else askWho();
  $("say").value = remembered(sessionStorage, "draft", "");
  remember(sessionStorage, "draft", "");
});
