package chat_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"nimbot/chat"
	"nimbot/game"
)

func TestAGameAgainstTheBotIsWonByPerfectPlay(t *testing.T) {
	c := newRoom(t)
	r := c.expect(c.says("ana", "start 3 4 5"), "[all] Piles A 3, B 4, C 5. ana to move (takes the last stone to win).")
	for range 20 {
		if r.State.Over {
			break
		}
		hint := c.text(c.says("ana", "hint 3"))
		_, after, _ := strings.Cut(hint, "(`")
		move, _, _ := strings.Cut(after, "`)")
		r = c.says("ana", move)
	}
	c.expect(r, "ana won", "ana won after")
	if r.State.Winner != 0 {
		t.Errorf("Winner = %v, want 0", r.State.Winner)
	}
	c.press("ana", r, "Rematch")
}

func TestMovesAreUnderstoodInManyForms(t *testing.T) {
	for _, tt := range []struct{ start, typed, want string }{
		{"3 4 5", "B2", "took 2 from B"},
		{"3 4 5", "b2", "took 2 from B"},
		{"3 4 5", "b 2", "took 2 from B"},
		{"3 4 5", "take 2 from B", "took 2 from B"},
		{"3 4 5", "Take 2 stones from pile b", "took 2 from B"},
		{"3 4 5", "2 from b", "took 2 from B"},
		{"3 4 5", "move B2", "took 2 from B"},
		{"3 4 5", "remove 2 from B", "took 2 from B"},
		{"3 4 5", "take all from C", "took 5 from C"},
		{"3 4 5", "pick 2 from B", "took 2 from B"},
		{"3 4 5", "pick up 2 stones from B", "took 2 from B"},
		{"3 4 5", "take 5", "took 5 from C"},
		{"7", "take 3", "took 3 from A"},
		{"7", "3", "took 3 from A"},
		{"1 4 5 game:pass", "pass on B", "passed on B"},
		{"1 4 5 game:pass", "B0", "passed on B"},
		{"7 9 game:grundy", "A:4+3", "split A into 3 and 4"},
		{"7 9 game:grundy", "split a into 4 and 3", "split A into 3 and 4"},
		{"7 9 game:grundy", "split A 3 4", "split A into 3 and 4"},
		{"5 7 game:kayles", "take 1 from A leaving 3 and 1", "knocked down 1 pin in A and left 1 and 3"},
		{"2 5 9 game:coins", "slide 5 to 3", "slid 5 → 3"},
		{"2 5 9 game:coins", "5 to 3", "slid 5 → 3"},
		{"2 5 9 game:coins", "5 -> 3", "slid 5 → 3"},
		{"2 5 9 game:coins", "5 3", "slid 5 → 3"},
		{"5x8@2,3 game:cake", "cut 2 from the right", "ate 2 columns from the right"},
		{"4 4 2 game:chomp", "bite row 2 column 3", "bit off 2,3"},
		{"2 0 3 game:stairs", "move 2 from step 3", "moved 2 coins down from step 3"},
		{"3 5 game:wythoff", "take 2 from both", "took 2 from both piles"},
		{"3 5 game:wythoff", "both 3", "took 3 from both piles"},
		{"3 4 5 k2 game:moore", "1 from B and 2 from C", "took 1 from B, 2 from C"},
		{"3 4 5 k2 game:moore", "2 from C, 1 from B", "took 1 from B, 2 from C"},
		{"3 4 5 k2 game:moore", "all from B", "took 4 from B"},
		{"red 8:2,5 6:1,6 game:northcott", "man A to 4", "slid 2 → 4 in row A"},
		{"1 4 6 game:turtles", "turn 6 and 2", "turned 6, 2"},
		{"1 4 6 game:mock-turtles", "flip 6, 4 and 1", "turned 6, 4, 1"},
		{"5 7 game:ruler", "turn 7, 6 and 5", "turned 7, 6, 5"},
		{"5 7 game:ruler", "turn 7 to 4", "turned 7–4"},
		{"5 7 game:ruler", "7 and 6", "turned 7, 6"},
		{"25 7 game:euclid", "take 14 from A", "took 14 from A"},
		{"20 game:fibonacci", "take two", "took 2"},
		{"21 {1,3,4} game:subtraction", "take 3", "took 3 from A"},
		{"0-1 1-2 1-3 game:bush", "2-1", "cut 1–2"},
		{"0-1 1-2 1-3 game:bush", "cut 2 - 1", "cut 1–2"},
	} {
		c := newRoom(t)
		c.says("ana", "start "+tt.start)
		c.expect(c.says("ana", tt.typed), "ana "+tt.want)
	}
}

