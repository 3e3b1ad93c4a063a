// What people ask me: a banner over whatever is open, which moves nothing, with the buttons that
// answer; and what the page's title says. It is part of page.js.
"use strict";

const questions = new Map(); // message id → the message that asks me something

// noteQuestion records whether a message asks me something.
function noteQuestion(m) {
  if (m.asked && m.asked.of === me && !m.retired && !m.gone) questions.set(m.id, m);
  else questions.delete(m.id);
}

// presentQuestion returns the message that the banner shows: the oldest one.
const presentQuestion = () => [...questions.values()].find((m) => channels.includes(m.channel));

// showQuestion shows the banner, inside an open dialog: what lies outside of one can't be pressed.
function showQuestion() {
  const m = presentQuestion();
  const box = $("asked");
  const host = document.querySelector("dialog[open]") || document.body;
  if (box.parentElement !== host) host.prepend(box);
  box.hidden = !m;
  const key = m ? m.id + JSON.stringify(m.asked) : "";
  if (box.dataset.key === key) return;
  box.dataset.key = key; // the same banner stays as it is, under a finger
  if (!m) return;
  const { says, left } = m.asked;
  const small = m.asked.game && m.svg ? make("span", { class: "small", "aria-hidden": "true" }, parseSVG(m.svg)) : null;
  const answers = m.buttons.filter((b) => canPress(b, m)).map((b) => answerButton(b, m)).reverse();
  box.replaceChildren(...[small, make("div", { class: "says" }, make("b", { id: "asked-says" }, says),
    left ? make("span", {}, ...m.lines.slice(2).flatMap((line) => [line.replace(/[.。]$/, ""), " · "]), ...timeLeft(m.asked)) : null), make("div", { class: "buttons" }, ...answers)].filter(Boolean));
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
    await press(e, b.command, m);
    if (!m.asked.game || !b.command.startsWith("accept") || questions.has(m.id)) return;
    for (const d of document.querySelectorAll("dialog[open]")) d.close();
    if (m.channel !== here) openChannel(m.channel);
    closePanel();
    closeReview();
  });
  return e;
}

// isWaiting reports whether a message is a question of mine that waits for its answer.
const isWaiting = (m) => Boolean(m.asked && m.asked.by === me && !m.retired);

for (const d of document.querySelectorAll("dialog")) new MutationObserver(showQuestion).observe(d, { attributeFilter: ["open"] });
