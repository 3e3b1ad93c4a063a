// The messages: how they look, where they are shown (the present board on the stage, the rest in
// the log), and which ones a new message removes. It is part of page.js.
"use strict";

// ---- Messages ------------------------------------------------------------------

// The mark around emphasised text.
const STRONG = "\ue002";

// richText sets text with what stands in backticks as code, and what stands between
// two marks of emphasis as strong.
function richText(text) {
  const set = (text, mark, tag, inner) => text.split(mark).flatMap((part, i) => (i % 2 ? [make(tag, {}, ...inner(part))] : inner(part)));
  return set(text, STRONG, "strong", (part) => set(part, "`", "code", (plain) => plain.split(/([🟩❌🟨]+)/u).map((t, i) => (i % 2 ? squares(t) : t))));
}

// isIntended reports whether a click is meant for the element that it hits: the press began on it, it
// isn't more than the given number of clicks in a row, and a round's message has stood there for a
// moment, because otherwise it was meant for what was there before. Keys and screen readers count none.
function isIntended(e, most) {
  return !e.detail || e.detail <= most && e.currentTarget.contains(pressTarget) && !(performance.now() - e.currentTarget.closest(".round")?.made < 700);
}

let pressTarget = null; // what a finger or the mouse went down on last
document.addEventListener("pointerdown", (e) => { pressTarget = e.target; }, true);

// tableOfWatch returns the number of the table whose board a button shows, "" for other buttons.
function tableOfWatch(command) {
  const [, number, stamp] = command.match(/^watch(?: (\d+))?(?: ~(.*))?$/) || [];
  return number || (stamp ? (stamp.split(".").length > 2 ? stamp.split(".")[0] : "1") : "");
}

function button(b, m) {
  const shared = !inside && isShare(b) && sharedOf(m);
  if (shared) { // it posts nothing
    const e = make("button", { type: "button", class: b.style }, b.label);
    e.addEventListener("click", () => shareText(e, shared.share, shared.address));
    return e;
  }
  const label = b.labels?.[actor(m)] ?? b.label;
  const e = make("button", { type: "button", class: /^hint\b/.test(b.command) && !m.to ? "hint" : b.style, "data-command": b.command }, label);
  const sure = () => !b.ask || e.dataset.asked || b.command.startsWith("reveal ~") && everybodyAnswered(m);
  e.addEventListener("click", (click) => isIntended(click, 1) && (sure() ? press(e, b.command, m) : confirmFirst(e, b.ask, label)));
  return e;
}

const isShare = (b) => /^share\b/.test(b.command);
const sharedOf = (m) => m.game?.kept?.find((k) => k.of === me && k.share);

// sharesDay reports whether a button of a panel shares the day's answers, as one above the panel does.
const sharesDay = (b, m) => !inside && m.panel && /^daily share/.test(b.command);

// confirmFirst makes a button that gives something up ask for a second press.
function confirmFirst(e, question, label) {
  e.dataset.asked = "true";
  e.textContent = question;
  setTimeout(() => { delete e.dataset.asked; e.textContent = label; }, 12000);
}

// canPress reports whether a button is for me.
const canPress = (b, m) => !(m.round?.host && m.round.host !== me && LEADS.test(b.command)) && !((answerTo(m) || m.aims || onlyLeads(m)) && m.round && /^guess (?!why)/.test(b.command)) && (b.for ? b.for.includes(actor(m)) : !(b.not || []).includes(me));

async function press(e, command, m) {
  if (tableOfWatch(command)) return pick(tableOfWatch(command));
  if (e.getAttribute("aria-disabled")) return;
  const place = command.split(" ")[0];
  if (m.panel && place !== m.panel && $("panel-tabs").querySelector('[data-place="' + CSS.escape(place) + '"]')) return openPanel(place, command.replace(/ ~\S*$/, ""));
  e.setAttribute("aria-disabled", "true");
  // What stands beside the end of a game is pressed on when its board is no longer the newest, too.
  const former = endings.get(m.channel)?.dataset.id === m.id && boardsOf(m.channel).get(m.of) !== endings.get(m.channel);
  const done = await (former ? send("/nim " + command.replace(/ ~\S*$/, "")) : send("/nim " + command, m.id, actor(m)));
  e.removeAttribute("aria-disabled");
  return done;
}

// download returns a link that saves a file.
function download(f) {
  return make("a", { download: f.name, href: URL.createObjectURL(new Blob([f.text], { type: "application/json" })) }, f.name);
}