func TestAMoveThatCouldMeanSeveralIsAskedAbout(t *testing.T) {
	c := newRoom(t)
	c.says("ana", "start 3 4 5")
	r := c.expect(c.says("ana", "take 3"), "[ana] That could mean several moves: `A3`, `B3`, `C3`")
	if r.State.Position != "3 4 5" {
		t.Errorf("the position is %q, want it untouched", r.State.Position)
	}
}

func TestRefusalsArePrivateAndChangeNothing(t *testing.T) {
	for _, tt := range []struct{ who, text, want string }{
		{"ana", "B9", "Pile B has only 4, so you can take 1 to 4: `/nim B4`"},
		{"ana", "B0", "You must take at least one"},
		{"ana", "D1", "There is no pile D: the last one is C"},
		{"ana", "foo", "I do not know `foo`"},
		{"ana", "strat 3 4 5", "Did you mean `/nim start 3 4 5`?"},
		{"ana", "hnit", "Did you mean `/nim hint`?"},
		{"ana", "pcik", "I do not know `pcik`. See what I understand"},
		{"bob", "B2", "You are watching: ana and Nim Bot play"},
		{"bob", "resign", "You are watching"},
		{"bob", "start 1 2 3", "ana is playing here"},
		{"ana", "start x 4", "`x` is not a number of stones"},
		{"ana", "start -3 4", "`-3` is negative"},
		{"ana", "start 0 0", "There is no move in `0 0`"},
		{"ana", "start 1.5", "`1.5` is not a number"},
		{"ana", "start 99999999999", "99999999999 is too large: 1000000000 at most"},
		{"ana", "start " + strings.Repeat("1 ", 26), "26 is too many: 25 at most"},
		{"ana", "start 3 lvl:easy", "I do not know the option `lvl:`"},
		{"ana", "start 3 levle:easy", "Did you mean `level`"},
		{"ana", "start 3 level:easy level:hard", "`level` is there twice"},
		{"ana", "start 3 level:godlike", "There is no level `godlike`"},
		{"ana", "start 3 first:eve", "`eve` cannot begin"},
		{"ana", "start game:nym", "Did you mean `nim`"},
		{"ana", "start game:poker", "I do not know the game `poker`"},
		{"ana", "start game:octal", "Did you mean `octal:0.137`"},
		{"ana", "start octal: 5", "Did you mean `octal:0.137`"},
		{"ana", "start octal", "Did you mean `octal:0.137`"},
		{"ana", "rules octal", "Did you mean `octal:0.137`"},
		{"ana", "start mysere", "Add `misere` when the last stone should lose, or nothing: `/nim start 3 4 5 misere`"},
		{"ana", "start 3 4 5 mysere", "`mysere` is not an ending"},
		{"ana", "start 3 4 5 kayels", "Did you mean `kayles`"},
		{"ana", "start @bob 3 4", "type `/nim challenge @bob`"},
		{"ana", "start 3 4 clock:5m", "no clock"},
		{"ana", "challenge", "Whom would you like to challenge"},
		{"ana", "challenge bob", "Mention them with an @"},
		{"ana", "challenge @nobody", "I cannot find `@nobody`"},
		{"ana", "challenge @ana", "You cannot challenge yourself"},
		{"ana", "challenge @bob clock:1s", "`1s` is not a time for one move"},
		{"ana", "predict", "Give me a position"},
		{"ana", "hint 7", "`7` is not a step of a hint"},
		{"ana", "rules poker", "I do not know the game `poker`"},
		{"ana", "confirm", "nothing to confirm"},
		{"ana", "accept", "There is no offer"},
		{"ana", "rematch", "still going on"},
		{"ana", "undo", "no move to take back"},
		{"ana", "settings pings:on", "Only moderators"},
		{"ana", "start @nobody", "type `/nim challenge @name`"},
		{"ana", "start @ana", "type `/nim challenge @name`"},
		{"ana", "open @nobody", "To ask one person: `/nim challenge @name`"},
		{"ana", "open @bob", "To ask one person: `/nim challenge @bob`"},
		{"ana", "challenge @ bob", "challenge @bob"},
		{"ana", strings.Repeat("x", 100_000), "too long to be a command"},
		{"ana", "st\u202eart 3\x00 4", ""},
	} {
		c := newRoom(t)
		c.says("ana", "start 3 4 5")
		r := c.says(tt.who, tt.text)
		c.expect(r, tt.want)
		for _, m := range r.Messages {
			if m.To == nil || m.To.Name != tt.who {
				t.Errorf("%.40q was answered to %v, want only %s", tt.text, m.To, tt.who)
			}
		}
		if r.State.Position != "3 4 5" || r.State.Turn != 1 {
			t.Errorf("%.40q changed the game to %+v", tt.text, r.State)
		}
	}
}

