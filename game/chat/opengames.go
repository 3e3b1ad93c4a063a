package chat

import (
	"context"
	"iter"
	"slices"

	"nimbot/game/chat/message"
	"nimbot/game/chat/tables"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store"
)

// lister lists the games of people in all places.
type lister struct{ *Handler }

// openGames finds a person's running games on p's platform: those in listed places, and
// those in p, which isn't listed where nobody can be notified. It reads documents and enters
// no lane. It skips places that can't be read: nobody can play there.
func (h lister) openGames(ctx context.Context, p dialog.Place, u dialog.User) (open []message.OpenGame, err error) {
	listed := []Listed{{Place: p.Shared()}, {Place: p.Own(u.ID)}}
	if h.people != nil {
		begun := h.unlisted.placesOf(p, u.ID) // before the list is read: they may be listed meanwhile
		known, err := h.people.PlaysIn(ctx, p, u.ID)
		if err != nil {
			return nil, err
		}
		listed = slices.Concat(known, begun, listed)
	}
	var idle []Listed
	seen := map[dialog.Place]bool{}
	for _, l := range listed {
		if seen[l.Place] {
			continue
		}
		seen[l.Place] = true
		here, err := h.openGamesIn(ctx, l.Place, u.ID)
		switch {
		case store.Unreadable(err):
		case err != nil:
			return nil, err
		case len(here) == 0 && l.At != 0:
			idle = append(idle, l)
		}
		open = append(open, here...)
	}
	if len(idle) > 0 {
		if err := h.people.PlaysNoMoreIn(ctx, p, u.ID, idle); err != nil {
			h.log.InfoContext(ctx, "a list keeps places without a game", "error", err)
		}
	}
	slices.SortStableFunc(open, message.CompareOpenGames)
	return open, nil
}

// openGamesIn finds a person's running games in a place.
func (h lister) openGamesIn(ctx context.Context, p dialog.Place, id string) (open []message.OpenGame, err error) {
	for at, err := range h.runningIn(ctx, p) {
		if err != nil {
			return nil, err
		}
		if _, plays := at.SeatOf(id); plays {
			open = append(open, message.OpenGame{Scene: at, Waits: tables.WaitsFor(&at.Table, id), End: at.ClockEnd()})
		}
	}
	return open, nil
}

// runningIn reads the document of a place and yields the running games in it. An error of the store
// ends the iteration.
func (h *Handler) runningIn(ctx context.Context, p dialog.Place) iter.Seq2[message.Scene, error] {
	return func(yield func(message.Scene, error) bool) {
		var k *message.Known
		rec, err := h.store.Get(ctx, p.String())
		if err == nil {
			k, err = message.Decode(rec, nil)
		}
		if err != nil {
			yield(message.Scene{}, err)
			return
		}
		for t := range k.Tables {
			if t.Playing() && !t.Game.Leaving && !yield(message.Scene{Known: k, Table: t, Words: h.words, Place: p}, nil) {
				return
			}
		}
	}
}

// listOpenGames lists the person's open games on the platform. They are read after the lane.
func listOpenGames(e *execution) error {
	e.later = func(ctx context.Context) error {
		open, err := lister{e.h}.openGames(ctx, e.r.Place, e.r.User)
		if err != nil {
			e.h.log.WarnContext(ctx, "a person's open games can't be read", "place", e.r.Place.String(), "error", err)
			return dialog.RefuseAs(dialog.Unavailable, "my-games.away")
		}
		if len(open) == 0 {
			e.tellPrivately(words.New("my-games.none"))
			return nil
		}
		e.tellSecret(message.OpenGameLines(open, e.r.User.ID, e.now)...)
		return nil
	}
	return nil
}

// listWaiting adds the list of open games below the help if one waits for the person.
func listWaiting(e *execution) {
	e.later = func(ctx context.Context) error {
		open, err := lister{e.h}.openGames(ctx, e.r.Place, e.r.User)
		if err != nil || len(open) == 0 || !open[0].Waits {
			return nil // the help is shown without the list
		}
		m := &e.out.Messages[len(e.out.Messages)-1]
		m.Lines = append(m.Lines, message.OpenGameLines(open, e.r.User.ID, e.now)...)
		m.Open = !slices.ContainsFunc(open, func(g message.OpenGame) bool { return g.Place != e.r.Place })
		return nil
	}
}
