package channel

import (
	"reflect"
	"testing"

	"nimbot/store"
)

// FuzzRead holds that what is read by hand is what encoding/json reads.
func FuzzRead(f *testing.F) {
	full := Document{
		Version: 7, Turn: 3, Recent: "abc@1 def", Settings: Settings{"de", true, true, "Europe/Berlin", ""}, Daily: Daily{"09:00", "mon-fri", 5, "2026-11-21", 7, ""}, Delivery: Delivery{"m", "en", true, ""},
		Game:    &Game{ID: "x", Key: "nim", Ending: "normal", Start: "3 4", Players: [2]Player{{ID: "ana", Name: "Änne 🎲"}, {ID: "bot", Level: "easy"}}, Events: "A1", Clock: 60, Since: -7},
		Last:    &Game{ID: "w", Key: "kayles", Ending: "misere", Start: "5 7", Players: [2]Player{{ID: "bob"}, {ID: "ana"}}, Events: "A1 !resign:1"},
		Offer:   &Offer{ID: "o", From: Player{ID: "ana"}, To: &Player{ID: "bob"}, Key: "nim", First: 1, Clock: 5, Expires: 9},
		Confirm: &Confirm{By: "ana", Text: "start", To: &Player{ID: "bob"}, Expires: 9},
	}
	f.Add(full.Encode())
	full.Game.Hint = 2
	full.Game.Pair = &Pair{Game: 2, Score: [2]int{1, -2}, Before: [2]Strength{{Rating: 1500.25, Deviation: 1e-9}, {Rating: -0.5, Deviation: 1e30}}}
	full.Results = []Game{*full.Game, *full.Game}
	full.Offer.Rated = true
	full.DayPost = &DayPost{
		Date: "2026-11-21", Message: "m", At: 5, Drawn: 6, More: 1, Changed: 7, Due: 8, News: true, Gone: 1,
		Lines: []Line{{Player{ID: "ana", Name: "Änne"}, "101", 5, 9, ""}, {Who: Player{ID: "bob"}}},
	}
	f.Add(full.Encode())
	f.Add((&Document{Version: 1}).Encode())
	for _, odd := range []string{
		`{"v":1,"n":1}`, `{"v":1,"n":01}`, `{"v":1,"n":1,"turn":-0}`, `{"v":1,"n":1,"turn":1e2}`, `{"v":1,"n":1,"turn":--1}`, `{"v":1,"n":1,"turn":}`,
		`{"v":1,"n":1,"game":{"id":"a\"b"}}`, "{\"v\":1,\"n\":1,\"recent\":\"\xff\"}", "{\"v\":1,\"n\":1,\"recent\":\"\x80\"}", "{\"v\":1,\"n\":1,\"recent\":\"\n\"}", `{"v":1,"n":1,"recent":"a`,
		`{"v":1,"n":1,"settings":{"pings":false}}`, `{"v":1,"n":1,"settings":{,"pings":true}}`, `{"v":1,"n":1,"settings":{"pings":true,}}`,
		`{"v":1,"n":1,"game":{"players":[{},{}]}}`, `{"v":1,"n":1,"game":{"players":[{"id":"a"},{"id":"b"},{}]}}`, `{"v":1,"n":1,"game":null}`,
		`{"v":1,"n":1,"results":[]}`, `{"v":1,"n":1,"results":[{}]}`, `{"v":1,"n":1,"results":[{},{}]}`, `{"v":1,"n":1,"results":[{}`,
		`{"v":1,"n":1,"game":{"pair":{"before":[{"rating":null},{"rating":1e400}]}}}`, `{"v":1,"n":1,"game":{"pair":{"before":[{"rating":true},{"rating":01}]}}}`,
		`{"v":1,"n":1,"day_post":{"date":"","lines":[]}}`, `{"v":1,"n":1,"day_post":{"date":"","lines":[{}]}}`, `{"v":1,"n":1,"day_post":{"date":"","changed":-1}}`,
		`{"v":1,"n":1,"later":{}}`, `{"v":1,"n":1,"turn":1,"turn":2}`, `{"v":1,"n":1}}`, `{"v":1,"n":18446744073709551615}`, `{}`, ``, `{"n":-1}`, `{"v":1,"n":1,"turn":1`,
	} {
		f.Add([]byte(odd))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, ok := read(data)
		if !ok {
			return
		}
		var want Document
		if err := store.Unmarshal(data, &want); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("read(%q) = %#v, want %#v, %v", data, got, want, err)
		}
	})
}

// TestWhatIsWrittenIsReadByHand holds that the usual document does not take the
// slow way.
func TestWhatIsWrittenIsReadByHand(t *testing.T) {
	for _, c := range []Document{
		{Version: 1_800_000_000_000_000},
		{Version: 1, Settings: Settings{Pings: true}, Delivery: Delivery{Unseated: true}},
		{Version: 2, Turn: 9, Recent: "a@b", Game: &Game{ID: "x", Key: "nim", Players: [2]Player{{ID: "ana", Name: "Änne"}, {ID: "bot", Level: "easy"}}}},
		{Version: 2, Last: &Game{ID: "x", Key: "nim", Players: [2]Player{{ID: "ana"}, {ID: "bob"}}, Events: "A1 B2"}},
		{Version: 4, Results: []Game{{ID: "x", Key: "nim", Players: [2]Player{{ID: "a"}, {ID: "b"}}, Pair: &Pair{Game: 1, Before: [2]Strength{{Rating: 1500.123456789}, {Deviation: 45}}}}}},
		{Version: 5, Settings: Settings{Zone: "UTC"}, Daily: Daily{At: "09:00", Days: "mon-sun", Post: 1_800_000_000_000_000}},
		{Version: 6, DayPost: &DayPost{Date: "2026-11-21", Message: "1.2", Changed: 5, Lines: []Line{{Who: Player{ID: "a", Name: "Änne"}, Answers: "101", Streak: 2, At: 4}, {Who: Player{ID: "b"}}}}},
		{Version: 3, Offer: &Offer{ID: "o", To: &Player{ID: "b"}}, Confirm: &Confirm{By: "a", To: &Player{ID: "b"}}},
	} {
		c.Format = store.Format
		if got, ok := read(c.Encode()); !ok || !reflect.DeepEqual(got, c) {
			t.Errorf("read(%s) = %+v, %v, want %+v", c.Encode(), got, ok, c)
		}
	}
}
