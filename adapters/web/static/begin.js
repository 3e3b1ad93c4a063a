// How the page begins: first the board, and after its first frame everything else. It is part of
// page.js.
"use strict";

// Each part is a task of its own, so that a slow phone can draw and answer taps between them.
async function startPage() {
  await nextTask();
  const linkedTo = readBoardAddress() || channelOfAddress();
  const daily = location.pathname === "/daily" ? "daily" : "";
  const [, score, until] = location.search.match(/score=([kto]{3})&until=(\d+)/) || []; // before the address changes
  const lost = !inside && !/^\/($|daily$|table\/|play\/)/.test(location.pathname);
  showPeople();
  showLevel();
  if (!daily && !picked.size) {
    await nextTask();
    frontItem();
  }
  await nextTask();
  if (location.pathname.startsWith("/play/")) picked.set("general", FRONT); // also for who has a game there
  if (!inside) linkedRoom = channelOfAddress().slice(1).toLowerCase();
  openChannel(inside?.channel || linkedTo || "general", daily);
  await nextTask();
  if (me) connect();
  else if (linkedTo) ensureName().then((named) => named || showFront()); // there is something to see
  if (lost) notice(words["no-page"]);
  if (daily) {
    openPanel("daily", "daily", false);
    if (until > Date.now()) $("panel-log").before(make("p", { id: "sent" }, words["day-sent"] + " ", squares(marksOf(score))));
  }
  performance.mark("board");
  await firstFrame();
  whenIdle(finishLoading);
}

// showFront shows the first board to who can't see what they were linked to.
function showFront() {
  picked.clear();
  setStage(here);
}

// nextTask goes on in a task of its own.
const nextTask = () => window.scheduler?.yield?.() || pause(0);

// If the page is visible, its first frame is drawn before the rest.
const firstFrame = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 200);
});

function finishLoading() {
  firstFrameShown = true;
  drawGames(document.querySelector(".groups"));
  if (!inside) navigator.serviceWorker?.register("/worker.js").catch(() => {}); // for when there is no network
  showLobby();
  $("say").value ||= remembered("sessionStorage", "draft", "");
  remember("sessionStorage", "draft", "");
}

startPage();
