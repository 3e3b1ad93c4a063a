// The drawings on the boards: how they fit a phone, and how people point at
// their moves. It is part of page.js.
"use strict";

// parseSVG returns a drawing as an element.
const parseSVG = (svg) => document.adoptNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);

// drawing shows the drawing of a message; the front board's has come with the page.
const drawing = (m) => make("div", { class: "drawing" }, m.front ? m.svg : parseSVG(m.svg));

// ---- Phones ---------------------------------------------------------------------

const narrow = matchMedia("(max-width: 640px)");
const small = matchMedia("(max-width: 640px), (max-height: 500px)");

// cropDrawings cuts the empty sides off the drawings, so that what they show is larger.
function cropDrawings() {
  for (const svg of document.querySelectorAll(".log:not([hidden]) .drawing > svg")) {
    const veil = svg.parentElement.querySelector(".between");
    const whole = (svg.dataset.whole ||= svg.getAttribute("viewBox"));
    let [, , width, height] = whole.split(" ").map(Number);
    drawIn(svg);
    const rows = arrangement(svg);
    height = arrange(svg, rows) || height;
    const box = svg.getBBox();
    const mark = svg.querySelector(".pile > .label")?.getAttribute("x") - 26; // room for who moved there
    const [left, right] = steady(svg.closest(".message"), Math.min(box.x - 8, mark || Infinity), box.x + box.width + 8);
    svg.setAttribute("viewBox", !box.width || !rows.length && right - left >= width ? whole : [left, 0, right - left, height].join(" "));
    if (!veil) continue;
    drawIn(veil);
    arrange(veil, rows);
    veil.setAttribute("viewBox", svg.getAttribute("viewBox"));
  }
  const reviewed = document.querySelector("#review-board > svg");
  if (!reviewed) return;
  const rows = arrangement(reviewed), height = arrange(reviewed, rows), edge = partsOf(reviewed)[0]?.x - 28;
  if (height) reviewed.setAttribute("viewBox", [edge, 0, Math.max(...rows.map(widthOf)) + 28, height].join(" ")); // as wide for every move
}

// steady returns the sides between which a board is shown that needs some: while its game is played,
// those with which it began, so that nothing moves.
const sides = new WeakMap();

function steady(item, left, right) {
  const list = item?.game && item.closest(".staged");
  const start = list && item.game.seats + item.game.tags + narrow.matches;
  const before = list && plyOf(item.game) && sides.get(list);
  if (before && before.start === start) [left, right] = [Math.min(before.left, left), Math.max(before.right, right)];
  else {
    const more = Math.max(0, (narrow.matches ? 380 : 420) - right + left) / 2;
    [left, right] = [left - more, right + more];
  }
  if (list) sides.set(list, { start, left, right });
  return [left, right];
}

// drawIn brings the sizes of piles, which stand at the right edge, near the
// stones on a phone.
function drawIn(svg) {
  const sizes = [...svg.querySelectorAll('.pile > text.count[text-anchor="end"]')];
  if (!sizes.length) return;
  const ends = [...svg.querySelectorAll(".pile > [data-n], .pile > text.count:not([text-anchor])")].map((e) => e.getBBox()).map((b) => b.x + b.width);
  for (const e of sizes) {
    const x = (e.dataset.x ||= e.getAttribute("x"));
    e.setAttribute("x", narrow.matches ? Math.min(Number(x), Math.max(330, ...ends) + 70) : x);
  }
}

// partsOf are the parts of a sum in a drawing: where each is drawn, and how large.
const partsOf = (svg) => [...svg.querySelectorAll(".part")].map((title) => {
  const text = title.querySelector("text");
  return { label: title.dataset.label, x: Number(text.getAttribute("x")), y: Number(text.getAttribute("y")), wide: Number(title.dataset.wide), tall: Number(title.dataset.tall) };
});

const widthOf = (row) => row.reduce((all, part) => all + part.wide, 0);

