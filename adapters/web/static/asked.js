// What people ask me: a banner over whatever is open, which moves nothing, with the buttons that
// answer; and what the page's title says. It is part of page.js.
"use strict";

const questions = new Map(); // message id → the message that asks me something

const putAway = new Set(); // ids of offers to everybody that I don't want to see

// noteQuestion records whether a message asks me something, alone or with everybody else.
function noteQuestion(m) {
  const asks = m.asked && (m.asked.of ? m.asked.of === me : m.asked.game && m.asked.by !== me && !m.asked.joined?.includes(me));
  if (asks && !m.retired && !m.gone && !putAway.has(m.id)) questions.set(m.id, m);
  else questions.delete(m.id);
}

// presentQuestion returns the message that the banner shows: the oldest one to me or, while I don't
// play, to everybody here.
function presentQuestion() {
  const all = [...questions.values()].filter((m) => channels.includes(m.channel));
  return all.find((m) => m.asked.of) || all.find((m) => m.channel === here && !(boardRank(presentBoard(here) || {}) > 3));
}

// askName asks who came by a link to a room, and has no name there, for one. It covers no more than the header.
const askName = () => {
  if (linkedRoom !== here || putAway.has(linkedRoom) || document.querySelector("dialog[open]")) return undefined;
  if (isGuest(me)) return { id: linkedRoom, asked: { says: "# " + here + " · " + $("join-title").textContent } };
  if (boardRank(presentBoard(here) || {}) > 2) welcome = false; // it has begun
  return welcome ? { id: linkedRoom, hello: true, asked: { says: words.hello.replace("{}", me) } } : undefined;
};
let welcome = false; // somebody came by a link and has just named themselves

let linkedRoom = ""; // the room that a link led to

// showQuestion shows the banner, inside an open dialog: what lies outside of one can't be pressed.
function showQuestion() {
  const m = presentQuestion() || askName();
  const box = $("asked");
  const host = document.querySelector("dialog[open]") || document.body;
  if (box.parentElement !== host) host.prepend(box);
  box.hidden = !m;
  const key = m ? m.id + JSON.stringify(m.asked) : "";
  if (box.dataset.key === key) return;
  box.dataset.key = key; // the same banner stays as it is, under a finger
  if (!m && box.matches(".slim")) box.replaceChildren();
  if (!m) return;
  const { says, left } = m.asked;
  box.classList.toggle("slim", !m.buttons);
  const small = m.asked.game && m.svg ? make("span", { class: "small", "aria-hidden": "true" }, parseSVG(m.svg)) : null;
  const answers = !m.buttons ? [nameButton()].filter(() => !m.hello) : m.buttons.filter((b) => canPress(b, m) && (m.asked.of || b.command.startsWith("accept"))).map((b) => answerButton(b, m)).reverse();
  if (!m.asked.of) answers.unshift(laterButton(m));
  box.replaceChildren(...[small, make("div", { class: "says" }, make("b", { id: "asked-says" }, says),
    left ? make("span", {}, ...(m.asked.first ? [m.asked.first.replace(/[.。]$/, "") + " · "] : []), ...m.lines.slice(2, -1).flatMap((line) => [line.replace(/[.。]$/, ""), " · "]), ...timeLeft(m.asked)) : null), make("div", { class: "buttons" }, ...answers)].filter(Boolean));
  showClocks();
}

// timeLeft says how long a question waits yet.
function timeLeft(asked) {
  const [before, after] = (asked.left || "").split("{}");
  return asked.left ? [before, make("span", { class: "clock", role: "timer", "data-ends": asked.until }), after] : [];
}

// answerButton is a button of the banner. Who takes a game goes to its board.
function answerButton(b, m) {
  const e = make("button", { type: "button", class: b.style, "data-command": b.command }, b.labels?.[me] ?? b.label);
  e.addEventListener("click", async (click) => {
    if (!isIntended(click, 1) || e.getAttribute("aria-disabled")) return;
    const left = openedPanel || leftPanel;
    await press(e, b.command, m);
    if (m.asked.gathers) return putOff(m); // who has joined, waits for the others
    if (!m.asked.game || !b.command.startsWith("accept") || questions.has(m.id)) return;
    for (const d of document.querySelectorAll("dialog[open]")) d.close();
    if (m.channel !== here) openChannel(m.channel);
    closePanel();
    leftPanel = left;
    closeCard(); // what was said is about something else
    document.body.classList.remove("sheet");
    foldTogether();
    closeReview();
  });
  return e;
}

let leftPanel = ""; // the panel that a game which I accepted took me from, until I go back or begin another game

// nameButton asks for my name.
function nameButton() {
  const e = make("button", { type: "button", class: "primary" }, words["name-yourself"]);
  e.addEventListener("click", () => askWho());
  return e;
}

// laterButton puts away what doesn't ask me alone.
function laterButton(m) {
  const e = make("button", { type: "button" }, m.hello ? "✕" : words["not-now"]);
  e.addEventListener("click", () => putOff(m));
  return e;
}

function putOff(m) {
  putAway.add(m.id);
  questions.delete(m.id);
  showQuestion();
  showTurn();
}

// isWaiting reports whether a message is a question of mine that waits for its answer, or gathers
// people, me among them.
const isWaiting = (m) => Boolean(m.asked && (m.asked.by === me || m.asked.joined?.includes(me)) && !m.retired);

for (const d of document.querySelectorAll("dialog")) new MutationObserver(showQuestion).observe(d, { attributeFilter: ["open"] });
