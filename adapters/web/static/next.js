// The card beside the board that says what one can do next: how to get help and, at the end of a game,
// which game or lesson fits. It is part of page.js.
"use strict";

// showNext shows in the card what a finished board of mine offers; the board keeps its place.
function showNext(item) {
  const over = item?.game?.over && isOwn(item.game);
  if (over) item.acts ||= item.querySelector(".bar > .buttons");
  const acts = over ? item.acts : null;
  if (acts && leftPanel && !acts.querySelector(".back")) {
    const [name, b] = [leftPanel, make("button", { type: "button", class: "primary back" }, words["back-to"].replace("{}", $("panel-tabs").querySelector('[data-place="' + leftPanel + '"]').textContent))];
    b.addEventListener("click", () => openPanel(name, panelCommand.startsWith(name) ? panelCommand : name));
    acts.querySelector(".primary")?.classList.remove("primary");
    acts.prepend(b);
  }
  document.body.classList.toggle("ended", Boolean(acts));
  $("next-acts").replaceChildren(...(acts ? [acts] : []));
  $("next-says").hidden = Boolean(acts || item?.round);
  $("next-idle").hidden = Boolean(acts || item?.round);
  $("next-round").hidden = !item?.round;
  $("next-title").textContent = words[item?.round ? "round" : acts ? "next" : "coach-idle"];
}