// arrangement chooses how the parts of a sum are broken into rows: so that they are drawn as large as the frame
// allows. It depends on the room that the game needs, so it stays while the game is played.
function arrangement(svg) {
  const parts = partsOf(svg), frame = svg.closest(".drawing").getBoundingClientRect();
  const high = svg.closest(".staged, .review") ? frame.height : Infinity;
  let best = { scale: 0, rows: [] };
  for (let breaks = 0; parts.length && breaks < 1 << (parts.length - 1); breaks++) {
    const rows = [[]];
    parts.forEach((part, i) => {
      if (i && breaks >> (i - 1) & 1) rows.push([]);
      rows.at(-1).push(part);
    });
    const wide = Math.max(...rows.map(widthOf));
    const tall = rows.reduce((all, row) => all + Math.max(...row.map((part) => part.tall)), 0);
    const scale = Math.min(frame.width / wide, high / tall);
    if (scale > best.scale) best = { scale, rows };
  }
  return best.rows;
}

// arrange moves the parts of a sum into rows, and returns the height of the drawing; 0 if it's no sum.
function arrange(svg, rows) {
  const parts = new Map(partsOf(svg).map((part) => [part.label, part])), first = parts.get("1");
  let down = 0;
  for (const row of rows) {
    let right = 0;
    for (const { label, wide } of row) {
      const { x, y } = parts.get(label);
      for (const g of svg.children) if (g.dataset.label?.split(".")[0] === label) g.setAttribute("transform", `translate(${first.x - x + right} ${first.y - y + down})`);
      right += wide;
    }
    down += Math.max(...row.map((part) => part.tall));
  }
  return down && first.y + down;
}

addEventListener("resize", cropDrawings);

// ---- Pointing -------------------------------------------------------------------

// The server lists the moves of a board, and for each the ways to point at it:
// what it changes on the drawing. A tap shows the smallest move that changes
// what was tapped; a tap on something else that a move changes with it goes on
// to that move; a second tap, or the button, makes the move.

// keyOf names a part of a drawing as the server does.
function keyOf(part) {
  if (part.dataset.edge) return part.dataset.edge + ":0";
  return (part.closest("g").dataset.label || "") + ":" + part.dataset.n;
}

// read parses a way: it returns the parts that the way names, by what happens to them.
function readWay(way) {
  const parts = new Map();
  for (const run of way.split(" ")) {
    const [, row, mark, from, to] = run.match(/^(.*):([+/]?)(\d+)-(\d+)$/);
    for (let n = Number(from); n <= Number(to); n++) parts.set(row + ":" + n, { "+": "comes", "/": "parts" }[mark] || "goes");
  }
  return parts;
}

// shadingOf are the shapes behind a part in the drawing that only shade it.
function shadingOf(part) {
  const all = [];
  for (let e = part.nextElementSibling; e && e.tagName !== "text" && e.getAttribute("class")?.startsWith("p-"); e = e.nextElementSibling) all.push(e);
  return all;
}

const includes = (all, some) => [...some].every((x) => all.has(x));

const wideGames = new Set(); // the games in which there is something to press before a tap
const roomy = new Set(); // the games in which a tap may leave several moves to choose from

// BRANCHING are the shapes on which a choice has several next larger ones, among which a step would jump.
const BRANCHING = /-(bar|cake|tree)$/;

// Board is a drawing on which the mover points.
class Board {
  constructor(svg, m, verbs) {
    m.shape = svg.classList[1]; // "board-pins"
    Object.assign(this, { svg, m, verbs, tapped: new Set(), shown: [], parts: new Map() });
    this.options = m.aims.flatMap((aim) => (aim.ways || []).map((way) => ({ aim, parts: readWay(way) })));
    const live = new Set(this.options.flatMap((o) => [...o.parts.keys()]));
    for (const part of svg.querySelectorAll("[data-n]:not(.ghost), [data-edge]:not(.ghost)")) {
      const key = keyOf(part);
      if (!live.has(key)) continue;
      part.classList.add("can");
      part.shading = shadingOf(part);
      this.parts.set(key, [...(this.parts.get(key) || []), part]);
    }
    // What the drawing doesn't show, such as the 80th of a pile that it draws as 20, is
    // chosen by its number.
    this.unseen = m.aims.filter((a) => !this.options.some((o) => o.aim === a && [...o.parts.keys()].some((key) => this.parts.has(key))))
      .map((aim) => this.options.find((o) => o.aim === aim) || { aim, parts: new Map() });
    if (this.parts.size) this.listen();
    if ([...this.parts.keys()].some((key) => [2, 3].includes(this.candidates(new Set([key])).length))) roomy.add(m.game?.tags[0]);
    if (this.unseen.length) wideGames.add(m.game?.tags[0]);
    verbs.classList.toggle("wide", wideGames.has(m.game?.tags[0]));
    verbs.classList.toggle("roomy", roomy.has(m.game?.tags[0]));
    this.draw();
  }

