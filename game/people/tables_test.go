package people_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/people"
	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/storetest"
)

// tables lets the person with the secret play at table 2 of a channel and privately there, and
// finish a private game in another channel.
func (w *cluster) tables() {
	w.talkIn("six", "bob", "challenge @cleo 3 4 5")
	w.talkIn("six", "cleo", "accept")
	w.talkIn("six", secret, "challenge @dan 7 8")
	w.talkIn("six", "dan", "accept")
	w.talkIn("six", secret, "start 1 2")
	w.talkIn("seven", "bob", "challenge @dan 1 2")
	w.talkIn("seven", "dan", "accept")
	w.talkIn("seven", secret, "start 1 2")
	w.talkIn("seven", secret, "resign")
	w.settle()
}

const (
	ownSix   = "test/g/six/~id-" + secret
	ownSeven = "test/g/seven/~id-" + secret
)

// TestForgetEverywhereFindsTables lets a person leave who plays at table 2 and has private
// games.
func TestForgetEverywhereFindsTables(t *testing.T) {
	s := storetest.NewMemory()
	w := newCluster(t, s)
	w.store.off.Store(true)
	w.tables()
	for _, key := range []string{"test/g/six", ownSix, ownSeven} {
		if !slices.Contains(traces(t, s), key) {
			t.Fatalf("before there is no trace in %s", key)
		}
	}
	if got := w.talkIn("five", secret, "forget everywhere yes"); !strings.Contains(got, "no longer store") {
		t.Errorf("forget everywhere yes = %q, want it done", got)
	}
	w.settle()
	if found := traces(t, s); len(found) > 0 {
		t.Errorf("traces are left in %q", found)
	}
	if got := w.talkIn("six", "dan", "watch 2"); !strings.Contains(got, "resigned") {
		t.Errorf("the game at table 2 shows %q, want it resigned", got)
	}
	if got := w.talkIn("six", "bob", "A1"); !strings.Contains(got, "bob took 1 from A") {
		t.Errorf("at table 1: %q, want the game to go on", got)
	}
}

// TestForgetEverywhereAtThreeTables lets a person leave who plays at as many tables as they may:
// each opponent wins, and the tables of others go on.
func TestForgetEverywhereAtThreeTables(t *testing.T) {
	s := storetest.NewMemory()
	w := newCluster(t, s)
	w.store.off.Store(true)
	w.talkIn("nine", "ana", "challenge @fay 3 4 5")
	w.talkIn("nine", "fay", "accept")
	for _, other := range []string{"bob", "cleo", "dan"} {
		w.talkIn("nine", secret, "challenge @"+other+" 7 8")
		w.talkIn("nine", other, "accept")
	}
	w.settle()
	if got := w.talkIn("nine", secret, "forget everywhere yes"); !strings.Contains(got, "no longer store") {
		t.Errorf("forget everywhere yes = %q, want it done", got)
	}
	w.settle()
	if found := traces(t, s); len(found) > 0 {
		t.Errorf("traces are left in %q", found)
	}
	for i, other := range []string{"bob", "cleo", "dan"} {
		if got := w.talkIn("nine", "ana", fmt.Sprint("watch ", i+2)); !strings.Contains(got, other+" won") || !strings.Contains(got, "resigned") {
			t.Errorf("table %d shows %q, want %s to have won", i+2, got, other)
		}
	}
	if got := w.talkIn("nine", "ana", "A1"); !strings.Contains(got, "ana took 1 from A") {
		t.Errorf("at table 1: %q, want the game to go on", got)
	}
}

