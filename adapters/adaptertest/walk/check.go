package walk

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"nimbot/adapters/adaptertest"
)

var (
	// wrongArticle matches "a" or "an" before a number that needs the other article.
	wrongArticle = regexp.MustCompile(`\ba (8\d?|8\d\d|11|18)\b|\ban ([0-79]|[1-79]\d|1[02-79])\b`)
	// smallStart matches the beginning of a sentence in a small letter.
	smallStart = regexp.MustCompile(`(?:^|[.!?] )[a-z]`)
	// ids matches the platforms' ids of people and places.
	ids = regexp.MustCompile(`[0-9]{15,}|\b[UCDT](?:ANA|BOB|CLEO|EVE|MO|GENERAL|RANDOM|DM[A-Z]+|0NIM\w*)\b|forgotten|<@`)
	// code matches what people are told to type.
	code = regexp.MustCompile("`[^`]*`")
	// formatError matches the traces of a failed template or format.
	formatError = regexp.MustCompile(`<no value>|%!|map\[|\{\{`)
)

// smallWords begin lines of lists, which aren't sentences.
var smallWords = []string{"and ", "nim", "won ", "lost "}

// checkText checks the texts of a message against the rules of writing.
func (w *walker) checkText(m Seen) {
	for i, text := range w.textsOf(m) {
		w.model.checks += 3
		if found := formatError.FindString(text); found != "" {
			w.fault("a hole shows", "%q in %q", found, text)
		}
		if found := wrongArticle.FindString(text); found != "" {
			w.fault("a wrong article", "%q in %q", found, text)
		}
		if i <= len(m.Alts) {
			w.checkCapitals(text)
		}
	}
}

// checkLanguage checks that a message shows no English and no hole.
func (w *walker) checkLanguage(m Seen) {
	for _, text := range w.textsOf(m) {
		w.model.checks++
		if fault := adaptertest.Untranslated(text); fault != "" {
			w.fault("shows "+fault, "%q", text)
		}
	}
}

// textsOf returns the texts of a message: its prose, its pictures' words, its buttons. It
// checks what holds in every language: no id shows, and every picture has words.
func (w *walker) textsOf(m Seen) []string {
	texts := append([]string{m.Prose}, m.Alts...)
	for _, b := range m.Buttons {
		texts = append(texts, b.Label)
	}
	for i, text := range texts {
		w.model.checks++
		texts[i] = strings.ReplaceAll(text, Hostile, "Eve")
		if found := ids.FindString(texts[i]); found != "" {
			w.fault("an id shows", "%q in %q", found, text)
		}
	}
	if m.Pictures > len(m.Alts) || slices.Contains(m.Alts, "") {
		w.fault("a picture without words", "%q", m.Prose)
	}
	return texts
}

// checkCapitals checks that sentences begin with capital letters.
func (w *walker) checkCapitals(text string) {
	for line := range strings.Lines(code.ReplaceAllString(text, "X")) {
		line = strings.TrimSpace(line)
		if slices.ContainsFunc(smallWords, func(s string) bool { return strings.HasPrefix(line, s) }) {
			continue
		}
		if found := smallStart.FindString(line); found != "" {
			w.fault("a small beginning", "%q in %q", found, line)
		}
	}
}

// notifying matches the messages that may notify: an offer, and a turn.
var notifying = regexp.MustCompile(`challenged|it's your turn|'s move\.|seconds? left|minutes? left`)

// checkPings checks that a message notifies only a person whom it may notify, and only once.
func (w *walker) checkPings(a action, m Seen) {
	if len(m.Pinged) == 0 {
		return
	}
	w.model.checks++
	first, _, _ := strings.Cut(m.Prose, "\n")
	said := m.Pinged[0] + m.Prose + cmp.Or(m.stamp(), w.model.stamps(m.Channel))
	switch word, _, _ := strings.Cut(a.text, " "); {
	case a.again:
		w.fault("a repetition notifies", "%q: %q", m.Pinged, m.Prose)
	case m.Edit:
		w.fault("an edit notifies", "%q: %q", m.Pinged, m.Prose)
	case slices.Contains(m.Pinged, a.who.Name) && a.kind != waits:
		w.fault("somebody notifies themselves", "%q: %q", m.Pinged, m.Prose)
	case a.kind == says && slices.Contains([]string{"board", "hint", "explain", "rules", "help", "games", "settings", "share", "review", "profile", "leaders"}, word):
		w.fault("a look notifies", "%q: %q", m.Pinged, m.Prose)
	case m.To != "" || len(m.Pinged) > 1 || !notifying.MatchString(first):
		w.fault("nobody is to be notified of this", "%q: %q", m.Pinged, m.Prose)
	case w.model.pinged[m.Channel] == said:
		w.fault("the same notifies twice", "%q: %q", m.Pinged, m.Prose)
	}
	w.model.pinged[m.Channel] = said
}

