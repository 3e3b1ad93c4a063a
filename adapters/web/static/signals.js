// Sound, notifications and clocks: a soft click when a move is made, and a notification when a turn
// begins while the page isn't visible, both if the person wants them; and the clock of a game. It
// is part of page.js.
"use strict";

// ---- Sound --------------------------------------------------------------------------

let sounds = remembered("localStorage", "sounds", !inside); // inside Discord, where people talk, sound is off at first
let audio = null;

// click sounds when a move is made. Browsers allow sound only after a first press.
function click() {
  if (!sounds || reducedMotion.matches || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  audio ||= new AudioContext();
  const [tone, loud, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.frequency.setValueAtTime(420, now);
  tone.frequency.exponentialRampToValueAtTime(180, now + 0.06);
  loud.gain.setValueAtTime(0.08, now);
  loud.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(loud).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}

function showSounds() {
  $("sounds").setAttribute("aria-pressed", String(sounds));
  $("sounds").textContent = words[sounds ? "sounds-on" : "sounds-off"];
}

$("sounds").addEventListener("click", () => {
  sounds = !sounds;
  remember("localStorage", "sounds", sounds);
  showSounds();
  click();
});
showSounds();

// ---- Notifications ----------------------------------------------------------------------

const canNotify = "Notification" in window && "serviceWorker" in navigator;

// showNotify offers notifications of turns if a game between people is running.
function showNotify() {
  const game = games.get(here);
  const between = game && !game.over && game.seats.includes(me) && !game.versus;
  $("notify").hidden = !between || !canNotify || Notification.permission !== "default"; // the browser is slow to tell what it permits
}

$("notify").addEventListener("click", async () => {
  await Notification.requestPermission();
  showNotify();
});

// notify notifies of a turn, or a question, that came while the page wasn't visible.
async function notify(body) {
  if (!canNotify || Notification.permission !== "granted" || !document.hidden) return;
  const worker = await navigator.serviceWorker.ready;
  worker.showNotification(words.title, { body, tag: "turn", icon: "/web/icon-180.png" });
}

// ---- Clocks --------------------------------------------------------------------------------

let ahead = 0; // how far the server's clock is ahead of this one, in milliseconds

// showClocks counts the clocks of the boards down. What is chosen when the time for a question ends, is my answer.
function showClocks() {
  for (const e of document.querySelectorAll("[data-ends]")) {
    const left = e.dataset.ends - Date.now() - ahead, s = Math.max(0, Math.round(left / 1000));
    const chosen = left < 1500 && e.closest(".round")?.querySelector(".drawing > svg").board?.shown;
    if (chosen?.length === 1) e.closest(".round").querySelector(".drawing > svg").board.play(chosen[0].aim);
    e.textContent = s < 3600 ? Math.floor(s / 60) + ":" + String(s % 60).padStart(2, "0") : hoursOf(Math.floor(s / 60));
    e.classList.toggle("soon", s < 30);
  }
}

// hoursOf words a number of minutes.
const hoursOf = (n) => words[n < 60 ? "minutes" : "hours"].replace("{h}", Math.floor(n / 60)).replace("{}", n % 60);

setInterval(showClocks, 500);

window.addEventListener("offline", () => notice(words.offline));
