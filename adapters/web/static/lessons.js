// What a person practises: the day's positions with their streak, and the way
// through the lessons, one button each, with a tick where it was passed. How far
// the person got comes from the server. It is part of page.js.
"use strict";

// askPath asks for the person's progress, and draws the path through the lessons.
async function askPath() {
  const who = me;
  const r = await ask("/web/lessons?" + new URLSearchParams(who ? { as: who, channel: here } : {})).catch(() => null);
  const done = r?.ok ? await r.json().catch(() => null) : null;
  if (!done || who !== me) return;
  drawPath(done.lessons);
  today = done;
  showDay();
}

let today = null; // the progress with the day's positions

// showDay says how the day's positions went, and when the next come.
function showDay() {
  if (!today) return;
  const done = [...today.answers].length;
  const left = Math.max(0, Math.ceil((today.ends - Date.now()) / 60000));
  $("day-marks").replaceChildren(squares(today.answers + "⬜".repeat(Math.max(0, 3 - done))));
  $("day-says").textContent = [today.streak, words["day-next"] + " " + Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0") + " h"].filter(Boolean).join(" · ");
}

setInterval(showDay, 30000);

// drawPath keeps the buttons that are there, so that none loses the focus.
function drawPath(lessons) {
  const list = $("lessons").querySelector("ol");
  const next = lessons.findIndex((l) => l.state !== "passed" && l.state !== "known");
  while (list.childElementCount < lessons.length) {
    const button = make("button", { type: "button" });
    button.addEventListener("click", () => openPanel("learn", button.dataset.command));
    list.append(make("li", {}, button));
  }
  lessons.forEach((l, i) => {
    const button = list.children[i].firstChild;
    button.dataset.command = l.command;
    button.dataset.state = l.state;
    button.textContent = l.state === "passed" ? "✓" : l.number;
    button.title = l.label;
    button.setAttribute("aria-label", l.label);
    if (i === next) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
  $("lesson-next").textContent = lessons[next]?.label || "";
  $("lesson-next").hidden = next < 0;
  $("lessons").hidden = lessons.length === 0;
}

$("lesson-next").addEventListener("click", () => $("lessons").querySelector("[aria-current]")?.click());
