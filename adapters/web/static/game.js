// What the page shows about a game besides its board: an animation of the last moves, the list of
// all moves, and the end. It is part of page.js.
"use strict";

const games = new Map(); // channel → the game of its present board

// plyOf is how many moves were made.
const plyOf = (game) => (game.from || 0) + (game.moves || []).length;

// heading returns the lines above a board on the stage: who plays, which game it is, and how it
// goes; who won; or for whom an offer of mine waits, and how long.
function heading(m) {
  const game = m.game;
  if (isWaiting(m) && !game) return [make("div", { class: "tags" }, make("p", { class: "headline" }, m.asked.waits), make("span", {}, ...timeLeft(m.asked)))];
  const head = isWaiting(m) ? m.asked.waits : game.over ? ending(game) : players(m);
  return [
    make("div", { class: "tags" },
      make("p", { class: "headline", "aria-hidden": "true" }, head), // the state says it, too
      make("span", { class: "all" }, ...game.tags.map((t) => make("span", {}, t))), game.ends ? make("span", { class: "clock", role: "timer", "data-ends": game.ends }) : null,
      m.front || game.versus && isOwn(game) ? changeButton() : null),
    plyOf(game) ? null : make("p", { class: "aim" }, m.accepted ? make("b", {}, m.accepted + " ") : null, ...game.rules.flatMap((r) => [...richText(r), " "])), // later the last moves stand there
  ].filter(Boolean);
}

// turnOf says whose move it is, or who won.
const turnOf = (game) => (!shared(game) && (game.over ? game.results?.[me] : game.mover === me && game.yours)) || game.head;

// ending says in a word how a game ended.
const ending = (game) => (!isOwn(game) || shared(game) || !game.won ? turnOf(game) : words[game.won === me ? "you-won" : "you-lost"]);

// isOwn reports whether I play, as far as it is known yet.
const isOwn = (game) => game.seats.includes(me);

// players says who plays.
function players({ game, front }) {
  const other = front || isOwn(game) && !shared(game) ? game.seats.find((s) => s && s !== me) : "";
  return other ? words.against.replace("{}", "\u2068" + displayName(other) + "\u2069") : namesOf(game);
}

// roundHeading returns what stands above a round's question: the question itself, and how long
// people can answer it.
function roundHeading(m) {
  const asks = m.lines[0].split(STRONG)[1] || m.lines[0];
  return [make("div", { class: "tags" }, make("p", { class: "headline", "aria-hidden": "true" }, asks.replace(/[.:。]$/, "")),
    m.round.ends ? make("span", { class: "clock big", role: "timer", "data-ends": m.round.ends }) : null),
  ...(m.round.open && m.round.countedAt === 1 ? [make("p", { class: "aim" }, m.round.aim)] : [])]; // the rule says it, if there is one
}

// barChart draws how many people gave which answer, one of them me.
function barChart(bars, mine) {
  const most = Math.max(...bars.map((b) => b.count), 1);
  return make("ul", { class: "chart" }, ...bars.map((b) => {
    const line = make("i", { "aria-hidden": "true" });
    line.style.width = 100 * b.count / most + "%";
    return make("li", { class: b.right ? "right" : undefined }, make("span", {}, b.label, b.label === mine ? make("small", {}, words["your-answer"]) : null), make("span", {}, line), make("b", {}, b.count + (b.right ? " ✓" : b.label === mine ? " ✗" : "")));
  }));
}

// ---- The last moves ---------------------------------------------------------------

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
let replyDelay = 900; // ms from a person's move to the bot's answer: 400 for the move, and 500

