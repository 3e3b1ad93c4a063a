// The drawings on the boards: how they fit a phone, and what a click on a stone
// means. It is part of page.js.
"use strict";

let wish = null; // the amount that a click on a stone asked for

function drawing(m) {
  const svg = document.importNode(new DOMParser().parseFromString(m.svg, "image/svg+xml").documentElement, true);
  if (m.menu) makeClickable(svg, m);
  return make("div", { class: "drawing" }, svg);
}

// ---- Phones ---------------------------------------------------------------------

const narrow = matchMedia("(max-width: 640px)");

// crop cuts the empty sides off the drawings of a phone, so that what they
// show is larger.
function crop() {
  for (const svg of document.querySelectorAll(".log:not([hidden]) .drawing svg")) {
    const whole = (svg.dataset.whole ||= svg.getAttribute("viewBox"));
    const [, , width, height] = whole.split(" ").map(Number);
    drawIn(svg);
    const box = svg.getBBox();
    const w = Math.max(box.width + 40, 460);
    if (!narrow.matches || !box.width || w >= width) svg.setAttribute("viewBox", whole);
    else svg.setAttribute("viewBox", [box.x + box.width / 2 - w / 2, 0, w, height].join(" "));
  }
}

// drawIn brings the sizes of piles, which stand at the right edge, near the
// stones on a phone.
function drawIn(svg) {
  const sizes = [...svg.querySelectorAll('.pile > text.count[text-anchor="end"]')];
  const ends = [...svg.querySelectorAll(".pile > [data-n], .pile > text.count:not([text-anchor])")].map((e) => e.getBBox()).map((b) => b.x + b.width);
  for (const e of sizes) {
    const x = (e.dataset.x ||= e.getAttribute("x"));
    e.setAttribute("x", narrow.matches ? Math.min(Number(x), Math.max(330, ...ends) + 70) : x);
  }
}

narrow.addEventListener("change", crop);

// ---- Clicks ---------------------------------------------------------------------

// plain is a button's command without "pick" and the stamp.
const plain = (command) => command.replace(/^pick /, "").replace(/ ~\S*$/, "");

// meant lists what a click on a part of the drawing could mean, the likeliest
// first, in the notation of the games.
function meant(svg, part) {
  if (part.dataset.edge) return [part.dataset.edge];
  const group = part.closest("g");
  const label = group.dataset.label || "";
  const n = Number(part.dataset.n);
  const rest = Number(group.dataset.count) - n + 1; // this one and those above or beside it
  switch (svg.getAttribute("class").replace(/.*board-/, "")) {
    case "piles":
    case "pins":
      if (Number(group.dataset.count) > 25) return [label];
      return label ? [label + rest, label] : [String(rest)];
    case "stairs":
      return [label + ":" + rest, label + ":"];
    case "rows":
      return [label + n, label];
    case "bar":
      return [label + "," + n, label + ","];
    case "cake":
      return sides(svg, Number(label), n);
    default:
      return ["-" + n, "," + n, n + "-", String(n)];
  }
}

// sides says which cuts a square of a cake stands for: those between it and
// the mould.
function sides(svg, row, column) {
  const mould = svg.querySelector(".mould");
  if (!mould) return [];
  const y = Number(mould.closest("g").dataset.label);
  const x = Number(mould.dataset.n);
  const rows = svg.querySelectorAll("g.row").length;
  const columns = Math.max(...[...svg.querySelectorAll("[data-n]")].map((e) => Number(e.dataset.n)));
  const all = [];
  if (row < y) all.push("top" + row, "top");
  if (row > y) all.push("bottom" + (rows - row + 1), "bottom");
  if (column < x) all.push("left" + column, "left");
  if (column > x) all.push("right" + (columns - column + 1), "right");
  return all;
}

// choice finds the item of the menu that a part of the drawing stands for. A
// meaning that begins with a mark ends a longer command: "-3" of "5-3".
function choice(svg, part, m) {
  if (part.classList.contains("ghost")) return null;
  for (const want of meant(svg, part)) {
    const found = m.menu.items.find((b) => {
      const c = plain(b.command);
      return c === want || (/^[-,]/.test(want) && c.endsWith(want));
    });
    if (found) return found;
  }
  return null;
}

function makeClickable(svg, m) {
  for (const part of svg.querySelectorAll("[data-n], [data-edge]")) {
    if (choice(svg, part, m)) part.classList.add("can");
  }
  svg.addEventListener("click", (e) => {
    const part = e.target.closest(".can");
    const item = part && choice(svg, part, m);
    if (!item) return;
    wish = item.command.startsWith("pick ") ? { message: m.id, commands: meant(svg, part) } : null;
    send("/nim " + item.command, m.id).then((done) => { if (!done) wish = null; });
  });
}

// fulfil sets off the button for what a click on the drawing asked for. A
// private message says that it was refused.
function fulfil(item, m) {
  if (m.to) wish = null;
  if (!wish || items.get(wish.message) !== item) return;
  const found = [...item.querySelectorAll(".choices button")].find((b) => plain(b.dataset.command) === wish.commands[0] && !b.dataset.command.startsWith("pick"));
  wish = null;
  if (!found) return;
  found.classList.add("wanted");
  found.focus();
}
