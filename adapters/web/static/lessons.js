// What a person practises: the day's positions with their streak, and the next
// lesson. How far the person got comes from the server. It is part of page.js.
"use strict";

// askPath asks for the person's progress, and draws the path through the lessons.
async function askPath() {
  const who = me;
  const r = await ask("/web/lessons?" + new URLSearchParams(who ? { as: who, channel: here } : { channel: here })).catch(() => null);
  const done = r?.ok ? await r.json().catch(() => null) : null;
  if (!done || who !== me) return;
  if (done.asked) ensureName(); // only people with a name, if a guest's, are asked
  drawPath(done.lessons);
  today = done;
  labelLessons($("panel-log")); // a lesson has just been passed
  showDay();
}

let today = null; // the progress with the day's positions

// showDay says how the day's positions went, and when the next come.
function showDay() {
  if (!today) return;
  const done = [...today.answers].length;
  showShare();
  const left = Math.max(0, Math.ceil((today.ends - Date.now()) / 60000));
  $("day-marks").replaceChildren(squares(today.answers + "⬜".repeat(Math.max(0, 3 - done))));
  $("day-says").textContent = [today.streak, done < 3 ? words["place-daily"] : words["day-next"].replace("{}", hoursOf(left))].filter(Boolean).join(" · ");
}

setInterval(showDay, 30000);

// scoreOf writes the marks of a day into an address, and marksOf reads them.
const scoreOf = (marks) => marks.replace(/./gu, (c) => ({ "🟩": "k", "❌": "t" }[c] || "o"));
const marksOf = (score) => score.replace(/./g, (c) => ({ k: "🟩", t: "❌" }[c] || "🟨"));

// drawPath shows the next lesson, and how far the person has come.
function drawPath(lessons) {
  const next = lessons.find((l) => l.state !== "passed" && l.state !== "known") || lessons.at(-1);
  if (!next) return;
  const card = $("lesson-next");
  card.dataset.command = next.command;
  card.querySelector("small").textContent = next.label;
  card.querySelector("text").textContent = next.number;
  card.querySelector("circle + circle").setAttribute("stroke-dasharray", 12 * lessons.reduce((n, l) => n + ({ passed: 1, begun: 0.5 }[l.state] || 0), 0) / lessons.length + " 12");
}

$("lesson-next").addEventListener("click", () => openPanel("learn", $("lesson-next").dataset.command || "learn"));
