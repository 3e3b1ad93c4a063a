package activity

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"nimbot/adapters/discord"
	"nimbot/game/dialog"
)

// mirror answers in the Activity, and shows what changed in the channel. If a board changes faster
// than Discord accepts edits, the channel shows only its latest state.
type mirror struct {
	bot     Bot
	adapter discord.Activity
	log     *slog.Logger
	within  time.Duration // as Options.ShowWithin
	changed func(context.Context, dialog.Place)

	mu      sync.Mutex
	again   map[table]bool // tables that are being shown, and whether they changed meanwhile
	showing sync.WaitGroup
}

// table is a table of a place.
type table struct {
	place  dialog.Place
	number int
}

func newMirror(o Options) *mirror {
	return &mirror{bot: o.Bot, adapter: discord.Activity{Adapter: o.Adapter}, log: o.Page.Log, within: o.ShowWithin, again: map[table]bool{}}
}

// Handle implements dialog.Responder.
func (m *mirror) Handle(ctx context.Context, r dialog.Request) dialog.Reply {
	reply := m.bot.Handle(ctx, r)
	later := context.WithoutCancel(ctx)
	if reply.Found != reply.Version || reply.Round != nil {
		go m.changed(later, r.Place)
	}
	if reply.Result == dialog.Duplicate {
		return reply
	}
	said := reply
	said.Messages = slices.DeleteFunc(slices.Clone(reply.Messages), func(x dialog.Message) bool { return x.To != nil || x.IsBoard() || x.Post != nil })
	if len(said.Messages) > 0 {
		m.showing.Go(func() { m.say(later, r, said) })
	}
	for _, n := range reply.Boards() {
		if n != dialog.RoundTable {
			m.soon(later, table{r.Place.Shared(), n})
		}
	}
	return reply
}

// say posts the public messages of a reply other than its boards.
func (m *mirror) say(ctx context.Context, r dialog.Request, said dialog.Reply) {
	ctx, cancel := context.WithTimeout(ctx, m.within)
	defer cancel()
	if _, err := m.adapter.Show(ctx, r.Place.Shared(), dialog.Delivery{Locale: r.Locale, ReplyOnly: r.ReplyOnly}, said); err != nil {
		m.log.InfoContext(ctx, "what was said in the Activity is not shown in the channel", "place", r.Place.String(), "error", err)
	}
}

// soon shows a table in the channel: now, or after the board of the table that is being shown.
func (m *mirror) soon(ctx context.Context, t table) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, runs := m.again[t]; runs {
		m.again[t] = true
		return
	}
	m.again[t] = false
	m.showing.Go(func() {
		for again := true; again; {
			m.show(ctx, t)
			m.mu.Lock()
			if again = m.again[t]; again {
				m.again[t] = false
			} else {
				delete(m.again, t)
			}
			m.mu.Unlock()
		}
	})
}

// show shows the present board of a table in the channel, and confirms that.
func (m *mirror) show(ctx context.Context, t table) {
	ctx, cancel := context.WithTimeout(ctx, m.within)
	defer cancel()
	reply, d, err := m.bot.Present(ctx, t.place, t.number)
	if err == nil && len(reply.Messages) > 0 {
		var shown bool
		if shown, err = m.adapter.Show(ctx, t.place, d, reply); shown {
			err = m.bot.Shown(ctx, t.place, reply.Version, []int{t.number})
		}
	}
	if err != nil {
		m.log.InfoContext(ctx, "a board that was changed in the Activity is shown later in the channel", "place", t.place.String(), "error", err)
	}
}

// wait waits until everything is shown, or ctx ends.
func (m *mirror) wait(ctx context.Context) {
	done := make(chan struct{})
	go func() { m.showing.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
}