// TestForgetHereClearsThePrivateGame deletes a person from one channel. It is refused during
// a private game there, and later deletes that game, but not the one in another channel.
func TestForgetHereClearsThePrivateGame(t *testing.T) {
	s := storetest.NewMemory()
	w := newCluster(t, s)
	w.store.off.Store(true)
	w.tables()
	if got := w.talkIn("seven", secret, "forget me yes"); !strings.Contains(got, "Done for this channel") {
		t.Errorf("forget me = %q, want it done", got)
	}
	found := traces(t, s)
	if slices.Contains(found, ownSeven) || slices.Contains(found, "test/g/seven") || !slices.Contains(found, ownSix) {
		t.Errorf("traces in %q, want none of channel seven", found)
	}
	if got := w.talkIn("six", secret, "forget me yes"); !strings.Contains(got, "still playing") {
		t.Errorf("in the middle of games: %q", got)
	}
	w.talkIn("eight", "bob", "challenge @dan 1 2")
	w.talkIn("eight", "dan", "accept")
	w.talkIn("eight", secret, "start 1 2") // private, and the only game there
	if got := w.talkIn("eight", secret, "forget me"); !strings.Contains(got, "still playing") {
		t.Errorf("in the middle of a private game: %q", got)
	}
}

// TestPrivateGamesAreExported gives a person the documents of their private games.
func TestPrivateGamesAreExported(t *testing.T) {
	w := newCluster(t, storetest.NewMemory())
	w.store.off.Store(true)
	w.tables()
	for _, replica := range w.replicas {
		if err := replica.Config.Chat.ListBegun(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	r := w.replicas[0].Handle(t.Context(), dialog.Request{
		Place: dialog.Place{Platform: "test", Guild: "g", Channel: "one"}, User: dialog.User{ID: "id-" + secret, Name: secret}, Text: "export me",
	})
	var file struct {
		Private map[string]struct{ Game struct{ Start string } } `json:"private_games"`
	}
	if err := json.Unmarshal(r.Messages[0].File.Data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Private) != 2 || file.Private[ownSix].Game.Start != "1 2" || file.Private[ownSeven].Game.Start != "1 2" {
		t.Errorf("exported are %+v, want the private games in both channels", file.Private)
	}
}

// TestPurgeAndTimeRemovePrivateGames purges one server, and lets the games of another expire.
func TestPurgeAndTimeRemovePrivateGames(t *testing.T) {
	s := storetest.NewMemory()
	w := newCluster(t, s)
	w.store.off.Store(true)
	w.tables()
	now := w.now()
	for e := range s.All(t.Context()) {
		if place, ok := dialog.ParsePlace(e.Key); ok && (e.Expires.IsZero() || e.Expires.After(now.Add(38*24*time.Hour))) {
			t.Errorf("%s expires at %v, want at most 30 days after its last game, which may idle for 7", place, e.Expires)
		}
	}
	if _, err := people.Purge(t.Context(), s, nil, "test", "g", now, false); err != nil {
		t.Fatal(err)
	}
	for e := range s.All(t.Context()) {
		if !person.IsSaltsKey(e.Key) {
			t.Errorf("after the purge %s is left", e.Key)
		}
	}
}

// TestPingsAreEachPersonsOwn turns pings off and on, and asks for the setting.
func TestPingsAreEachPersonsOwn(t *testing.T) {
	s := storetest.NewMemory()
	w := newCluster(t, s)
	w.store.off.Store(true)
	book := people.New(people.Config{Store: s, Now: w.now})
	place := dialog.Place{Platform: "test", Guild: "g", Channel: "one"}
	for _, tt := range []struct {
		line, says string
		want       bool
	}{
		{"me pings", "I call you", true}, {"me pings:off", "I won't call you", false}, {"pings", "I don't call you", false},
		{"me pings maybe", "can be on or off", false}, {"me pings on", "I'll call you", true},
	} {
		if got := w.talkIn("one", "ana", tt.line); !strings.Contains(got, tt.says) {
			t.Errorf("%s: %q, want %q", tt.line, got, tt.says)
		}
		if wants, err := book.WantsPings(t.Context(), place, "id-ana"); wants != tt.want || err != nil {
			t.Errorf("after %s: WantsPings = %t, %v", tt.line, wants, err)
		}
	}
	if _, _, made, err := person.NewMarks(s, w.now, 0).Leave(t.Context(), place.Realm(), "id-ana", store.UnixOf(w.now())); !made || err != nil {
		t.Fatalf("Leave = %t, %v", made, err)
	}
	if wants, err := book.WantsPings(t.Context(), place, "id-ana"); wants || err != nil {
		t.Errorf("while she is leaving: WantsPings = %t, %v", wants, err)
	}
}