func TestStaleButtonsAreAnsweredWithThePresentBoard(t *testing.T) {
	c := newRoom(t)
	first := c.says("ana", "start 3 4 5")
	old := c.button(first, "Hint")
	c.says("ana", "A2")
	r := c.expect(c.says("ana", old), "[ana] That board is out of date", "ana to move")
	if r.Result != chat.Stale {
		t.Errorf("Result = %v, want %v", r.Result, chat.Stale)
	}
	forged := c.says("ana", "B1 ~1.00000")
	c.expect(forged, "[ana] That board is out of date")
}

func TestAHintDoesNotMakeTheBoardStale(t *testing.T) {
	c := newRoom(t)
	board := c.says("ana", "start 3 4 5")
	c.press("ana", c.press("ana", board, "Hint"), "Tell me more")
	c.expect(c.press("ana", c.press("ana", board, "A (3)"), "Take 2"), "[all]", "ana took 2 from A")
}

func TestADeliveryThatComesAgainActsOnce(t *testing.T) {
	c := newRoom(t)
	c.says("ana", "start 3 4 5")
	r := c.request("ana", "A2")
	first := c.handler.Handle(t.Context(), r)
	again := c.handler.Handle(t.Context(), r)
	if again.Result != chat.Again || again.State.Position != first.State.Position || again.State.Version != first.State.Version {
		t.Errorf("the second delivery gave %v %+v, want %+v untouched", again.Result, again.State, first.State)
	}
	if c.text(again) != c.text(first) {
		t.Errorf("the second delivery was answered\n%s, want\n%s", c.text(again), c.text(first))
	}
}

func TestTheBoardIsWalkedStepByStep(t *testing.T) {
	c := newRoom(t)
	r := c.says("ana", "start 3 40 5")
	r = c.press("ana", r, "B (40)")
	if m := r.Messages[0]; m.To != nil || !m.Edit || !m.Board {
		t.Errorf("a step gave %+v, want the public board edited", m)
	}
	r = c.press("ana", r, "More …")
	c.button(r, "Take 25")
	c.button(r, "Take 40")
	r = c.press("ana", r, "Back")
	c.button(r, "A (3)")
	c.expect(c.press("bob", r, "A (3)"), "[bob] You are watching")
}

// TestAllPilesCanBeReached walks to the last of as many piles as one page holds,
// and of more, which takes another page.
func TestAllPilesCanBeReached(t *testing.T) {
	c := newRoom(t)
	r := c.says("ana", "start"+strings.Repeat(" 3", 25))
	if n := len(r.Messages[0].Menu.Items); n != 25 {
		t.Errorf("of 25 piles %d can be chosen, want all without another page", n)
	}
	c.button(c.press("ana", r, "Y (3)"), "Take 3")

	c = newRoom(t)
	c.says("ana", "start game:kayles"+strings.Repeat(" 5", 25))
	r = c.says("ana", "A1:2+2")
	parts := strings.Count(r.State.Position, " ") + 1
	if parts <= 25 {
		t.Fatalf("%q has no other page", r.State.Position)
	}
	for range 2 {
		r = c.press("ana", r, "More …")
		if n := len(r.Messages[0].Menu.Items); n != parts-24 {
			t.Errorf("the other page offers %d of %d rows, want what the first left out", n, parts)
		}
		r = c.press("ana", r, "Back")
		c.button(r, "B (2)")
	}
}

