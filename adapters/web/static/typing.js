// The typing box: completion, and what was typed before. It is part of page.js.
"use strict";

const typed = []; // what was sent, for the up arrow
let back = 0; // how far the up arrow has gone
let chosen = -1; // the suggestion that the arrows stand on

function closeList() {
  $("list").hidden = true;
  $("list").replaceChildren();
  $("say").setAttribute("aria-expanded", "false");
  $("say").removeAttribute("aria-activedescendant");
  chosen = -1;
}

let asking = 0; // counts, so that a late answer is known as such
let listed = ""; // the text that the list completes

async function suggest() {
  const text = $("say").value;
  const number = ++asking;
  if (!text.startsWith("/") && !text.startsWith("@nim ")) return closeList();
  let all = [];
  if ("/nim".startsWith(text)) all = [{ text: "/nim", label: "/nim" }];
  else if (/^(\/|@)nim /i.test(text)) {
    try {
      const r = await ask("/web/complete?" + new URLSearchParams({ as: me, channel: here, text }));
      if (r.ok) all = await r.json();
    } catch {
      // Without suggestions one can type on.
    }
  }
  if (number !== asking) return;
  const last = text.slice(text.lastIndexOf(" ") + 1);
  all = all.filter((s) => s.text !== last);
  if (!all.length) return closeList();
  listed = text;
  $("list").replaceChildren(...all.map((s, i) => {
    const li = make("li", { role: "option", id: "option-" + i, "aria-selected": "false", "data-text": s.text }, s.label);
    li.addEventListener("pointerdown", (e) => { e.preventDefault(); take(s.text); });
    return li;
  }));
  $("list").hidden = false;
  $("say").setAttribute("aria-expanded", "true");
  chosen = -1;
}

function take(text) {
  const value = $("say").value;
  $("say").value = value.slice(0, value.lastIndexOf(" ") + 1) + text + (text.endsWith(":") ? "" : " ");
  closeList();
  $("say").focus();
  suggest();
}

function choose(i) {
  const all = [...$("list").children];
  chosen = (i + all.length) % all.length;
  all.forEach((e, j) => e.setAttribute("aria-selected", String(j === chosen)));
  all[chosen].scrollIntoView({ block: "nearest" });
  $("say").setAttribute("aria-activedescendant", all[chosen].id);
}

$("say").addEventListener("input", suggest);
$("say").addEventListener("blur", closeList);
$("say").addEventListener("keydown", (e) => {
  const value = $("say").value;
  const last = value.slice(value.lastIndexOf(" ") + 1).toLowerCase();
  // If somebody types faster than the list follows, only the suggestions that still fit count.
  const all = [...$("list").children].filter((e) => listed === value || e.dataset.text.toLowerCase().startsWith(last));
  const open = all.length > 0;
  if (open && e.key === "ArrowDown") choose(chosen + 1);
  else if (open && e.key === "ArrowUp") choose(chosen < 0 ? -1 : chosen - 1);
  else if (open && e.key === "Escape") closeList();
  else if (open && e.key === "Tab" && !e.shiftKey) take((chosen < 0 ? all[0] : $("list").children[chosen]).dataset.text);
  else if (open && e.key === "Enter" && chosen >= 0) take($("list").children[chosen].dataset.text);
  else if (!open && e.key === "ArrowUp" && typed.length > back) $("say").value = typed[typed.length - ++back];
  else if (!open && e.key === "ArrowDown" && back > 0) $("say").value = typed[typed.length - --back] || "";
  else return;
  e.preventDefault();
});

$("talk").addEventListener("submit", async (e) => {
  e.preventDefault();
  const text = $("say").value.trim();
  if (!text) return;
  closeList();
  asking++;
  $("say").value = "";
  back = 0;
  typed.push(text);
  if (/^\/nim\s+games$/i.test(text)) return chooseGame();
  $("together").open = false; // what I write is to be seen
  document.body.classList.toggle("sheet", !wide.matches && document.body.matches(".talking"));
  if (!(await send(text, "", undefined, /^(daily|learn|puzzle)$/.test(openedPanel) && /^[/@]nim /.test(text) ? openedPanel : "")) && !$("say").value) $("say").value = text;
});

// "/" goes to the typing box from anywhere, as in other chats.
document.addEventListener("keydown", (e) => {
  if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName) || document.querySelector("dialog[open]")) return;
  if (!$("say").checkVisibility()) openTalk(true);
  $("say").focus();
});
