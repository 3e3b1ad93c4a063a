// The boards of a channel: its tables, the person's own board, and the boards of others that they
// watch. One of them is on the stage. It is part of page.js.
"use strict";

const boards = new Map(); // channel → the items of its boards, by their names ("2", "~Ana")
const picked = new Map(); // channel → the name of the board that was asked for

// endings has, by channel, the board of my last game that ended. It stays on the stage until the next
// one begins: an offer takes it away from nobody, and after it both have their result again.
const endings = new Map();

const boardsOf = (channel) => boards.get(channel) || boards.set(channel, new Map()).get(channel);
const ownBoard = () => "~" + me;

// actor is the person who acts on a board: me, or if all its players sit at this screen, the player
// whose turn it is.
const shared = (game) => Boolean(game?.seats.every((s) => people.includes(s)));
const actor = (m) => (shared(m.game) && m.game.mover) || me;

// ROUND names the board of the channel's round: its question, which all see, and what was answered.
const ROUND = "round";

const answers = new Map(); // channel → what I answered last in its round, as the bot noted it

// answerTo returns my answer to an open question, undefined for none.
const answerTo = (m) => (m.round?.open && answers.get(m.channel)?.order > m.order ? answers.get(m.channel) : undefined);

// onlyLeads reports whether I lead an open question and don't answer it: a tap on the board of a teacher is no answer.
const onlyLeads = (m) => m.round?.open && m.round.host === me && !takesPart.has(m.channel);
const takesPart = new Set(); // the channels in whose rounds I said I'd answer, too

// answered returns what I answered to the question of a round's message, as its bars write it.
const answered = (m) => answers.get(m.channel)?.order > m.order && answers.get(m.channel).answer;

// noteAnswer shows in place of the choices what I answered. It returns false if no question is open.
function noteAnswer(m) {
  answers.set(m.channel, m);
  const question = boardsOf(m.channel).get(ROUND)?.asks;
  if (!question || !answerTo(question)) return false;
  show(question);
  if (!loading) announce(m);
  return true;
}

// recount shows how many have answered a question, and leaves the rest of it under the fingers. It
// returns false if there is more to show.
function recount(m) {
  const old = items.get(m.id);
  if (!m.round?.open || !old?.asks || old.noted !== answerTo(m) || !m.round.ends !== !old.asks.round.ends) return false;
  Object.assign(old.asks, m);
  old.round = m.round;
  old.querySelector("p.count span").textContent = m.round.counted;
  showCrowd();
  for (const e of old.querySelectorAll(".clock")) e.dataset.ends = m.round.ends;
  return true;
}

// showCrowd says who else is here, where a round or a simul is prepared or led, and where to come.
async function showCrowd() {
  const leads = $("together-how").open || presentBoard(here)?.round?.host === me;
  const round = boardsOf(here).get(ROUND)?.round;
  if (!inside) for (const e of document.querySelectorAll(".address")) e.replaceChildren(location.host, make("wbr"), "/#" + here);
  const code = "/web/qr.svg?" + new URLSearchParams({ channel: here, scheme: location.protocol.slice(0, -1) });
  for (const e of document.querySelectorAll(".qr")) {
    e.hidden = !leads || Boolean(inside);
    if (e.hidden || e.getAttribute("src") === code) continue;
    e.src = code;
    e.alt = "QR: " + location.host + "/#" + here;
  }
  // What begins a round is no pupil's to press, nor anybody's while one is on; if its host has gone, others end it so.
  const host = round && round.host !== me && round.host;
  if (!host) document.body.classList.toggle("led", Boolean(round && !round.over));
  if (!leads && !(host && crowdAsked++ % 15 === 0) || !me || document.hidden) return;
  const r = await ask("/web/people?" + new URLSearchParams({ as: me, channel: here })).catch(() => null);
  const all = r?.ok ? await r.json() : [];
  if (host) document.body.classList.toggle("led", all.includes(host));
  crowd = all.length;
  for (const e of document.querySelectorAll(".crowd")) {
    const few = e.matches("small");
    e.textContent = !crowd ? few ? "" : words["nobody-here"] : few && round?.open && everybodyAnswered(boardsOf(here).get(ROUND).asks) ? words["all-answered"] : words.here.replace("{}", few ? crowd : crowd + " · " + all.map(displayName).join(", "));
  }
}

let crowd = 0; // how many others are here, as far as I know

// everybodyAnswered reports whether all others here have answered an open question.
const everybodyAnswered = (m) => m.round.answers > 0 && m.round.answers - Boolean(answerTo(m)) >= crowd;

let crowdAsked = 0; // how often a pupil's page thought of asking: it does so twice a minute

setInterval(showCrowd, 2000);

// joins reports whether I take part in the round of a channel: I lead it, have answered, or came by its address
// before it was over.
const joins = (channel, round) => round.host === me || answers.has(channel) || linkedRoom === channel && !round.over;

