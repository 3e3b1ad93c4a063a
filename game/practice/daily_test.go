package practice_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
	"nimbot/store/platform"
)

// solveDay answers the remaining positions of the day, all rightly or all wrongly, and returns
// the last reply.
func (r *room) solveDay(who string, right string) dialog.Reply {
	r.t.Helper()
	reply := r.says(who, "daily")
	for _, mark := range right {
		good, bad := r.answers(who)
		answer := good
		if mark == '0' {
			answer = bad
		}
		r.says(who, "answer "+answer)
		if mark == '1' && good == "won" {
			good, _ = r.answers(who)
			r.says(who, "answer "+good)
		}
		reply = r.says(who, "answer next")
	}
	return reply
}

func TestTheDaily(t *testing.T) {
	r := newRoom(t)
	r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	r.expect("ana", "daily", "Take any number of stones from one pile", "21 Nov, position 1 of 3", "You have one try")
	reply := r.solveDay("ana", "101")
	r.Expect(reply, "Nim daily 21 Nov · 🟩❌🟩 · 2 of 3 right · 1 day in a row")
	// Everybody gets the same positions in every place, and nobody answers twice.
	if ana, bob := r.doc("ana").Now, r.positionOf("bob"); ana.Position != bob {
		t.Errorf("the third position is %s for ana and %s for bob", ana.Position, bob)
	}
	r.restart()
	r.expect("ana", "daily", "🟩❌🟩 · 2 of 3 right · 1 day in a row")
	r.says("ana", "start 1")
	r.says("ana", "A1")
	r.expect("ana", "share", "Shared by ana") // the game, which she played
	r.Place.Channel = "elsewhere"
	r.expect("bob", "share", "no finished game here")
	r.expect("ana", "share", "[all] ana: Nim daily")
	r.edit("ana", func(doc *person.Practice) { doc.Daily[0].Shared = false })
	share := r.press("ana", r.says("ana", "daily"), "Share")
	r.Expect(share, "[all] ana: Nim daily 21 Nov · 🟩❌🟩 · 2 of 3 right · 1 day in a row")
	if text := r.Text(share); strings.Contains(text, "Pile") {
		t.Errorf("what is shared gives a position away:\n%s", text)
	}
	r.expect("ana", "daily share", "shared this one already")

	// Streaks count dates.
	r.Now = time.Date(2026, 11, 22, 23, 59, 0, 0, time.UTC)
	r.Expect(r.solveDay("ana", "111"), "🟩🟩🟩 · 3 of 3 right · 2 days in a row")
	r.Now = time.Date(2026, 11, 23, 0, 1, 0, 0, time.UTC)
	if none := r.solveDay("ana", "000"); strings.Contains(r.Text(none), "days") {
		t.Errorf("a date without a right first try counts for the streak:\n%s", r.Text(none))
	}
	r.Now = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	r.Expect(r.solveDay("ana", "111"), "25 Nov · 🟩🟩🟩 · 3 of 3 right · 1 day in a row")
	if k := r.doc("ana").Streak; k.Longest != 2 || k.Days != 1 {
		t.Errorf("the streak is %+v, want 1 now and 2 once", k)
	}
}

// Answered positions can be looked at again, and yesterday's with their answers. That counts for nothing,
// and a position that is looked at before it is answered isn't found any more.
func TestADayIsLookedBackOn(t *testing.T) {
	r := newRoom(t)
	r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	r.expect("ana", "daily 1", "position 1 of 3", "You have one try") // it is open
	r.expect("ana", "daily 3", "isn't answered yet")
	result := r.solveDay("ana", "101")
	look := r.press("ana", result, "Position 2")
	r.Expect(look, "21 Nov, position 2 of 3")
	if text := r.Text(look); strings.Contains(text, "one try") || look.Messages[0].Diagram == nil {
		t.Errorf("an answered position is shown as\n%s", text)
	}
	r.Expect(r.press("ana", look, "Position 3"), "position 3 of 3")
	r.expect("ana", "daily 4", "I don't know what \"4\" means")
	r.expect("ana", "daily", "2 of 3 right")

	r.Now = r.Now.Add(24 * time.Hour)
	r.Expect(r.press("ana", r.solveDay("ana", "111"), "Yesterday's"), "21 Nov, position 1 of 3")
	r.expect("ana", "daily yesterday 3", "21 Nov, position 3 of 3")
	if days := r.doc("ana").Daily; days[0].Answers != "101" || days[0].Hinted+days[1].Hinted != "" {
		t.Errorf("looking back changed %+v", days)
	}
	r.Now = time.Date(2026, 11, 22, 11, 0, 0, 0, time.UTC) // somewhere it is still the 21st
	r.expect("bob", "daily yesterday 2", "21 Nov, position 2 of 3")
	if days := r.doc("bob").Daily; len(days) != 1 || days[0].Hinted != "1" || days[0].Answers != "" {
		t.Errorf("a position that bob can still answer was shown: %+v, want it marked", days)
	}
}

