// The review of a finished game: its moves as a strip beside the board, and the
// board as it was after each of them. It is part of page.js.
"use strict";

let reviewFrom = 0; // the move at which the next review opens, 0 for its first turning point
let openedReview = null; // the open review: the message m, the move at, and the server's answers about the moves seen

// openReview opens the game that a message reviews, at its first turning point.
function openReview(m) {
  closeCard();
  openedReview = { m, at: -1, seen: new Map() };
  $("strip-sums").replaceChildren(...m.review.sums.map((sum) =>
    make("li", {}, squares(sum.squares), ...richText(sum.line))));
  const [start, ...moves] = [{ label: words["review-start"] }, ...m.review.moves].map(stripMove);
  $("strip-moves").replaceChildren(start, ...m.review.seats.map((s, i) => make("li", { class: "of" }, make("span", { "aria-hidden": "true" }, ["▸ ", "♦ "][i]), make("bdi", {}, displayName(s)))), ...moves);
  showReview();
  goToMove(reviewFrom || m.review.from);
  reviewFrom = 0;
  $("strip-moves").querySelector("[aria-current]").focus();
}

// reviewButton opens the review of a message again.
function reviewButton(m) {
  const b = make("button", { type: "button" }, words["review-open"]);
  b.addEventListener("click", () => openReview(m));
  return b;
}

// moveNumber names a move, counted over both players, by its number among its player's own.
const moveNumber = (n) => words["move-number"].replace("{}", Math.ceil(n / 2));

// stripMove is a move on the strip, coloured by what it did. The 0th is the start.
function stripMove(move, n) {
  const b = make("button", { type: "button", class: move.kind, tabindex: "-1" },
    n ? make("span", { class: "n" }, moveNumber(n) + " ", move.kind ? make("span", { "aria-hidden": "true" }, { kept: "✓ ", lost: "✗ " }[move.kind]) : null) : null,
    make("span", { class: "verb" }, move.label),
    move.says ? make("span", { class: "hidden" }, ", " + move.says) : null);
  b.addEventListener("click", () => goToMove(n));
  return make("li", { class: n ? undefined : "start" }, b);
}

function closeReview() {
  if (!openedReview) return;
  openedReview = null;
  showReview();
}

// showReview shows the review in place of the board, or the board again.
function showReview() {
  const open = openedReview !== null;
  document.body.classList.toggle("in-review", open);
  if (open) document.body.classList.remove("sheet");
  $("review").hidden = $("strip").hidden = !open;
  if (!open) cropDrawings();
}

// goToMove goes to the board after a move.
async function goToMove(to) {
  const open = openedReview;
  if (!open || to < 0 || to > open.m.review.moves.length || to === open.at) return;
  open.at = to;
  const all = [...$("strip-moves").querySelectorAll("button")];
  const focused = all.includes(document.activeElement);
  all.forEach((b, n) => {
    b.tabIndex = n === to ? 0 : -1;
    if (n === to) b.setAttribute("aria-current", "step");
    else b.removeAttribute("aria-current");
  });
  if (focused) all[to].focus({ preventScroll: true });
  scrollStripTo(all[to]);
  for (const [id, end] of [["review-before", 0], ["review-after", all.length - 1]]) {
    if (to === end) $(id).setAttribute("aria-disabled", "true");
    else $(id).removeAttribute("aria-disabled");
  }
  const told = await fetchMove(open, to);
  if (told && openedReview === open && open.at === to) showMove(told);
  if (to + 1 < all.length) fetchMove(open, to + 1); // most likely the next
}

// scrollStripTo scrolls the strip, and nothing else, so that a move is in sight.
function scrollStripTo(move) {
  const box = move.closest("#strip-moves");
  const [m, b] = [move.getBoundingClientRect(), box.getBoundingClientRect()];
  box.scrollBy(Math.min(0, m.left - b.left) + Math.max(0, m.right - b.right), Math.min(0, m.top - b.top) + Math.max(0, m.bottom - b.bottom));
}

// fetchMove asks the server, once, for the game as it was after a move. If there is no answer, it
// returns null and shows a notice.
function fetchMove(open, move) {
  if (!open.seen.has(move)) {
    const query = new URLSearchParams({ as: me, channel: open.m.channel, message: open.m.id, move });
    const told = ask("/web/review?" + query).then((r) => r.json()).catch(() => ({ refused: words.lost }));
    open.seen.set(move, told);
    told.then((t) => { if (t.refused) open.seen.delete(move); });
  }
  return open.seen.get(move).then((t) => {
    if (openedReview === open && open.at === move) notice(t.refused || "");
    return t.refused ? null : t;
  });
}

function showMove(told) {
  $("review-board").replaceChildren(drawing(told).firstElementChild);
  $("review-said").replaceChildren(...told.lines.map((line) => make("p", {}, ...richText(line))));
  $("review-said").scrollTop = 0;
  $("review-at").textContent = told.at;
  $("review-position").href = told.analyze;
  $("review-retry").hidden = !told.retry;
  $("review-retry").dataset.command = told.retry?.command || "";
  cropDrawings();
}

$("review-before").addEventListener("click", () => goToMove(openedReview.at - 1));
$("review-after").addEventListener("click", () => goToMove(openedReview.at + 1));
$("review-close").addEventListener("click", () => { closeReview(); $("say").focus(); });
$("review-retry").addEventListener("click", (e) => press(e.currentTarget, e.currentTarget.dataset.command, openedReview.m));

for (const id of ["review", "strip"]) {
  $(id).addEventListener("keydown", (e) => {
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    const to = { ArrowLeft: openedReview.at - 1, ArrowRight: openedReview.at + 1, ArrowUp: openedReview.at - 1, ArrowDown: openedReview.at + 1, Home: 0, End: openedReview.m.review.moves.length }[e.key];
    if (e.key === "Escape") $("review-close").click();
    else if (to === undefined || e.target === $("review-said") && e.key.match(/Up|Down/)) return;
    else goToMove(to);
    e.preventDefault();
  });
}