  // label says what a first tap on a part would choose.
  label(key) {
    return this.candidates(new Set([key])).map((o) => o.aim.label).join(", ");
  }

  listen() {
    this.svg.setAttribute("role", "group");
    let first = "0";
    for (const [key, all] of this.parts) {
      const top = all.at(-1);
      top.setAttribute("tabindex", first);
      top.setAttribute("role", "button");
      top.setAttribute("aria-label", key.replace(/^:/, "").replace(":", " ") + ": " + this.label(key));
      first = "-1";
    }
    this.svg.addEventListener("click", (e) => {
      if (!isIntended(e, 2)) return;
      if (!document.elementsFromPoint(e.clientX, e.clientY).some((hit) => hit.matches(".poison"))) return this.tap(this.nearest(e));
      this.letGo();
      notice(words["move.poison"]);
      $("status").classList.add("plain");
    });
    this.svg.addEventListener("keydown", (e) => this.key(e));
  }

  // nearest is the part under a finger, or within reach of it.
  nearest(e) {
    const hit = e.target.closest?.(".can");
    if (hit) return keyOf(hit);
    let best = null;
    let reach = 26;
    for (const [key, all] of this.parts) {
      const b = all.at(-1).getBoundingClientRect();
      const d = Math.hypot(Math.max(b.left - e.clientX, 0, e.clientX - b.right), Math.max(b.top - e.clientY, 0, e.clientY - b.bottom));
      if (d < reach) [best, reach] = [key, d];
    }
    return best;
  }

  // candidates are the smallest ways that change all parts of a choice, and larger ways that differ
  // from them only in a gap.
  candidates(tapped) {
    const fits = this.options.filter((o) => includes(o.parts, tapped));
    const gap = (o) => [...o.parts.values()].includes("parts");
    const smallest = fits.filter((o) => !fits.some((x) => x.parts.size < o.parts.size && gap(x) === gap(o) && includes(o.parts, x.parts.keys())));
    return smallest.filter((o, i) => smallest.findIndex((x) => x.aim === o.aim) === i);
  }

  tap(key) {
    if (this.sending) return;
    if (!key) return this.letGo();
    const one = this.shown.length === 1 ? this.shown[0] : null;
    if (one && this.last === key) return this.play(one.aim);
    const more = new Set([...this.tapped, key]);
    const further = this.tapped.size && !one?.parts.has(key) ? this.candidates(more).length : 0;
    this.tapped = further && (one || further < this.shown.length) ? more : new Set([key]);
    this.last = key;
    this.shown = this.candidates(this.tapped);
    this.draw();
  }

  letGo() {
    this.tapped = new Set();
    this.shown = [];
    this.last = null;
    this.draw();
  }

  // mark shows on the drawing what is chosen.
  mark() {
    for (const [key, all] of this.parts) {
      const states = this.shown.map((o) => o.parts.get(key)).filter(Boolean);
      const state = !states.length ? "" : this.shown.length === 1 ? states[0] : this.tapped.has(key) ? "goes" : "maybe";
      for (const e of all.flatMap((part) => [part, ...part.shading])) {
        e.classList.remove("goes", "comes", "parts", "maybe");
        if (state) e.classList.add(state);
      }
    }
    this.countLeft();
    this.arrow();
  }

  // countLeft shows beside each pile how much the chosen move leaves of it.
  countLeft() {
    const gone = this.shown.length === 1 ? [...this.shown[0].parts].filter(([, state]) => state === "goes").map(([key]) => key.replace(/:\d+$/, "")) : [];
    for (const e of this.svg.querySelectorAll(".pile > text.count")) {
      const taken = gone.filter((label) => label === e.parentElement.dataset.label).length;
      const all = (e.dataset.all ||= e.textContent);
      e.classList.toggle("changes", taken > 0 && /^\d+$/.test(all));
      e.textContent = e.matches(".changes") ? all - taken : all;
    }
  }

