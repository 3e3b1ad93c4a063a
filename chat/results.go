package chat

import (
	"context"
	"slices"

	"nimbot/channel"
	"nimbot/chat/scene"
	"nimbot/exchange"
	"nimbot/game"
	"nimbot/store"
)

// People keeps what finished games tell about those who played them. It has
// its own documents, and is only asked outside the lanes: a command on a channel
// never waits for a person there.
type People interface {
	// Count counts finished games of a place for their players. It may be told
	// of a game more than once, and counts it once. After an error some of them
	// may not be counted yet.
	Count(ctx context.Context, p exchange.Place, games []channel.Game) error
	// Pair prepares the rated pair that taker makes of an offer. A refusal that
	// the person is to be told is a *typed.Refusal.
	Pair(ctx context.Context, p exchange.Place, o channel.Offer, taker exchange.User) (Pairing, error)
	// Running lists the places of p's platform in which a rated pair of the person
	// may be on.
	Running(ctx context.Context, p exchange.Place, u exchange.User) ([]exchange.Place, error)
}

// Pairing is what a rated pair begins with.
type Pairing struct {
	Offer  string              // the offer's id; Handler sets it
	Start  string              // the position from which both games begin
	Before [2]channel.Strength // of the player who made the offer, and of the taker

	refused error // why there is none, for the person
}

// How finished games are counted.
const (
	// countAtOnce bounds the games that are counted at the same time; the
	// others are left to the worker.
	countAtOnce = 64
	// countedKept is how many games a process remembers to be counted, until
	// the next write of their channel drops them.
	countedKept = 4096
)

// over keeps a game that has just ended in the document, until it's counted,
// and begins the second game of a pair. What nobody moved in tells nothing, unless
// the bot drew its start: somebody saw it and went away.
func (s inGame) over(ended game.Match) error {
	g := *s.Doc.Game
	g.Since = store.UnixOf(s.now)
	if g.Pair != nil {
		g.Pair = scene.Scored(*g.Pair, ended.Result())
	}
	s.Doc.Game = &g
	s.Replace(ended)
	if s.h.people != nil && (len(ended.Moves()) > 0 || g.Pair != nil || s.left(g)) {
		s.Doc.Results = append(slices.Clip(s.Doc.Results), g)
		s.finished = true
	}
	return s.goOn()
}

// left reports whether a person went away from a start that the bot drew for them
// alone.
func (s inGame) left(g channel.Game) bool {
	_, vsBot := s.AgainstBot()
	return vsBot && g.Drawn != 0
}

// roomForResult refuses a new game whose result might find no room: the game
// that is going on, if any, ends before. A pair's second game begins whatever
// waits, so its first one wants room for both.
func (s newGame) roomForResult() error {
	n := len(s.h.uncounted(s.Doc.Results))
	if s.Playing() || s.pairing != nil {
		n++
	}
	if n >= channel.MaxResults && !s.swapped {
		s.resultsFull = true
		return refuse("results.waiting")
	}
	return nil
}

// uncounted are the results that aren't known to be counted.
func (h *Handler) uncounted(results []channel.Game) []channel.Game {
	if len(results) == 0 {
		return nil
	}
	left := slices.DeleteFunc(slices.Clone(results), func(g channel.Game) bool { return h.counted.Contains(g.ID) })
	if len(left) == 0 {
		return nil
	}
	return left
}

// countSoon counts a place's finished games in the background, if there's room.
func (h *Handler) countSoon(p exchange.Place, games []channel.Game) {
	select {
	case h.counting <- struct{}{}:
	default:
		return // a worker counts them
	}
	go func() {
		defer func() { <-h.counting }()
		ctx, cancel := context.WithTimeout(context.Background(), h.timeout)
		defer cancel()
		_ = h.count(ctx, p, games) // a worker tries again, and tells of it
	}()
}

// count counts a place's finished games.
func (h *Handler) count(ctx context.Context, p exchange.Place, games []channel.Game) (err error) {
	defer catch(&err)
	if games = h.uncounted(games); games == nil || h.people == nil {
		return nil
	}
	if err := h.people.Count(ctx, p, games); err != nil {
		return err
	}
	for _, g := range games {
		h.counted.Add(g.ID, struct{}{})
	}
	return nil
}

// Counted counts the finished games that wait in a place, and tells how the
// place stands, as Glance does. The error is a store's.
func (h *Handler) Counted(ctx context.Context, p exchange.Place) (exchange.Reply, error) {
	j := &job{request: exchange.Request{Place: p}, act: func(*session) {}}
	r, err := h.do(ctx, j)
	if err == nil {
		err = h.count(ctx, p, j.session.Doc.Results)
	}
	return r, err
}

// settleResults counts the finished games that still wait in a place, and drops
// them from its document.
func (h *Handler) settleResults(ctx context.Context, p exchange.Place, games []channel.Game) (exchange.Reply, error) {
	if err := h.count(ctx, p, games); err != nil {
		return exchange.Reply{}, err
	}
	return h.do(ctx, &job{request: exchange.Request{Place: p}, act: func(s *session) {
		s.r.Unseated = s.Doc.Delivery.Unseated
		if len(s.Doc.Results) > 0 {
			s.noted() // the write drops what was counted
		}
	}})
}