function table(t, label = words["board-scroll"]) {
  const head = make("tr", {}, ...t.head.map((h) => make("th", { scope: "col" }, h)));
  const rows = t.rows.map((r) => make("tr", { class: r.kind },
    make("th", { scope: "row" }, r.label), make("td", {}, r.value),
    ...r.cells.map((c, i) => make("td", { class: (r.odd || []).includes(i) ? "odd" : undefined }, c))));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    make("table", {}, t.caption ? make("caption", {}, make("span", {}, t.caption)) : null, make("thead", {}, head), make("tbody", {}, ...rows)));
}

let hourFormat = null; // slow to make

// The times of messages are worded when they come into sight, which on a phone they seldom do.
const clock = whenNear((time) => {
  hourFormat ||= new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit" });
  time.textContent = hourFormat.format(new Date(time.dateTime));
});

function timeOf(m) {
  const time = make("time", { datetime: new Date(m.at).toISOString() });
  clock.observe(time);
  return time;
}

// linesOf returns the lines of a message as they are said to me.
const linesOf = (m) => !shared(m.game) && m.told?.[me] || m.lines;

// kindOfLine is the class of a line of a message.
function kindOfLine(m, i) {
  if (m.round?.counted && i === m.round.countedAt) return "count";
  if (i && m.round?.places >= i) return "place";
  if (i === 0) return m.bot && (m.svg || m.board && !m.asked?.gathers || m.round) ? "state" : undefined;
  if (m.round) return i === 1 && m.round.open ? "aim" : undefined;
  if (i === 1 && m.game) return plyOf(m.game) ? "last" : "rule";
  return m.game?.tagged?.includes(i) ? "rule" : undefined;
}

