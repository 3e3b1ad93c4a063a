package chat

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"nimbot/chat/scene"
	"nimbot/chat/seating"
	"nimbot/exchange"
	"nimbot/store"
	"nimbot/words"
)

// mostListed is how many of a person's open games are listed at once.
const mostListed = 20

// errUnlisted means that a game begins whose players' lists don't have the place yet.
var errUnlisted = errors.New("chat: the players' lists lack this place")

// mustList makes sure that the place stands in the lists of a game's players before the
// game is stored, so that none can be missing there. That is done outside the lane; until
// then it returns errUnlisted, and the command will be run again.
func (s newGame) mustList(players ...string) error {
	if s.h.people == nil || !s.notifies || s.swapped {
		return nil
	}
	players = slices.DeleteFunc(players, func(id string) bool { return id == exchange.BotID })
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

// openGame is a running game of a person, somewhere on the platform.
type openGame struct {
	scene.Scene
	waits bool       // for the person
	end   store.Unix // of the clock, 0 if there is none
}

// openGames finds a person's running games on p's platform: those in listed places, and
// those in p, which an older version may not have listed. It reads documents and enters
// no lane. It skips places that can't be read: nobody can play there.
func (h lister) openGames(ctx context.Context, p exchange.Place, u exchange.User) (open []openGame, err error) {
	listed := []Listed{{Place: p.Shared()}, {Place: p.Own(u.ID)}}
	if h.people != nil {
		known, err := h.people.PlaysIn(ctx, p, u.ID)
		if err != nil {
			return nil, err
		}
		listed = append(known, listed...)
	}
	var idle []Listed
	seen := map[exchange.Place]bool{}
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
	slices.SortStableFunc(open, func(a, b openGame) int { return cmp.Or(a.rank()-b.rank(), cmp.Compare(a.since(), b.since())) })
	return open, nil
}

// rank orders games: first those that wait for the person, and among them first those
// with a clock.
func (g *openGame) rank() int {
	switch {
	case g.waits && g.end != 0:
		return 0
	case g.waits:
		return 1
	}
	return 2
}

// since orders games of a rank: by the end of the clock, else by the beginning of the
// turn.
func (g *openGame) since() store.Unix { return cmp.Or(g.end, g.Play.Game.Since) }

// openGamesIn finds a person's running games in a place.
func (h lister) openGamesIn(ctx context.Context, p exchange.Place, id string) (open []openGame, err error) {
	rec, err := h.store.Get(ctx, p.String())
	if err != nil {
		return nil, err
	}
	k, err := scene.Decode(rec, nil)
	if err != nil {
		return nil, err
	}
	for t := range k.Tables {
		if _, plays := t.SeatOf(id); !plays || !t.Playing() || t.Game.Leaving {
			continue
		}
		g := openGame{Scene: scene.Scene{Known: k, Table: t, Words: h.words, Place: p}, waits: seating.WaitsFor(&t, id)}
		g.end = t.ClockEnd()
		open = append(open, g)
	}
	return open, nil
}

// lines word the list of a person's open games.
func (s about) lines(open []openGame) []words.Text {
	lines := []words.Text{text("my-games.head", "count", len(open))}
	for i := range open {
		if i == mostListed {
			return append(lines, text("my-games.more", "count", len(open)-i))
		}
		g := &open[i]
		key := "my-games.theirs"
		if g.waits {
			key = "my-games.yours"
		}
		args := words.Args{"line", g.OpponentLine(s.r.User.ID), "where", g.Place.Where(g.Message), "private", g.Place.Person != ""}
		if g.end != 0 {
			args = append(args, "time", scene.TimeLeft(g.end, s.now))
		}
		lines = append(lines, text(key, args...))
	}
	return lines
}

// openGames lists the person's open games on the platform. They are read after the lane.
func (s about) openGames() error {
	s.later = func(ctx context.Context) error {
		open, err := lister{s.h}.openGames(ctx, s.r.Place, s.r.User)
		if err != nil {
			s.h.log.WarnContext(ctx, "a person's open games can't be read", "place", s.r.Place.String(), "error", err)
			return exchange.RefuseAs(exchange.Unavailable, "my-games.away")
		}
		if len(open) == 0 {
			s.tellPrivately(text("my-games.none"))
			return nil
		}
		s.tellSecret(s.lines(open)...)
		return nil
	}
	return nil
}

// listWaiting adds the list of open games below the help if one waits for the person.
func (s about) listWaiting() {
	s.later = func(ctx context.Context) error {
		open, err := lister{s.h}.openGames(ctx, s.r.Place, s.r.User)
		if err != nil || len(open) == 0 || !open[0].waits {
			return nil // the help doesn't fail for the list
		}
		m := &s.messages[len(s.messages)-1]
		m.Lines = append(m.Lines, s.lines(open)...)
		m.Open = !slices.ContainsFunc(open, func(g openGame) bool { return g.Place != s.r.Place })
		return nil
	}
}
