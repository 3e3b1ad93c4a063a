package rounds_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/store/round"
)

// leads has a person lead the round, on a way on which drawing calls charge first.
func (c *table) leads(r dialog.Request, charge func()) dialog.Reply {
	ctx := chat.WithCharge(c.t.Context(), func(_ context.Context, _ dialog.Request, _ bool, work func()) string {
		charge()
		work()
		return ""
	})
	bot := c.Responder().(*routertest.Bot)
	return bot.Config.Rounds.Answer(ctx, dialog.Read(r, c.Words))
}

// While a question is drawn, other people's changes of the round go on.
func TestDrawingHoldsNobodyUp(t *testing.T) {
	c := newTable(t)
	races := c.Responder().(*routertest.Bot).Config.Rounds
	inLane := func(who string) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := races.Leave(ctx, c.Place, who); err != nil {
			t.Errorf("while a question is drawn, Leave(%s) = %v, want nil", who, err)
		}
	}
	c.Says("hal", "race game:nim rounds:4 seconds:30")
	for _, who := range []string{"ana", "bob"} {
		c.answers(who, true)
		c.Says("hal", "reveal")
		drawn := 0
		c.Expect(c.leads(c.Request("hal", "reveal"), func() { drawn++; inLane(who) }), "[all] Question")
		if r := c.round(); drawn != 1 || strings.Contains(strings.Join(r.People(), " "), who) {
			t.Errorf("%d questions are drawn, and %v are in the round; want 1, and not %s", drawn, r.People(), who)
		}
	}
	c.answers("cy", true)
	c.Says("hal", "reveal")
	c.Pass(8 * time.Second)
	ctx := chat.WithCharge(t.Context(), func(_ context.Context, _ dialog.Request, _ bool, work func()) string {
		inLane("cy")
		work()
		return ""
	})
	if reply, _, err := races.Settle(ctx, c.Place, false); err != nil || !strings.Contains(c.Text(reply), "Question 4 of 4") {
		t.Errorf("Settle = %s, %v, want question 4", c.Text(reply), err)
	}
}

// Nothing is drawn for a line that is refused.
func TestRefusedLeadersPayNothing(t *testing.T) {
	c := newTable(t)
	asked := c.Says("hal", "race game:nim rounds:3 seconds:off")
	stamp := " ~" + strings.SplitN(asked.Messages[0].Buttons[0].Command, "~", 2)[1]
	charged := 0
	leads := func(r dialog.Request) string { return c.Text(c.leads(r, func() { charged++ })) }
	begun := c.Request("hal", "race 3 4 5")
	repeated := c.Request("hal", "reveal")
	next := c.Request("hal", "reveal next"+stamp)
	for _, step := range []struct {
		r       dialog.Request
		want    string
		charged int
	}{
		{begun, "A round is on here", 0},
		{c.Request("hal", "race game:nim"), "A round is on here", 0},
		{c.Request("bob", "reveal"), "Only hal", 0},
		{c.Request("hal", "reveal"+stamp), "[all]", 0},
		{c.Request("hal", "reveal"+stamp), "belongs to another question", 0}, // a double click
		{c.Request("bob", "reveal next"+stamp), "Only hal", 0},
		{next, "Question 2 of 3", 1},
		{next, "belongs to another question", 0},
		{c.Request("hal", "reveal"), "[all]", 0},
		{repeated, "Question 3 of 3", 1},
		{repeated, "already done", 0},
		{c.Request("hal", "reveal"), "[all]", 0},
		{repeated, "already done", 0},
		{c.Request("hal", "reveal"), "The round is over", 0},
		{c.Request("hal", "reveal"), "No question is open here", 0},
	} {
		charged = 0
		if got := leads(step.r); !strings.Contains(got, step.want) || charged != step.charged {
			t.Fatalf("%s says %q: %s, charged %d times; want %q, %d", step.r.User.ID, step.r.Text, got, charged, step.want, step.charged)
		}
	}
}

// A question that was drawn for where the round was isn't asked where the round is now.
func TestRoundMovesWhileDrawing(t *testing.T) {
	c := newTable(t)
	asked := c.Says("hal", "race game:nim rounds:3 seconds:off")
	press := "reveal next ~" + strings.SplitN(asked.Messages[0].Buttons[0].Command, "~", 2)[1]
	c.Says("hal", "reveal")
	moved := false
	reply := c.leads(c.Request("hal", press), func() {
		if !moved {
			moved = true
			c.Says("hal", "reveal")
		}
	})
	if r := c.round(); r.Number != 2 || r.Phase != round.Asked || !strings.Contains(c.Text(reply), "belongs to another question") {
		t.Errorf("question %d is %s, and the press is answered %s; want question 2, asked, and that the press is stale", r.Number, r.Phase, c.Text(reply))
	}
}
