package rounds_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/words/command"
	"nimbot/game/words/sentence"
	"nimbot/store"
	"nimbot/store/round"
)

// table is a room with a round in it.
type table struct {
	*chattest.Room
	t *testing.T
}

func newTable(t *testing.T) *table {
	t.Helper()
	c := &table{routertest.NewRoom(t), t}
	c.Handler.Talk("en").Guess("what is this", sentence.Situation{}) // learns English, for which no command has the time on a busy machine
	return c
}

// round is what is stored.
func (c *table) round() round.Round {
	c.t.Helper()
	r, err := round.NewKeeper(c.Store, c.Clock).Read(c.t.Context(), c.Place.String())
	if err != nil {
		c.t.Fatal(err)
	}
	return r
}

// answers has a person answer the present question, rightly or wrongly.
func (c *table) answers(who string, right bool) dialog.Reply {
	c.t.Helper()
	r := c.round()
	g, err := rules.Lookup(r.Question.Game)
	if err != nil {
		c.t.Fatal(err)
	}
	p, err := g.Parse(r.Question.Position)
	if err != nil {
		c.t.Fatal(err)
	}
	choices := []string{"won", "lost"}
	if teach.Kind(r.Question.Kind) == teach.Find {
		choices = nil
		for m := range p.Moves() {
			choices = append(choices, string(m))
		}
	}
	for i, choice := range choices {
		if r.IsRight(i) == right {
			return c.Says(who, "guess "+choice)
		}
	}
	c.t.Fatalf("no answer is right: %v", right)
	return dialog.Reply{}
}

// pass lets time pass and shows what it decides.
func (c *table) pass(d time.Duration) dialog.Reply {
	c.t.Helper()
	c.Pass(d)
	bot := c.Responder().(*routertest.Bot)
	reply, _, err := bot.Settle(c.t.Context(), c.Place)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := bot.Posted(c.t.Context(), c.Place, reply, "m1"); err != nil {
		c.t.Fatal(err)
	}
	return reply
}

func TestARound(t *testing.T) {
	c := newTable(t)
	asked := c.Expect(c.Says("hal", "race rounds:3 seconds:30"), "[all] Question 1 of 3", "Nobody has answered yet. 30 seconds")
	opened := c.Expect(c.Press("ana", asked, "Answer"), "[ana] Choose your answer")
	if strings.Contains(c.Text(opened), "[all]") {
		t.Error("opening the choices is seen by all")
	}
	_, stamp, _ := strings.Cut(asked.Messages[0].Buttons[0].Command, "~")
	for cmd, edits := range map[string]bool{"guess": false, "guess " + command.Step + " A": true} {
		pressed := c.Request("ana", cmd+" ~"+stamp)
		if r := c.Responder().Handle(t.Context(), pressed); r.Messages[0].Edit != edits {
			t.Errorf("the press of %q replaces the pressed message: %v, want %v: %s", cmd, r.Messages[0].Edit, edits, c.Text(r))
		}
	}
	c.Pass(6200 * time.Millisecond)
	c.Expect(c.answers("ana", true), "[ana] Noted:", "That's final.")
	c.Expect(c.answers("ana", false), "You've answered this one")
	c.Expect(c.answers("bob", false), "Noted")
	c.Expect(c.Press("bob", asked, "Reveal"), "Only hal, who began this round")
	c.Expect(c.Says("bob", "race"), "A round is on here")
	revealed := c.Expect(c.pass(24*time.Second), "[all]", "win", "█ 1 ·", "✓", "Right: ana 6.2\u00a0s\u00a0(+1).", "One point for each right answer")
	c.Expect(c.Press("bob", revealed, "Why?"), "[bob]")
	c.Expect(c.answers("cy", true), "Too late")
	c.Expect(c.pass(8*time.Second), "Question 2 of 3", "30 seconds")
	c.Pass(time.Second)
	c.answers("ana", false)
	c.answers("bob", true)
	if r := c.pass(2 * time.Second); len(r.Messages) != 0 {
		t.Errorf("2 s after everybody answered: %s", c.Text(r))
	}
	revealed = c.Expect(c.pass(time.Second), "Right: bob 1.0\u00a0s\u00a0(+3).")
	c.Expect(c.Press("hal", revealed, "Next question"), "Question 3 of 3")
	c.answers("bob", true)
	c.answers("ana", false)
	revealed = c.Expect(c.Says("hal", "reveal"), "[all]", "Right: bob 0.0\u00a0s\u00a0(+1).")
	over := c.Expect(c.Press("hal", revealed, "Points"), "The round is over, after 3 questions", "1. bob: 4 points", "2. ana: 1 point")
	c.pass(time.Second)
	c.Expect(c.Says("ana", "leaders month"), "The most points in rounds this month", "1. bob: 4 points", "2. ana: 1 point")
	c.Expect(c.Press("cy", over, "Again"), "Question 1 of 3")
	c.Expect(c.Press("cy", over, "Again"), "Another round was begun since")
	if r := c.round(); r.Host.ID != "cy" {
		t.Errorf("the host is %v, want cy", r.Host)
	}
}

