// The coach card: the one place for what the bot says to me alone about a board. It stands beside
// the board, or below it, where it covers nothing of it and moves nothing. What others do leaves it
// open. It is part of page.js.
"use strict";

// What is shown in the card, by the kind that the server gives a message; other messages to me are
// shown among those of the channel.
const CARD_KINDS = new Set(["hint", "explain", "refusal", "remark"]);
const isAdvice = (m) => m.kind === "hint" || m.kind === "explain";

let coached = null; // the message in the card
let coachedBoard = ""; // the name of the board that it is about
let coachedThen = false; // it was there when the page was opened

// placeInCard shows a message in the card. It returns false if the message belongs elsewhere.
function placeInCard(m, item, old) {
  if (!CARD_KINDS.has(m.kind) || m.review || old?.isConnected && !old.closest("#coach")) return false;
  if (m.channel !== here || m.order < coached?.order || m.panel && m.panel !== openedPanel) return true; // I went on
  // Of what was said before, advice comes back, and the rest only if the stream was away when it was said.
  if (loading && (isAdvice(m) ? remembered("sessionStorage", "put-away", "") === m.id : old || !caughtUp.has(m.channel))) return true;
  const bundles = m.kind === "hint" && coached?.kind === "hint" && !m.svg && !m.table && $("coach-log").querySelector(".drawing"); // what the step before drew
  if (bundles) {
    bundles.classList.add("before");
    item.querySelector(".body").append(bundles);
  }
  coached = m;
  coachedBoard = m.panel ? "" : presentBoard(here)?.of || "";
  if (m.panel) awaitsAnswer = false;
  coachedThen = loading;
  $("coach-log").replaceChildren(item);
  const next = (m.buttons || []).map((b) => b.command.match(/^hint (\d)/)?.[1]).find(Boolean);
  const step = m.kind === "hint" && !m.panel ? (next || 4) - 1 : 0; // of an exercise there are two, which it says itself
  $("coach-title").textContent = { hint: words["button.hint"], explain: words.explain }[m.kind] || m.from;
  $("coach-steps").textContent = step ? step + " / 3" : "";
  if (m.panel && m.kind === "hint") for (const b of $("panel-log").querySelectorAll('[data-command^="answer hint"], [data-command^=show]')) b.textContent = b.textContent.replace(/\s*[（(].*/, ""); // it costs nothing more
  $("coach").classList.remove("past");
  showCard();
  if (m.panel) $("panel-log").querySelector(".answers, form, .verbs")?.scrollIntoView({ block: "nearest" }); // the answer stands above the card
  if (isAdvice(m)) document.querySelector("main").scrollTop = 0; // the board that it is about
  return true;
}

function closeCard() {
  if (!coached) return;
  if ($("coach").contains(document.activeElement)) $("stage").focus({ preventScroll: true });
  if (isAdvice(coached) && !loading) remember("sessionStorage", "put-away", coached.id);
  coached = null;
  $("coach-log").replaceChildren();
  showCard();
}

function showCard() {
  document.body.classList.toggle("coached", Boolean(coached));
  $("coach").hidden = !coached;
  if (!coached) return;
  document.body.classList.remove("sheet");
  openMoves(false);
  closeRest(null);
  $("coach-log").scrollTop = 0;
  cropDrawings();
  showMore();
}

// showMore shows by a fade that the text goes on below.
function showMore() {
  const log = $("coach-log");
  log.classList.toggle("more", log.scrollHeight - log.scrollTop - log.clientHeight > 4);
}

// onBoardChanged closes the card after my own move on its board. If somebody else changed the
// board, the card stays, and says so.
function onBoardChanged(m, before) {
  // A host was told that nobody waits.
  if (m.channel === here && m.game?.mover === me && coached?.buttons?.some((b) => /^simul\b/.test(b.command))) closeCard();
  if (m.channel !== here || before && before.dataset.position === m.position && before.game?.over === m.game?.over) return;
  const moved = before?.game && m.game && plyOf(m.game) > plyOf(before.game) && before.game.mover === actor(before);
  if (moved) document.body.classList.remove("sheet");
  if (loading && coached && coachedThen && !coached.panel && m.game && isOwn(m.game)) return closeCard(); // the board has changed since it was said
  if (!coached || coachedBoard !== m.of || loading && !coachedThen) return;
  if (moved || loading) return closeCard();
  if (!isAdvice(coached) || $("coach").classList.contains("past")) return;
  $("coach").classList.add("past");
  for (const b of $("coach-log").querySelectorAll(".buttons")) b.remove();
  $("coach-log").querySelector(".body").prepend(make("p", { class: "was" }, words["coach-past"]));
  showMore();
}

$("coach-close").addEventListener("click", closeCard);
$("coach-log").addEventListener("scroll", showMore, { passive: true });
addEventListener("resize", showMore);
document.addEventListener("keydown", (e) => { if (e.key === "Escape" && !document.querySelector("dialog[open]")) closeCard(); });