function build(m) {
  const body = make("div", { class: "body" });
  if (!m.front) body.append(make("header", {}, // the front board has no author
    make("b", {}, make("bdi", {}, m.from)), m.bot ? make("span", { class: "badge" }, words.bot) : null, timeOf(m)));
  if (m.used) body.append(make("p", { class: "used" }, ...richText(m.used.replace(/Guest-[0-9a-f]{6}/, displayName))));
  if (m.round) body.append(...roundHeading(m));
  else if (m.game || isWaiting(m)) body.append(...heading(m));
  const people = m.people ? table(m.people, m.lines[0].replaceAll(STRONG, "")) : null;
  const lines = linesOf(m);
  lines.forEach((line, i) => {
    // The table says it.
    if (i > 0 && i <= m.people?.rows.length) return;
    // The last line says how long an offer waits, which a clock says, too.
    if (isWaiting(m) && !m.asked.gathers && m.asked.left && i === lines.length - 1) return;
    if (m.round?.bars && i >= m.round.from && i < m.round.from + m.round.bars.length) {
      if (i === m.round.from) body.append(barChart(m.round.bars, answered(m)));
      return;
    }
    const kind = kindOfLine(m, i);
    const text = kind === "last" && m.game.over ? turnOf(m.game) : kind === "count" ? m.round.counted : kind === "aim" && m.round ? line + " " + m.round.aim : line;
    // What is told besides takes no room from the board, so that nothing moves.
    const last = i > 1 && !kind && m.game && !m.game.over && body.querySelector(".last > span");
    if (last) return last.append(" ", ...richText(line));
    // The marks show the last moves.
    if (text !== line && !m.round) body.append(make("p", { class: "rule" }, ...richText(line)));
    body.append(make("p", { class: kind }, make("span", {}, ...(m.bot ? richText(text) : [text])), kind === "last" ? movesButton() : kind === "count" ? make("small", { class: "crowd" }) : m.round && line.includes("⊕") ? make("small", { class: "sum" }, words["nim-sum"]) : null));
    if (i === 0 && m.svg) body.append(...board(m));
    if (i === 0 && people) body.append(people);
  });
  if (m.round && !m.round.open && m.chosen && !answered(m)) body.append(make("p", {}, make("strong", {}, words["not-sent"].replace("{}", m.chosen.label))));
  for (const k of (m.game?.kept || []).filter((k) => k.of === me || shared(m.game))) body.append(make("div", { class: "kept" }, make("p", {}, ...richText(shared(m.game) ? k.line : k.yours)), decisions(k, m.game)));
  if (m.table) body.append(table(m.table));
  if (m.file) body.append(make("p", {}, download(m.file)));
  if (m.menu && m.menu.items.length && mine(m)) {
    body.append(make("fieldset", { class: m.aims ? "pointed" : undefined }, make("legend", {}, m.menu.title),
      make("div", { class: "choices" }, ...m.menu.items.map((b) => button(b, m)))));
  }
  if (m.whom) body.append(personForm(m));
  if (m.form) body.append(answerForm(m));
  const all = [...(m.buttons || []), ...(m.tools || [])].filter((b) => canPress(b, m) && !(isAdvice(m) && m.panel && b.command === "answer") && !(m.game && m.asked?.of === me)); // the exercise is in sight, and so is the banner
  if (m.game && plyOf(m.game) <= m.game.seats.indexOf(actor(m))) all.splice(0, all.length, ...all.filter((b) => !/^undo/.test(b.command)));
  const seldom = seldomOf(m, all);
  // The answers of an exercise stand apart from what helps.
  const answers = all.filter((b) => /^answer (?!hint|easier|harder)/.test(b.command));
  if (answers.length && answers.length < all.length) body.append(make("div", { class: "buttons answers" }, ...answers.map((b) => button(b, m))));
  const buttons = all.filter((b) => !seldom.includes(b) && !sharesDay(b, m) && (answers.length === all.length || !answers.includes(b))).map((b) => button(b, m));
  if (m.front) buttons.push(...frontButtons(m));
  if (onlyLeads(m)) {
    const e = make("button", { type: "button", class: "quiet", "data-command": "join" }, words["round-join"]);
    e.addEventListener("click", () => {
      takesPart.add(m.channel);
      items.get(m.id).noted = null; // so that it's drawn anew
      show(items.get(m.id).asks);
    });
    buttons.push(e);
  }
  if (m.review) buttons.push(reviewButton(m));
  if (m.round?.over && m.round.host === me) { // another game, time or level
    const e = make("button", { type: "button", class: "another" }, $("ask-round").textContent);
    e.addEventListener("click", () => $("ask-round").click());
    buttons.push(e);
  }
  const rules = m.game && isOwn(m.game) && plyOf(m.game) && !m.game.over && !m.asked ? [{ label: $("next-rules").textContent, command: "rules" }] : []; // the line above the board tells the last moves
  const rest = [...rules, ...(m.terms?.items || []).filter((b) => canPress(b, m)), ...seldom].map((b) => button(b, m));
  for (const b of all.filter((b) => sharesDay(b, m) || sharedOf(m) && isShare(b))) {
    const label = words[isShare(b) ? "share-here" : "post-here"].replace("{}", "# " + m.channel);
    const e = make("button", { type: "button" }, label);
    e.addEventListener("click", async () => {
      if (!e.dataset.asked) return confirmFirst(e, words["post-ask"], label);
      if (await press(e, b.command, m)) e.replaceWith(make("p", { class: "only" }, words.posted.replace("{}", "# " + m.channel)));
    });
    (isShare(b) ? rest : buttons).push(e);
  }
  if (m.game?.analyze) rest.push(make("a", { class: "button", href: m.game.analyze, target: "_blank", rel: "noopener" }, words["analysis-open"]));
  if (m.game && isOwn(m.game) && !m.game.over && !buttons.some((b) => b.matches(".hint"))) buttons.push(make("a", { class: "button away" }, words["button.hint"])); // where it stands in one's own turn, stands nothing else
  if (rest.length) buttons.push(make("details", { class: "rest" }, make("summary", { "aria-label": words.rest, title: words.rest }, "⋯"), make("div", {}, ...rest)));
  const bar = body.querySelector(":scope > .bar") || (m.round && buttons.length ? make("div", { class: "bar" }) : null);
  if (bar || buttons.length) (bar || body).append(make("div", { class: "buttons" }, ...buttons));
  if (bar) body.append(bar);
  const why = m.round && body.querySelector("[data-command^='guess why']");
  if (why) body.querySelector(".tags").append(why); // where nothing else is pressed
  if (m.gif) body.append(downloads(m));
  if (m.to && !games.get(m.channel)?.versus) body.append(make("p", { class: "only" }, words[m.kind === "hint" && isOwn(games.get(m.channel) || { seats: [] }) ? "only-you-hint" : "only-you"]));
  const called = (m.ping || []).includes(me);
  const item = make("li", {
    class: ["message", m.kind === "greeting" && "greeting", m.game?.over && "ended", m.round && "round", m.bot && "bot", m.to && "private", m.retired && "retired", called && "called", m.asked?.game && "offer"].filter(Boolean).join(" "),
    "data-id": m.id, "data-order": m.order, "data-epoch": epoch, "data-position": m.position, "data-mover": m.game?.mover,
  }, body);
  return Object.assign(item, { made: performance.now() });
}