// TestALargePileTakesNoTime looks for moves in a pile of as many stones as there
// may be: nobody waits while all of them are counted.
func TestALargePileTakesNoTime(t *testing.T) {
	c := newRoom(t)
	c.says("ana", "start 3 1000000000")
	c.expect(c.says("ana", "pick B >900000000"), "[all] Piles A 3, B 1000000000")
	r := c.says("ana", "pick B >10000")
	c.button(r, "Take 10001")
	if m := r.Messages[0].Menu; len(m.Items) > 25 {
		t.Errorf("a page offers %d moves", len(m.Items))
	}
	for _, typed := range []string{"b", "b9", "b99999", "b1000000000", "B1000000000 "} {
		c.handler.CompleteMove(t.Context(), c.place, typed)
		c.handler.CompletePile(t.Context(), c.place, typed)
		c.handler.Complete(t.Context(), c.place, typed)
	}
}

func TestOffers(t *testing.T) {
	c := newRoom(t)
	r := c.expect(c.says("ana", "challenge @bob 3 4 5 first:them clock:10m"), "[all] ana challenged bob", "First move: bob", "10 minutes a move")
	if p := r.Messages[0].Ping; len(p) != 1 || p[0].ID != "bob" {
		t.Errorf("Ping = %v, want bob", p)
	}
	c.expect(c.press("eve", r, "Accept"), "[eve] That challenge is for bob")
	c.expect(c.press("ana", r, "Accept"), "[ana] That is your own offer")
	c.expect(c.says("eve", "challenge @ana 1 2"), "[eve] ana has an offer waiting")
	board := c.expect(c.press("bob", r, "Accept"), "[all] Piles A 3, B 4, C 5. bob to move")
	if !board.Messages[0].Edit {
		t.Error("the accepted offer does not turn into the board")
	}
	c.expect(c.says("ana", "A1"), "[ana] It is not your turn: bob is to move")
	c.expect(c.says("bob", "A1"), "ana to move")
	c.now = c.now.Add(10 * time.Minute)
	over := c.expect(c.says("ana", "A1"), "[all]", "ana ran out of time after 1 move, so bob won", "[ana] This game is over")
	if !over.State.Over {
		t.Error("the game goes on although the clock ran out")
	}

	offer := c.press("ana", over, "Rematch")
	c.expect(offer, "ana challenged bob", "First move: ana")
	c.expect(c.press("bob", offer, "Decline"), "bob declined ana's challenge")
	open := c.expect(c.says("ana", "open 3 4 5 misere"), "Who takes it?")
	c.expect(c.says("bob", "decline"), "[bob] That offer is for anybody")
	c.expect(c.press("eve", open, "Accept"), "ana to move (whoever takes the last stone loses)")
}

func TestAnOfferExpires(t *testing.T) {
	c := newRoom(t)
	r := c.says("ana", "challenge @bob 3 4 5")
	c.now = c.now.Add(11 * time.Minute)
	c.expect(c.press("bob", r, "Accept"), "[all] ana's challenge to bob has expired", "[bob] That message is out of date")
	if _, settled, err := c.handler.Settle(t.Context(), c.place); settled || err != nil {
		t.Errorf("Settle = %v, %v; want nothing left to settle", settled, err)
	}
	c.says("ana", "challenge @bob 3 4 5")
	c.now = c.now.Add(11 * time.Minute)
	reply, settled, err := c.handler.Settle(t.Context(), c.place)
	if !settled || err != nil {
		t.Fatalf("Settle = %v, %v; want the offer expired", settled, err)
	}
	c.expect(reply, "[all] ana's challenge to bob has expired")
}

func TestConsentBetweenPeople(t *testing.T) {
	c := newRoom(t)
	c.press("bob", c.says("ana", "challenge @bob 3 4 5"), "Accept")
	c.says("ana", "A1")
	c.says("bob", "B1")
	r := c.expect(c.says("bob", "undo"), "bob asked to go back to their last turn. ana, is that all right?")
	c.expect(c.press("bob", r, "Yes"), "[bob] You asked yourself")
	c.expect(c.press("eve", r, "Yes"), "[eve] You are watching")
	r = c.press("ana", r, "Yes")
	if r.State.Position != "2 4 5" {
		t.Errorf("the position is %q, want 2 4 5", r.State.Position)
	}
	c.says("bob", "B1")
	c.press("ana", c.says("bob", "undo"), "No")
	c.expect(c.says("ana", "stop"), "ana asked to end the game")
	c.expect(c.says("bob", "stop"), "Ended after 2 moves, without a result")
}

