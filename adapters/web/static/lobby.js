// The part of the page below the board: every game, the day's positions and, behind a button, the
// settings of the next game. Its texts are part of the page. It is part of page.js.
"use strict";

// ---- The board of a newcomer --------------------------------------------------------

// FRONT names the board that comes with the page: no game yet, and nobody's. Its
// first move makes it one.
const FRONT = "front";

let frontBoard = null; // its item
const frontSVG = new XMLSerializer().serializeToString($("first").querySelector("svg")); // drawn before this script came

function frontItem() {
  if (frontBoard) return frontBoard;
  const m = { svg: frontSVG, ...JSON.parse($("front").textContent) };
  const level = choiceOf("level");
  m.game.tags.push(level.parentElement.textContent.trim());
  return (frontBoard = build({ ...m, id: FRONT, channel: here, front: true, at: Date.now() }));
}

// playFront begins the game of the front board, and makes the first move in it.
async function playFront(m, aim) {
  const began = new Promise((done) => { onBegun = done; });
  if (!(await send("/nim start " + m.game.start + " level:" + choiceOf("level").value + " first:me"))) return;
  const item = await Promise.race([began, pause(8000)]);
  const same = item?.aims?.find((a) => plain(a.command) === plain(aim.command));
  if (same) await send("/nim " + same.command, item.dataset.id);
}

let onBegun = () => {}; // called with the board of my next game

// ---- The next game --------------------------------------------------------------------

const choiceOf = (name) => $("setup").querySelector("[name=" + name + "]:checked");

// showPiles offers the starts and the endings of the chosen game.
function showPiles() {
  const game = $("setup-game").selectedOptions[0];
  const setups = game.dataset.setups?.split("|") || [];
  $("setup-piles").parentElement.hidden = !setups.length;
  $("setup-piles").replaceChildren(...setups.map((s, i) => make("label", {}, make("input", { type: "radio", name: "piles", value: s, checked: i === 0 }), make("span", {}, s))));
  $("setup-misere").hidden = !game.hasAttribute("data-misere");
}

$("setup-game").addEventListener("change", showPiles);
showPiles();

// setup returns the options of a command from the form, for a game between people or against the
// bot.
function setup(people) {
  const form = new FormData($("setup"));
  const game = form.get("game");
  return [game ? form.get("piles") : "", "game:" + (game || $("family").dataset.any), form.get("misere") && !$("setup-misere").hidden && "misere",
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

// changeButton opens the choice of the next game.
function changeButton() {
  const b = make("button", { type: "button" }, words.change);
  b.addEventListener("click", () => { askRival(); $("change").showModal(); });
  return b;
}

async function begin(button, command) {
  if (button.getAttribute("aria-disabled")) return;
  button.setAttribute("aria-disabled", "true");
  if ($("change").open) $("change").close();
  starting = true;
  if (await send("/nim " + command)) $("home").scrollTop = 0;
  button.removeAttribute("aria-disabled");
}

// challenge asks somebody to play; a person at this screen has already agreed.
async function challenge(b) {
  const here = $("rival").selectedOptions[0];
  if (!here?.value) return here && $("add").click();
  await begin(b, "challenge @" + here.value + " " + setup(true));
  if (people.includes(here.value)) send("/nim accept", "", here.value);
}

$("setup").addEventListener("submit", (e) => {
  e.preventDefault();
  begin(e.submitter || $("setup").querySelector(".primary"), "start " + setup());
});
$("change-close").addEventListener("click", () => $("change").close());
$("offer").addEventListener("click", (e) => begin(e.currentTarget, "open " + setup(true)));
$("challenge").addEventListener("click", (e) => challenge(e.currentTarget));
for (const b of document.querySelectorAll("[data-game]")) {
  b.addEventListener("click", () => {
    $("setup-game").value = b.dataset.game;
    showPiles();
    begin(b, "start " + setup());
  });
}
for (const b of document.querySelectorAll("[data-place]")) b.addEventListener("click", () => openPanel(b.dataset.place));
$("games").addEventListener("click", showGames);

// showGames goes to the games below the board.
function showGames() {
  $("lobby").scrollIntoView({ block: "start", behavior: reducedMotion.matches ? "auto" : "smooth" });
  $("lobby").focus({ preventScroll: true });
}

// ---- What changes there -----------------------------------------------------------------

const askRival = askPeople($("rival"), $("challenge"));

let firstFrameShown = false; // the first frame was shown
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

// drawFamily puts the drawings into the buttons of their games, as they come near the
// window: all of them at once would keep a phone busy.
async function drawFamily() {
  for (let tries = 1; tries < 6; tries++) {
    const r = await fetch($("family").dataset.drawings).catch(() => null);
    const all = r?.ok ? await r.json().catch(() => null) : null;
    if (all) return whenNear($("family").querySelectorAll("[data-game]"), (b) => b.querySelector(".small").replaceChildren(parseSVG(all[b.dataset.game])));
    await pause(1000 * tries);
  }
}

// whenNear calls a function for each of some elements when it comes near the window.
function whenNear(elements, act) {
  const seer = new IntersectionObserver((seen) => {
    for (const { target } of seen.filter((e) => e.isIntersecting)) {
      seer.unobserve(target);
      act(target);
    }
  }, { root: $("home"), rootMargin: "400px" });
  elements.forEach((e) => seer.observe(e));
}

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
  $("theme").textContent = { auto: "◐", light: "☀", dark: "☾" }[theme];
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
