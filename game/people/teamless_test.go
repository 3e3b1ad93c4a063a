package people_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/people"
	"nimbot/game/router/routertest"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/storetest"
)

// workspace sends a line of a Slack user in a workspace's channel, and returns the
// answer with the file that came with it.
func (w *cluster) workspace(team, user, text string) string {
	w.t.Helper()
	r := w.replicas[0].Handle(context.Background(), dialog.Request{
		Place: dialog.Place{Platform: "slack", Guild: team, Channel: "C1"}, User: dialog.User{ID: user, Name: user}, Text: text,
	})
	var b strings.Builder
	for _, m := range r.Messages {
		for _, l := range m.Lines {
			b.WriteString(w.words.Say(l, words.Voice{}) + "\n")
		}
		if m.File != nil {
			b.Write(m.File.Data)
		}
	}
	return b.String()
}

// TestUsersOfTwoWorkspacesAreTwoPeople lets users with the same id in two workspaces
// play, practise, export their data and leave.
func TestUsersOfTwoWorkspacesAreTwoPeople(t *testing.T) {
	onEveryStore(t, func(t *testing.T, s store.Archive, w *cluster) {
		w.workspace("T1", "U1", "start 3 4 5")
		w.workspace("T1", "U1", "A1")
		w.workspace("T1", "U1", "resign")
		w.workspace("T1", "U1", "learn 1")
		w.workspace("T1", "U1", "puzzle")
		w.settle()
		if got := w.workspace("T2", "U1", "export me"); strings.Contains(got, "{") {
			t.Errorf("U1 of T2 is given %s, want nothing", got)
		}
		if got := w.workspace("T1", "U1", "export me"); !strings.Contains(got, `"practice"`) || !strings.Contains(got, `"games"`) {
			t.Errorf("U1 of T1 is given %s, want everything of theirs", got)
		}
		w.workspace("T2", "U1", "forget everywhere yes")
		w.settle()
		if got := w.workspace("T1", "U1", "export me"); !strings.Contains(got, `"practice"`) || !strings.Contains(got, `"games"`) {
			t.Errorf("after U1 of T2 left, U1 of T1 is given %s, want everything of theirs", got)
		}
		for _, team := range []string{"T2", "T1"} { // a workspace's practice goes with it
			n, err := people.Purge(t.Context(), s, nil, "slack", team, w.now(), false)
			if want := map[string]int{"T2": 0, "T1": 3}[team]; n.Deleted != want || err != nil {
				t.Errorf("Purge(%s) = %+v, %v, want %d documents", team, n, err, want)
			}
		}
		if got := w.workspace("T1", "U1", "puzzle"); strings.Contains(got, "deleting") {
			t.Errorf("puzzle = %q, want one: somebody else left", got)
		}
	})
}

// TestPracticeFromBeforeTeams migrates documents without a workspace: only those that
// can belong to just one person are moved.
func TestPracticeFromBeforeTeams(t *testing.T) {
	plant := func(t *testing.T, s store.Store, keys ...string) {
		for _, key := range keys {
			if _, err := s.Commit(t.Context(), key, store.Write{Data: []byte(`{"v":1,"n":5,"level":"easy"}`)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		name    string
		members []string
		want    map[string]bool
	}{
		{"one workspace", []string{"member:slack/T1/U1", "member:slack/T2/U2", "member:discord/T3/U1"}, map[string]bool{"practice:slack/T1/U1": true, "practice:slack/U1": false}},
		{"two workspaces", []string{"member:slack/T1/U1", "member:slack/T2/U1"}, map[string]bool{"practice:slack/T1/U1": false, "practice:slack/T2/U1": false, "practice:slack/U1": true}},
		{"none", nil, map[string]bool{"practice:slack/U1": true}},
		{"there is one", []string{"member:slack/T1/U1", "practice:slack/T1/U1"}, map[string]bool{"practice:slack/U1": true, "practice:slack/T1/U1": true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := storetest.NewMemory()
			catalogue, err := words.Load()
			if err != nil {
				t.Fatal(err)
			}
			w := routertest.NewBot(chat.Config{Store: s, Words: catalogue, Log: slog.New(slog.DiscardHandler)}, s)
			plant(t, s, "practice:slack/U1", "practice:discord/U1")
			plant(t, s, c.members...)
			if err := w.Book.MigrateSlackPractice(t.Context(), false); err != nil {
				t.Fatal(err)
			}
			for key, want := range c.want {
				if rec, err := s.Get(t.Context(), key); err != nil || (rec.Version != 0) != want {
					t.Errorf("%s = %s, %v; want it there: %v", key, rec.Data, err, want)
				}
			}
			// The migration runs once, unless the caller asks for it again.
			plant(t, s, "practice:slack/U9", "member:slack/T9/U9")
			if err := w.Book.MigrateSlackPractice(t.Context(), false); err != nil {
				t.Fatal(err)
			}
			if rec, err := s.Get(t.Context(), "practice:slack/T9/U9"); err != nil || rec.Version != 0 {
				t.Errorf("moved once more: %s, %v", rec.Data, err)
			}
			if err := w.Book.MigrateSlackPractice(t.Context(), true); err != nil {
				t.Fatal(err)
			}
			if rec, err := s.Get(t.Context(), "practice:slack/T9/U9"); err != nil || rec.Version == 0 {
				t.Errorf("not moved again: %s, %v", rec.Data, err)
			}
		})
	}
}