func TestAHintBetweenPeopleIsShownInTheResult(t *testing.T) {
	c := newRoom(t)
	c.press("bob", c.says("ana", "challenge @bob 3 4 5"), "Accept")
	c.says("ana", "hint")
	c.says("ana", "hint 2")
	c.says("eve", "explain")
	c.says("ana", "A2")
	c.says("bob", "explain")
	r := c.says("bob", "resign")
	c.expect(r, "ana used 1 hint", "bob used 1 hint")
}

// The second step of a hint speaks of the values, not of sizes that only look
// like them; the third names a move that ends the game or makes progress.
func TestAHintIsTrueInEveryGame(t *testing.T) {
	for _, tt := range []struct{ start, where, move string }{
		{"3 4 5", "Look at pile A. Written in binary, the column of the 2s has an odd number of ones, and A has one", "take 2 from A"},
		{"3 4 6 7", "Look at pile B", "A winning move: take 2 from B"},
		{"1 4 5 game:pass", "Look at pile B, which counts 3 as a Nim pile: a move can also make it count more.", "pass on B"},
		{"4 7 game:one-or-all", "Look at pile A, which counts 2 as a Nim pile. Write what counts in binary: the column of the 2s", "take 1 from A"},
		{"2 5 9 game:coins", "Look at the gap at 5–9, which counts 3 as a Nim pile. Write what counts in binary: the column of the 2s", "`9-7`"},
		{"2 1 1 misere", "Look at pile A. Written in binary, the column of the 2s", "take 1 from A"},
		{"1 1 misere", "Look at pile A.", "take 1 from A"},
		{"6 game:lasker", "Look at pile A. Written in binary, the column of the 4s", "take 6 from A"},
		{"red 8:5,6 8:2,5 game:northcott", "Look at row B, which counts 2 as a Nim pile. Write what counts in binary: the column of the 2s", "`B4`"},
	} {
		c := newRoom(t)
		c.says("ana", "start "+tt.start)
		c.expect(c.says("ana", "hint 2"), tt.where)
		c.expect(c.says("ana", "hint 3"), tt.move)
		c.expect(c.says("ana", "predict "+tt.start), tt.move[strings.LastIndex(tt.move, ": ")+1:])
	}
}

// What wins in the example of a rules card may lose in misère play: of 5 and 7
// in Kayles, leaving two rows of 5 does.
func TestTheExampleOfARulesCardNamesItsEnding(t *testing.T) {
	c := newRoom(t)
	c.says("ana", "start 5 7 game:kayles misere")
	c.expect(c.says("ana", "rules"), "An example, in normal play: From `5 7`, `B2` leaves two rows of 5")
	c.expect(c.says("ana", "rules northcott"), "the game is a draw. In `red 8:2,5 6:1,6` the gaps")
}

func TestStartingAnotherGame(t *testing.T) {
	c := newRoom(t)
	c.says("ana", "start 3 4 5")
	r := c.expect(c.says("ana", "start 7 8 10 first:bot"), "[ana] Your game is still going on here")
	c.expect(c.press("eve", r, "End it and start the new one"), "[eve] There is nothing to confirm")
	c.expect(c.press("ana", r, "End it and start the new one"), "[all] Piles A 2, B 8, C 10. ana to move", "Nim Bot took 5 from A")
	c.now = c.now.Add(10 * time.Minute)
	c.expect(c.says("eve", "start 1 2"), "[all] Piles A 1, B 2. eve to move")

	c.now = c.now.Add(10 * time.Minute)
	c.press("bob", c.says("ana", "challenge @bob 3 4 5"), "Accept")
	c.says("ana", "A1")
	c.says("bob", "A1")
	c.now = c.now.Add(time.Hour)
	c.expect(c.says("ana", "start"), "[ana] You are in the middle of a game with bob")
	c.expect(c.says("eve", "start"), "[eve] ana and bob are playing here")
}

