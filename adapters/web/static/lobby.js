// The part of the page below the board: every game, the day's positions and, behind a button, the
// settings of the next game. Its texts are part of the page. It is part of page.js.
"use strict";

// ---- The board of a newcomer --------------------------------------------------------

// FRONT names the board that comes with the page: no game yet, and nobody's. Its
// first move makes it one.
const FRONT = "front";

let frontBoard = null; // its item
const frontSVG = $("first").querySelector("svg"); // drawn before this script came

function frontItem() {
  if (frontBoard) return frontBoard;
  const m = { svg: frontSVG.cloneNode(true), ...JSON.parse($("front").textContent) };
  const level = choiceOf("level");
  m.game.tags.push(level.parentElement.textContent.trim());
  return (frontBoard = build({ ...m, id: FRONT, channel: here, front: true, at: Date.now() }));
}

// beginFront begins the game of the front board, and returns its item.
async function beginFront(m, first = "me") {
  const began = new Promise((done) => { onBegun = done; });
  if (picked.get(here) === FRONT) picked.delete(here); // its game comes in its place
  if (await sendMade("start " + m.game.start + " level:" + choiceOf("level").value + " first:" + first)) return Promise.race([began, pause(8000)]);
}

// playFront makes the first move of the front board's game.
async function playFront(m, aim) {
  const item = await beginFront(m);
  const same = item?.aims?.find((a) => plain(a.command) === plain(aim.command));
  if (same) await send("/nim " + same.command, item.dataset.id);
}

// frontButtons are the other things to do on the front board.
function frontButtons(m) {
  const one = (label, kind, act) => {
    const b = make("button", { type: "button", class: kind }, label);
    b.addEventListener("click", async () => {
      if (b.getAttribute("aria-disabled")) return;
      b.setAttribute("aria-disabled", "true");
      await act();
      b.removeAttribute("aria-disabled");
    });
    return b;
  };
  return [one(words["let-bot"], "quiet", () => beginFront(m, "bot")), one(words["button.hint"], "hint", async () => {
    const item = await beginFront(m);
    if (item) await send("/nim hint", item.dataset.id);
  })];
}

let onBegun = () => {}; // called with the board of my next game

// ---- The next game --------------------------------------------------------------------

const choiceOf = (name) => $("setup").querySelector("[name=" + name + "]:checked");
const piles = $("setup").elements.piles;

// showGame offers what can be chosen for the chosen game.
function showGame() {
  const game = choiceOf("game");
  const setups = game.dataset.setups ? game.dataset.setups.split("|") : [];
  $("setup-rule").replaceChildren(make("b", {}, game.parentElement.querySelector("b").textContent), make("small", {}, game.dataset.rule));
  $("setup-piles").hidden = !setups.length;
  $("setup-piles").classList.toggle("parts", game.value === "sum");
  piles.value = setups[0] || "";
  $("setup-piles").querySelector(".examples").replaceChildren(...setups.map((s) => {
    const b = make("button", { type: "button" }, s);
    b.addEventListener("click", () => { piles.value = s; showHeaps(); });
    return b;
  }));
  $("setup-misere").hidden = !game.hasAttribute("data-misere");
  showHeaps();
}

// MOST_HEAPS is for how many heaps there is room for steppers.
const MOST_HEAPS = 6;

// showHeaps shows a stepper for each of a few heaps, beside the text that is typed.
function showHeaps() {
  const heaps = choiceOf("game").hasAttribute("data-heaps") && /^\d{1,4}( \d{1,4})*$/.test(piles.value.trim()) ? piles.value.trim().split(" ").map(Number) : [];
  const box = $("setup-piles").querySelector(".heaps");
  const at = box.contains(document.activeElement) ? [...box.querySelectorAll("button")].indexOf(document.activeElement) : -1;
  const step = (i, by) => {
    const name = String.fromCharCode(65 + i);
    const b = make("button", { type: "button", class: "quiet", "aria-label": name + ": " + words[by < 0 ? "less" : "more"] }, by < 0 ? "−" : "+");
    b.addEventListener("click", () => { heaps[i] += by; piles.value = heaps.filter((n) => n > 0).join(" "); showHeaps(); });
    b.disabled = by < 0 && heaps.length === 1 && heaps[0] === 1;
    return b;
  };
  box.replaceChildren(...(heaps.length > MOST_HEAPS ? [] : heaps).map((n, i) => make("div", { class: "heap" }, make("b", {}, String.fromCharCode(65 + i)), make("output", {}, String(n)), step(i, -1), step(i, 1))));
  box.querySelectorAll("button")[Math.min(at, box.querySelectorAll("button").length - 1)]?.focus();
  $("heap-more").hidden = !heaps.length || heaps.length >= MOST_HEAPS;
}

