// The way through the lessons, in the lobby: one button each, with a tick where
// it was passed. How far the person got comes from the server. It is part of
// page.js.
"use strict";

// askPath draws the way as far as the person has come now.
async function askPath() {
  const who = me;
  if (!who) return;
  const r = await ask("/web/lessons?" + new URLSearchParams({ as: who })).catch(() => null);
  const lessons = r?.ok ? await r.json().catch(() => null) : null;
  if (lessons && who === me) drawPath(lessons);
}

// drawPath keeps the buttons that are there, so that none loses the focus.
function drawPath(lessons) {
  const list = $("lessons").querySelector("ol");
  const next = lessons.findIndex((l) => l.state !== "passed" && l.state !== "known");
  while (list.childElementCount < lessons.length) {
    const button = document.createElement("button");
    button.type = "button";
    button.addEventListener("click", () => begin(button, button.dataset.command));
    const item = document.createElement("li");
    item.append(button);
    list.append(item);
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
  $("lessons").hidden = lessons.length === 0;
}

setInterval(() => { if (!$("lobby").hidden && !document.hidden) askPath(); }, 10000); // a lesson is passed beside the lobby