  // draw shows what is chosen, and what can be done with it.
  draw() {
    this.mark();
    const one = this.shown.length === 1;
    const quiet = this.unseen.length > 4 ? [this.ruler(this.unseen)] : this.unseen.map((o) => this.verb(o.aim, ""));
    const few = this.shown.length < 4; // with more, people tap on or use the slider
    const shown = few ? this.shown.map((o) => this.verb(o.aim, one ? "primary" : "")) : [];
    const chain = one ? this.chain() : [];
    const little = chain.length > 5 && small.matches; // beside a slider there is no room
    const cancel = make("button", { type: "button", class: little ? "quiet step" : "quiet", "aria-label": words["let-go"] }, little ? "✕" : words["let-go"]);
    cancel.addEventListener("click", () => this.letGo());
    const [less, more] = one && !BRANCHING.test(this.m.shape) ? [this.beside(-1), this.beside(1)] : [];
    const steps = one ? [...(less || more ? [this.stepper("−", words.less, less), this.stepper("+", words.more, more)] : []), chain.length > 5 && !BRANCHING.test(this.m.shape) ? this.ruler(chain) : null] : [];
    const tap = this.parts.size ? words["tap-" + this.m.shape.slice(6)] || words.tap : "";
    const ask = make("span", { class: "ask" }, ...(this.shown.length ? [words.choose] : this.m.game && !this.m.front && !this.m.to ? [turnOf(this.m.game), make("small", {}, tap)] : [tap]));
    this.verbs.classList.toggle("several", few && this.shown.length > 1);
    this.verbs.replaceChildren(...(shown.length ? [] : [ask]), ...shown, ...(this.shown.length ? [cancel] : quiet), ...(few ? steps.filter(Boolean) : [this.ruler(this.shown)]));
  }

  // chain returns the ways that contain the chosen way or are part of it, the smallest first, if
  // each contains the previous one: the amounts that can be taken from one pile.
  chain() {
    const one = this.shown[0];
    const all = this.options.filter((o) => includes(one.parts, o.parts.keys()) || includes(o.parts, one.parts.keys())).sort((a, b) => a.parts.size - b.parts.size);
    return all.every((o, i) => !i || o.parts.size > all[i - 1].parts.size) ? all : [];
  }

  // ruler is a slider over ways, for more of them than fingers can tell apart.
  ruler(options) {
    const slide = make("input", { type: "range", min: "0", max: String(options.length - 1), "aria-label": words.amount });
    slide.value = String(Math.max(0, options.indexOf(this.shown[0])));
    const say = () => slide.setAttribute("aria-valuetext", options[slide.value].aim.label);
    slide.addEventListener("input", () => {
      this.take(options[slide.value]);
      this.mark();
      const [b, old] = [this.verb(this.shown[0].aim, "primary"), this.verbs.querySelector(".verb, .ask")];
      if (old) old.replaceWith(b);
      say();
    });
    say();
    return slide;
  }

  // hint shows a move that the server spoke of, as if it were chosen.
  hint(move) {
    const option = this.options.find((o) => plain(o.aim.command) === move);
    if (!option || this.sending) return;
    this.take(option);
    this.draw();
  }

  // reveal shows all moves at once, and takes none.
  reveal() {
    this.shown = this.options.filter((o, i) => this.options.findIndex((x) => x.aim === o.aim) === i);
    this.mark();
    this.sending = true;
    for (const all of this.parts.values()) for (const e of all) {
      e.classList.remove("can");
      e.removeAttribute("tabindex");
    }
  }

  // take chooses a way as it stands.
  take(option) {
    this.shown = [option];
    this.tapped = new Set(option.parts.keys());
    this.last = null;
  }

  // beside returns the next smaller way inside the chosen one, or the next larger way around it: a
  // stone may be too small for a finger.
  beside(by) {
    const one = this.shown[0];
    const held = this.options.filter((o) => (by < 0 ? o.parts.size < one.parts.size && includes(one.parts, o.parts.keys()) : o.parts.size > one.parts.size && includes(o.parts, one.parts.keys())));
    const next = held.sort((a, b) => by * (a.parts.size - b.parts.size))[0];
    return next && held.filter((o) => o.parts.size === next.parts.size).length === 1 ? next : null;
  }