// boardRank orders boards by how much they concern me; a board that doesn't is never shown unasked.
function boardRank({ of, channel, game, asked, invites, round }) {
  if (round && !joins(channel, round)) return round.open ? 3 : 0;
  if (round) return round.open ? 6 : 2;
  if (!game) return asked ? 4 : invites ? 3 : 0; // of offers, only mine are boards
  if (of !== ownBoard() && !game.seats.includes(me)) return 0;
  return game.over ? 1 : game.mover === actor({ game }) ? 5 : 4;
}

// presentBoard returns the item of the board to show in a channel.
function presentBoard(channel) {
  const all = boardsOf(channel);
  const asked = all.get(picked.get(channel));
  if (asked || picked.get(channel) === FRONT) return asked;
  const best = [...all.values()].filter((i) => boardRank(i) > 0).sort((a, b) => boardRank(b) - boardRank(a) || b.dataset.order - a.dataset.order)[0];
  return best && boardRank(best) > 1 ? best : endings.get(channel) || best;
}

// setBoard makes an item the board with its name, and returns the previous one.
function setBoard(m, item) {
  Object.assign(item, { of: m.of, channel: m.channel, round: m.round, asks: m.round?.open && m, noted: answerTo(m), game: m.game, asked: m.asked, chosen: m.chosen, accepted: m.accepted, aims: m.aims, invites: (m.buttons || []).some((b) => canPress(b, m)) });
  const all = boardsOf(m.channel);
  const before = all.get(m.of);
  all.set(m.of, item);
  if (m.game && isOwn(m.game)) m.game.over ? endings.set(m.channel, item) : endings.delete(m.channel);
  if ((!loading || starting) && before?.dataset.id !== m.id && boardRank(item) > 3) { // a game of mine begins, or its board comes anew
    const anew = m.channel === here && history.state?.of !== m.of;
    starting = false;
    if (m.channel === here && !(m.game && plyOf(m.game))) closePanel(); // a game begins, or is offered
    if (anew && !history.state?.of) history.replaceState({ channel: here, of: FRONT }, "");
    picked.set(m.channel, m.of);
    if (m.channel === here) {
      document.querySelector("main").scrollTop = 0;
      showAddress(anew);
    }
  }
  if (m.of === ROUND && before?.dataset.id !== m.id && m.round.open) {
    const at = stage(m.channel).firstElementChild;
    const mine = at?.game && isOwn(at.game) && (at.game.over || plyOf(at.game)) && !joins(m.channel, m.round);
    picked.set(m.channel, mine ? at.of : ROUND); // whose game is on, or has just ended, goes to the question by the row of boards
    if (m.channel === here && !mine && !openedPanel) closeCard();
  }
  if (m.of === ownBoard() && m.game && !plyOf(m.game)) onBegun(item); // also while the page is told what there was before
  return before;
}

// unsetBoard forgets an item that is no longer a board.
function unsetBoard(channel, item) {
  const all = boardsOf(channel);
  if (item && all.get(item.of) === item) all.delete(item.of);
}

// awaitsBoard reports whether the board of a channel that was asked for may still come.
const awaitsBoard = (channel) => picked.has(channel) && !caughtUp.has(channel) && $("first");

// setStage puts the board to be shown on the stage of a channel.
function setStage(channel) {
  const unseen = openedPanel || awaitsBoard(channel); // so that it needn't be built
  const item = presentBoard(channel) || (channel === here && (frontBoard || !unseen) ? frontItem() : null);
  const list = stage(channel);
  if (channel === here && item || openedPanel) $("first")?.remove(); // the same board stands there now, and can be played on
  if (list.firstElementChild !== (item || null)) list.replaceChildren(...(item ? [item] : []));
  if (item?.game) games.set(channel, item.game);
  else games.delete(channel);
  if (channel === here) {
    document.body.classList.toggle("in-round", Boolean(item?.round));
    showBoards();
    showNext(item);
  }
  return item;
}

// The names stand between isolates, so that one from right to left doesn't change their order.
const namesOf = (game) => game.seats.map((s) => "\u2068" + displayName(s) + "\u2069").join(" – ");
const boardName = (of) => (of === ROUND ? words.round : of === ownBoard() ? words["board-own"] : words["board-table"] + " " + of);

// boardLabel names a board for its button: a game of mine by the opponent alone, so that six fit.
function boardLabel({ of, game, asked }) {
  if (of === ROUND || of === ownBoard()) return boardName(of);
  if (game && (of.startsWith("~") || isOwn(game))) return isOwn(game) && !shared(game) ? "\u2068" + displayName(game.seats.find((s) => s !== me)) + "\u2069" : namesOf(game);
  return boardName(of) + " · " + (game ? namesOf(game) : asked?.waits || "");
}