// The points are counted once, whoever settles the round, for the month of the round.
func TestPointsAreCountedOnce(t *testing.T) {
	c := newTable(t)
	c.Now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	c.Says("hal", "race game:nim rounds:1")
	c.answers("ana", true)
	c.answers("bob", false)
	c.Says("hal", "reveal")
	for range 3 {
		c.pass(time.Second)
	}
	c.Expect(c.Says("ana", "leaders month"), "1. ana: 3 points")
	c.Pass(24 * time.Hour)
	c.Expect(c.Says("bob", "leaders month"), "Nobody here has any points this month", "Last month: 1. ana: 3 points")
	c.Says("hal", "race game:nim rounds:1")
	c.answers("ana", true)
	c.answers("bob", false)
	c.Says("hal", "reveal")
	c.pass(time.Second)
	c.Expect(c.Says("bob", "leaders month"), "1. ana: 3 points", "Last month: 1. ana: 3 points")
	c.Pass(62 * 24 * time.Hour)
	if said := c.Text(c.Says("bob", "leaders month")); strings.Contains(said, "ana") {
		t.Errorf("two months later: %s", said)
	}
}

// A position that somebody typed gives no points, nor does an answer that is the only one, and the
// bot says so. The drawn questions after a typed one give points.
func TestNoPoints(t *testing.T) {
	const typed, alone, nobody = "A position that somebody typed gives none.", "There are points only if at least two people answer.", "Nobody has points this time."
	for _, tt := range []struct {
		line string
		who  []string // answer each question, the first of them rightly
		want string
	}{
		{"race 3 4 5", []string{"ana"}, nobody + " " + typed},
		{"race 3 4 5", []string{"ana", "bob"}, nobody + " " + typed},
		{"race 3 4 5 rounds:2", []string{"ana"}, nobody + " " + alone},
		{"race 3 4 5 rounds:2", []string{"ana", "bob"}, "1. ana: 3 points"},
		{"race game:nim rounds:1", []string{"ana"}, nobody + " " + alone},
		{"race game:nim rounds:2", []string{"ana"}, nobody + " " + alone},
		{"race game:nim rounds:2", nil, nobody},
	} {
		c := newTable(t)
		last := c.Says("hal", tt.line+" seconds:off")
		for c.round().Phase != round.Over {
			if c.round().Phase == round.Asked {
				for i, who := range tt.who {
					c.answers(who, i == 0)
				}
			}
			last = c.Says("hal", "reveal")
		}
		c.Expect(last, tt.want)
		counts, said := strings.Contains(tt.want, "1. ana"), c.Text(last)
		if strings.Contains(said, "(+") || strings.HasSuffix(tt.want, nobody) && strings.Contains(said, typed[:20]) {
			t.Errorf("%s, answered by %q: %s", tt.line, tt.who, said)
		}
		if month := c.Text(c.Says("ana", "leaders month")); strings.Contains(month, "1. ana") != counts {
			t.Errorf("%s, answered by %q: points count for the month: %v, want %v", tt.line, tt.who, !counts, counts)
		}
	}
}