  stepper(sign, label, option) {
    const b = make("button", { type: "button", class: "step", "aria-label": label }, sign);
    b.disabled = !option;
    b.addEventListener("click", () => {
      this.take(option);
      this.draw();
      [...this.verbs.querySelectorAll(".step")].find((e) => e.textContent === sign)?.focus();
    });
    return b;
  }

  verb(aim, style) {
    const b = make("button", { type: "button", class: ("verb " + style).trim(), "data-command": aim.command }, aim.label);
    b.addEventListener("click", (e) => isIntended(e, 2) && this.play(aim)); // a finger may go on from the stone
    return b;
  }

  // arrow points from a piece that moves to its target, or to every possible target.
  arrow() {
    this.svg.querySelectorAll(".preview").forEach((e) => e.remove());
    for (const option of this.shown) this.point(option);
  }

  point(option) {
    const at = (state) => [...option.parts].find(([key, s]) => s === state && this.parts.has(key));
    const [from, to] = [at("goes"), at("comes")];
    if (!from || !to || this.shown.length > 1 && !this.tapped.has(from[0])) return;
    const middle = ([key]) => { const b = this.parts.get(key)[0].getBBox(); return [b.x + b.width / 2, b.y + b.height / 2]; };
    const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const [back, size] = [x2 < x1 ? 1 : -1, 12];
    line.setAttribute("class", "preview");
    line.setAttribute("d", `M${x1} ${y1}L${x2} ${y2}m${back * size} ${-size}l${-back * size} ${size}l${back * size} ${size}`);
    this.svg.append(line);
  }

  // play makes a move. It shows at once that it is on its way.
  async play(aim) {
    if (this.sending) return;
    this.sending = true;
    this.svg.classList.add("sending");
    this.verbs.replaceChildren(make("span", { class: "ask", role: "status" }, words.sending + " " + aim.label));
    await (this.m.front ? playFront(this.m, aim) : send("/nim " + aim.command, this.m.id, actor(this.m)));
    this.sending = false;
    this.svg.classList.remove("sending");
    if (this.svg.isConnected) this.letGo();
  }

  key(e) {
    const focus = e.target.closest(".can");
    if (e.key === "Escape") this.letGo();
    else if (!focus) return;
    else if (e.key === "Enter" || e.key === " ") e.repeat || this.tap(keyOf(focus));
    else if (e.key.startsWith("Arrow")) this.step(focus, e.key);
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  // step moves the keyboard to the nearest part in a direction.
  step(focus, key) {
    const middle = (e) => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; };
    const [x, y] = middle(focus);
    let best = null;
    let least = Infinity;
    for (const all of this.parts.values()) {
      const [px, py] = middle(all.at(-1));
      const [along, across] = { ArrowRight: [px - x, py - y], ArrowLeft: [x - px, py - y], ArrowDown: [py - y, px - x], ArrowUp: [y - py, px - x] }[key];
      const d = along + 2 * Math.abs(across);
      if (along > 1 && d < least) [best, least] = [all.at(-1), d];
    }
    if (!best) return;
    for (const all of this.parts.values()) all.at(-1).setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
  }
}

// ---- Boards with too many moves to be listed ---------------------------------------

// plain returns a button's command without "pick" and the stamp.
const plain = (command) => command.replace(/^pick /, "").replace(/ ~\S*$/, "");

// pointSteps lets a click on a row press the menu's button for that row, or begin again with that
// row if another row was chosen.
function pointSteps(svg, m) {
  const rows = [...svg.querySelectorAll("g[data-label]")];
  const stamp = m.menu.items[0].command.match(/~\S*$/)?.[0] || "";
  for (const row of rows) row.classList.add("can");
  svg.addEventListener("click", (e) => {
    const label = e.target.closest("g[data-label]")?.dataset.label;
    if (!label) return;
    const item = m.menu.items.find((b) => b.command.startsWith("pick ") && (plain(b.command).split(/[:,]/)[0] === label || plain(b.command).endsWith(label)));
    svg.classList.add("sending");
    send("/nim " + (item ? item.command : "pick " + label + " " + stamp), m.id).then(() => svg.classList.remove("sending"));
  });
}
