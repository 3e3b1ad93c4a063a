package people_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/people"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/person"
)

// secret is in the id and in the name of the person who leaves.
const secret = "zelda"

// talkIn sends a person's line in a channel, and returns all text that they are
// shown.
func (w *cluster) talkIn(channel, who, text string) string {
	w.t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		w.t.Fatal(err)
	}
	mentions := map[string]dialog.User{}
	for _, word := range strings.Fields(text) {
		if name, ok := strings.CutPrefix(word, "@"); ok {
			mentions[name] = dialog.User{ID: "id-" + name, Name: name}
		}
	}
	r := w.replicas[0].Handle(context.Background(), dialog.Request{
		Place: dialog.Place{Platform: "test", Guild: "g", Channel: channel}, User: dialog.User{ID: "id-" + who, Name: who}, Text: text, Mentions: mentions,
	})
	var b strings.Builder
	for _, m := range r.Messages {
		for _, l := range m.Lines {
			b.WriteString(catalogue.Say(l, words.Voice{}) + "\n")
		}
	}
	return b.String()
}

// traces returns the documents and leaderboard lines that contain the secret.
func traces(t *testing.T, s store.Archive) (found []string) {
	t.Helper()
	for e, err := range s.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(e.Key, secret) || strings.Contains(string(e.Record.Data), secret) {
			found = append(found, e.Key)
		}
	}
	for l, err := range s.AllLines(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(l.Member, secret) {
			found = append(found, l.Board)
		}
	}
	return found
}

// TestForgetEverywhereLeavesNoTrace lets a person leave who is rated and has
// finished, running and offered games, then restores an older backup.
func TestForgetEverywhereLeavesNoTrace(t *testing.T) {
	onEveryStore(t, func(t *testing.T, s store.Archive, w *cluster) {
		w.talkIn("one", secret, "challenge @bob rated")
		w.talkIn("one", "bob", "accept")
		w.talkIn("one", secret, "resign")
		w.talkIn("one", "bob", "resign")
		w.talkIn("two", secret, "start 3 4 5")
		w.talkIn("two", secret, "A2")
		w.talkIn("three", "bob", "challenge @"+secret+" rated")
		w.talkIn("three", secret, "accept")
		w.talkIn("four", secret, "challenge @cleo 3 4 5")
		w.settle()
		if n := len(traces(t, s)); n < 7 {
			t.Fatalf("%d traces before, want more: %q", n, traces(t, s))
		}
		var backup []store.Entry
		for e := range s.All(t.Context()) {
			backup = append(backup, e)
		}
		if got := w.talkIn("five", secret, "forget everywhere"); !strings.Contains(got, "undone") {
			t.Errorf("forget everywhere = %q, want a question", got)
		}
		if n := len(traces(t, s)); n < 7 {
			t.Errorf("%d traces after the question, want nothing deleted", n)
		}
		if got := w.talkIn("five", secret, "forget everywhere yes"); !strings.Contains(got, "no longer store") {
			t.Errorf("forget everywhere yes = %q, want it done", got)
		}
		w.settle()
		if found := traces(t, s); len(found) > 0 {
			t.Errorf("traces are left in %q", found)
		}
		if got := w.talkIn("three", "bob", "board"); !strings.Contains(got, "resigned") {
			t.Errorf("the game that was on shows %q, want it resigned", got)
		}

		// A store that was set back to an older copy is scanned again.
		clearAll(t, s)
		for _, e := range backup {
			if _, err := s.Restore(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(traces(t, s)); n < 5 {
			t.Fatalf("%d traces after the restore, want those of the backup", n)
		}
		if err := w.replicas[1].Book.SweepNow(t.Context()); err != nil {
			t.Error(err)
		}
		w.settle()
		if found := traces(t, s); len(found) > 0 {
			t.Errorf("after the restore traces are left in %q", found)
		}
	})
}

// clearAll deletes all but the marks and their salt.
func clearAll(t *testing.T, s store.Archive) {
	t.Helper()
	for e := range s.All(t.Context()) {
		if person.IsMarkKey(e.Key) || person.IsSaltsKey(e.Key) {
			continue
		}
		data := append(store.AppendHeader(nil, e.Record.Version+1), '}')
		if _, err := s.Commit(t.Context(), e.Key, store.Write{Expect: e.Record.Version, Data: data, Expires: time.Unix(1, 0)}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAPersonWhoLeftMayComeBack checks that a mark doesn't prevent new data.
func TestAPersonWhoLeftMayComeBack(t *testing.T) {
	w := newCluster(t, backends[0].open(t))
	w.store.off.Store(true)
	w.talkIn("one", secret, "forget everywhere yes")
	w.settle()
	w.talkIn("one", secret, "start 3 4 5")
	w.talkIn("one", secret, "A2")
	w.talkIn("one", secret, "resign")
	w.settle()
	if got := w.talkIn("one", secret, "profile"); !strings.Contains(got, "1 game") {
		t.Errorf("profile = %q, want the new game", got)
	}
}

func TestPurgeDeletesOneServer(t *testing.T) {
	for _, backend := range backends {
		t.Run(backend.name, func(t *testing.T) {
			s := backend.open(t)
			h := newBookFixture(t, s)
			for _, guild := range []string{"g", "other"} {
				inGuild.Guild = guild
				if err := h.pair("ana", "bob", 4); err != nil {
					t.Fatal(err)
				}
				place := fmt.Sprintf("test/%s/c", guild)
				if _, err := s.Commit(t.Context(), place, store.Write{Data: []byte(`{"v":3,"n":1,"turn":1}`)}); err != nil {
					t.Fatal(err)
				}
			}
			inGuild.Guild = "g"
			count := func() (n, lines int) {
				for e := range s.All(t.Context()) {
					if person.IsSaltsKey(e.Key) { // of no server
						continue
					}
					if n++; strings.Contains(e.Key, "test/g/") {
						lines -= 1000
					}
				}
				for range s.AllLines(t.Context()) {
					lines++
				}
				return n, lines
			}
			if n, err := people.Purge(t.Context(), s, nil, "test", "g", h.now, true); n.Deleted != 3 || err != nil {
				t.Errorf("Purge(dry) = %+v, %v, want 3", n, err)
			}
			if n, _ := count(); n != 6 {
				t.Errorf("after the dry run there are %d documents, want 6", n)
			}
			if n, err := people.Purge(t.Context(), s, nil, "test", "g", h.now, false); n.Deleted != 3 || err != nil {
				t.Errorf("Purge = %+v, %v, want 3", n, err)
			}
			if n, lines := count(); n != 3 || lines != 2 {
				t.Errorf("%d documents and %d lines are left, want the other server's 3 and 2", n, lines)
			}
		})
	}
}