func TestRefusedRounds(t *testing.T) {
	for _, tt := range []struct {
		line string
		how  func(*dialog.Request)
		want string
	}{
		{"race", func(r *dialog.Request) { r.ReplyOnly = true }, "Have me added"},
		{"race", func(r *dialog.Request) { r.Private = true }, "none in private messages"},
		{"race rounds:0", nil, "`rounds:` can't be `0`"},
		{"race rounds:21", nil, "Use 1 to 20"},
		{"race seconds:9", nil, "Use 10 to 300, or `off`"},
		{"race 1000000000", nil, "too many moves to ask about"},
		{"race 0 0", nil, "over before it starts"},
		{"race " + strings.Repeat("1 ", 26), nil, "26 piles"},
		{"race game:chess", nil, "I don't play chess"},
		{"race 3 4 x", nil, "isn't a number"},
		{"race @ana", nil, "A round has a game or piles"},
		{"guess B2", nil, "No question is open here"},
		{"guess", nil, "No question is open here"},
		{"guess why", nil, "No question is open here. Begin a round with `/nim race`"},
		{"reveal", nil, "No question is open here"},
	} {
		c := newTable(t)
		r := c.Request("ana", tt.line)
		if tt.how != nil {
			tt.how(&r)
		}
		if said := c.Text(c.Responder().Handle(t.Context(), r)); !strings.Contains(said, tt.want) || strings.Contains(said, "[all]") {
			t.Errorf("%s: %s, want %q", tt.line, said, tt.want)
		}
	}
}

func TestModeratorsTurnRoundsOff(t *testing.T) {
	c := newTable(t)
	r := c.Request("mo", "settings races:off")
	r.User.Moderator = true
	c.Expect(c.Responder().Handle(t.Context(), r), "rounds for everybody off")
	c.Expect(c.Says("ana", "race"), "Moderators turned rounds off")
	r = c.Request("mo", "race")
	r.User.Moderator = true
	c.Expect(c.Responder().Handle(t.Context(), r), "Question 1 of 5")
}

// A round goes on when people in it, or its host, are forgotten.
func TestForgettingInARound(t *testing.T) {
	c := newTable(t)
	c.Says("hal", "race rounds:2 seconds:off")
	c.answers("hal", true)
	c.answers("ana", true)
	c.Says("hal", "forget me")
	c.Expect(c.Says("hal", "forget me yes"), "Done")
	if r := c.round(); r.Host.ID != "" || r.CountAnswers() != 1 {
		t.Errorf("after hal was forgotten the host is %v with %d answers", r.Host, r.CountAnswers())
	}
	c.Expect(c.Says("bob", "reveal"), "Right: ana")
	c.Expect(c.Says("bob", "forget everywhere yes"), "")
	c.Expect(c.Says("ana", "reveal"), "Question 2 of 2")
	c.Place.Channel = "other"
	c.Says("zoe", "race rounds:2 seconds:off")
	c.answers("zoe", true)
	c.Pass(-3 * time.Minute) // this copy's clock is behind that of the copy that took the answer
	c.Says("zoe", "forget everywhere")
	c.Says("zoe", "forget everywhere yes")
	if r := c.round(); slices.Contains(r.People(), "zoe") || r.Phase != round.Asked {
		t.Errorf("after zoe was forgotten everywhere %v are in the round, which is %s", r.People(), r.Phase)
	}
	c.Expect(c.Says("bob", "reveal"), "Nobody answered")
}