piles.addEventListener("input", showHeaps);
$("heap-more").addEventListener("click", () => { piles.value = piles.value.trim() + " 1"; showHeaps(); });
$("family").addEventListener("change", showGame);

// setup returns the options of a command from the form, for a game between people or against the
// bot.
function setup(people) {
  const form = new FormData($("setup"));
  const game = form.get("game");
  return [game ? form.get("piles").trim() : "", "game:" + (game || $("setup").dataset.any), !$("setup-misere").hidden && form.get("misere"),
    !people && "level:" + form.get("level"), !(people && form.get("first") === "bot") && "first:" + form.get("first"),
    people && form.get("clock") && "clock:" + form.get("clock"), people && form.get("rated") && "rated"].filter(Boolean).join(" ");
}

// The level that a person chose last stays chosen for them.
function showLevel() {
  const last = remembered("localStorage", "level." + me, "easy");
  const choice = [...$("setup").elements.level].find((e) => e.value === last);
  if (choice) choice.checked = true;
}

for (const choice of $("setup").elements.level) {
  choice.addEventListener("change", () => { remember("localStorage", "level." + me, choice.value); frontBoard = null; setStage(here); });
}

// chooseGame opens the choice of the next game, at a group of games, or against a person.
function chooseGame(group, rival) {
  if (rival) $("setup").elements["rival-is"].value = rival;
  if (group) {
    $("family").querySelector('[data-group="' + group + '"] input').checked = true;
  }
  const first = !$("setup-rule").textContent;
  if (group || first) showGame();
  if (first) drawGames($("setup"));
  showRival();
  if (!$("change").open) $("change").showModal();
  $("setup").scrollTop = 0;
  $("family").scrollTop = choiceOf("game").closest("fieldset").offsetTop - $("family").firstElementChild.offsetTop;
  choiceOf("game").focus({ preventScroll: true });
}

// changeButton opens the choice of the next game.
function changeButton() {
  const b = make("button", { type: "button", class: "quiet change" }, words.change);
  b.addEventListener("click", () => chooseGame());
  return b;
}

// begin begins a game as it was chosen, once.
async function begin(command) {
  if (!$("change").open) return;
  $("change").close();
  closeReview(); // the board is to be seen, too
  leftPanel = "";
  $("together").open = false; // its answer is to be read
  starting = true;
  await sendMade(command);
}

const sendMade = (command) => send("/nim " + command, "", undefined, undefined, true);

// showRival shows what a game against the chosen opponent needs.
function showRival() {
  const rival = choiceOf("rival-is").value;
  $("setup-people").hidden = rival !== "person";
  $("play").textContent = words[rival === "person" ? "lobby-challenge" : "lobby-play"];
  $("setup").elements.level[0].closest("fieldset").hidden = $("setup").querySelector("[name=first][value=bot]").parentElement.hidden = rival !== "bot";
  // Who is here, only somebody with a name hears, if a guest's.
  if (rival === "person") Promise.resolve(ensureName()).then(askRival);
  showNobody();
}

const showNobody = () => { $("play").hidden = choiceOf("rival-is").value === "person" && !$("rival").value; }; // the others ask everyone, or send the link
for (const choice of $("setup").elements["rival-is"]) choice.addEventListener("change", showRival);

// challenge asks somebody to play; a person at this screen has already agreed.
async function challenge(name) {
  await begin("challenge @" + name + " " + setup(true));
  if (people.includes(name)) send("/nim accept", "", name);
}

// besideMe is another person of this screen, who is asked for a name if there is none.
async function besideMe() {
  const other = () => people.find((p) => p !== me && !isGuest(p));
  while (!other() || isGuest(me)) if (!(await askWho())) return "";
  return other();
}

$("setup").addEventListener("submit", async (e) => {
  e.preventDefault();
  const rival = choiceOf("rival-is").value;
  if (rival === "bot") return begin("start " + setup());
  const name = rival === "person" ? $("rival").value : await besideMe();
  if (name) challenge(name);
});
$("change-close").addEventListener("click", () => $("change").close());
$("offer").addEventListener("click", () => begin("open " + setup(true)));
for (const b of document.querySelectorAll("[data-place]")) b.addEventListener("click", () => openPanel(b.dataset.place));
for (const b of document.querySelectorAll("button[data-group]")) b.addEventListener("click", () => chooseGame(b.dataset.group));
$("lobby-help").addEventListener("click", () => send("/nim help all"));
$("games").addEventListener("click", () => chooseGame());
$("ask-person").addEventListener("click", () => chooseGame("", "person"));

// together asks how a round or a simul is to be, and begins it.
function together(command, button) {
  const box = $("together-how");
  $("together-title").textContent = button.textContent;
  $("together-says").textContent = button.title;
  box.dataset.command = command;
  for (const part of box.querySelectorAll("fieldset")) part.hidden = part.disabled = part.dataset.of !== command;
  box.showModal();
  Promise.resolve(ensureName()).then(showCrowd); // only somebody with a name, if a guest's, hears who is here
}