// A right answer after a hint has a mark of its own, and the next position waits until the person goes on.
func TestARightAnswerOfTheDailyStays(t *testing.T) {
	r := newRoom(t)
	r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	r.says("ana", "daily")
	r.expect("ana", "answer hint", "counts as not solved")
	reply := r.answersRightly("ana")
	if r.Expect(reply, "Right"); reply.Messages[0].Diagram == nil || strings.Contains(r.Text(reply), "position 2") {
		t.Errorf("after a right answer:\n%s\nwant its board until Next", r.Text(reply))
	}
	r.Expect(r.press("ana", reply, "Next"), "position 2 of 3")
	r.Expect(r.solveDay("ana", "11"), "🟨🟩🟩 · 2 of 3 right, 1 with a hint")
}

// positionOf has a person give up the first two of today's positions, and returns the third.
func (r *room) positionOf(who string) string {
	r.t.Helper()
	r.solveDay(who, "00")
	return r.doc(who).Now.Position
}

// A date that was begun can be finished as long as it is that date somewhere on earth.
func TestADateThatIsOver(t *testing.T) {
	r := newRoom(t)
	r.Now = time.Date(2026, 11, 21, 23, 50, 0, 0, time.UTC)
	r.says("ana", "daily")
	r.says("bob", "daily")
	r.Now = time.Date(2026, 11, 22, 11, 59, 59, 0, time.UTC) // the last second of its fifty hours
	r.expect("ana", "daily", "21 Nov, position 1 of 3")
	r.Expect(r.solveDay("ana", "111"), "Nim daily 21 Nov · 🟩🟩🟩")
	r.expect("ana", "daily", "22 Nov, position 1 of 3")
	r.Now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	right, _ := r.answers("bob")
	r.expect("bob", "answer "+right, "That date is over")
	if days := r.doc("bob").Daily; len(days) > 0 && days[0].Answers != "" {
		t.Errorf("an answer after the date was over is kept: %+v", days)
	}
	r.expect("bob", "daily", "22 Nov, position 1 of 3")
}

// The first attempt counts, from whatever device and channel.
func TestOneAttemptEverywhere(t *testing.T) {
	r := newRoom(t)
	r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) // won or lost is asked first
	first := r.says("ana", "daily")
	_, wrong := r.answers("ana")
	r.says("ana", "answer "+wrong)
	r.Place.Channel = "elsewhere"
	reply := r.press("ana", first, "Won")
	if reply.Result != dialog.Stale {
		t.Errorf("the first device's button: %q, want %q", reply.Result, dialog.Stale)
	}
	r.expect("ana", "daily", "position 2 of 3")
	if d := r.doc("ana").Daily[0]; d.Answers != "0" {
		t.Errorf("the answers are %q, want %q", d.Answers, "0")
	}
}

// Mistakes come back after 1, 3, 7, 16 and 35 days; a mistake missed again starts over.
func TestMistakesComeBack(t *testing.T) {
	r := newRoom(t)
	r.Now = time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)
	made := []person.Mistake{
		{Game: "nim", Ending: "normal", Position: "3 4 5", Date: "2026-05-03"},
		{Game: "nim", Ending: "normal", Position: "1 2 3", Date: "2026-05-03"}, // lost: nothing to find
		{Game: "go", Ending: "normal", Position: "3", Date: "2026-05-03"},
		{Game: "nim", Ending: "normal", Position: strings.Repeat("1 ", 40) + "2", Date: "2026-05-03"},
	}
	for range 2 { // the same mistake twice is one
		if err := r.collector().Keep(t.Context(), "test", "ana", store.UnixOf(r.Now), made); err != nil {
			t.Fatal(err)
		}
	}
	r.expect("ana", "puzzle mine list", "You let 1 win slip", "Nim `3 4 5`, from your game of 3 May")
	day := 24 * time.Hour
	r.Pass(day)
	r.expect("ana", "puzzle mine", "Which move wins?", "From your game of 3 May")
	r.says("ana", "answer C1")
	r.expect("ana", "answer A2", "Right")
	r.expect("ana", "puzzle mine", "Your mistake is resting until 5 May")
	for _, rest := range []time.Duration{day, 3 * day, 7 * day, 16 * day, 35 * day} {
		r.Pass(rest - time.Hour)
		r.expect("ana", "puzzle mine", "resting")
		r.Pass(time.Hour)
		r.expect("ana", "puzzle mine", "From your game of 3 May")
		r.expect("ana", "answer A2", "Right")
	}
	for _, mine := range []string{"mine", "mistakes"} {
		r.expect("ana", "puzzle "+mine, "no mistakes to practise")
	}
	if k := r.doc("ana").Puzzles; k != nil {
		t.Errorf("mistakes of one's own were rated: %+v", *k)
	}
	if err := r.collector().Keep(t.Context(), "test", "ana", store.UnixOf(r.Now), made); err != nil {
		t.Fatal(err)
	}
	r.says("ana", "puzzle mine")
	r.expect("ana", "puzzle mine clear", "forgotten")
	r.expect("ana", "answer A2", "Nothing is open")
	r.expect("ana", "puzzle mine list", "no mistakes to practise")
}

