package chat_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/channel"
)

// How a fresh line was answered, as the fourth cell of a table in testdata/fresh. A line
// without one is understood.
const (
	understood = ""
	onAButton  = "buttons" // not read, and a button has what it may lead to
	unread     = "unread"  // not read, and no button has it
	misread    = "misread" // answered with something else, which changes nothing
	dangerous  = "dangerous"
)

// TestFreshLines says lines that were written before the phrases of their language. Their
// fourth cell says how each was answered when it was first tried. A line that is answered
// better since then fails, too, so that the tables stay true. No answer may be dangerous.
func TestFreshLines(t *testing.T) {
	slowtest.Sequential(t)
	files, err := filepath.Glob("testdata/fresh/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("the tables are %q, %v; want some", files, err)
	}
	for _, file := range files {
		language := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file), ".txt"), "2") // a second table
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			count := map[string]int{}
			for _, h := range readFresh(t, file) {
				got, answer := h.answered(t, language)
				count[got]++
				if got != h.how || got == dangerous {
					t.Errorf("%s | %s | %s | %s: it is marked %q; the answer is %s", h.state, h.text, strings.Join(h.want, " or "), got, h.how, answer)
				}
			}
			t.Logf("%s: %d understood, %d with the right button, %d unread, %d misread, %d dangerous", language, count[understood], count[onAButton], count[unread], count[misread], count[dangerous])
		})
	}
}

type fresh struct {
	heard
	how string
}

func readFresh(t *testing.T, file string) (table []fresh) {
	t.Helper()
	for _, cells := range readCells(t, file) {
		f := fresh{heard: heard{state: cells[0], text: cells[1], want: strings.Split(cells[2], " or ")}}
		if len(cells) > 3 {
			f.how = cells[3]
		}
		table = append(table, f)
	}
	return table
}

// answered says the line in its state, and returns how it was answered.
func (f fresh) answered(t *testing.T, language string) (how, answer string) {
	t.Helper()
	c := routertest.NewRoom(t)
	_, err := c.Handler.Amend(t.Context(), c.Place, func(d *channel.Document, _ store.Unix) bool {
		d.Settings.Language = language
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	var before *dialog.State
	for _, line := range states[f.state] {
		who, text, _ := strings.Cut(line, " ")
		before = c.Says(who, text).State
	}
	r := c.Says("ana", f.text)
	var buttons []string
	public := false
	for _, m := range r.Messages {
		public = public || m.To == nil
		for _, b := range m.Buttons {
			buttons = append(buttons, b.Command)
		}
	}
	answer = strings.TrimSpace(c.Text(r)) + " " + strings.Join(buttons, ", ")
	isUnread := strings.Contains(c.Text(r), unknown) || strings.Contains(c.Text(r), `I don't know "`) || strings.Contains(c.Text(r), answers["not-understood"])
	for _, want := range f.want {
		command, presses := strings.CutPrefix(want, "press ")
		switch {
		case want == "unknown" && isUnread, !presses && ledTo(t, c, want, before, r):
			return understood, answer
		case presses && slices.ContainsFunc(buttons, func(b string) bool { return strings.HasPrefix(b, command) || b == "quick" && command == "start" }):
			how = onAButton
		}
	}
	switch {
	case public, r.State != nil && before != nil && r.State.Position != before.Position, hasLeftPuzzle(t, c), strings.Contains(c.Text(r), answers["solution"]):
		return dangerous, answer
	case how != "":
		return how, answer
	case isUnread:
		return unread, answer
	}
	return misread, answer
}

// The word with which a language says yes on a button answers a question in a sentence.
func TestYesIsUnderstoodInEveryLanguage(t *testing.T) {
	slowtest.Sequential(t)
	for _, language := range chattest.Catalogue(t).Languages() {
		c := routertest.NewRoom(t)
		yes := c.Words.Say(words.New("slack.confirm.yes"), words.Voice{Locale: language})
		for _, line := range []string{"start 3 4 5", "start 5 6", yes} {
			r := c.Request("ana", line)
			r.Locale = language
			if reply := c.Responder().Handle(t.Context(), r); line == yes && (reply.State == nil || reply.State.Position != "5 6") {
				t.Errorf("%s: %q is answered with %s", language, yes, c.Text(reply))
			}
		}
	}
}