// seldomOf returns the buttons of a message that stand behind its dots.
function seldomOf(m, all) {
  if (!m.game || m.to) return [];
  if (!m.game.over) return all.filter((b) => SELDOM.test(b.command) || narrow.matches && !m.game.versus && b.command.startsWith("begin")); // a name is long
  return all.slice(1).filter((b) => SELDOM_AFTER.test(b.command)); // the first is the next step
}

// LEADS are the commands of who began a round. If that person has left, others end it with "Round".
const LEADS = /^(reveal|race)/;

// SELDOM are the commands of a board that come after the others, SELDOM_AFTER those of its end.
const SELDOM = /^(publish|explain|resign)/;
const SELDOM_AFTER = /^(publish|start|rematch)/;

// squares draws what each decision did: "🟩❌⬜".
const squares = (text) => make("span", { class: "squares", "aria-hidden": "true" },
  ...[...(text || "")].map((c) => make("i", { class: { "🟩": "did-keep", "❌": "did-lose" }[c] }, { "🟩": "✓", "❌": "✗", "🟨": "✓" }[c] || "")));

// decisions draws what each move of a player did as a button that goes to it: of most, whether it kept the win.
function decisions(k, game) {
  const turns = Array.from({ length: plyOf(game) }, (_, i) => i + 1).filter((n) => n > (game.from || 0) && game.seats[(n - 1) % 2] === k.of);
  return make("div", { class: "decisions", role: "group", "aria-label": words["review-open"] }, ...turns.map((turn) => {
    const did = { "🟩": "keep", "❌": "lose" }[[...(k.squares || "")][k.turns?.indexOf(turn)]];
    const b = make("button", { type: "button", class: did && "did-" + did, "aria-label": moveNumber(turn) + (did ? ": " + words["review-" + (did === "keep" ? "kept" : "lost")] : "") },
      make("i", {}, { keep: "✓", lose: "✗" }[did] || "–"), make("small", {}, moveNumber(turn)));
    b.addEventListener("click", () => { reviewFrom = turn; document.querySelector("#next-acts [data-command^='review']")?.click(); });
    return b;
  }));
}

// A press anywhere else closes the terms of a game.
document.addEventListener("pointerdown", (e) => closeRest(e.target));
document.addEventListener("keydown", (e) => { if (e.key === "Escape") closeRest(null); });

function closeRest(but) {
  for (const d of document.querySelectorAll(".rest[open]")) if (!d.contains(but)) d.open = false;
}

// answerForm returns a field whose text is sent after the form's command.
function answerForm(m) {
  const field = make("input", { type: "text", "aria-label": m.form.label, placeholder: m.form.label, maxlength: "200", autocomplete: "off" });
  const form = make("form", { class: "buttons" }, field, make("button", { type: "submit" }, m.form.label));
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    const text = field.value.trim().replace(/^\/nim answer /, ""); // as chats write it
    if (text) press(field, m.form.command.replace(" ~", () => " " + text + " ~"), m);
  });
  return form;
}

// personForm returns the list of people for a command that needs one.
function personForm(m) {
  const list = make("select", { "aria-label": m.whom.label });
  const b = make("button", { type: "button", class: "primary" }, m.whom.label);
  b.addEventListener("click", () => list.value && press(b, m.whom.command + " @" + list.value, m));
  askPeople(list, () => { b.disabled = !list.value; })();
  return make("div", { class: "buttons" }, list, b);
}

// askPeople fills a list with who else is here whenever it is pointed at. If nobody is here, the
// list says so. It calls a function whenever the list changed, and returns a function that fills
// the list at once.
function askPeople(list, changed) {
  const fill = async () => {
    const r = me && here && (await ask("/web/people?" + new URLSearchParams({ as: me, channel: here })).catch(() => null));
    const names = r?.ok ? await r.json() : [];
    const beside = people.filter((p) => p !== me && !isGuest(p) && !names.includes(p)); // at this screen
    const key = names.join() + "|" + beside.join();
    if (key === list.dataset.names) return;
    list.dataset.names = key;
    list.replaceChildren(...names.map((n) => make("option", { value: n }, displayName(n))), ...beside.map((n) => make("option", { value: n }, n + " · " + words["at-this-screen"])),
      ...(names.length + beside.length ? [] : [make("option", { value: "" }, words["nobody-here"])]));
    changed();
  };
  list.addEventListener("pointerenter", fill);
  list.addEventListener("focus", fill);
  return fill;
}

