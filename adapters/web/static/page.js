// The page's script: it shows what the server tells, and sends what is typed
// and pressed. All that people wrote is set as text, never as HTML. drawing.js
// has the drawings, typing.js the typing box.
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
const items = new Map(); // message id → its item
const unread = new Map(); // channel → number
let loading = true; // what comes is history

// ---- Talking to the server -----------------------------------------------------

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function newID() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

async function post(path, body) {
  const r = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return { ok: r.ok, status: r.status, ...(await r.json()) };
}

// send says something. When the answer is lost it is sent again with the same
// id, so that nothing is done twice. It returns whether it was taken.
async function send(text, message) {
  const body = { as: me, channel: here, text, message: message || "", id: newID() };
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
  const mine = (stream = new EventSource("/web/stream?" + query));
  loading = true;
  mine.addEventListener("hello", (e) => {
    const now = JSON.parse(e.data).epoch;
    if (epoch && now !== epoch) {
      retireAll();
      loading = true; // what follows was there before
    }
    epoch = now;
    notice("");
    setTimeout(() => { loading = false; }, 300);
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

// retireAll takes the buttons off everything that an earlier server showed:
// it no longer knows these messages. The present boards come anew.
function retireAll() {
  for (const item of items.values()) {
    item.classList.add("retired");
    item.querySelectorAll("fieldset, .buttons").forEach((b) => b.remove());
    item.querySelectorAll(".can").forEach((b) => b.classList.remove("can"));
  }
  items.clear();
  for (const [channel, list] of stages) for (const item of [...list.children]) moveToLog(item, channel);
}

// ---- Messages ------------------------------------------------------------------

// rich sets text with what stands in backticks as code.
function rich(text) {
  return text.split("`").map((part, i) => (i % 2 ? make("code", {}, part) : part));
}

function button(b, m) {
  const e = make("button", { type: "button", class: b.style, "data-command": b.command }, b.label);
  e.addEventListener("click", () => (b.style === "danger" ? askFirst(e, b, m) : press(e, b.command, m)));
  return e;
}

// askFirst has a button that gives something up pressed twice.
function askFirst(e, b, m) {
  if (e.dataset.asked) return press(e, b.command, m);
  e.dataset.asked = "true";
  e.textContent = words.sure;
  setTimeout(() => { delete e.dataset.asked; e.textContent = b.label; }, 4000);
}

async function press(e, command, m) {
  if (e.getAttribute("aria-disabled")) return;
  e.setAttribute("aria-disabled", "true");
  await send("/nim " + command, m.id);
  e.removeAttribute("aria-disabled");
}

function table(t) {
  const head = make("tr", {}, ...t.head.map((h) => make("th", { scope: "col" }, h)));
  const rows = t.rows.map((r) => make("tr", { class: r.kind },
    make("th", { scope: "row" }, r.label), make("td", {}, r.value),
    ...r.cells.map((c, i) => make("td", { class: (r.odd || []).includes(i) ? "odd" : undefined }, c))));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": words["board-scroll"] },
    make("table", {}, make("caption", {}, make("span", {}, t.caption)), make("thead", {}, head), make("tbody", {}, ...rows)));
}

function build(m) {
  const body = make("div", { class: "body" });
  const at = new Date(m.at);
  body.append(make("header", {},
    make("b", {}, m.from), m.bot ? make("span", { class: "badge" }, words.bot) : null,
    make("time", { datetime: at.toISOString() }, at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }))));
  if (m.used) body.append(make("p", { class: "used" }, ...rich(m.used)));
  m.lines.forEach((line, i) => {
    const first = i === 0 && m.bot;
    body.append(make("p", { class: first && m.svg ? "state" : undefined }, ...(m.bot ? rich(line) : [line])));
    if (i === 0 && m.svg) body.append(...board(m));
  });
  if (m.table) body.append(table(m.table));
  if (m.menu && m.menu.items.length && mine(m)) {
    body.append(make("fieldset", {}, make("legend", {}, m.menu.title),
      make("div", { class: "choices" }, ...m.menu.items.map((b) => button(b, m)))));
  }
  const buttons = mine(m) || seated(m) ? [...(m.buttons || []), ...(m.tools || [])].map((b) => button(b, m)) : [];
  if (m.share) buttons.push(shareButton(m.share));
  if (buttons.length) body.append(make("div", { class: "buttons" }, ...buttons));
  if (m.to) body.append(make("p", { class: "only" }, words["only-you"]));
  const called = (m.ping || []).includes(me);
  const item = make("li", {
    class: ["message", m.bot && "bot", m.to && "private", m.retired && "retired", called && "called"].filter(Boolean).join(" "),
    "data-id": m.id, "data-order": m.order, "data-epoch": epoch, "data-position": m.position, "data-mover": m.mover,
  }, make("div", { class: "face", "aria-hidden": "true" }, [...m.from][0] || "?"), body);
  return item;
}

