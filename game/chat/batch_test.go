package chat_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/channel"
)

// gated is a store in which each write waits to be let through.
type gated struct {
	store.Store
	begun chan struct{} // a write has arrived
	pass  chan error    // the result of the write; nil lets it through
}

func (g *gated) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	g.begun <- struct{}{}
	if err := <-g.pass; err != nil {
		return store.Record{}, err
	}
	return g.Store.Commit(ctx, key, w)
}

// newGated returns a channel in which ana plays the bot. The write of her first move, whose
// reply first gets, waits in the store.
func newGated(t *testing.T) (c *chattest.Room, g *gated, first <-chan dialog.Reply) {
	c = chattest.NewRoom(t)
	c.Says("ana", "start 1000 1000")
	g = &gated{Store: c.Store, begun: make(chan struct{}), pass: make(chan error)}
	c.Store = g
	c.Restart()
	first = sends(t.Context(), c, "A1")
	<-g.begun
	return c, g, first
}

// sends lets ana type a command that is not waited for.
func sends(ctx context.Context, c *chattest.Room, text string) <-chan dialog.Reply {
	answer := make(chan dialog.Reply, 1)
	r := c.Request("ana", text)
	go func() { answer <- c.Handler.Handle(ctx, r) }()
	return answer
}

// sendMany lets ana type moves, and returns when all of them wait.
func sendMany(c *chattest.Room, n int) []<-chan dialog.Reply {
	var answers []<-chan dialog.Reply
	for range n {
		answers = append(answers, sends(context.Background(), c, "A1"))
	}
	waiting(c, n)
	return answers
}

// waiting returns when n commands wait.
func waiting(c *chattest.Room, n int) {
	for c.Handler.Waiting(c.Place) < n {
		runtime.Gosched()
	}
}

func TestCommandsDuringAWriteShareTheNextWrite(t *testing.T) {
	c, g, first := newGated(t)
	others := sendMany(c, 20)
	g.pass <- nil
	if r := <-first; r.Result != dialog.Done {
		t.Fatalf("the first move gave %v", r.Result)
	}
	<-g.begun
	g.pass <- nil
	var turns []int
	for _, answer := range others {
		r := <-answer
		if r.Result != dialog.Done {
			t.Errorf("a move gave %v", r.Result)
		}
		turns = append(turns, r.State.Turn)
	}
	slices.Sort(turns)
	if len(slices.Compact(turns)) != 20 {
		t.Errorf("the moves were answered with the turns %v, want each its own", turns)
	}
	rec, err := g.Get(t.Context(), c.Place.String())
	if err != nil {
		t.Fatal(err)
	}
	doc, err := channel.Decode(rec.Data)
	if err != nil {
		t.Fatal(err)
	}
	if doc.Turn != turns[len(turns)-1] || doc.Version != rec.Version {
		t.Errorf("stored is turn %d of version %d, want the last turn %d", doc.Turn, doc.Version, turns[len(turns)-1])
	}
}

func TestManyCommandsAreSharedInSeveralWrites(t *testing.T) {
	c, g, first := newGated(t)
	others := sendMany(c, 40) // more than share one write
	writes := 0
	var letThrough sync.WaitGroup
	letThrough.Go(func() {
		g.pass <- nil
		for writes < 2 {
			<-g.begun
			writes++
			g.pass <- nil
		}
	})
	<-first
	for _, answer := range others {
		if r := <-answer; r.Result != dialog.Done {
			t.Errorf("a move gave %v", r.Result)
		}
	}
	letThrough.Wait()
}

func TestAfterAConflictAllOfThemAreDoneAgain(t *testing.T) {
	c, g, first := newGated(t)
	others := sendMany(c, 5)
	g.pass <- nil
	<-first
	<-g.begun
	elsewhere := *c // another replica, on the same store
	elsewhere.Store = g.Store
	elsewhere.Restart()
	c.Expect(elsewhere.Says("ana", "A3"), "ana took 3 from A")
	g.pass <- nil
	<-g.begun // the second try
	g.pass <- nil
	for _, answer := range others {
		r := <-answer
		if r.Result != dialog.Done {
			t.Errorf("a move gave %v", r.Result)
		}
		c.Expect(r, "ana took 1 from A")
	}
}