// mine reports whether a board waits for me. It is true for other messages, and for boards that
// wait for nobody in particular.
const mine = (m) => !m.game?.mover || m.game.mover === actor(m);

// board is the drawing of a message and, where it waits for me, the place of
// what can be done on it.
function board(m) {
  const box = drawing(m);
  const verbs = (m.front || m.game?.mover && !m.asked || m.aims && (m.to || m.round?.open && !answerTo(m) && !onlyLeads(m))) && mine(m) ? make("div", { class: "verbs", role: "group", "aria-label": m.menu?.title }) : null;
  const noted = answerTo(m);
  keepChoice(m);
  const did = noted?.choice ? m.aims?.filter((a) => a.command.startsWith("guess " + noted.choice + " ~")) : m.asked && m.chosen && [m.chosen];
  if (did || m.round && !m.round.open && m.aims) new Board(box.firstElementChild, did ? { ...m, aims: did } : m, make("div")).reveal();
  else if (verbs && m.aims) {
    box.firstElementChild.board = new Board(box.firstElementChild, m, verbs);
    if (m.chosen) box.firstElementChild.board.hint(plain(m.chosen.command));
  }
  else if (verbs && m.menu?.items.length) pointSteps(box.firstElementChild, m);
  const turn = m.game && !m.game.over && !verbs ? make("p", { class: "verbs" }, make("span", { class: "ask" }, m.asked ? m.asked.of === me ? m.asked.says : m.asked.waits : turnOf(m.game))) : null;
  return [box, m.game || m.front || m.round ? make("div", { class: "bar", "data-turn": words.turn + " …" }, ...[m.aims && verbs || turn, noted && make("p", { class: "verbs noted" }, make("span", { class: "ask" }, ...richText(noted.lines[0]), noted.lines[1] ? make("small", {}, noted.lines[1]) : null))].filter(Boolean)) : m.aims ? verbs : null].filter(Boolean);
}

// keepChoice takes over the move that was chosen before the board came anew, as it does when the opponent asks
// something: then the choice is only shown. After the end of a question it's what wasn't sent.
function keepChoice(m) {
  const was = (m.game || m.round) && boardsOf(m.channel).get(m.of || ROUND);
  if (!was || was.dataset.position !== m.position) return;
  const old = was.querySelector(".drawing > svg")?.board;
  m.chosen = !old ? was.chosen : old.shown.length === 1 && !old.sending && old.shown[0].aim;
}

// downloads returns the links to save a game that somebody shares, or that was shown to me.
function downloads(m) {
  const line = make("button", { type: "button" }, words["copy-line"]);
  line.addEventListener("click", () => copy(line, m.lines[0]));
  const file = (label, href, name) => make("a", { class: "button", href, download: name }, label);
  const gif = "/web/game.gif?" + new URLSearchParams({ channel: m.channel, message: m.id, theme: activeTheme(), ...(m.to ? { as: me } : {}) });
  return make("div", { class: "buttons" }, m.review ? null : line,
    m.card ? file(words.card, m.card.replace("/light/", "/" + activeTheme() + "/"), "nim.png") : null, file(words.gif, gif, "nim.gif"));
}

// copy copies a text, and shows it; where copying is not allowed, to be copied by hand.
async function copy(b, text) {
  const [label, done] = [b.textContent, await navigator.clipboard?.writeText(text).then(() => true, () => false)];
  notice((done ? words.copied + ": " : "") + text);
  $("status").classList.add("plain");
  if (!done || label === words.copied) return;
  b.textContent = words.copied;
  setTimeout(() => { b.textContent = label; notice(""); }, 5000);
}

// log is the list of a channel, stage the one of its present board.
const log = (channel) => listIn(logs, "logs", "log", channel);
const stage = (channel) => listIn(stages, "stage", "log staged", channel);

function listIn(lists, box, kind, channel) {
  if (!lists.has(channel)) {
    const list = make("ol", { class: kind, hidden: channel !== here });
    lists.set(channel, list);
    $(box).append(list);
  }
  return lists.get(channel);
}