// mine tells whether a board waits for me. Whatever is no board, or waits for
// nobody in particular, does.
const mine = (m) => !m.mover || m.mover === me;

// seated tells whether I play in the game of a board.
const seated = (m) => (m.seats || []).includes(me);

// board is the drawing of a message and, where it waits for me, the place of
// what can be done on it.
function board(m) {
  const tags = m.tags ? make("p", { class: "tags" }, ...m.tags.map((t) => make("span", {}, t))) : null;
  const box = drawing(m);
  const verbs = m.mover && mine(m) ? make("div", { class: "verbs", role: "group", "aria-label": m.menu?.title }) : null;
  if (verbs && m.aims) new Board(box.firstElementChild, m, verbs);
  else if (verbs && m.menu?.items.length) pointSteps(box.firstElementChild, m);
  return [tags, box, m.aims ? verbs : null].filter(Boolean);
}

function shareButton(line) {
  const b = make("button", { type: "button", class: "share" }, words.share);
  b.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(line);
      b.textContent = words.copied;
    } catch {
      notice(line); // to be copied by hand
    }
  });
  return b;
}

// log is the list of a channel, stage the one of its present board.
const log = (channel) => listIn(logs, "logs", "log", channel);
const stage = (channel) => listIn(stages, "stage", "log staged", channel);

function listIn(lists, box, kind, channel) {
  if (!lists.has(channel)) {
    const list = make("ol", { class: kind, hidden: channel !== here });
    lists.set(channel, list);
    $(box).append(list);
  }
  return lists.get(channel);
}

// place puts a message where it belongs: the present board on the stage, and
// everything else into the log.
function place(m, item, old) {
  const present = m.board && m.svg && !m.retired && !m.to;
  if (m.hint || present && old?.dataset.position !== m.position) dropHint(m.channel, item);
  if (m.hint) hints.set(m.channel, item);
  if (present) {
    old?.remove();
    for (const before of [...stage(m.channel).children]) moveToLog(before, m.channel);
    stage(m.channel).replaceChildren(item);
    settle(m.channel);
    if (m.channel === here && !loading && !old) lobbyAsked = false;
  } else if (old && old.parentElement === log(m.channel)) old.replaceWith(item);
  else {
    old?.remove();
    insert(log(m.channel), item, m.order);
  }
  if (m.channel === here) showLobby();
}

const hints = new Map(); // channel → the item of the present hint

// dropHint takes the hint away that was shown before item.
function dropHint(channel, item) {
  const hint = hints.get(channel);
  if (!hint || hint === item) return;
  if (hint.dataset.id !== item.dataset.id) hint.remove();
  hints.delete(channel);
}

// sheet lays the messages over the board of a phone while there is a private
// answer to read.
function sheet(m, item) {
  if (m.channel !== here || loading) return;
  document.body.classList.toggle("sheet", Boolean(m.to));
  if (m.to && narrow.matches) item.scrollIntoView({ block: "start" });
}

function moveToLog(item, channel) {
  item.remove();
  insert(log(channel), item, Number(item.dataset.order));
}

// settle takes away what only invited to begin, now that there is a game: a
// private message whose buttons are good at any time, and the buttons of others.
function settle(channel) {
  for (const b of log(channel).querySelectorAll("button[data-command]:not([data-command*=' ~'])")) {
    (b.closest(".private") || b).remove();
  }
}

// showTurn says in the window's title whether a board waits for me.
function showTurn() {
  const waits = [...stages.values()].some((s) => s.firstElementChild?.dataset.mover === me);
  document.title = (waits ? words["your-move"] + " · " : "") + words.title;
}

// atEnd tells whether the newest messages are in sight.
function atEnd() {
  const box = $("logs");
  return box.scrollHeight - box.scrollTop - box.clientHeight < 80;
}

