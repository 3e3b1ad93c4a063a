package chat

import (
	"context"
	"slices"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/channel"
)

// Results keeps the results of finished games in its own documents. It is called outside
// the lanes only, so that a command on a channel never waits for a person's document.
type Results interface {
	// Count counts finished games of a place for their players. It counts a game once, however
	// often it is called with it. After an error some games may not be counted yet.
	Count(ctx context.Context, p dialog.Place, games []channel.Game) error
	// Documents returns the keys of the documents that are read for a person's needs in a place: by Won
	// for command.Wins, by Running and Asked for command.Secrets, by WantsPings for command.Pings. The
	// error is the store's.
	Documents(ctx context.Context, p dialog.Place, id string, needs command.Needs) ([]string, error)
	// Pair prepares the rated pair that begins when taker accepts an offer. A refusal
	// for the person is a *dialog.Refusal; other errors are the store's.
	Pair(ctx context.Context, p dialog.Place, o channel.Offer, taker dialog.User) (Pairing, error)
	// Running lists the places of p's platform in which the person may have a running
	// rated pair, or be in a round. The error is the store's.
	Running(ctx context.Context, p dialog.Place, u dialog.User) ([]dialog.Place, error)
	// Asked returns what the open rounds of places ask. The error is the store's.
	Asked(ctx context.Context, places []dialog.Place) ([]rules.Situation, error)
	// BeginsIn lists the places of seats in begun games for the people who sit there, and stores the levels
	// of the bot that they chose. The error is the store's; then some places may not be listed. A seat
	// may come more than once.
	BeginsIn(ctx context.Context, seats []BegunSeat) error
	// PlaysIn lists the places of p's platform in which games of the person may be running. The
	// error is the store's.
	PlaysIn(ctx context.Context, p dialog.Place, id string) ([]Listed, error)
	// PlaysNoMoreIn removes places in which no running game of the person was found from their
	// list. The error is the store's.
	PlaysNoMoreIn(ctx context.Context, p dialog.Place, id string, idle []Listed) error
	// Won lists the games, by family, that a person has won in the place's server. level is the
	// bot's when they played it last, "" if they never played it. The error is the store's.
	Won(ctx context.Context, p dialog.Place, id string) (won []string, level solve.Level, err error)
	// WantsPings reports whether a person of p's platform wants to be notified of their turns.
	// The error is the store's.
	WantsPings(ctx context.Context, p dialog.Place, id string) (bool, error)
}

// Listed is a place in which a game of a person may be running.
type Listed struct {
	Place dialog.Place
	At    store.Unix // when it was listed last
}

// Pairing is what a rated pair begins with.
type Pairing struct {
	Offer  string                  // the offer's id; Handler sets it
	Start  string                  // the position from which both games begin
	Before [2]channel.PlayerRating // of the player who made the offer, and of the one who accepts

	refused error // why there is no pair, for the person
}

const (
	// countAtOnce bounds the places that are counted at the same time; the worker counts
	// the others.
	countAtOnce = 64
	// countedKept is how many counted games a process remembers. The next write of their
	// channel drops them from the document.
	countedKept = 4096
)

// endGame queues the finished game to be counted, and begins the second game of a pair.
// A casual game without a move isn't counted.
func endGame(e *execution, ended rules.Match) error {
	g := *e.Play.Game
	g.Since = store.UnixOf(e.now)
	if g.Pair != nil {
		g.Pair = message.Scored(*g.Pair, ended.Result())
	}
	e.Play.Game = &g
	e.SetMatch(ended)
	if e.h.people != nil && !g.Retry && (len(ended.Moves()) > 0 || g.Pair != nil) {
		e.Play.Results = append(slices.Clip(e.Play.Results), g)
		e.finished = true
	}
	noteSimulGame(e, ended) // last, because it writes the table back
	return beginSecondGame(e)
}

// roomForResult refuses a new game if its result might find no room in the document. The
// running game, if any, will end first and needs room, too. The first game of a pair
// needs room for both, because the second begins in any case.
func roomForResult(e *execution) error {
	n := len(e.h.uncounted(e.Play.Results))
	if e.Playing() || e.pairing != nil {
		n++
	}
	switch {
	case n < channel.MaxResults || e.secondGame:
		return nil
	case e.counted:
		return refuse("results.waiting")
	}
	waiting := uncountedResults(e)
	return e.prepare(func(ctx context.Context, h outside, _ dialog.ParsedRequest, j *job) (dialog.Reply, error) {
		j.counted = true
		_ = h.count(ctx, j.request.Place, waiting) // a worker retries and logs it
		return dialog.Reply{}, nil
	})
}

// uncounted returns the results that this process doesn't know to be counted.
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

// countSoon counts a place's finished games in the background, unless too many are being
// counted.
func (h *Handler) countSoon(p dialog.Place, games []channel.Game) {
	select {
	case h.counting <- struct{}{}:
	default:
		return // a worker will count them
	}
	go func() {
		defer func() { <-h.counting }()
		ctx, cancel := context.WithTimeout(context.Background(), h.timeout)
		defer cancel()
		_ = h.count(ctx, p, games) // a worker retries and logs it
	}()
}

// count counts a place's finished games.
func (h *Handler) count(ctx context.Context, p dialog.Place, games []channel.Game) (err error) {
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

// Counted counts the finished games of a place and returns the place's state, as State
// does. The error is a store's.
func (h *Handler) Counted(ctx context.Context, p dialog.Place) (dialog.Reply, error) {
	j := &job{request: dialog.Request{Place: p}, act: func(*execution) {}}
	r, err := h.do(ctx, j)
	if err == nil {
		err = h.count(ctx, p, uncountedResults(&j.execution))
	}
	return r, err
}

// newGames reports whether a game is new to a person: they haven't won it yet.
type newGames func(rules.Game) bool

// findWins looks up which games are new to the person. If that isn't known at once, no game counts
// as new.
func (h outside) findWins(ctx context.Context, j *job) {
	ctx, cancel := context.WithTimeout(ctx, pingWithin)
	defer cancel()
	won, level, err := h.people.Won(ctx, j.request.Place, j.request.User.ID)
	if len(won) > 0 {
		j.level = level
	}
	j.isNew = func(g rules.Game) bool { return err == nil && !slices.Contains(won, rules.Family(g.Key)) }
}

// settleResults counts the finished games of a place and drops them from its document.
func (h *Handler) settleResults(ctx context.Context, p dialog.Place, games []channel.Game) (dialog.Reply, error) {
	if err := h.count(ctx, p, games); err != nil {
		return dialog.Reply{}, err
	}
	return h.do(ctx, &job{request: dialog.Request{Place: p}, act: func(e *execution) {
		e.r.ReplyOnly = e.Doc.Delivery.Unseated
		if len(uncountedResults(e)) > 0 {
			e.markDirty() // the write drops the counted games
		}
	}})
}