// place puts a message where it belongs: the present board on the stage, and
// everything else into the log.
function place(m, item, old) {
  const beside = isAdvice(m) || m.kind === "refusal" && !m.svg && $("panel-log").childElementCount; // what was asked stays
  if (m.panel && !beside && placeInPanel(m, item, old)) return;
  if (placeInCard(m, item, old)) return;
  if (m.round && !m.retired && !(boardsOf(m.channel).get(ROUND)?.dataset.order > m.order)) m.of = ROUND; // the bar of a former question may change
  const present = m.of === ROUND || m.board && (m.svg || isWaiting(m)) && !m.retired && !m.to && (!m.asked?.game || isWaiting(m));
  if (present) {
    const other = setBoard(m, item);
    const height = m.game?.over && m.channel === here && other?.querySelector(".drawing")?.offsetHeight;
    if (height) item.querySelector(".drawing").style.setProperty("--was", height + "px");
    onBoardChanged(m, other);
    if (!loading && m.game && other?.game && plyOf(other.game) < plyOf(m.game)) animate(item, m.game, other);
    if (other && other !== old && other !== endings.get(m.channel)) moveToLog(other, m.channel);
    old?.remove();
    if (setStage(m.channel) === item && m.game) {
      removeInvitations(m.channel);
      if (m.channel === here && m.game.mover === me) closeReview();
    }
  } else if (old && old.parentElement === log(m.channel)) old.replaceWith(item);
  else {
    unsetBoard(m.channel, old);
    if (old !== endings.get(m.channel)) old?.remove();
    insert(log(m.channel), item, m.order);
    setStage(m.channel);
  }
  if (m.channel === here) {
    showMoves();
    showLobby();
  }
}

// openSheet lays the messages over the board of a phone while there is a private answer to read
// that doesn't belong in the card. A review is opened instead. What others say closes nothing.
function openSheet(m, item) {
  if (!m.to || m.channel !== here || loading || item.closest("#panel, #coach") || m.kind === "greeting") return;
  if (m.review) return openReview(m);
  closeReview();
  closeCard();
  document.body.classList.add("sheet");
  document.body.classList.toggle("tall", Boolean(m.svg)); // a drawing may cover the board
  if (narrow.matches) $("logs").scrollTop += item.getBoundingClientRect().top - $("logs").getBoundingClientRect().top; // and nothing else
}

function moveToLog(item, channel) {
  item.remove();
  insert(log(channel), item, Number(item.dataset.order));
}

// removeInvitations removes what only invited people to begin a game, once there is one: private messages
// whose buttons carry no stamp, and the buttons of other messages. A review of the previous game
// stays.
function removeInvitations(channel) {
  for (const b of log(channel).querySelectorAll("button[data-command]:not([data-command*=' ~'], [data-command^='retry '])")) {
    (b.closest(".private") || b).remove();
  }
}

let boardWaited = false; // what waited for me: a question, or true for a board

// showTurn says in the window's title and icon whether a board waits for me.
function showTurn() {
  const question = presentQuestion()?.asked.says;
  const waits = question || [...boards.values()].some((all) => [...all.values()].some((i) => i.dataset.mover === me));
  if (waits && boardWaited !== waits && !loading) notify(question || words["your-move"]);
  boardWaited = waits;
  showNotify();
  showClocks();
  document.title = (question ? "● " + question + " · " : waits ? words["your-move"] + " · " : "") + words.title;
  const icon = waits ? "/web/icon-turn.svg" : "/web/icon.svg";
  if ($("icon").getAttribute("href") !== icon) $("icon").setAttribute("href", icon);
}

// isAtEnd reports whether the newest messages are in sight.
function isAtEnd() {
  const box = $("logs");
  return box.scrollHeight - box.scrollTop - box.clientHeight < 80;
}

