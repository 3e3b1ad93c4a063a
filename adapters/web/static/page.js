// The page's script: it shows what the server sends, and sends what people type and press. Text
// that people wrote is always set as text, never as HTML. messages.js has the messages, drawing.js
// the drawings, lobby.js the lobby, typing.js the typing box. The server joins them to this file,
// as one script.
"use strict";

const inside = typeof activity === "undefined" ? null : activity; // set inside Discord: activity.js
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

// remembered reads from "localStorage" or "sessionStorage". In a browser that blocks cookies, even
// naming them throws.
function remembered(store, key, otherwise) {
  try {
    return JSON.parse(window[store].getItem("nim." + key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function remember(store, key, value) {
  try {
    window[store].setItem("nim." + key, JSON.stringify(value));
  } catch {
    // Storage is switched off: the page works, but forgets.
  }
}

let people = inside ? [inside.name] : remembered("localStorage", "people", []); // names of this browser
let me = inside ? inside.name : remembered("sessionStorage", "me", people[0] || ""); // in this window
let channels = inside ? [inside.channel] : remembered("localStorage", "channels", ["general"]);
let here = ""; // the channel that is shown
let epoch = ""; // of the server
const logs = new Map(); // channel → list
const stages = new Map(); // channel → list that holds the present board
let session = ""; // who this is to the server, where the browser keeps no cookies
const items = new Map(); // message id → its item
const unread = new Map(); // channel → number
let loading = true; // what comes is history
let starting = false; // a game was asked for here, whose board may come with the history

// ---- Talking to the server -----------------------------------------------------

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function newID() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

const answerTimeout = 20_000; // milliseconds that an answer may take

// sessionHeaders returns what identifies this browser if it keeps no cookies.
const sessionHeaders = () => (inside?.session || session ? { "Nim-Session": inside?.session || session } : {});

// ask sends a GET to the server.
const ask = (path) => fetch(path, { headers: sessionHeaders() });

async function post(path, body, again) {
  const r = await fetch(path, { signal: AbortSignal.timeout(answerTimeout), method: "POST", headers: { "Content-Type": "application/json", ...sessionHeaders() }, body: JSON.stringify(body) });
  if (r.status === 401 && inside && !again) return inside.renew().then(() => post(path, body, true), (e) => ({ ok: false, refused: e.message }));
  return { ok: r.ok, status: r.status, ...(await r.json()) };
}

let withdrawn = ""; // the id of the offer that I took back, if it was mine
let sent = Promise.resolve(); // settled when everything that was said has been answered

// send sends a line to the server, after the previous line has been answered, so that lines keep
// their order; by me, unless another person at this screen sends it. It returns whether the server
// accepted the line. A person without a name becomes a guest. The answer to a panel's line is shown
// in the panel. What my buttons made, and I didn't type, isn't shown as a command.
function send(text, message, as, panel = panelOf(message), made) {
  const card = coached?.id === message ? coached : null; // it stays until its answer takes its place
  if (!card && !/^\/nim (answer )?(hint|explain)\b/.test(text) && (message || /^[/@]nim\b/.test(text))) closeCard(); // I go on
  if (text.startsWith("/nim decline")) withdrawn = presentBoard(here)?.dataset.id;
  const body = { channel: items.get(message)?.channel || here, text, message: message || "", own: true, at: presentBoard(here)?.of, id: newID(), panel, made };
  awaitsAnswer ||= Boolean(panel);
  if (panel && text.startsWith("/nim " + panel)) panelCommand = text.slice(5);
  sent = sent.then(async () => (await ensureName()) && deliver({ ...body, as: as || me }));
  if (card) sent.then(() => setTimeout(() => { if (coached === card) closeCard(); }, 500)); // the answer stands elsewhere
  return sent;
}

// deliver sends a line to the server. If the answer is lost, it sends the line again with the same
// id, so that nothing is done twice.
async function deliver(body) {
  for (let tries = 0; tries < 3; tries++) {
    try {
      const answer = await post("/web/say", body);
      if (answer.unnamed) return (await askWho(answer.refused)) && deliver({ ...body, as: me, id: newID() });
      notice(answer.refused || "");
      return answer.ok;
    } catch {
      await pause(400 * (tries + 1));
    }
  }
  notice(words.lost);
  waitForServer();
  return false;
}

// waitForServer removes the notice of a lost connection when the server can be reached.
async function waitForServer() {
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
  const parts = richText(text || (session ? words["no-cookies"] : ""));
  const now = parts.map((p) => p.textContent ?? p).join("");
  if ($("status").textContent === now) return;
  const end = isAtEnd();
  $("status").classList.remove("plain");
  $("status").replaceChildren(...parts);
  if (end) $("logs").scrollTop = $("logs").scrollHeight;
}

let stream = null;
const caughtUp = new Set(); // the channels whose messages were all received at least once

// connect opens the stream of this person's channels. After a lost connection, the browser resumes
// by itself.
function connect() {
  if (stream) stream.close();
  if (!me) return;
  const query = new URLSearchParams({ as: me });
  for (const c of channels) query.append("channel", c);
  for (const [c, of] of picked) if (of.startsWith("~") && of !== ownBoard()) query.append("watch", c + "/" + of);
  if (session) query.append("session", session);
  const mine = (stream = new (inside?.Stream || EventSource)("/web/stream?" + query));
  loading = true;
  mine.addEventListener("hello", (e) => {
    const { epoch: now, release, at } = JSON.parse(e.data);
    ahead = at - Date.now();
    if (release !== document.documentElement.dataset.release) renew(release);
    if (epoch && now !== epoch) {
      retireAll();
      if (openedPanel) openPanel(openedPanel, openedPanel, false);
      loading = true; // what follows was there before
    }
    epoch = now;
    notice("");
  });
  mine.addEventListener("live", async () => {
    loading = false;
    for (const c of query.getAll("channel")) caughtUp.add(c);
    await nextTask();
    if (mine !== stream) return;
    foldTogether();
    reportMissingBoard();
    inside?.arrived();
  });
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

// A browser may keep a page that was left, and its stream with it: whoever left isn't here.
addEventListener("pagehide", () => stream?.close());
addEventListener("pageshow", (e) => e.persisted && connect());

// renew reloads the page after a release, once, and keeps the typed text.
function renew(release) {
  if (remembered("sessionStorage", "renewed", "") === release) return;
  remember("sessionStorage", "renewed", release);
  if (remembered("sessionStorage", "renewed", "") !== release) return; // it would load itself again and again
  remember("sessionStorage", "draft", $("say").value);
  location.reload();
}

// retireAll removes the buttons of all messages of an earlier server process, because the present
// one doesn't know them. The present boards are sent again.
function retireAll() {
  for (const item of items.values()) {
    item.classList.add("retired");
    item.querySelectorAll("fieldset, .buttons").forEach((b) => b.remove());
    item.querySelectorAll(".can").forEach((b) => b.classList.remove("can"));
  }
  items.clear();
  boards.clear();
  answers.clear();
  endings.clear();
  questions.clear();
  showQuestion();
  closeCard();
  for (const [channel, list] of stages) for (const item of [...list.children]) moveToLog(item, channel);
}

// ---- Channels ------------------------------------------------------------------

const channelForm = /^[\p{L}\p{N}_-]{1,32}$/u;

// channelOfAddress is the channel that the address names, "" for none.
function channelOfAddress() {
  try {
    return decodeURIComponent(location.hash);
  } catch {
    return ""; // a broken link
  }
}

// openChannel shows a channel, and no board on its stage if a panel, which is named, is about to open.
function openChannel(channel, panel = "") {
  channel = channel.trim().replace(/^#/, "").toLowerCase();
  if (!channelForm.test(channel)) channel = "general";
  if (!channels.includes(channel)) {
    channels = [...channels, channel].slice(-20);
    remember("localStorage", "channels", channels);
    connect();
  }
  here = channel;
  closePanel();
  openedPanel = panel;
  closeCard();
  unread.delete(channel);
  for (const lists of [logs, stages]) for (const [name, list] of lists) list.hidden = name !== channel;
  log(channel).hidden = false;
  stage(channel).hidden = false;
  openMoves(false);
  closeReview();
  setStage(channel);
  showQuestion();
  showMoves();
  showLobby();
  $("close").hidden = channels.length === 1;
  foldTogether();
  $("title").textContent = $("talk-open").textContent = "# " + channel;
  if (log(channel).childElementCount) $("logs").scrollTop = $("logs").scrollHeight;
  showChannels();
  showCurrent();
  showAddress();
  showCrowd();
}

// foldTogether leaves the room to what was said, once something was.
function foldTogether() {
  $("together").open = !log(here).querySelector(".message:not(.greeting)");
}

// showCurrent scrolls the present channel into view, among those that fit.
function showCurrent() {
  if (document.body.classList.contains("talking")) $("channels").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

window.addEventListener("resize", showCurrent);

function showChannels() {
  const focused = document.activeElement && document.activeElement.dataset.channel;
  const boxes = [$("channels"), $("channels").parentElement].map((e) => [e, e.scrollLeft, e.scrollTop]);
  $("channels").replaceChildren(...channels.map((c) => {
    const n = unread.get(c);
    const b = make("button", { type: "button", "data-channel": c, "aria-current": c === here ? "page" : undefined }, "# " + c);
    if (n) b.append(make("span", { class: "unread" }, String(n), make("span", { class: "hidden" }, " " + words.unread)));
    b.addEventListener("click", () => { openChannel(c); showAddress(true); $("say").focus(); });
    return make("li", {}, b);
  }));
  for (const [e, left, top] of boxes) e.scrollTo(left, top);
  if (focused) [...$("channels").querySelectorAll("button")].find((b) => b.dataset.channel === focused)?.focus();
}

$("sheet-close").addEventListener("click", () => { document.body.classList.remove("sheet"); if (!wide.matches) openTalk(false); });

// openTalk opens or closes the chat if the window has no room for it beside the board.
function openTalk(open) {
  document.body.classList.toggle("talking", open);
  document.body.classList.remove("sheet");
  if (!wide.matches) closeCard();
  $("talk-open").setAttribute("aria-expanded", String(open));
  if (open) {
    foldTogether();
    if (!wide.matches) ensureName(); // only people with a name, if a guest's, get messages
    $("talk-open").classList.remove("news");
  }
  $("logs").scrollTop = $("logs").scrollHeight;
  showCurrent();
}

$("talk-open").addEventListener("click", () => openTalk(!document.body.classList.contains("talking")));

// Where the talk is always there, the button opens a menu of channels, which a press beside it closes.
const wide = matchMedia("(min-width: 960px)");
document.addEventListener("pointerdown", (e) => { if (wide.matches && !e.target.closest("nav, #talk-open")) openTalk(false); });
document.addEventListener("keydown", (e) => { if (e.key === "Escape" && wide.matches) openTalk(false); });

// close leaves the present channel; it goes on without this page.
$("close").addEventListener("click", () => {
  const at = channels.indexOf(here);
  for (const lists of [logs, stages]) {
    lists.get(here)?.remove();
    lists.delete(here);
  }
  for (const [id, item] of items) if (!item.isConnected) items.delete(id);
  for (const map of [games, unread, boards, endings, picked]) map.delete(here);
  channels = channels.filter((c) => c !== here);
  remember("localStorage", "channels", channels);
  openChannel(channels[Math.max(0, at - 1)]);
  connect();
  $("title").focus({ preventScroll: true });
});

$("invite").addEventListener("click", () => copy($("invite"), location.origin + inviteTo(here)));

$("open").addEventListener("submit", (e) => {
  e.preventDefault();
  const name = $("channel").value.trim().replace(/^#/, "").replace(/\s+/g, "-").toLowerCase();
  if (!channelForm.test(name)) return $("channel").focus();
  $("channel").value = "";
  openChannel(name);
  showAddress(true);
  openTalk(false);
  if (wide.matches) $("say").focus();
});

// Back and forward go through what was shown.
window.addEventListener("popstate", (e) => {
  for (const d of document.querySelectorAll("dialog[open]")) d.close();
  if (e.state && picked.get(e.state.channel) !== e.state.of) picked.set(e.state.channel, e.state.of);
  if (!e.state) linkedRoom = channelOfAddress().slice(1).toLowerCase();
  openChannel(e.state ? e.state.channel : channelOfAddress());
  if (!me && linkedRoom) ensureName();
  if (e.state?.panel) openPanel(e.state.panel, e.state.panel, false);
});

// ---- People --------------------------------------------------------------------

function showPeople() {
  $("who").replaceChildren(...people.map((p) => make("option", { value: p, selected: p === me }, displayName(p))));
  $("who").parentElement.classList.toggle("guest", !me || isGuest(me));
  $("add").textContent = !me ? words["name-yourself"] : isGuest(me) ? displayName(me) + " · " + words["name-yourself"] : words.add;
}

// A guest is somebody who hasn't given a name yet.
const isGuest = (name) => /^Guest-[0-9a-f]{6}$/.test(name);
const displayName = (name) => (isGuest(name) ? words.guest + " " + (parseInt(name.slice(6), 16) % 9000 + 1000) : name);

let nameRequest = null; // the answer that is waited for

// ensureName makes a person without a name a guest. It returns whether the window has a person now.
function ensureName() {
  return me || (nameRequest ||= joinAs({ guest: true }).finally(() => { nameRequest = null; }));
}

// joinAs asks the server for a name, and returns whether it was given; otherwise why shows the
// reason.
async function joinAs(how, why = notice) {
  const was = isGuest(me) ? me : "";
  const answer = await post("/web/join", { ...how, was, cookies: navigator.cookieEnabled }).catch(() => ({ refused: words.reconnecting }));
  session = answer.session || session;
  why(answer.refused || "");
  if (!answer.ok) return false;
  if (was) remember("localStorage", "level." + answer.name, choiceOf("level").value);
  people = people.filter((p) => p !== was);
  for (const [channel, of] of picked) if (was && of === "~" + was) picked.set(channel, "~" + answer.name);
  switchPerson(answer.name);
  return true;
}

// switchPerson switches the person of this window, and removes what only the former person may see.
function switchPerson(name) {
  me = name;
  if (!people.includes(name)) people = [...people, name];
  remember("localStorage", "people", people);
  remember("sessionStorage", "me", me);
  showPeople();
  showLevel();
  items.clear();
  games.clear();
  boards.clear();
  answers.clear();
  endings.clear();
  questions.clear();
  showQuestion();
  closeCard();
  const focused = document.activeElement;
  for (const list of [...logs.values(), ...stages.values()]) list.replaceChildren();
  setStage(here);
  if (pressedByKey && focused.isConnected) focused.focus(); // the same board stands there
  closeReview();
  if (!awaitsAnswer && openedPanel) openPanel(openedPanel, panelCommand, false); // what it shows is this person's
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
  people = remembered("localStorage", "people", []);
  if (me && !people.includes(me)) people = [...people, me];
  showPeople();
});

// forget drops a person that belongs to another browser.
function forget(why) {
  people = people.filter((p) => p !== me);
  remember("localStorage", "people", people);
  if (people.length) return switchPerson(people[0]);
  me = "";
  remember("sessionStorage", "me", me);
  showPeople();
  setStage(here);
  notice(why);
}

// askWho asks for a name, and with office also who looks after the room. It returns whether a name was given.
function askWho(why, office) {
  if ($("moderator")) $("moderator").parentElement.hidden = !office;
  $("join-how").replaceChildren(...richText(why || words["join-how"]));
  $("join-error").replaceChildren();
  $("name").value = "";
  $("join-forgets").hidden = navigator.cookieEnabled;
  const before = me;
  if (!$("join").open) $("join").showModal();
  return new Promise((done) => $("join").addEventListener("close", () => done(me !== before), { once: true }));
}

$("add").addEventListener("click", () => askWho("", true));
$("cancel").addEventListener("click", () => $("join").close());
$("who").addEventListener("change", () => { switchPerson($("who").value); });
$("join-form").addEventListener("submit", async (e) => {
  e.preventDefault();
  const why = (text) => $("join-error").replaceChildren(...richText(text));
  if (await joinAs({ name: $("name").value, moderator: Boolean($("moderator")?.checked) }, why)) {
    welcome = linkedRoom === here;
    $("join").close();
    if ($("say").checkVisibility()) $("say").focus();
  }
});

// ---- Keys ----------------------------------------------------------------------

let enterTarget = null; // the element on which Enter was pressed down
let pressedByKey = false; // the last press was a key's: only then does a redrawn board take the focus
for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, () => { pressedByKey = kind === "keydown"; document.documentElement.dataset.keys = pressedByKey; }, true);

// A button is pressed by an Enter that went down on it, once: not by one that is
// held, nor by one that went down before the board changed under it.
document.addEventListener("keydown", (e) => { if (e.key === "Enter" && !e.repeat) enterTarget = e.target; }, true);
document.addEventListener("keypress", (e) => {
  if (e.key !== "Enter" || !e.target.matches("button")) return;
  if (e.target !== enterTarget) e.preventDefault();
  enterTarget = null;
}, true);
