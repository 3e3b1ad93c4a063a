// How the page begins: first the board, and after its first frame everything else. It is part of
// page.js.
"use strict";

// Drawing the board is a task of its own, so that a slow phone can answer taps between tasks.
setTimeout(() => {
  showPeople();
  showLevel();
  const linkedTo = readBoardAddress() || channelOfAddress();
  const daily = location.pathname === "/daily";
  const lost = !inside && !/^\/($|daily$|table\/|play\/)/.test(location.pathname);
  openChannel(inside?.channel || linkedTo || "general");
  $("first").remove(); // the same board stands there now, and can be played on
  if (me) connect();
  else if (linkedTo) ensureName(); // there is something to see
  if (lost) notice(words["no-page"]);
  if (daily) openPanel("daily", "daily", false);
  performance.mark("board");
  firstFrame().then(finishLoading);
});

// If the page is visible, its first frame is drawn before the rest.
const firstFrame = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 200);
});

function finishLoading() {
  firstFrameShown = true;
  drawFamily(); // most of the page
  if (!inside) navigator.serviceWorker?.register("/worker.js").catch(() => {}); // for when there is no network
  showLobby();
  $("say").value = remembered("sessionStorage", "draft", "");
  remember("sessionStorage", "draft", "");
}
