// The lobby: what can be played, and with which piles, level and ending. Its
// words come with the page. It is part of page.js.
"use strict";

let lobbyAsked = false; // somebody opened it above a board

// showLobby shows the lobby where the channel has no board, or where it was
// asked for, and otherwise the board.
function showLobby() {
  const board = stages.get(here)?.childElementCount > 0;
  const open = lobbyAsked || !board;
  document.body.classList.toggle("in-lobby", open);
  document.body.classList.toggle("only-greeted", open && onlyGreeted(log(here)));
  $("lobby").hidden = !open;
  $("stage").hidden = open;
  if (open) { askRival(); askPath(); askBoards(); }
  $("games").setAttribute("aria-expanded", String(open));
  if (!open) crop();
  showTurn();
}

// onlyGreeted tells whether a channel's log holds nothing but the bot's greeting,
// which nobody asked for.
const onlyGreeted = (list) => list.childElementCount === 1 && Boolean(list.querySelector(".bot.private")) && !list.querySelector(".used");

const askRival = askPeople($("rival"), $("challenge"));
setInterval(() => { if (!$("lobby").hidden && !document.hidden) askRival(); }, 10000); // people come and go

function openLobby(open) {
  lobbyAsked = open;
  showLobby();
  if (open) $("lobby").scrollTop = 0;
}

// setup are the words behind "start" that the form says.
function setup(game) {
  const form = new FormData($("setup"));
  const misere = form.get("misere") && (!game || game.hasAttribute("data-misere"));
  return [game ? "game:" + game.dataset.game : form.get("piles"), misere && "misere", "level:" + form.get("level"), "first:" + form.get("first")]
    .filter(Boolean).join(" ");
}

// The level that a person chose last stays chosen for them.
function showLevel() {
  const last = remembered(localStorage, "level." + me, "perfect");
  const choice = [...$("setup").elements.level].find((e) => e.value === last);
  if (choice) choice.checked = true;
}

for (const choice of $("setup").elements.level) {
  choice.addEventListener("change", () => remember(localStorage, "level." + me, choice.value));
}

// against are the words of the form that matter between people.
function against() {
  const form = new FormData($("setup"));
  return [form.get("piles"), form.get("misere") && "misere"].filter(Boolean).join(" ");
}

async function begin(button, command) {
  if (button.getAttribute("aria-disabled")) return;
  button.setAttribute("aria-disabled", "true");
  if (await send("/nim " + command)) openLobby(false);
  button.removeAttribute("aria-disabled");
}

$("setup").addEventListener("submit", (e) => {
  e.preventDefault();
  begin(e.submitter || $("setup").querySelector(".primary"), "start " + setup());
});
$("offer").addEventListener("click", (e) => begin(e.currentTarget, "open " + against()));
$("challenge").addEventListener("click", (e) => $("rival").value && begin(e.currentTarget, "challenge @" + $("rival").value + " " + against()));
for (const b of document.querySelectorAll("[data-game]")) b.addEventListener("click", () => begin(b, "start " + setup(b)));
for (const b of document.querySelectorAll("[data-place]")) b.addEventListener("click", () => begin(b, b.dataset.place));
$("games").addEventListener("click", () => openLobby(!lobbyAsked));

// ---- The drawings of the games ---------------------------------------------------

// drawFamily puts the drawings into the buttons of their games.
async function drawFamily() {
  for (let tries = 1; tries < 6; tries++) {
    const r = await fetch($("family").dataset.drawings).catch(() => null);
    const all = r?.ok ? await r.json().catch(() => null) : null;
    if (all) return $("family").querySelectorAll("[data-game]").forEach((b) => b.querySelector(".small").replaceChildren(inked(all[b.dataset.game])));
    await pause(1000 * tries);
  }
}

painted.then(drawFamily); // they are most of the page

// ---- Light and dark --------------------------------------------------------------

const themes = ["auto", "light", "dark"];
let theme = remembered(localStorage, "theme", "auto");

function showTheme() {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  $("theme").setAttribute("aria-label", words["theme-" + theme]);
  $("theme").title = words["theme-" + theme];
  $("theme").textContent = { auto: "◐", light: "☀", dark: "☾" }[theme];
}

$("theme").addEventListener("click", () => {
  theme = themes[(themes.indexOf(theme) + 1) % themes.length];
  remember(localStorage, "theme", theme);
  showTheme();
});
showTheme();