// lostGame is a game in which somebody gave a win against the bot away.
func lostGame(who string, at time.Time) channel.Game {
	return channel.Game{
		ID: "1", Key: "nim", Ending: "normal", Start: "3 4 5", Events: "C1 A3 B4 C4", Since: store.UnixOf(at),
		Players: [2]channel.Player{{ID: who}, {ID: platform.BotID, Level: "perfect"}},
	}
}

// The turning points of a finished game are stored once for the player who made them, however
// often the game is counted.
func TestTurningPointsAreKept(t *testing.T) {
	r := newRoom(t)
	g := lostGame("bob", r.Now)
	c := r.collector()
	for range 2 {
		if err := c.Count(t.Context(), r.Place, []channel.Game{g}); err != nil {
			t.Fatal(err)
		}
	}
	if made := r.doc("bob").Mistakes; len(made) != 1 || made[0].Position != "3 4 5" || made[0].Date != "2027-01-15" {
		t.Errorf("bob's mistakes are %+v, want 3 4 5 of 15 January 2027", made)
	}
	if made := r.doc(platform.BotID).Mistakes; len(made) != 0 {
		t.Errorf("the bot's mistakes are %+v, want none", made)
	}
}

// A game that can't be replayed, or a practice that can't be read, keeps no other result from being counted.
func TestOneUnreadableResultBlocksNoOther(t *testing.T) {
	r := newRoom(t)
	rubbish, good := lostGame("eve", r.Now), lostGame("bob", r.Now)
	rubbish.Events = "rubbish"
	corrupt := store.Write{Data: fmt.Appendf(nil, `{"v":%d,"n":1,"mistakes":"rubbish"}`, store.Format)}
	if _, err := r.Store.Commit(t.Context(), person.PracticeKey("test", "ana"), corrupt); err != nil {
		t.Fatal(err)
	}
	if err := r.collector().Count(t.Context(), r.Place, []channel.Game{rubbish, lostGame("ana", r.Now), good}); err != nil {
		t.Errorf("Count = %v, want what can be counted to be", err)
	}
	if made := r.doc("bob").Mistakes; len(made) != 1 {
		t.Errorf("bob's mistakes are %+v, want his of the third game", made)
	}
}

// Who hasn't passed the lesson on the nim-sum is told in bundles why a move of the daily wins; and after a right move
// the board shows it.
func TestTheDailySpeaksInBundles(t *testing.T) {
	r := newRoom(t)
	r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	r.edit("bob", func(doc *person.Practice) { doc.Lesson("nim-sum").Passed = store.UnixOf(r.Now) })
	for who, sums := range map[string]bool{"ana": false, "bob": true} {
		r.says(who, "daily")
		reply := r.says(who, "show")
		m := reply.Messages[0]
		if text := r.Text(reply); strings.Contains(text, "⊕") != sums || (m.Working != nil) != sums || m.Diagram.Bundles == sums {
			t.Errorf("%s reads, with the working %v and bundles %t,\n%s\nwant sums: %t", who, m.Working != nil, m.Diagram.Bundles, text, sums)
		}
		r.press(who, reply, "Next")
	}
	r.says("cleo", "daily")
	moved := false
	for range 3 {
		at := r.doc("cleo").Now.Position
		reply := r.answersRightly("cleo")
		m := reply.Messages[0]
		if made := strings.Contains(r.Text(reply), "Right: take"); made {
			moved = true
			if len(m.Diagram.Marks) == 0 {
				t.Errorf("after a right move from %s the board is as before it:\n%s", at, r.Text(reply))
			}
		}
		r.says("cleo", "next")
	}
	if !moved {
		t.Error("none of the day's positions was answered with a move")
	}
}