// public matches the beginnings of all messages that may be public.
var public = regexp.MustCompile(`(?s)^([^\n]*'s move\. |[^\n]* won in |[^\n]* won: |The game ended |Draw: |[^\n]* challenged |[^\n]* offered a game|[^\n]* plays everyone who joins|[^\n]*'s simul (has|is)|[^\n]* called off the simul|[^\n]* declined |[^\n]*(challenge|offer)[^\n]* (was withdrawn|has expired)|.*Shared by |[^\n]* it's your turn|From now on I'll post|Here are the three positions|[^\n]*rated pair|[^\n]* left|[^\n]* daily [^\n]*🟩|[^\n]* daily [^\n]*❌|Question \d+ of \d+|The round is over|[^\n]*(This wins|These win|It's won|It's lost): )`)

// checkOwner checks that nobody is shown another person's private game.
func (w *walker) checkOwner(m Seen) {
	if stamp := m.stamp(); stamp != "" && m.table().number == 0 {
		w.model.checks++
		owner, known := w.model.owners[stamp]
		switch {
		case m.To == "":
			w.fault("a private game is shown to all", "%q", m.Prose)
		case known && owner != m.To:
			w.fault("a private game is shown to another", "%s's to %s: %q", owner, m.To, m.Prose)
		}
		w.model.owners[stamp] = m.To
	}
}

// checkPrivacy checks that public messages contain nothing private, and that nobody is shown
// another person's private game.
func (w *walker) checkPrivacy(m Seen) {
	w.checkOwner(m)
	if m.To != "" || Direct[m.Channel] != "" || strings.TrimSpace(m.Prose) == "" {
		return
	}
	w.model.checks++
	if !public.MatchString(m.Prose) && !w.madePublic() {
		w.fault("something private is public", "%q", m.Prose)
	}
}

// madePublic reports whether the last action asked to show something to everybody.
func (w *walker) madePublic() bool {
	return strings.Contains(w.lastAction, "Show everybody") || strings.Contains(w.lastAction, "review all")
}

// checkNoEffect checks that an outdated press, a repeated delivery, a player out of turn,
// and a button of another table changed nothing.
func (w *walker) checkNoEffect(a action, before map[table]State) {
	for at, now := range w.model.states {
		w.model.checks++
		old, known := before[at]
		if at.owner != "" && known && old != now {
			w.model.privateGames++
		}
		if !known || old == now || a.kind == waits || now.Over && (!old.Over || old.Game == now.Game) { // a deadline or a leaving player may end a game, and forgetting a player changes an ended one
			continue
		}
		w.checkEffect(at, a, old, now)
	}
}

// checkEffect checks that an action may have changed a game from old to now.
func (w *walker) checkEffect(at table, a action, old, now State) {
	ofExercise := strings.Contains(a.button.Token, "answer") || strings.Contains(a.button.Token, "puzzle")
	pressed := a.kind == presses && strings.Contains(a.button.Token, "~") && !ofExercise
	switch {
	case a.again:
		w.fault("a repetition acts", "%+v becomes %+v", old, now)
	case at.channel != a.channel:
		w.fault("an action acts elsewhere", "%+v becomes %+v in %s", old, now, at.channel)
	case at.owner != "" && at.owner != a.who.Name:
		w.fault("somebody acts in another's private game", "%+v becomes %+v", old, now)
	case pressed && old.Game == now.Game && at != a.table():
		w.fault("a press acts at another table", "%+v: %+v becomes %+v", at, old, now)
	case pressed && at == a.table() && old.Turn != 0 && turnOf(stampOf(a.button.Token)) != old.Turn:
		w.fault("a late press acts", "%+v becomes %+v", old, now)
	case old.Game == now.Game && !old.Over && len(now.Position) < len(old.Position) && old.Mover != a.who.Name && !strings.Contains(w.lastAction, "Yes") && !strings.Contains(w.lastAction, "accept"):
		w.fault("a move out of turn", "%+v becomes %+v", old, now)
	}
}

// checkBoards checks that each live table's board is of the present turn and has buttons:
// messages of other tables must not replace it. A board may lag behind for patience.
func (w *walker) checkBoards() {
	for at, now := range w.model.states {
		b, ok := w.model.boards[at]
		if !ok || now.Over {
			delete(w.model.stale, at)
			continue
		}
		w.model.checks++
		kind := w.flaw(at, b, now)
		if kind == "" {
			delete(w.model.stale, at)
			continue
		}
		if _, was := w.model.stale[at]; !was {
			w.model.stale[at] = time.Now()
		}
		if time.Since(w.model.stale[at]) >= w.patience {
			w.fault(kind, "%+v: %q of turn %d, now %+v", at, b.state, turnOf(b.stamp), now)
			delete(w.model.boards, at)
		}
	}
}

// flaw says what is wrong with a live table's board, "" if nothing is.
func (w *walker) flaw(at table, b board, now State) string {
	shown := w.model.now[[2]string{at.channel, b.id}]
	switch {
	case now.Turn != 0 && turnOf(b.stamp) != now.Turn:
		return "a dead board"
	case at.owner != "":
		return ""
	case shown.stamp() == "":
		return "a live board has no buttons"
	case shown.table() != at:
		return "a board stands in another's place"
	}
	return ""
}

// catchUp waits at the end of a walk for boards that don't show the present state yet.
func (w *walker) catchUp() {
	w.lastAction = "the end"
	for len(w.model.stale) > 0 {
		time.Sleep(w.patience / 100)
		if err := w.driver.Clock(time.Second); err != nil {
			w.fault("the clock can't be advanced", "%v", err)
		}
		w.check(action{kind: waits})
	}
}
