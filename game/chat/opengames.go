package chat

import (
	"context"
	"errors"
	"slices"

	"nimbot/game/chat/message"
	"nimbot/game/chat/tables"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/platform"
)

// errUnlisted means that the lists of a new game's players don't have the place yet.
var errUnlisted = errors.New("chat: the players' lists lack this place")

// mustList makes sure that the place is in the lists of a game's players before the game is stored,
// so that no game is missing from them. The lists are written outside the lane; until then mustList
// returns errUnlisted, and the command will be run again.
func (s newGame) mustList(players ...string) error {
	if s.h.people == nil || !s.notifies || s.swapped {
		return nil
	}
	players = slices.DeleteFunc(players, func(id string) bool { return id == platform.BotID })
	if slices.ContainsFunc(players, func(id string) bool { return !slices.Contains(s.listed, id) }) {
		s.unlisted = players
		return errUnlisted
	}
	return nil
}

// lister lists the games of people in all places.
type lister struct{ *Handler }

// list writes the place of a job into the lists of those who begin a game there.
func (h lister) list(ctx context.Context, j *job) error {
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	j.listed = j.session.unlisted
	return h.people.BeginsIn(ctx, j.request.Place, j.listed)
}

// openGames finds a person's running games on p's platform: those in listed places, and
// those in p, which isn't listed where nobody can be notified. It reads documents and enters
// no lane. It skips places that can't be read: nobody can play there.
func (h lister) openGames(ctx context.Context, p dialog.Place, u dialog.User) (open []message.OpenGame, err error) {
	listed := []Listed{{Place: p.Shared()}, {Place: p.Own(u.ID)}}
	if h.people != nil {
		known, err := h.people.PlaysIn(ctx, p, u.ID)
		if err != nil {
			return nil, err
		}
		listed = append(known, listed...)
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
		case errors.Is(err, store.ErrCorrupt), errors.Is(err, store.ErrNewer):
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
	rec, err := h.store.Get(ctx, p.String())
	if err != nil {
		return nil, err
	}
	k, err := message.Decode(rec, nil)
	if err != nil {
		return nil, err
	}
	for t := range k.Tables {
		if _, plays := t.SeatOf(id); !plays || !t.Playing() || t.Game.Leaving {
			continue
		}
		open = append(open, message.OpenGame{
			Scene: message.Scene{Known: k, Table: t, Words: h.words, Place: p}, Waits: tables.WaitsFor(&t, id), End: t.ClockEnd(),
		})
	}
	return open, nil
}

// openGames lists the person's open games on the platform. They are read after the lane.
func (s about) openGames() error {
	s.later = func(ctx context.Context) error {
		open, err := lister{s.h}.openGames(ctx, s.r.Place, s.r.User)
		if err != nil {
			s.h.log.WarnContext(ctx, "a person's open games can't be read", "place", s.r.Place.String(), "error", err)
			return dialog.RefuseAs(dialog.Unavailable, "my-games.away")
		}
		if len(open) == 0 {
			s.tellPrivately(words.New("my-games.none"))
			return nil
		}
		s.tellSecret(message.OpenGameLines(open, s.r.User.ID, s.now)...)
		return nil
	}
	return nil
}

// listWaiting adds the list of open games below the help if one waits for the person.
func (s about) listWaiting() {
	s.later = func(ctx context.Context) error {
		open, err := lister{s.h}.openGames(ctx, s.r.Place, s.r.User)
		if err != nil || len(open) == 0 || !open[0].Waits {
			return nil // the help is shown without the list
		}
		m := &s.out.Messages[len(s.out.Messages)-1]
		m.Lines = append(m.Lines, message.OpenGameLines(open, s.r.User.ID, s.now)...)
		m.Open = !slices.ContainsFunc(open, func(g message.OpenGame) bool { return g.Place != s.r.Place })
		return nil
	}
}