func TestFailedWriteIsReportedToTheWholeBatch(t *testing.T) {
	c, g, first := newGated(t)
	others := sendMany(c, 3)
	g.pass <- nil
	<-first
	<-g.begun
	g.pass <- fmt.Errorf("%w: gone", store.ErrUnavailable)
	for _, answer := range others {
		c.Expect(<-answer, "[ana] I can't reach my storage")
	}
	again := sends(t.Context(), c, "A1")
	c.Expect(<-again, "[ana] I'm not sure your last command went through")
}

func TestTimeoutInQueueChangesNothing(t *testing.T) {
	c, g, first := newGated(t)
	ctx, stop := context.WithCancel(t.Context())
	answer := sends(ctx, c, "A1")
	waiting(c, 1)
	stop()
	if r := c.Expect(<-answer, "I haven't begun with yours, and nothing changed"); r.Result != dialog.Unavailable {
		t.Errorf("the move that was given up gave %v, want %v", r.Result, dialog.Unavailable)
	}
	if n := c.Handler.Waiting(c.Place); n != 0 {
		t.Errorf("%d still wait, want nobody", n)
	}
	g.pass <- nil
	if r := <-first; r.State.Position == "" || r.Result != dialog.Done {
		t.Errorf("the first move gave %+v", r)
	}
	// The command never started, so its outcome isn't unknown.
	next := sends(t.Context(), c, "A1")
	<-g.begun
	g.pass <- nil
	c.Expect(<-next, "ana took 1 from A")
}

func TestTimeoutDuringWriteLeavesOutcomeUnknown(t *testing.T) {
	c, g, first := newGated(t)
	ctx, stop := context.WithCancel(t.Context())
	early := sends(ctx, c, "A1")
	waiting(c, 1)
	late := sends(t.Context(), c, "A1")
	waiting(c, 2)
	g.pass <- nil
	<-first
	<-g.begun // both are on their way, led by the late one
	stop()
	c.Expect(<-early, "[ana] That took too long, so I don't know whether it went through")
	g.pass <- nil
	if r := <-late; r.Result != dialog.Done {
		t.Errorf("the late move gave %v, want %v", r.Result, dialog.Done)
	}
	c.Expect(<-sends(t.Context(), c, "A1"), "[ana] I'm not sure your last command went through")
}

func TestBatchContinuesAfterItsLeaderTimesOut(t *testing.T) {
	c, g, first := newGated(t)
	ctx, stop := context.WithCancel(t.Context())
	early := sends(t.Context(), c, "A1")
	waiting(c, 1)
	late := sends(ctx, c, "A1")
	waiting(c, 2)
	g.pass <- nil
	<-first
	<-g.begun
	stop()
	g.pass <- nil
	for _, answer := range []<-chan dialog.Reply{early, late} {
		if r := <-answer; r.Result != dialog.Done {
			t.Errorf("a move gave %v, want %v", r.Result, dialog.Done)
		}
	}
}

func TestPanicAffectsOnlyItsOwnCommand(t *testing.T) {
	c, g, first := newGated(t)
	before := sends(t.Context(), c, "A1")
	waiting(c, 1)
	fault := make(chan error)
	go func() { fault <- c.Handler.Act(t.Context(), c.Place, func() { panic("out of order") }) }()
	waiting(c, 2)
	after := sends(t.Context(), c, "A1")
	waiting(c, 3)
	g.pass <- nil
	<-first
	<-g.begun
	g.pass <- nil
	if err := <-fault; err == nil || !strings.Contains(err.Error(), "out of order") {
		t.Errorf("the fault is told as %v", err)
	}
	for _, answer := range []<-chan dialog.Reply{before, after} {
		if r := <-answer; r.Result != dialog.Done {
			t.Errorf("a move gave %v, want %v", r.Result, dialog.Done)
		}
	}
}