// animate shows how a new board came to be: where the bot answered at once, the
// person's move first, on a drawing that lies over the board. Taps go through
// it, to the board as it is, and end it.
function animate(item, game, before) {
  // Its words come after the moves: till then the board says what it said before, and whose move is shown.
  item.classList.add("coming");
  item.classList.toggle("ended", false);
  const later = [".headline", ".last > span"].map((of) => {
    const [e, old] = [item.querySelector(of), before.querySelector(of) || before.querySelector(".aim")];
    const said = [...e.childNodes];
    e.replaceChildren(...[...old.childNodes].map((n) => n.cloneNode(true)));
    return () => e.replaceChildren(...said);
  });
  const end = () => {
    click();
    item.classList.remove("coming");
    item.classList.toggle("ended", Boolean(game.over));
    later.forEach((say) => say());
    item.classList.add("moved", "by-" + game.last);
    if (game.over && game.won === me) celebrate(item);
  };
  if (!game.between || reducedMotion.matches) return end();
  const box = item.querySelector(".drawing");
  const over = drawing({ svg: game.between }).firstElementChild;
  over.classList.add("between");
  over.setAttribute("aria-hidden", "true");
  over.removeAttribute("role");
  const veil = make("div", { class: "moved by-first veil" }, over);
  box.append(veil);
  const finish = () => {
    clearTimeout(timer);
    if (veil.isConnected) end();
    veil.remove();
  };
  const timer = setTimeout(finish, replyDelay);
  for (const kind of ["pointerdown", "click", "keydown"]) item.addEventListener(kind, finish, { capture: true, once: true });
}

// celebrate makes a few stones fly over the board when a game was won.
function celebrate(item) {
  if (reducedMotion.matches) return;
  const box = item.querySelector(".drawing");
  const sparks = Array.from({ length: 18 }, (_, i) => {
    const e = make("i", { class: "spark s" + (i % 3), "aria-hidden": "true" });
    e.style.setProperty("--x", Math.round(Math.cos(i * 0.35 * Math.PI) * (60 + (i * 37) % 120)) + "px");
    e.style.setProperty("--y", Math.round(-60 - (i * 53) % 150) + "px");
    return e;
  });
  box.append(...sparks);
  setTimeout(() => sparks.forEach((e) => e.remove()), 1600);
}

// ---- The list of moves ------------------------------------------------------------

// movesButton opens the list on a phone, which has no room beside the board.
function movesButton() {
  const b = make("button", { type: "button", class: "for-moves", "aria-expanded": String(document.body.classList.contains("moves-open")), "aria-controls": "moves" }, words.moves);
  b.addEventListener("click", () => openMoves(!document.body.classList.contains("moves-open")));
  return b;
}

function openMoves(open) {
  document.body.classList.toggle("moves-open", open);
  for (const b of document.querySelectorAll(".for-moves")) b.setAttribute("aria-expanded", String(open));
}

// showMoves lists the moves of the game in the present channel, a row for one of
// each player.
function showMoves() {
  const game = games.get(here);
  const moves = game?.moves || [];
  const rows = new Map(); // number → its two cells
  moves.forEach((move, i) => {
    const ply = (game.from || 0) + i;
    const row = Math.floor(ply / 2) + 1;
    if (!rows.has(row)) rows.set(row, ["", ""]);
    rows.get(row)[ply % 2] = move;
  });
  $("moves-of").replaceChildren(...(game ? [make("th", { scope: "col" }, make("span", { class: "hidden" }, words.number)), ...game.seats.map((s, i) => make("th", { scope: "col" }, make("span", { "aria-hidden": "true" }, ((game.versus ? s === words["bot.name"] : i) ? "♦" : "▸") + " "), make("bdi", {}, displayName(s))))] : []));
  $("moves-list").replaceChildren(...[...rows].map(([n, cells]) => make("tr", {}, make("th", { scope: "row" }, String(n)), ...cells.map((c) => make("td", {}, c)))));
  $("moves-none").hidden = moves.length > 0;
  const last = $("moves-list").lastElementChild;
  if (last) $("moves").scrollTop += last.getBoundingClientRect().top - $("moves-of").lastChild.getBoundingClientRect().bottom; // a long row is read from its start
}

document.addEventListener("keydown", (e) => { if (e.key === "Escape") openMoves(false); });
$("moves-close").addEventListener("click", () => openMoves(false));
