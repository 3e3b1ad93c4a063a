package chat_test

import (
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

func TestAGameAgainstTheBotIsWonByPerfectPlay(t *testing.T) {
	c := chattest.NewRoom(t)
	r := c.Expect(c.Says("ana", "start 3 4 5"), "[all] ana's move. Piles: A 3, B 4, C 5. Whoever takes the last stone wins.")
	for range 20 {
		if r.State.Over {
			break
		}
		hint := c.Text(c.Says("ana", "hint 3"))
		_, after, _ := strings.Cut(hint, "(`")
		move, _, _ := strings.Cut(after, "`)")
		r = c.Says("ana", move)
	}
	c.Expect(r, "ana won", "ana won in 6 moves")
	if r.State.Winner != 0 {
		t.Errorf("Winner = %v, want 0", r.State.Winner)
	}
	c.Press("ana", r, "Rematch")
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
		{"3 4 5 k2 game:moore", "1 from B and 2 from C", "took 1 from B and 2 from C"},
		{"3 4 5 k2 game:moore", "2 from C, 1 from B", "took 1 from B and 2 from C"},
		{"3 4 5 k2 game:moore", "all from B", "took 4 from B"},
		{"red 8:2,5 6:1,6 game:northcott", "man A to 4", "slid 2 → 4 in row A"},
		{"1 4 6 game:turtles", "turn 6 and 2", "turned 6 and 2"},
		{"1 4 6 game:mock-turtles", "flip 6, 4 and 1", "turned 6, 4 and 1"},
		{"5 7 game:ruler", "turn 7, 6 and 5", "turned 7, 6 and 5"},
		{"5 7 game:ruler", "turn 7 to 4", "turned 7–4"},
		{"5 7 game:ruler", "7 and 6", "turned 7 and 6"},
		{"25 7 game:euclid", "take 14 from A", "took 14 from A"},
		{"20 game:fibonacci", "take two", "took 2"},
		{"21 {1,3,4} game:subtraction", "take 3", "took 3 from A"},
		{"0-1 1-2 1-3 game:bush", "2-1", "cut 1–2"},
		{"0-1 1-2 1-3 game:bush", "cut 2 - 1", "cut 1–2"},
	} {
		c := chattest.NewRoom(t)
		c.Says("ana", "start "+tt.start)
		c.Expect(c.Says("ana", tt.typed), "ana "+tt.want)
	}
}

// For a move that lacks the pile or the amount, the bot asks, and pressing an answer
// plays it.
func TestAMoveThatCouldMeanSeveralIsAskedAbout(t *testing.T) {
	slowtest.Sequential(t)
	for _, tt := range []struct{ text, want, press, played string }{
		{"take 3", "From which pile shall I take 3:", "From B", "ana took 3 from B"},
		{"2", "From which pile shall I take 2:", "From C", "ana took 2 from C"},
		{"I'll have two", "From which pile shall I take 2:", "From A", "ana took 2 from A"},
		{"take some from B", "How many from pile B:", "Take 4", "ana took 4 from B"},
		{"C", "How many from pile C:", "Take 5", "ana took 5 from C"},
	} {
		c := chattest.NewRoom(t)
		c.Says("ana", "start 3 4 5")
		r := c.Expect(c.Says("ana", tt.text), "[ana] "+tt.want)
		if r.State.Position != "3 4 5" {
			t.Errorf("%q leaves %q, want it untouched", tt.text, r.State.Position)
		}
		c.Expect(c.Press("ana", r, tt.press), tt.played)
	}
}