// A line without a command answers the question, unless its author plays here.
func TestTypedAnswers(t *testing.T) {
	c := newTable(t)
	c.Says("hal", "race 3 4 5 seconds:off")
	c.Expect(c.Says("ana", "take 2 from A"), "[ana] Noted")
	c.Expect(c.Says("bob", "won"), "This one asks for a move")
	c.Says("dan", "start 3 4 5")
	if said := c.Text(c.Says("dan", "A9")); strings.Contains(said, "Noted") || !strings.Contains(said, "only 3") {
		t.Errorf("dan's move is answered %s", said)
	}
	c.Expect(c.Says("cy", "B1"), "[cy] Noted")
	c.Says("hal", "reveal")
	c.Says("hal", "race 1 2 3 seconds:off")
	c.Expect(c.Says("ana", "Lost"), "Noted", "lost")
	c.Expect(c.Says("hal", "reveal"), "It's lost: every move has an answer. Piles: A 1, B 2, C 3.", "1 ⊕ 2 ⊕ 3 = 0 The sum is already 0")
	c.Expect(c.Says("bob", "lost"), "dan can win from here")
}

// A teacher who explains the answer stops the time to the next question.
func TestWaitingAfterAReveal(t *testing.T) {
	c := newTable(t)
	c.Says("hal", "race 3 4 5 rounds:2 seconds:30")
	c.Says("ana", "guess A2")
	revealed := c.Expect(c.pass(30*time.Second), "[all]", "Right: ana", "No points: somebody typed this position.", "The next question follows after 8 seconds.")
	c.Expect(c.Press("ana", revealed, "Wait"), "Only hal, who began this round")
	held := c.Expect(c.Press("hal", revealed, "Wait"), "[all]", "Right: ana", "Paused until Next question is pressed.")
	if text := c.Text(held); strings.Contains(text, "8 seconds") {
		t.Errorf("a reveal that waits says %s", text)
	}
	for _, b := range held.Messages[0].Buttons {
		if b.Label.Key == "button.race-wait" {
			t.Error("a reveal that waits has the button Wait")
		}
	}
	if r := c.pass(time.Hour); len(r.Messages) != 0 {
		t.Errorf("an hour later: %s", c.Text(r))
	}
	c.Expect(c.Press("hal", held, "Next question"), "Question 2 of 2")
	c.Expect(c.pass(30*time.Second), "The points follow after 8 seconds")
	c.Expect(c.pass(8*time.Second), "The round is over")
}

// A teacher stops the time of an open question: people go on answering, and it waits for its reveal.
// Only who leads the round does that.
func TestWaitingDuringAQuestion(t *testing.T) {
	c := newTable(t)
	c.Says("hal", "race game:nim rounds:3 seconds:30")
	c.Expect(c.Says("ana", "reveal wait"), "Only hal, who began this round")
	c.Expect(c.Says("hal", "reveal wait"), "[all]", "Nobody has answered yet.", "Paused until Reveal is pressed.")
	if r := c.pass(time.Hour); len(r.Messages) != 0 {
		t.Errorf("an hour later: %s", c.Text(r))
	}
	if text := c.Text(c.Says("ana", "how long do we have?")); strings.Contains(text, " s are left") {
		t.Errorf("a question without a clock says %s", text)
	}
	c.answers("ana", true)
	c.Expect(c.Says("hal", "reveal"), "Right: ana", "No points: for those, at least two people must answer.", "The next question follows after 8 seconds.")
	c.Expect(c.pass(8*time.Second), "Question 2 of 3", "30 seconds for this one.")
}