func TestAGameThatNobodyPlaysIsEnded(t *testing.T) {
	c := newRoom(t)
	c.says("ana", "start 3 4 5")
	c.now = c.now.Add(9 * 24 * time.Hour)
	c.expect(c.says("ana", "A2"), "[all]", "Ended after 0 moves, without a result", "[ana] This game is over")
}

func TestARestartGoesOnWhereItWas(t *testing.T) {
	c := newRoom(t)
	c.says("ana", "start 3 4 5")
	before := c.says("ana", "A1")
	c.restart()
	after := c.says("ana", "board")
	if after.State.Position != before.State.Position || after.State.Turn != before.State.Turn {
		t.Errorf("after a restart the game is %+v, want %+v", after.State, before.State)
	}
	c.press("ana", before, "Hint")
}

func TestSettings(t *testing.T) {
	c := newRoom(t)
	r := c.request("mo", "settings pings:on hints:off")
	r.User.Moderator = true
	c.expect(c.handler.Handle(t.Context(), r), "turn pings on, hints in games between people off")
	c.press("bob", c.says("ana", "challenge @bob 3 4 5"), "Accept")
	c.expect(c.says("ana", "hint"), "[ana] Hints are switched off here")
	c.expect(c.says("ana", "explain"), "[ana] Hints are switched off here")
	if p := c.says("ana", "A1").Messages[0].Ping; len(p) != 1 || p[0].ID != "bob" {
		t.Errorf("Ping = %v, want bob", p)
	}
	c.expect(c.says("ana", "forget me"), "in the middle of a game")
	c.says("ana", "resign")
	c.expect(c.says("ana", "forget me"), "[ana] Done")
	doc, err := c.handler.Document(t.Context(), c.place)
	if err != nil || strings.Contains(string(doc), `"ana"`) {
		t.Errorf("Document = %s, %v; want nothing about ana", doc, err)
	}
}

func TestTheBotRefusesToGuess(t *testing.T) {
	for _, g := range game.Games() {
		c := newRoom(t)
		for _, setup := range g.Examples {
			if r := c.says("ana", "start game:"+g.Key+" "+setup); r.State == nil {
				t.Errorf("start game:%s %s was refused: %s", g.Key, setup, c.text(r))
			}
			c.says("ana", "stop")
		}
	}
}

// huge is a channel in which piles may hold as many stones as the rules allow:
// what walks over them does not come to an end.
func huge(t *testing.T) *room {
	c := newRoom(t)
	c.handler = chat.New(chat.Config{
		Store: c.store, Words: c.words, Seed: 7, Limits: chat.Limits{Heap: game.MaxHeap},
		Now: func() time.Time { return c.now }, Log: slog.New(slog.DiscardHandler),
	})
	return c
}

func TestHugePilesArePagedAndCompleted(t *testing.T) {
	c := huge(t)
	c.says("ana", "start 1000000000000000000 7 9")
	r := c.says("ana", "pick A >999999999999999900")
	items := r.Messages[len(r.Messages)-1].Menu.Items
	if last := items[len(items)-1]; len(items) != 25 || strings.HasPrefix(last.Command, "pick") {
		t.Errorf("the last page has %d choices and ends with %q, want 25 and a move", len(items), last.Command)
	}
	for prefix, want := range map[string]string{"a5": "A5", "A99": "A99", "B": "B1", "": "A", "x": ""} {
		got := ""
		if all := c.handler.CompleteMove(t.Context(), c.place, prefix); len(all) > 0 {
			got = all[0].Text
		}
		if got != want {
			t.Errorf("%q is completed to %q first, want %q", prefix, got, want)
		}
	}
}

// The second hint says where to look, and says nothing that is wrong of the
// move, which the third one tells.
func TestTheSecondHintIsTrueOfTheMove(t *testing.T) {
	for _, tt := range []struct{ start, where, move string }{
		{"3 4 5", "Look at pile A", "(`A2`)"},
		{"1 14 9 game:turtles", "Your move begins with Coin 14.", "`14,8`"},
		{"3 4 game:wythoff", "Which pair has a difference of 1?", "`AB2`"},
		{"4 4 2 game:chomp", "Your move begins with", "bite off 2,3 (`2,3`)"},
		{"47 game:fibonacci", "Write the pile as a sum of Fibonacci numbers", "take 13 (`13`)"},
	} {
		c := newRoom(t)
		c.says("ana", "start "+tt.start)
		c.expect(c.says("ana", "hint 2"), tt.where)
		c.expect(c.says("ana", "hint 3"), tt.move)
	}
}