func TestRefusalsArePrivateAndChangeNothing(t *testing.T) {
	slowtest.Sequential(t)
	for _, tt := range []struct{ who, text, want string }{
		{"ana", "B9", "Pile B has only 4, so you can take 1 to 4. A move looks like `/nim B4`"},
		{"ana", "B0", "You have to take at least one"},
		{"ana", "D1", "There's no pile D; the last one is C"},
		{"ana", "foo", "I don't know \"foo\". Try `/nim help`"},
		{"ana", "strat 3 4 5", "Did you mean `/nim start 3 4 5`?"},
		{"ana", "hnit", "Did you mean `/nim hint`?"},
		{"ana", "pcik", "I don't know \"pcik\". Try `/nim help`"},
		{"bob", "B2", "You're watching: ana and Nim Bot are playing"},
		{"bob", "resign", "You're watching"},
		{"ana", "start x 4", "`x` isn't a number of stones"},
		{"ana", "start -3 4", "`-3` is negative"},
		{"ana", "start 0 0", "Nobody can move in `0 0`"},
		{"ana", "start 1.5", "`1.5` isn't a number"},
		{"ana", "start 99999999999", "99999999999 is too large; the limit here is 1000000000"},
		{"ana", "start " + strings.Repeat("1 ", 26), "That's 26 piles; the limit here is 25."},
		{"ana", "start " + strings.Repeat("2 ", 26) + "game:nimble", "That's 26 coins; the limit here is 25."},
		{"ana", "start 12x12 game:chomp", "I can't play Chomp perfectly at that size. The largest bar is 10 × 10. Try `/nim start 3x4 game:chomp`."},
		{"ana", "start 900 game:grundy misere", "I can't play Grundy's game perfectly at that size. The limit is"},
		{"ana", "start 3 lvl:easy", "There's no option `lvl:`"},
		{"ana", "start 3 levle:easy", "Did you mean `level`"},
		{"ana", "start 3 level:easy level:hard", "`level` appears twice"},
		{"ana", "start 3 level:godlike", "There's no level `godlike`"},
		{"ana", "start 3 first:eve", "`first:` can't be `eve`. Use `me`, `bot` or `random`"},
		{"ana", "start game:nym", "Did you mean `nim`"},
		{"ana", "start game:poker", "I don't play poker"},
		{"ana", "start game:octal", "Did you mean `octal:0.137`"},
		{"ana", "start octal: 5", "Did you mean `octal:0.137`"},
		{"ana", "start octal", "Did you mean `octal:0.137`"},
		{"ana", "rules octal", "Did you mean `octal:0.137`"},
		{"ana", "start mysere", "If the last stone should lose, add `misere`: `/nim start 3 4 5 misere`"},
		{"ana", "start 3 4 5 mysere", "`mysere` isn't an ending"},
		{"ana", "start 3 4 5 kayels", "Did you mean `kayles`"},
		{"ana", "start @bob 3 4", "type `/nim challenge @bob`"},
		{"ana", "start 3 4 clock:5m", "no clock"},
		{"ana", "challenge", "Who do you want to challenge"},
		{"ana", "challenge bob", "Mention them with an @"},
		{"ana", "challenge @nobody", "I can't find `@nobody`"},
		{"ana", "challenge @ana", "You can't challenge yourself"},
		{"ana", "challenge @bob clock:1s", "`clock:` can't be `1s`"},
		{"ana", "predict", "Which position?"},
		{"ana", "hint 7", "`7` isn't one of them"},
		{"ana", "rules poker", "I don't play poker"},
		{"ana", "confirm", "nothing to confirm"},
		{"ana", "accept", "There's no offer"},
		{"ana", "rematch", "This game isn't over yet"},
		{"ana", "undo", "no move to take back"},
		{"ana", "us", "`us` isn't a move here"},
		{"ana", "D", "There's no pile D"},
		{"ana", "level", "Use `easy`, `medium`, `hard` or `perfect`"},
		{"ana", "settings pings:on", "Only moderators"},
		{"ana", "settings language:DE", "Only moderators can change the channel's language. To choose the language of what only you read, type `/nim me language de`."},
		{"ana", "start @nobody", "type `/nim challenge @name`"},
		{"ana", "start @ana", "type `/nim challenge @name`"},
		{"ana", "open @nobody", "To ask one person, type `/nim challenge @name`"},
		{"ana", "open @bob", "To ask one person, type `/nim challenge @bob`"},
		{"ana", "challenge @ bob", "challenge @bob"},
		{"ana", strings.Repeat("x", 100_000), "That's 100,000 characters; the limit is 1,000."},
		{"ana", "st\u202eart 3\x00 4", ""},
	} {
		c := chattest.NewRoom(t)
		c.Says("ana", "start 3 4 5")
		r := c.Says(tt.who, tt.text)
		c.Expect(r, tt.want)
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
	c := chattest.NewRoom(t)
	first := c.Says("ana", "start 3 4 5")
	old := c.Button(first, "Hint")
	c.Says("ana", "A2")
	r := c.Expect(c.Says("ana", old), "[ana] That board is out of date", "ana's move")
	if r.Result != dialog.Stale {
		t.Errorf("Result = %v, want %v", r.Result, dialog.Stale)
	}
	forged := c.Says("ana", "B1 ~1.00000")
	c.Expect(forged, "[ana] That board is out of date")
}

func TestAHintDoesNotMakeTheBoardStale(t *testing.T) {
	c := chattest.NewRoom(t)
	board := c.Says("ana", "start 3 4 5")
	c.Press("ana", c.Press("ana", board, "Hint"), "Tell me more")
	c.Expect(c.Press("ana", c.Press("ana", board, "A (3)"), "Take 2"), "[all]", "ana took 2 from A")
}

func TestRepeatedDeliveryActsOnce(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("ana", "start 3 4 5")
	r := c.Request("ana", "A2")
	first := c.Handler.Handle(t.Context(), r)
	again := c.Handler.Handle(t.Context(), r)
	if again.Result != dialog.Duplicate || again.State.Position != first.State.Position || again.State.Version != first.State.Version {
		t.Errorf("the second delivery gave %v %+v, want %+v untouched", again.Result, again.State, first.State)
	}
	c.Expect(again, "[ana] That's already done.")
	if len(again.Messages) != 1 || again.Messages[0].To == nil {
		t.Errorf("the second delivery was answered\n%s, want nothing that everybody sees", c.Text(again))
	}
}

// A repeated delivery is answered privately, whatever the command was.
func TestRepeatedDeliveryIsAnsweredPrivately(t *testing.T) {
	for _, command := range []string{"start 3 4 5", "challenge @bob 1 2", "settings hints:off", "resign", "hint", "stop"} {
		c := chattest.NewRoom(t)
		c.Says("ana", "start 9 9 5")
		c.Says("ana", "A1")
		r := c.Request("ana", command)
		r.User.Moderator = true
		if first := c.Handler.Handle(t.Context(), r); first.Result == dialog.Refused {
			t.Fatalf("%s: %s", command, c.Text(first))
		}
		again := c.Handler.Handle(t.Context(), r)
		for _, m := range again.Messages {
			if m.To == nil {
				t.Errorf("%s, delivered again, was answered\n%s, want nothing that everybody sees", command, c.Text(again))
			}
		}
	}
}

func TestMoveIsChosenStepByStep(t *testing.T) {
	c := chattest.NewRoom(t)
	r := c.Says("ana", "start 3 40 5")
	r = c.Press("ana", r, "B (40)")
	if m := r.Messages[0]; m.To != nil || !m.Edit || !m.IsBoard() {
		t.Errorf("a step gave %+v, want the public board edited", m)
	}
	r = c.Press("ana", r, "More …")
	c.Button(r, "Take 25")
	c.Button(r, "Take 40")
	r = c.Press("ana", r, "Back")
	c.Button(r, "A (3)")
	c.Expect(c.Press("bob", r, "A (3)"), "[bob] You're watching")
}

// The last pile can be chosen, both when all piles fit on one page and when they need
// two.
func TestAllPilesCanBeReached(t *testing.T) {
	c := chattest.NewRoom(t)
	r := c.Says("ana", "start"+strings.Repeat(" 3", 25))
	if n := len(r.Messages[0].Menu.Items); n != 25 {
		t.Errorf("of 25 piles %d can be chosen, want all without another page", n)
	}
	c.Button(c.Press("ana", r, "Y (3)"), "Take 3")

	c = chattest.NewRoom(t)
	c.Says("ana", "start game:kayles"+strings.Repeat(" 5", 25))
	r = c.Says("ana", "A1:2+2")
	parts := strings.Count(r.State.Position, " ") + 1
	if parts <= 25 {
		t.Fatalf("%q has no other page", r.State.Position)
	}
	for range 2 {
		r = c.Press("ana", r, "More …")
		if n := len(r.Messages[0].Menu.Items); n != parts-24 {
			t.Errorf("the other page offers %d of %d rows, want what the first left out", n, parts)
		}
		r = c.Press("ana", r, "Back")
		c.Button(r, "B (2)")
	}
}

// Choosing a move from the largest allowed pile doesn't enumerate its moves.
func TestALargePileTakesNoTime(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("ana", "start 3 1000000000")
	c.Expect(c.Says("ana", "pick B >900000000"), "Piles: A 3, B 1000000000")
	r := c.Says("ana", "pick B >10000")
	c.Button(r, "Take 10001")
	if m := r.Messages[0].Menu; len(m.Items) > 25 {
		t.Errorf("a page offers %d moves", len(m.Items))
	}
	for _, typed := range []string{"b", "b9", "b99999", "b1000000000", "B1000000000 "} {
		c.Handler.CompleteMove(t.Context(), dialog.Request{Place: c.Place, Text: typed})
		c.Handler.Complete(t.Context(), c.Place, typed)
	}
}

func TestAcceptAndDeclineOffers(t *testing.T) {
	c := chattest.NewRoom(t)
	r := c.Expect(c.Says("ana", "challenge @bob 3 4 5 first:them clock:10m"), "[all] ana challenged bob", "bob will move first", "10 minutes per move")
	if p := r.Messages[0].Ping; len(p) != 1 || p[0].ID != "bob" {
		t.Errorf("Ping = %v, want bob", p)
	}
	c.Expect(c.Press("eve", r, "Accept"), "[eve] That challenge is for bob")
	c.Expect(c.Press("ana", r, "Accept"), "[ana] That's your own offer")
	board := c.Expect(c.Press("bob", r, "Accept"), "[all] bob's move. Piles: A 3, B 4, C 5")
	if !board.Messages[0].Edit {
		t.Error("the accepted offer does not turn into the board")
	}
	c.Expect(c.Says("ana", "A1"), "[ana] It's bob's turn")
	c.Expect(c.Says("bob", "A1"), "ana's move")
	c.Pass(10 * time.Minute)
	over := c.Expect(c.Says("ana", "A1"), "[all]", "bob won: ana ran out of time after 1 move", "[ana] This game is over")
	if !over.State.Over {
		t.Error("the game goes on although the clock ran out")
	}

	offer := c.Press("ana", over, "Rematch")
	c.Expect(offer, "ana challenged bob", "ana will move first")
	c.Expect(c.Press("bob", offer, "Decline / take back"), "bob declined ana's challenge")
	open := c.Expect(c.Says("ana", "open 3 4 5 misere"), "Who will take it?")
	c.Expect(c.Says("bob", "decline"), "[bob] That offer is open to anyone")
	c.Expect(c.Press("eve", open, "Accept"), "ana's move. Piles: A 3, B 4, C 5. Whoever takes the last stone loses")
}

func TestAnOfferExpires(t *testing.T) {
	c := chattest.NewRoom(t)
	r := c.Says("ana", "challenge @bob 3 4 5")
	c.Pass(11 * time.Minute)
	c.Expect(c.Press("bob", r, "Accept"), "[all] ana's challenge to bob has expired", "[bob] That offer has expired")
	if _, settled, err := c.Handler.Settle(t.Context(), c.Place); settled || err != nil {
		t.Errorf("Settle = %v, %v; want nothing left to settle", settled, err)
	}
	c.Says("ana", "challenge @bob 3 4 5")
	c.Pass(11 * time.Minute)
	reply, settled, err := c.Handler.Settle(t.Context(), c.Place)
	if !settled || err != nil {
		t.Fatalf("Settle = %v, %v; want the offer expired", settled, err)
	}
	c.Expect(reply, "[all] ana's challenge to bob has expired")
	if got := reply.Boards(); !slices.Equal(got, []int{1}) {
		t.Errorf("the boards shown are of tables %v, want that what says so takes the offer's place", got)
	}
}

func TestUndoAndStopNeedConsent(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Press("bob", c.Says("ana", "challenge @bob 3 4 5"), "Accept")
	c.Says("ana", "A1")
	c.Says("bob", "B1")
	r := c.Expect(c.Says("bob", "undo"), "bob asked to take back the last turn. ana can say yes or no.")
	c.Expect(c.Press("bob", r, "Yes"), "[bob] You asked this, so ana has to answer")
	c.Expect(c.Press("eve", r, "Yes"), "[eve] You're watching")
	r = c.Expect(c.Press("ana", r, "Yes"), "ana agreed: the last turn is taken back.")
	if r.State.Position != "2 4 5" {
		t.Errorf("the position is %q, want 2 4 5", r.State.Position)
	}
	c.Says("bob", "B1")
	c.Press("ana", c.Says("bob", "undo"), "No")
	c.Expect(c.Says("ana", "stop"), "ana asked to end the game")
	c.Expect(c.Says("bob", "stop"), "The game ended without a result after 1 move")
}

func TestAHintBetweenPeopleIsShownInTheResult(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Press("bob", c.Says("ana", "challenge @bob 3 4 5"), "Accept")
	c.Says("ana", "hint")
	c.Says("ana", "hint 2")
	c.Says("eve", "explain")
	c.Says("ana", "A2")
	c.Says("bob", "explain")
	r := c.Says("bob", "resign")
	c.Expect(r, "ana used 1 hint", "bob used 1 hint")
}

// Predicting the present position counts as a hint, also under another game that is Nim
// in disguise.
func TestWhichPredictionsCountAsHints(t *testing.T) {
	for _, tt := range []struct {
		piles, predict string
		want           bool
	}{
		{"3 4 5", "3 4 5", true},
		{"3 4 5", "5 0 3 4", true},
		{"3 4 5", "4 5 6 game:nimble", true},
		{"3 4 5", "3 4 5 k1 game:moore", true},
		{"3 4 5", "4 3 5 game:lasker", true}, // which counts 3, 4 and 5
		{"3 4 5", "3 4 5 misere", false},
		{"3 4 5", "3 4 6", false},
		{"3 4 5", "3 4 5 k2 game:moore", false},
		{"3 5 game:wythoff", "3 5 game:wythoff", true},
		{"3 5 game:wythoff", "3 5", false},
	} {
		c := chattest.NewRoom(t)
		c.Press("bob", c.Says("ana", "challenge @bob "+tt.piles), "Accept")
		c.Says("ana", "predict "+tt.predict)
		if got := strings.Contains(c.Text(c.Says("bob", "resign")), "ana used 1 hint"); got != tt.want {
			t.Errorf("in %s, `predict %s` counts as a hint: %v, want %v", tt.piles, tt.predict, got, tt.want)
		}
	}
}

// The first hint consoles only a player who never had a winning position, and doesn't
// tell a player whose every move wins to look for the right one.
func TestFirstHintFitsTheSituation(t *testing.T) {
	for _, tt := range []struct {
		says []string
		want string
	}{
		{[]string{"start 3 4 5"}, "[ana] You're winning. Which bundle below has no partner of its size?"},
		{[]string{"start 1 1 1"}, "[ana] You're winning, whatever you do: every move wins here."},
		{[]string{"start 1 4 5"}, "[ana] You're losing: against perfect play no move wins. Blame the position, not yourself."},
		{[]string{"start 3 4 5 first:bot"}, "Blame the position, not yourself."},
		{[]string{"start 3 4 5", "A1"}, "[ana] You're losing: your `A1` on move 1 gave the win away, and now every move can be answered.\n"},
		{[]string{"start 1 4 5", "B1"}, "Blame the position, not yourself."},
	} {
		c := chattest.NewRoom(t)
		for _, text := range tt.says {
			c.Says("ana", text)
		}
		c.Expect(c.Says("ana", "hint"), tt.want)
	}
}

// The second hint speaks of Grundy values where they differ from sizes; the third names a
// move that ends the game or makes progress.
func TestAHintIsTrueInEveryGame(t *testing.T) {
	for _, tt := range []struct{ start, where, move string }{
		{"3 4 5", "Look at pile A. Take the largest lonely bundle (2) out of it", "take 2 from A"},
		{"3 4 6 7", "Look at pile B", "A winning move: take 2 from B"},
		{"1 4 5 game:pass", "Look at pile B, which counts as a Nim pile of 3. Here a move can raise its value.", "pass on B"},
		{"4 7 game:one-or-all", "Look at pile A, which counts as a Nim pile of 2. Split every value into powers of two (1, 2, 4, 8 …). That gives an odd number of 2s in all, and one of them is in this ", "take 1 from A"},
		{"2 5 9 game:coins", "Look at the gap at 5–9, which counts as a Nim pile of 3. Split every value into powers of two (1, 2, 4, 8 …). That gives an odd number of 2s in all, and one of them is in this ", "`9-7`"},
		{"2 1 1 misere", "Look at pile A. You don't need the nim-sum here", "take 1 from A"},
		{"1 1 misere", "Every move wins here.", "take 1 from A"},
		{"6 game:lasker", "Look at pile A. Break every pile into bundles (1, 2, 4, 8 …): an odd number of piles have a 4", "take 6 from A"},
		{"red 8:5,6 8:2,5 game:northcott", "Look at row B, which counts as a Nim pile of 2. Split every value into powers of two (1, 2, 4, 8 …). That gives an odd number of 2s in all, and one of them is in this ", "`B4`"},
	} {
		c := chattest.NewRoom(t)
		c.Says("ana", "start "+tt.start)
		c.Expect(c.Says("ana", "hint 2"), tt.where)
		c.Expect(c.Says("ana", "hint 3"), tt.move)
		c.Expect(c.Says("ana", "predict "+tt.start), tt.move[strings.LastIndex(tt.move, ": ")+1:])
	}
}

// The example on a rules card may be wrong under misère play, so it names its ending: in
// Kayles 5 7, leaving two rows of 5 wins only under normal play.
func TestTheExampleOfARulesCardNamesItsEnding(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("ana", "start 5 7 game:kayles misere")
	c.Expect(c.Says("ana", "rules"), "An example in normal play. From `5 7`, `B2` leaves two rows of 5")
	c.Expect(c.Says("ana", "rules northcott"), "it's a draw. In `red 8:2,5 6:1,6` the gaps")
}

// While a sum runs, its rules card has the rules of its parts, but not of those that are over.
func TestTheRulesCardOfASumHasItsParts(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("ana", "start nim 3 4 + kayles 5")
	c.Expect(c.Says("ana", "rules"), "Sum of games", "Nim. Take any number of stones from one pile", "Kayles. Knock down")
	if text := c.Text(c.Says("ana", "rules nim")); strings.Contains(text, "Kayles") {
		t.Errorf("the rules of another game have those of a part:\n%s", text)
	}
}

// The rules card of an octal game explains its code.
func TestTheRulesCardOfAnOctalGameDecodesIt(t *testing.T) {
	c := chattest.NewRoom(t)
	for _, tt := range []struct{ code, want string }{
		{"0.45", "the code 0.45 lets you take 1 and leave two piles, take 2 and leave two piles or nothing."},
		{"0.137", "lets you take 1 and leave nothing, take 2 and leave at most one pile, take 3 and leave at most two piles."},
		{"4.0026", "lets you split it in two without taking any, take 3 and leave one pile, take 4 and leave one pile or two."},
	} {
		c.Expect(c.Says("ana", "rules octal:"+tt.code), tt.want)
	}
}

func TestStartingAnotherGame(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("ana", "start 3 4 5")
	r := c.Expect(c.Says("ana", "start 7 8 10 first:bot"), "[ana] You still have a game here")
	c.Expect(c.Press("eve", r, "End it and start the new one"), "[eve] There's nothing to confirm")
	c.Expect(c.Press("ana", r, "End it and start the new one"), "[all] ana's move. Piles: A 2, B 8, C 10", "Nim Bot took 5 from A")
	c.Pass(10 * time.Minute)
	c.Expect(c.Says("eve", "start 1 2"), "[all] eve's move. Piles: A 1, B 2")

	c.Pass(10 * time.Minute)
	c.Press("bob", c.Says("ana", "challenge @bob 3 4 5"), "Accept")
	c.Says("ana", "A1")
	c.Says("bob", "A1")
	c.Pass(time.Hour)
}

func TestIdleGameEnds(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("ana", "start 3 4 5")
	c.Pass(9 * 24 * time.Hour)
	c.Expect(c.Says("ana", "A2"), "[all]", "The game ended without a result before the first move", "[ana] This game is over")
}

func TestGameContinuesAfterRestart(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("ana", "start 3 4 5")
	before := c.Says("ana", "A1")
	c.Restart()
	after := c.Says("ana", "board")
	if after.State.Position != before.State.Position || after.State.Turn != before.State.Turn {
		t.Errorf("after a restart the game is %+v, want %+v", after.State, before.State)
	}
	c.Press("ana", before, "Hint")
}

func TestModeratorsChangeSettings(t *testing.T) {
	c := chattest.NewRoom(t)
	r := c.Request("mo", "settings pings:on hints:off")
	r.User.Moderator = true
	c.Expect(c.Handler.Handle(t.Context(), r), "turn pings on, hints in games between people off", "Dates here are in UTC. ")
	c.Press("bob", c.Says("ana", "challenge @bob 3 4 5"), "Accept")
	c.Expect(c.Says("ana", "hint"), "[ana] Hints are off here")
	c.Expect(c.Says("ana", "explain"), "[ana] Hints are off here")
	for _, line := range []string{"explain", "predict 3 4 5", "predict 5 4 3", "predict 3 4 5 0", "predict 3 4 5 7 7", "predict 1 1", "predict 4 5 6 game:nimble", "predict 3 4 game:lasker", "predict 3 4 5 k1 game:moore"} {
		for _, who := range []string{"ana", "eve"} {
			c.Expect(c.Says(who, line), "["+who+"] Hints are off here")
		}
	}
	c.Expect(c.Says("ana", "predict 3 5 game:wythoff"), "With perfect play") // a prediction for another game is allowed
	c.Pass(11 * time.Minute)                                                 // since the game's beginning pinged
	if p := c.Says("ana", "A1").Messages[0].Ping; len(p) != 1 || p[0].ID != "bob" {
		t.Errorf("Ping = %v, want bob", p)
	}
	c.Expect(c.Says("ana", "forget me"), "You're still playing here")
	c.Says("ana", "resign")
	asked := c.Expect(c.Says("ana", "forget me"), "[ana] Forget you in this channel?", "Your rating and practice stay")
	if doc, err := c.Handler.Document(t.Context(), c.Place); err != nil || !strings.Contains(string(doc), `"ana"`) {
		t.Errorf("Document = %s, %v; want it as it was until ana says yes", doc, err)
	}
	c.Expect(c.Press("ana", asked, "Forget me here"), "[ana] Done for this channel", "`/nim forget everywhere` deletes those")
	doc, err := c.Handler.Document(t.Context(), c.Place)
	if err != nil || strings.Contains(string(doc), `"ana"`) {
		t.Errorf("Document = %s, %v; want nothing about ana", doc, err)
	}
	c.Expect(c.Says("eve", "board"), "somebody resigned")
}

func TestTheBotRefusesToGuess(t *testing.T) {
	for _, g := range rules.Games() {
		c := chattest.NewRoom(t)
		for _, setup := range g.Examples {
			if r := c.Says("ana", "start game:"+g.Key+" "+setup); r.State == nil {
				t.Errorf("start game:%s %s was refused: %s", g.Key, setup, c.Text(r))
			}
			c.Says("ana", "stop")
		}
	}
}

// huge returns a room without a heap limit: code that enumerates moves would never
// finish.
func huge(t *testing.T) *chattest.Room {
	c := chattest.NewRoom(t)
	c.Handler = chat.New(chat.Config{
		Store: c.Store, Words: c.Words, Seed: 7, Limits: chat.Limits{Heap: rules.MaxHeap},
		Now: c.Clock, Log: slog.New(slog.DiscardHandler), Timeout: time.Minute,
	})
	return c
}

func TestHugePilesArePagedAndCompleted(t *testing.T) {
	c := huge(t)
	c.Says("ana", "start 1000000000000000000 7 9")
	r := c.Says("ana", "pick A >999999999999999900")
	items := r.Messages[len(r.Messages)-1].Menu.Items
	if last := items[len(items)-1]; len(items) != 25 || strings.HasPrefix(last.Command, "pick") {
		t.Errorf("the last page has %d choices and ends with %q, want 25 and a move", len(items), last.Command)
	}
	for prefix, want := range map[string]string{"a5": "A5", "A99": "A99", "B": "B1", "": "A", "x": ""} {
		got := ""
		if all := c.Handler.CompleteMove(t.Context(), dialog.Request{Place: c.Place, Text: prefix}); len(all) > 0 {
			got = all[0].Text
		}
		if got != want {
			t.Errorf("%q is completed to %q first, want %q", prefix, got, want)
		}
	}
}

// The second hint is true of the move that the third hint names.
func TestTheSecondHintIsTrueOfTheMove(t *testing.T) {
	for _, tt := range []struct{ start, where, move string }{
		{"3 4 5", "Look at pile A", "(`A2`)"},
		{"1 14 9 game:turtles", "Start your move with Coin 14.", "`14,8`"},
		{"3 4 game:wythoff", "Which pair has a difference of 1?", "`AB2`"},
		{"4 4 2 game:chomp", "Start your move with", "bite off 2,3 (`2,3`)"},
		{"47 game:fibonacci", "Write the pile as a sum of Fibonacci numbers (1, 2, 3, 5, 8 …), no two of them next to each other", "take 13 (`13`)"},
	} {
		c := chattest.NewRoom(t)
		c.Says("ana", "start "+tt.start)
		c.Expect(c.Says("ana", "hint 2"), tt.where)
		c.Expect(c.Says("ana", "hint 3"), tt.move)
	}
}

// A command blocks its channel and can't be interrupted, so every command must be quick
// on the largest boards.
func TestEveryCommandEndsOnTheLargestBoards(t *testing.T) {
	slowtest.Sequential(t)
	const most, less = "1000000000000000000", "999999999999999999"
	boards := map[string]string{
		"cake": most + "x" + less + "@5000,77", "northcott": "red " + most + ":1," + most + " " + less + ":5,7",
		"coins": "7 " + less + " " + most, "nimble": "7 " + less + " " + most, "turtles": "7 " + less + " " + most,
		"mock-turtles": "7 999999999999999998 " + less + " " + most, "subtraction": most + " 7 {1,3,4}",
		"moore": most + " " + less + " 5 6 7 k3", "wythoff": most + " " + less, "fibonacci": most, "euclid": most + " 3",
		"grundy": "10000 9999", "ruler": "500 499 3", "chomp": "10x10", "bush": "0-1 1-2 2-3 0-4",
		"sum": "nim " + most + " " + less + " + lasker " + most + " + chomp 2x3 + kayles " + less,
	}
	for _, g := range rules.Games() {
		setup := boards[g.Key]
		if setup == "" {
			setup = most + " " + less + " 7"
		}
		setup += " game:" + g.Key
		c := huge(t)
		if r := c.Says("ana", "start "+setup+" level:easy"); r.State == nil {
			t.Errorf("%s cannot be started: %s", setup, c.Text(r))
			continue
		}
		for _, text := range []string{
			"hint 2", "hint 3", "explain", "board", "predict " + setup, "pick A", "pick A >" + less, "pick 1", "pick " + most,
			"pick " + most + ",", "pick " + most + "-", "pick left", "pick A5B", "1", "A1", most + "-1", "left1", "undo", "resign", "rematch",
		} {
			c.Says("ana", text)
			c.Handler.CompleteMove(t.Context(), dialog.Request{Place: c.Place, Text: strings.TrimPrefix(text, "pick ")})
		}
	}
}

// A person who left can't be challenged to a rematch, by command or by button.
func TestNoRematchWithAnErasedPerson(t *testing.T) {
	for _, leaver := range []string{"ana", "bob"} {
		c := chattest.NewRoom(t)
		c.Says("ana", "challenge @bob 3 4 5")
		c.Says("bob", "accept")
		c.Says("bob", "resign")
		c.Expect(c.Says(leaver, "forget me yes"), "its games no longer name you")
		stays := map[string]string{"ana": "bob", "bob": "ana"}[leaver]
		c.Expect(c.Says(stays, "rematch"), "["+stays+"] Your opponent has left", "`/nim open 3 4 5`")
		for _, m := range c.Says(stays, "board").Messages {
			for _, b := range m.Buttons {
				if strings.HasPrefix(b.Command, "rematch") {
					t.Errorf("after %s left the board offers %q", leaver, b.Command)
				}
			}
		}
		c.Expect(c.Says(stays, "open 3 4 5"), "[all]")
	}
}

func TestForgettingLeavesNothingOfAPerson(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("cleo", "start 3 4 5")
	c.Says("cleo", "challenge @ana 3 4 5") // waits for cleo's word that her game may end
	if doc, err := c.Handler.Document(t.Context(), c.Place); err != nil || !strings.Contains(string(doc), `"ana"`) {
		t.Fatalf("before it is forgotten: %s, %v; want ana in it", doc, err)
	}
	c.Expect(c.Says("ana", "forget me yes"), "[ana] Done")
	if doc, err := c.Handler.Document(t.Context(), c.Place); err != nil || strings.Contains(string(doc), "ana") {
		t.Errorf("after ana was forgotten: %s, %v", doc, err)
	}
}

// The internal word on move-choice buttons (command.Step) isn't proposed by completion.
func TestTheStepOfAMoveIsNotProposed(t *testing.T) {
	c := chattest.NewRoom(t)
	for _, typed := range []string{"", "p", "pi"} {
		for _, x := range c.Handler.Complete(t.Context(), c.Place, typed) {
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
		{"start 3 4 @bot", "Piles: A 3, B 4"},
	} {
		c := chattest.NewRoom(t)
		c.Expect(c.Says("ana", tt.typed), "[all]", tt.want)
	}
	c := chattest.NewRoom(t)
	r := c.Request("ana", "challenge @bob, 3 4")
	r.Mentions = map[string]dialog.User{"bob": chattest.Person("bob")} // as Slack and the terminal read it
	c.Expect(c.Handler.Handle(t.Context(), r), "ana challenged bob")
}