// Each event is counted once, whoever decides it.
func TestEachEventIsReportedOnce(t *testing.T) {
	var told []dialog.Event
	c := newTable(t)
	whole := routertest.NewBot(chat.Config{Store: c.Store, Words: c.Words, Seed: 7, Now: c.Clock, Happened: func(platform string, e dialog.Event) {
		if platform != "test" {
			t.Errorf("%s is told of %s", e, platform)
		}
		told = append(told, e)
	}}, c.Store.(store.Archive))
	says := func(who, text string) { whole.Handle(t.Context(), c.Request(who, text)) }
	pass := func(d time.Duration) {
		c.Pass(d)
		if _, _, err := whole.Settle(t.Context(), c.Place); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		do   func()
		want string
	}{
		{func() { says("hal", "race 3 4 5 rounds:2 seconds:30") }, "round begun"},
		{func() { says("ana", "guess A2") }, "round answered"},
		{func() { says("ana", "guess A1"); says("hal", "race") }, "round repeated"},
		{func() { pass(31 * time.Second); pass(0) }, "round revealed"},
		{func() { says("bob", "guess A2") }, "round late"},
		{func() { pass(29 * time.Second) }, ""}, // the reveal isn't shown here
		{func() { says("hal", "reveal") }, "round revealed"},
		{func() { says("hal", "reveal"); pass(time.Second) }, "round over"},
		{func() { says("hal", "race 3 4 5 seconds:off"); says("hal", "reveal") }, "round begun,round revealed,round over"},
		{func() { says("ana", "open 1 2 seats:2"); says("bob", "accept"); says("bob", "decline") }, "simul offered,simul joined,simul left"},
		{func() { says("ana", "begin"); pass(11 * time.Minute) }, "simul called-off"},
		{func() { says("ana", "open 1 2 seats:2"); says("ana", "decline") }, "simul offered,simul called-off"},
		{func() {
			says("ana", "open 1 2 seats:2")
			says("bob", "accept")
			says("cy", "accept")
			says("ana", "begin")
		}, "simul offered,simul joined,simul joined,simul begun"},
		{func() { says("bob", "resign"); says("bob", "resign") }, "simul game"},
		{func() { pass(8 * 24 * time.Hour); pass(time.Hour) }, "simul game,simul over"},
	} {
		told = nil
		step.do()
		var all []string
		for _, e := range told {
			all = append(all, string(e))
		}
		if got := strings.Join(all, ","); got != step.want {
			t.Errorf("told of %q, want %q", got, step.want)
		}
	}
}

// People who weren't among the first aren't named, but they are counted. The table of points has a whole
// class, with those who have none.
func TestManyAnswers(t *testing.T) {
	c := newTable(t)
	c.Says("hal", "race game:nim seconds:off rounds:2")
	for i := range 24 {
		c.answers(fmt.Sprintf("p%02d", i), true)
		c.Pass(100 * time.Millisecond)
	}
	for i := range 9 {
		c.answers(fmt.Sprintf("q%02d", i), false)
	}
	c.Expect(c.Says("hal", "reveal"), "Right: p00 0.0\u00a0s\u00a0(+3)", "p09 0.9\u00a0s\u00a0(+1), and 14 more.")
	if r := c.round(); len(r.Names) != 30 {
		t.Errorf("%d names are kept, want 30", len(r.Names))
	}
	c.Says("hal", "reveal")
	c.Expect(c.Says("hal", "reveal"), "Nobody answered")
	c.Expect(c.Says("hal", "reveal"), "1. p00: 3 points", "25. q05: 0 points", "and 3 more")
}

// "Why?" begins with what a child can use, and ends with the Grundy value.
func TestWhyBeginsInPlainWords(t *testing.T) {
	c := newTable(t)
	c.Says("hal", "race 1 2 2")
	c.answers("ana", true)
	text := c.Text(c.Press("hal", c.Says("hal", "reveal"), "Why?"))
	plain, value := strings.Index(text, "you can do to the other"), strings.Index(text, "Grundy value")
	if at := strings.Index(text, "The player to move wins"); plain < 0 || value < 0 || plain > at || at > value {
		t.Errorf("why it wins is told as\n%s\nwant the copying first and the Grundy value last", text)
	}
}

func TestWhoMayGoOn(t *testing.T) {
	c := newTable(t)
	c.Says("hal", "race seconds:off")
	c.answers("ana", true)
	c.answers("bob", false)
	c.Says("hal", "reveal")
	c.Expect(c.Says("ana", "reveal"), "Only hal")
	c.Pass(time.Minute)
	c.Expect(c.Says("ana", "reveal"), "Question 2 of 5")
	c.Says("hal", "reveal")
	c.pass(110 * time.Minute)
	c.Expect(c.Says("zoe", "race"), "A round is on here") // a class talks about the answer
	c.Expect(c.pass(10*time.Minute), "The round is over, after 2 questions", "1. ana: 1 point")
	c.Expect(c.Says("ana", "leaders month"), "1. ana: 1 point")
}

// Every game can be asked about, in rising difficulty.