// show puts a message in its place, or in place of what it was before.
function show(m) {
  if (m.to && m.to !== me) return; // for the person who used this window before
  if (m.gone) return removeMessage(m);
  if (m.retired && m.of?.startsWith("~") && m.of !== ownBoard()) return removeMessage(m); // it was watched
  if (m.kind === "begun" || m.kind === "noted" && noteAnswer(m) || recount(m)) return;
  const box = $("logs");
  const end = loading || isAtEnd();
  const before = items.get(m.id);
  if (m.board && !m.game && !m.asked && !m.retired && before?.asked?.by === me && withdrawn !== m.id && m.channel === here) {
    // What became of my offer is said beside the board.
    m.kind = "remark";
    m.lines.push(words["offer-next"]);
    unsetBoard(here, before);
    before.remove();
    setStage(here);
    showMoves();
  }
  m.accepted = acceptedBy(m);
  const item = build(m);
  if (m.shows) presentBoard(m.channel)?.querySelector(".drawing > svg")?.board?.hint(m.shows);
  const old = items.get(m.id);
  items.set(m.id, item);
  item.channel = m.channel;
  noteQuestion(m);
  const focus = pressedByKey && (old?.contains(document.activeElement) || document.activeElement.closest(".staged, #next-acts")) ? document.activeElement : null;
  place(m, item, old);
  if (focus && document.activeElement !== focus && (old || presentBoard(here) === item)) refocus(item, focus);
  showQuestion();
  if (m.channel === here) {
    if (end || !old) box.scrollTop = box.scrollHeight;
    openSheet(m, item);
    if (!loading && !m.retired && m.from !== me && !answerTo(m)) announce(m);
    if (!loading && !old && log(here).contains(item)) {
      if (!m.to && !m.retired && m.from !== me) $("talk-open").classList.toggle("news", !$("logs").checkVisibility());
      if (!$("together").matches(":hover, :focus-within")) foldTogether(); // it has to be read
    }
  } else if (!loading && !m.retired && m.from !== me) {
    unread.set(m.channel, (unread.get(m.channel) || 0) + 1);
    showChannels();
  }
}

// acceptedBy says who accepted an offer of mine, on the board of their first move; "" if it isn't one.
function acceptedBy(m) {
  const before = boardsOf(m.channel).get(m.of);
  if (!m.game || m.game.over || plyOf(m.game) || !isOwn(m.game) || shared(m.game)) return "";
  const took = before?.asked?.game && !before.asked.gathers && before.asked.by === me;
  return took ? words.accepted.replace("{}", displayName(m.game.seats.find((s) => s !== me))) : before?.accepted || "";
}

function insert(list, item, order) {
  if (!loading) item.classList.add("arrived");
  let before = null;
  for (let e = list.lastElementChild; e && e.dataset.epoch === epoch && Number(e.dataset.order) > order; e = e.previousElementSibling) before = e;
  list.insertBefore(item, before);
  while (list.children.length > 300) {
    const oldest = list.firstElementChild;
    if (items.get(oldest.dataset.id) === oldest) items.delete(oldest.dataset.id);
    oldest.remove();
  }
}

// removeMessage removes a message of a person who had their data deleted, or one that names them.
function removeMessage(m) {
  const item = items.get(m.id);
  if (!item) return;
  unsetBoard(m.channel, item);
  if (coached?.id === m.id) closeCard();
  noteQuestion(m);
  showQuestion();
  items.delete(m.id);
  item.remove();
  setStage(m.channel);
  $("live").replaceChildren(); // it may have been announced
  showMoves();
  showLobby();
}

// refocus keeps the keyboard where it was when a message is drawn anew: on the
// same part of the board, or on the same button, else on the first. After a move
// it's on the board, where one more press only chooses.
function refocus(item, focus) {
  const key = focus.matches("[data-n], [data-edge]") && keyOf(focus);
  const part = [...item.querySelectorAll(".can[tabindex]")].find((p) => keyOf(p) === key);
  const moved = focus.closest(".message")?.dataset.position !== item.dataset.position && item.querySelector(".can[tabindex='0']");
  const same = focus.dataset.command && [...item.querySelectorAll("button")].find((b) => b.textContent === focus.textContent);
  (part || moved || same || item.querySelector("button:not(.for-moves, .change)") || $("say")).focus({ preventScroll: true }); // the answer stands above
}

let announced = "";

// announce lets screen readers say what has happened, in a sentence or two.
// Where a board only asks for the next step, the step is enough.
function announce(m) {
  let said = linesOf(m).slice(0, m.svg ? 2 : 3).join(" ").replaceAll("`", "").replaceAll(STRONG, "");
  said = (m.bot ? m.accepted ? m.accepted + " " : "" : m.from + ": ") + said + (m.to ? " (" + words["only-you"] + ")" : "");
  if (said === announced && m.menu) said = m.menu.title;
  else announced = said;
  $("live").append(make("p", {}, said));
  while ($("live").children.length > 5) $("live").firstElementChild.remove();
}