// The channel waits for a command, and no timeout ends its arithmetic.
func TestEveryCommandEndsOnTheLargestBoards(t *testing.T) {
	const most, less = "1000000000000000000", "999999999999999999"
	boards := map[string]string{
		"cake": most + "x" + less + "@5000,77", "northcott": "red " + most + ":1," + most + " " + less + ":5,7",
		"coins": "7 " + less + " " + most, "nimble": "7 " + less + " " + most, "turtles": "7 " + less + " " + most,
		"mock-turtles": "7 999999999999999998 " + less + " " + most, "subtraction": most + " 7 {1,3,4}",
		"moore": most + " " + less + " 5 6 7 k3", "wythoff": most + " " + less, "fibonacci": most, "euclid": most + " 3",
		"grundy": "10000 9999", "ruler": "500 499 3", "chomp": "10x10", "bush": "0-1 1-2 2-3 0-4",
	}
	for _, g := range game.Games() {
		setup := boards[g.Key]
		if setup == "" {
			setup = most + " " + less + " 7"
		}
		setup += " game:" + g.Key
		c := huge(t)
		if r := c.says("ana", "start "+setup+" level:easy"); r.State == nil {
			t.Errorf("%s cannot be started: %s", setup, c.text(r))
			continue
		}
		for _, text := range []string{
			"hint 2", "hint 3", "explain", "board", "predict " + setup, "pick A", "pick A >" + less, "pick 1", "pick " + most,
			"pick " + most + ",", "pick " + most + "-", "pick left", "pick A5B", "1", "A1", most + "-1", "left1", "undo", "resign", "rematch",
		} {
			c.says("ana", text)
			c.handler.CompleteMove(t.Context(), c.place, strings.TrimPrefix(text, "pick "))
		}
	}
}

func TestForgettingLeavesNothingOfAPerson(t *testing.T) {
	c := newRoom(t)
	c.says("cleo", "start 3 4 5")
	c.says("cleo", "challenge @ana 3 4 5") // waits for cleo's word that her game may end
	if doc, err := c.handler.Document(t.Context(), c.place); err != nil || !strings.Contains(string(doc), `"ana"`) {
		t.Fatalf("before it is forgotten: %s, %v; want ana in it", doc, err)
	}
	c.expect(c.says("ana", "forget me"), "[ana]")
	if doc, err := c.handler.Document(t.Context(), c.place); err != nil || strings.Contains(string(doc), "ana") {
		t.Errorf("after ana was forgotten: %s, %v", doc, err)
	}
}

// The word of the buttons that walk along a move is no command for people.
func TestTheStepOfAMoveIsNotProposed(t *testing.T) {
	c := newRoom(t)
	for _, typed := range []string{"", "p", "pi"} {
		for _, x := range c.handler.Complete(t.Context(), c.place, typed) {
			if x.Text == "pick" {
				t.Errorf("Complete(%q) proposes %q", typed, x.Text)
			}
		}
	}
}

// An @ stands in a cake's notation, too, and a comma may follow a mention.
func TestMentionsAndSquares(t *testing.T) {
	for _, tt := range []struct{ typed, want string }{
		{"start 5x8 @ 2,3 game:cake", "Mouldy cake, 5 × 8, mould in row 2, column 3"},
		{"start 5x8 @2,3 game:cake", "Mouldy cake, 5 × 8, mould in row 2, column 3"},
		{"challenge @bob 5x8 @ 2,3 game:cake", "Mouldy cake, 5 × 8, mould in row 2, column 3"},
		{"start 3 4 @bot", "Piles A 3, B 4"},
	} {
		c := newRoom(t)
		c.expect(c.says("ana", tt.typed), "[all]", tt.want)
	}
	c := newRoom(t)
	r := c.request("ana", "challenge @bob, 3 4")
	r.Mentions = map[string]chat.User{"bob": person("bob")} // as Slack and the terminal read it
	c.expect(c.handler.Handle(t.Context(), r), "ana challenged bob")
}