$("ask-round").addEventListener("click", (e) => together("race", e.currentTarget));
$("ask-simul").addEventListener("click", (e) => together("open", e.currentTarget));
$("together-close").addEventListener("click", () => $("together-how").close());
$("together-how").addEventListener("submit", (e) => {
  e.preventDefault();
  $("together-how").close();
  sendMade($("together-how").dataset.command + [...new FormData(e.target)].filter(([, v]) => v).map(([k, v]) => " " + k + ":" + v).join(""));
});
$("next-rules").addEventListener("click", () => send("/nim rules" + (games.get(here)?.start ? " " + games.get(here).start.match(/game:(\S+)/)[1] : "")));

// ---- What changes there -----------------------------------------------------------------

const askRival = askPeople($("rival"), showNobody);

let firstFrameShown = false; // and nothing else is to be done
let asked = 0; // the timer of asking the server

// showLobby shows what is new below the board.
function showLobby() {
  if (firstFrameShown) asked ||= setTimeout(() => { asked = 0; askBoards(); askPath(); }, 150); // once for many messages
  cropDrawings();
  showTurn();
}

// isIdle reports whether the page is visible and no game of this person is on the stage, so
// that it is worth asking for the lists below the board.
const isIdle = () => !document.hidden && !(boardRank(presentBoard(here) || {}) > 3);

setInterval(() => { if (isIdle()) { askBoards(); if ($("change").open) askRival(); } }, 4000);
setInterval(() => { if (isIdle()) askPath(); }, 10000); // a lesson is passed beside the lobby

// ---- The drawings of the games ---------------------------------------------------

// drawGames puts drawings into the buttons of their games, as they come near the window, each while
// nothing else is done: all of them at once would keep a phone busy.
async function drawGames(box) {
  const files = new Set([document.querySelector(".groups"), box].map((e) => e.dataset.drawings)); // what the lobby draws isn't sent again
  const all = Object.assign({}, ...await Promise.all([...files].map(fetchDrawings)));
  const near = whenNear((e) => whenIdle(() => drawSmall(all, e)));
  for (const e of box.querySelectorAll("[data-drawing]")) if (all[e.dataset.drawing]) near.observe(e);
}

// fetchDrawings returns the drawings of a file, by game; none if there is no network for long.
async function fetchDrawings(file) {
  for (let tries = 1; tries < 6; tries++) {
    const r = await fetch(file).catch(() => null);
    const some = r?.ok ? await r.json().catch(() => null) : null;
    if (some) return some;
    await pause(1000 * tries);
  }
}

// drawSmall draws a game without its words, as large as there is room.
function drawSmall(all, e) {
  const svg = parseSVG(all[e.dataset.drawing]);
  e.replaceChildren(svg);
  const box = [...svg.querySelectorAll(":scope > g")].map((g) => g.getBBox()).filter((b) => b.width);
  if (!box.length) return;
  const [left, top] = [Math.min(...box.map((b) => b.x)), Math.min(...box.map((b) => b.y))];
  svg.setAttribute("viewBox", [left - 6, top - 6, Math.max(...box.map((b) => b.x + b.width)) - left + 12, Math.max(...box.map((b) => b.y + b.height)) - top + 12].join(" "));
}

// whenNear returns an observer that calls a function for each of its elements once, when it comes
// near the window.
function whenNear(act) {
  const seer = new IntersectionObserver((seen) => {
    for (const { target } of seen.filter((e) => e.isIntersecting)) {
      seer.unobserve(target);
      act(target);
    }
  }, { rootMargin: "200px" });
  return seer;
}

// whenIdle calls a function when nothing else is to be done, in a task of its own.
const whenIdle = (act) => (window.requestIdleCallback || setTimeout)(act, { timeout: 2000 });

// ---- Light and dark --------------------------------------------------------------

const themes = ["auto", "light", "dark"];
let theme = remembered("localStorage", "theme", "auto");

// activeTheme returns the theme in use.
const activeTheme = () => (theme === "auto" ? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light") : theme);

function showTheme() {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  $("theme").setAttribute("aria-label", words["theme-" + theme]);
  $("theme").title = words["theme-" + theme];
  $("theme").replaceChildren({ auto: "◐", light: "☀", dark: "☾" }[theme], make("span", {}, " " + words["theme-" + theme]));
}

// The language of the page; a command sets the language of private messages.
$("language")?.addEventListener("change", (e) => {
  document.cookie = "language=" + e.target.value + "; path=/; max-age=31536000; samesite=lax";
  remember("sessionStorage", "draft", $("say").value);
  location.reload();
});

$("theme").addEventListener("click", () => {
  theme = themes[(themes.indexOf(theme) + 1) % themes.length];
  remember("localStorage", "theme", theme);
  showTheme();
});
showTheme();
