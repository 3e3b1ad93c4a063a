package chat

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/rules/solve"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/platform"
)

// A person's list of open games follows the games: it has a document of its own, which no command
// waits for. The write that begins a game also asks the store to have a worker list it. The process
// that wrote lists it sooner, together with other games, and then withdraws that request. Until then
// it adds the game to the lists that it shows.

// BegunSeat is a person's seat in a game that has begun.
type BegunSeat struct {
	Place dialog.Place
	Who   string     // the person's id
	At    store.Unix // when the game began, or a later time at which they played it
	// Level is the bot's if the person chose it, else "".
	Level solve.Level
}

const (
	// listEvery is how long games are collected, so that those of a person share a write.
	listEvery = 500 * time.Millisecond
	// listAfter is how long the process that wrote a game has to list it before a worker does.
	listAfter = 3 * time.Second
	// listMost is how many seats may wait to be listed before a worker lists further ones.
	listMost = 4096
)

// unlistedSeats are the seats of games that this process began and hasn't listed yet.
type unlistedSeats struct {
	mu      sync.Mutex
	waiting []unlistedSeat
	timer   *time.Timer // runs while seats wait
	closed  bool        // no timer starts any more
}

// unlistedSeat is a seat of a begun game, and the version of the place's record that began the game.
type unlistedSeat struct {
	BegunSeat
	version uint64
}

// recordBegun records that a game begins, for its players' lists.
func recordBegun(e *execution, players [2]channel.Player) {
	if e.h.people == nil || e.secondGame { // the second game of a pair is in a place that is listed
		return
	}
	for _, p := range players {
		if p.ID != platform.BotID {
			e.begun = append(e.begun, BegunSeat{Place: e.r.Place, Who: p.ID, At: store.UnixOf(e.now)})
		}
	}
}

// rememberLevel records that a person chose the bot's level in the game that begins, or has begun.
func rememberLevel(e *execution, l solve.Level) {
	if len(e.begun) == 0 {
		recordBegun(e, e.Play.Game.Players)
	}
	for i := range e.begun {
		e.begun[i].Level = l
	}
}

// listSoon lists the games that an execution began, a little later.
func (h *Handler) listSoon(e *execution) {
	if len(e.begun) == 0 || !e.dirty {
		return
	}
	b := &h.unlisted
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting) >= listMost {
		return
	}
	for _, g := range e.begun {
		b.waiting = append(b.waiting, unlistedSeat{g, e.Doc.Version})
	}
	if b.timer == nil && !b.closed {
		b.timer = time.AfterFunc(listEvery, h.listAgain)
	}
}

// listAgain lists what waits, and goes on while something does.
func (h *Handler) listAgain() {
	ctx, cancel := context.WithTimeout(context.Background(), h.timeout)
	defer cancel()
	err := h.ListBegun(ctx)
	b := &h.unlisted
	b.mu.Lock()
	defer b.mu.Unlock()
	pause := listEvery
	if err != nil {
		pause = listAfter
		if panicked := (*panicError)(nil); errors.As(err, &panicked) { // it would do so again; a worker lists them
			h.log.ErrorContext(ctx, "listing games panicked", "panic", fmt.Sprint(panicked.value), "stack", string(panicked.stack))
			b.waiting = nil
		}
	}
	if b.timer = nil; len(b.waiting) > 0 && !b.closed {
		b.timer = time.AfterFunc(pause, h.listAgain)
	}
}

// Close lists the games that this process began and hasn't listed yet. Commands that come afterwards leave
// theirs to a worker. The error is the store's; a worker lists what it concerns.
func (h *Handler) Close(ctx context.Context) error {
	b := &h.unlisted
	b.mu.Lock()
	b.closed = true
	if b.timer != nil {
		b.timer.Stop()
	}
	b.mu.Unlock()
	return h.ListBegun(ctx)
}

// ListBegun lists the games that this process began and hasn't listed yet. The error is the store's;
// what it concerns is tried again.
func (h *Handler) ListBegun(ctx context.Context) (err error) {
	defer catch(&err)
	b := &h.unlisted
	b.mu.Lock()
	now := slices.Clone(b.waiting)
	b.mu.Unlock()
	if len(now) == 0 {
		return nil
	}
	seats := make([]BegunSeat, len(now))
	for i, g := range now {
		seats[i] = g.BegunSeat
	}
	if err := h.people.BeginsIn(ctx, seats); err != nil {
		return err
	}
	listed, done := make([]store.Task, len(now)), make(map[unlistedSeat]bool, len(now))
	for i, g := range now {
		done[g] = true
		listed[i] = store.Task{Key: g.Place.String(), Show: []int{store.ListTable}, Version: g.version}
	}
	b.mu.Lock()
	b.waiting = slices.DeleteFunc(b.waiting, func(g unlistedSeat) bool { return done[g] })
	b.mu.Unlock()
	return h.store.Shown(ctx, listed)
}

// ListPlace lists the running games of a place for their players, because the process that began one
// didn't. The error is the store's.
func (h *Handler) ListPlace(ctx context.Context, p dialog.Place) (err error) {
	defer catch(&err)
	if h.people == nil {
		return nil
	}
	var seats []BegunSeat
	for t, err := range h.runningIn(ctx, p) {
		if err != nil {
			return err
		}
		for _, player := range t.Game.Players {
			if player.ID != platform.BotID {
				seats = append(seats, BegunSeat{Place: p, Who: player.ID, At: t.Game.Since})
			}
		}
	}
	return h.people.BeginsIn(ctx, seats)
}

// placesOf returns the places of a realm in which a person began games that aren't listed yet.
func (b *unlistedSeats) placesOf(p dialog.Place, id string) (places []Listed) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, g := range b.waiting {
		if g.Who == id && g.Place.Realm() == p.Realm() {
			places = append(places, Listed{Place: g.Place})
		}
	}
	return places
}