// show puts a message in its place, or in place of what it was before.
function show(m) {
  if (m.to && m.to !== me) return; // of the person who was here before
  const box = $("logs");
  const end = atEnd();
  const item = build(m);
  const old = items.get(m.id);
  items.set(m.id, item);
  const focus = old && old.contains(document.activeElement) ? document.activeElement : null;
  if (!loading && m.position && (!old || old.dataset.position !== m.position)) item.classList.add("moved");
  place(m, item, old);
  if (focus) refocus(item, focus);
  if (m.channel === here) {
    if (m.svg) crop();
    if (end || loading || !old) box.scrollTop = box.scrollHeight;
    sheet(m, item);
    if (!loading && !m.retired && m.from !== me) announce(m);
  } else if (!loading && !m.retired && m.from !== me) {
    unread.set(m.channel, (unread.get(m.channel) || 0) + 1);
    showChannels();
  }
}

function insert(list, item, order) {
  if (!loading) item.classList.add("arrived");
  let before = null;
  for (let e = list.lastElementChild; e && e.dataset.epoch === epoch && Number(e.dataset.order) > order; e = e.previousElementSibling) before = e;
  list.insertBefore(item, before);
  while (list.children.length > 300) {
    const oldest = list.firstElementChild;
    if (items.get(oldest.dataset.id) === oldest) items.delete(oldest.dataset.id);
    oldest.remove();
  }
}

// refocus keeps the keyboard where it was when a message is drawn anew: on the
// same button, else on the first.
function refocus(item, focus) {
  const key = focus.matches("[data-n], [data-edge]") && keyOf(focus);
  const part = key && [...item.querySelectorAll(".can[tabindex]")].find((p) => keyOf(p) === key);
  if (part) return part.focus();
  const same = focus.dataset.command && [...item.querySelectorAll("button")].find((b) => b.textContent === focus.textContent);
  const next = same || item.querySelector("button") || item.querySelector(".can[tabindex]");
  if (next) next.focus();
  else $("say").focus();
}

let announced = "";

// announce lets screen readers say what has happened, in a sentence or two.
// Where a board only asks for the next step, the step is enough.
function announce(m) {
  let said = m.lines.slice(0, m.svg ? 2 : 3).join(" ").replaceAll("`", "");
  said = (m.bot ? "" : m.from + ": ") + said + (m.to ? " (" + words["only-you"] + ")" : "");
  if (said === announced && m.menu) said = m.menu.title;
  else announced = said;
  $("live").append(make("p", {}, said));
  while ($("live").children.length > 5) $("live").firstElementChild.remove();
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
  if (linked() !== "#" + channel) history.replaceState(null, "", "#" + encodeURIComponent(channel));
  for (const lists of [logs, stages]) for (const [name, list] of lists) list.hidden = name !== channel;
  log(channel).hidden = false;
  stage(channel).hidden = false;
  lobbyAsked = false;
  showLobby();
  $("title").textContent = "# " + channel;
  crop();
  $("logs").scrollTop = $("logs").scrollHeight;
  showChannels();
  $("channels").querySelector("[aria-current]").scrollIntoView({ block: "nearest", inline: "nearest" });
}

function showChannels() {
  const focused = document.activeElement && document.activeElement.dataset.channel;
  const nav = $("channels").parentElement;
  const { scrollTop, scrollLeft } = nav;
  $("channels").replaceChildren(...channels.map((c) => {
    const n = unread.get(c);
    const b = make("button", { type: "button", "data-channel": c, "aria-current": c === here ? "page" : undefined }, "# " + c);
    if (n) b.append(make("span", { class: "unread" }, String(n), make("span", { class: "hidden" }, " " + words.unread)));
    b.addEventListener("click", () => { go(c); $("say").focus(); });
    return make("li", {}, b);
  }));
  nav.scrollTo(scrollLeft, scrollTop);
  if (focused) [...$("channels").querySelectorAll("button")].find((b) => b.dataset.channel === focused)?.focus();
}

$("stage").addEventListener("pointerdown", () => document.body.classList.remove("sheet"));

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
  items.clear();
  for (const list of [...logs.values(), ...stages.values()]) list.replaceChildren();
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
    const answer = await post("/web/join", { name: $("name").value, moderator: Boolean($("moderator")?.checked) });
    $("join-error").replaceChildren(...rich(answer.refused || ""));
    if (!answer.ok) return;
    $("join").close();
    become(answer.name);
    $("say").focus();
  } catch {
    $("join-error").textContent = words.reconnecting;
  }
});

// ---- Begin ---------------------------------------------------------------------

// When the other scripts are there, too.
document.addEventListener("DOMContentLoaded", () => {
  showPeople();
  go(linked() || "general");
  if (me) connect();
  else askWho();
});
