// The panels: the day's positions, puzzles, lessons, leaderboards and the profile are shown in
// place of the board, and not among the messages of the chat. It is part of page.js.
"use strict";

let openedPanel = ""; // the command of the panel that is open
let panelCommand = ""; // what the panel was last opened with, such as "learn 1"
let looksBack = false; // the panel shows a position of yesterday
let awaitsAnswer = false; // an answer is on its way, which replaces what the panel shows

// panelOf is the panel of a message: it stands there, or its advice stands in the card.
const panelOf = (id) => (openedPanel && (items.get(id)?.closest("#panel") || coached?.panel === openedPanel && coached.id === id) ? openedPanel : "");

// openPanel shows what a command says, as a step that Back takes back unless it is one.
async function openPanel(name, command = name, step = true) {
  const anew = openedPanel !== name;
  leftPanel = "";
  closeReview();
  closeCard();
  openMoves(false);
  document.body.classList.remove("sheet");
  openedPanel = name;
  looksBack = false;
  if (anew) $("panel-log").replaceChildren();
  $("sent")?.remove();
  showPanel();
  if (!$("panel").contains(document.activeElement)) $("panel-title").focus();
  showAddress(step && anew);
  if (!(await send("/nim " + command, "", "", name)) && !$("panel-log").childElementCount) closePanel();
}

function closePanel() {
  if (!openedPanel) return;
  if (coached?.panel) closeCard(); // it is about what stood there
  openedPanel = "";
  awaitsAnswer = false;
  showPanel();
  setStage(here);
  showAddress();
  cropDrawings();
}

// showShare offers to share a day's result where it stands.
function showShare() {
  $("panel-share").hidden = openedPanel !== "daily" || looksBack || !today?.line;
}

function showPanel() {
  document.body.classList.toggle("in-panel", Boolean(openedPanel));
  $("panel").hidden = !openedPanel;
  $("panel-by").hidden = openedPanel !== "leaders";
  showShare();
  $("panel-points").hidden = !/^(daily|puzzle|profile)$/.test(openedPanel);
  for (const b of $("panel-tabs").children) {
    if (b.dataset.place !== openedPanel) b.removeAttribute("aria-current");
    else {
      b.scrollIntoView({ block: "nearest", inline: "nearest" });
      b.setAttribute("aria-current", "page");
      $("panel-title").textContent = looksBack ? words.yesterday : b.textContent;
    }
  }
}

// placeInPanel shows a message in the panel that asked for it. It returns false if no panel did.
function placeInPanel(m, item, old) {
  if (!old?.closest("#panel") && (m.panel !== openedPanel || m.channel !== here || loading && !awaitsAnswer)) return false;
  const list = $("panel-log");
  if (awaitsAnswer || loading) list.replaceChildren(item);
  else if (old?.closest("#panel")) old.replaceWith(item);
  else list.append(item);
  if (!loading) awaitsAnswer = false;
  looksBack = Boolean(m.buttons?.some((b) => /^daily yesterday \d/.test(b.command)));
  showPanel();
  if (/^(daily|learn)$/.test(openedPanel)) askPath(); // the result can be shared, and a lesson is passed
  for (const code of item.querySelectorAll("p code")) makePressable(code);
  labelLessons(item);
  cropDrawings();
  $("panel").scrollTop = 0;
  return true;
}

// labelLessons puts the title and the progress of each lesson on its button, in place of a list.
function labelLessons(item) {
  const labels = new Map((today?.lessons || []).map((l) => [l.command, l]));
  const buttons = [...item.querySelectorAll("button[data-command]")].filter((b) => labels.has(b.dataset.command));
  if (buttons.length < labels.size || !labels.size) return;
  for (const b of buttons) b.textContent = (labels.get(b.dataset.command).state === "passed" ? "✓ " : "") + labels.get(b.dataset.command).label;
  for (const text of [...item.querySelectorAll("p > span")].flatMap((e) => [...e.childNodes])) {
    if (text.nodeType === Node.TEXT_NODE) text.data = text.data.replace(/^\d+\. .*(\n|$)/gm, "");
  }
}

// makePressable makes a button of a command that a sentence names, if it is complete.
function makePressable(code) {
  const command = code.textContent.match(/^\/nim (challenge(?= )|[^@]+$)/)?.[1];
  if (!command) return;
  const next = code.nextSibling;
  if (next?.nodeType === Node.TEXT_NODE) next.data = next.data.replace(/^[.。]/, ""); // a sentence ends with a word
  if (command === "challenge") { // whom, is chosen
    const b = changeButton();
    b.textContent = words["lobby-challenge"];
    return code.replaceWith(b);
  }
  const place = $("panel-tabs").querySelector('[data-place="' + CSS.escape(command) + '"]');
  const game = $("family").querySelector('[value="' + CSS.escape(command.replace(/^learn /, "")) + '"] + span b'); // the game of the lesson
  const b = make("button", { type: "button" }, (place || game)?.textContent || command);
  b.addEventListener("click", () => (place ? openPanel(command) : send("/nim " + command, "", "", openedPanel, true)));
  code.replaceWith(b);
}

// shareText passes a text with its address to the system's share sheet, or copies both.
async function shareText(b, text, address) {
  const url = location.origin + address;
  try {
    if (navigator.share) return await navigator.share({ text, url });
  } catch (e) {
    if (e.name === "AbortError") return; // the person changed their mind
  }
  copy(b, text + " " + url);
}

$("panel-close").addEventListener("click", () => { closePanel(); $("stage").focus(); });
$("panel-share").addEventListener("click", (e) => shareText(e.currentTarget, today.line, "/daily?score=" + scoreOf(today.answers) + "&until=" + today.ends));
$("friend").addEventListener("click", () => shareText($("friend"), words.title, inviteTo(here)));
for (const b of $("panel-by").children) b.addEventListener("click", () => openPanel("leaders", "leaders " + b.dataset.by));
document.addEventListener("keydown", (e) => { if (e.key === "Escape" && openedPanel && !document.querySelector("dialog[open]")) closePanel(); });