// showBoards lists, above the board, the boards that the person may want to switch to.
function showBoards() {
  const now = presentBoard(here);
  const all = [...boardsOf(here).values()].filter((i) => i === now || boardRank(i) > 0 && !i.game?.over).sort((a, b) => (b.of === ROUND) - (a.of === ROUND));
  const watching = now && !now.round && boardRank(now) === 0;
  const past = now?.round?.over && !all.some((i) => i.of === ownBoard());
  $("boards").hidden = all.length < (now ? 2 : 1) && !watching && !past;
  const focused = $("boards").contains(document.activeElement) && document.activeElement.dataset.of;
  $("boards").replaceChildren(...all.map((i) => {
    const waits = boardRank(i) === 5 || boardRank(i) === 3;
    const b = make("button", { type: "button", "data-of": i.of, "aria-pressed": String(i === now) }, boardLabel(i));
    if (waits && i !== now) b.append(" ", make("span", { class: "unread" }, words["your-move"]));
    b.addEventListener("click", () => pick(i.of));
    return b;
  }));
  if (watching || past) {
    const b = make("button", { type: "button", class: past ? "" : "primary", "data-of": "" }, words[past ? "board-own" : "board-leave"]);
    b.addEventListener("click", () => pick(past ? endings.get(here)?.of || FRONT : ""));
    $("boards").append(b);
  }
  if (focused !== false) $("boards").querySelector('[data-of="' + CSS.escape(focused) + '"]')?.focus();
}

// pick shows a board, or with "" the one that concerns me most. To show somebody else's own board,
// it asks the server to watch it.
function pick(of) {
  const before = picked.get(here);
  let anew = false;
  if (of) picked.set(here, of);
  else picked.delete(here);
  for (const name of [before, of]) {
    if (!name?.startsWith("~") || name === ownBoard()) continue;
    if (name !== of) boardsOf(here).delete(name);
    if (before !== of) anew = true;
  }
  if (anew) connect(); // the stream of what is watched
  setStage(here);
  $("boards").querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  showAddress(before !== of);
  showMoves();
  showLobby();
}

// addressOf returns the address of a channel, or of the board that was asked for in it.
function addressOf(channel) {
  const of = picked.get(channel);
  if (!of || of === ownBoard() || of === FRONT || of === ROUND) return channel === "general" ? "/" : "/#" + encodeURIComponent(channel);
  return "/table/" + encodeURIComponent(channel) + "/" + encodeURIComponent(of);
}

// inviteTo returns an address that shows who opens it what is on in a channel; the plain one begins with
// a board of one's own.
const inviteTo = (channel) => addressOf(channel).replace(/^\/$/, "/#" + channel);

// showAddress puts the present address into the browser: as a new step for Back, or in place of the
// present step.
function showAddress(step) {
  history[step ? "pushState" : "replaceState"]({ channel: here, of: picked.get(here) || "", panel: openedPanel }, "", inside ? undefined : openedPanel === "daily" ? "/daily" : addressOf(here));
}

// readBoardAddress reads the board that the address asks for.
function readBoardAddress() {
  const [, kind, channel, of] = location.pathname.split("/").map((part) => { try { return decodeURIComponent(part); } catch { return ""; } });
  if (kind !== "table" || location.hash) return "";
  if (of) picked.set(channelForm.test(channel.toLowerCase()) ? channel.toLowerCase() : "general", of); // as openChannel does
  return "#" + channel.toLowerCase();
}

// reportMissingBoard says that the board that was asked for doesn't exist.
function reportMissingBoard() {
  const of = picked.get(here);
  if (!of || of === FRONT || of === ROUND || boardsOf(here).has(of)) return;
  picked.delete(here);
  if (of !== ownBoard()) notice(words["board-none"]);
  setStage(here);
  showAddress();
  showLobby();
}

// ---- What is being played --------------------------------------------------------

// askBoards lists the live boards of the channel, to watch.
async function askBoards() {
  if (!me || !here) return;
  const channel = here;
  const r = await ask("/web/boards?" + new URLSearchParams({ as: me, channel })).catch(() => null);
  const all = r?.ok ? await r.json().catch(() => null) : null;
  if (!all || channel !== here) return;
  const others = all.filter((b) => b.of !== ownBoard() && b.seats); // who is asked to join, sees the banner
  const key = channel + JSON.stringify(others);
  if (key === $("playing").listed) return;
  $("playing").listed = key;
  const focused = $("playing").contains(document.activeElement) && document.activeElement.dataset.of;
  $("playing").hidden = !others.length;
  $("playing").querySelector("ul").replaceChildren(...others.map((b) => {
    const e = make("button", { type: "button", "data-of": b.of }, make("span", { class: "small", "aria-hidden": "true" }, b.svg ? parseSVG(b.svg) : null),
      make("b", {}, (b.seats && namesOf(b)) || words["board-table"] + " " + b.of), make("span", { class: "rule" }, (b.title ? b.title + " · " : "") + b.head.replaceAll(STRONG, "")), make("span", { class: "go" }, words["board-watch"]));
    e.addEventListener("click", () => { pick(b.of); $("stage").focus(); });
    return make("li", {}, e);
  }));
  if (focused) $("playing").querySelector('[data-of="' + CSS.escape(focused) + '"]')?.focus();
}
