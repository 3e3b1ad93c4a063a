package people

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
)

const (
	// pairsADay is how many rated pairs two people may begin with each other in one server on one
	// UTC day, so that nobody can farm rating from a friend.
	pairsADay = 3
	// maxDraws is how many starts are drawn to find one that is new to both.
	maxDraws = 20
)

// Pair implements chat.Results. It draws a start that the first player can win and that
// neither player had in their last pairs, and counts the pair against the day's limit. It reads all
// that it needs with one call to the store, and writes with another.
func (b *Book) Pair(ctx context.Context, p dialog.Place, o channel.Offer, taker dialog.User) (chat.Pairing, error) {
	s := serverOf(p)
	if !s.compares() {
		return chat.Pairing{}, refuse("rated.unseated")
	}
	now := store.UnixOf(b.now())
	ids := [2]string{o.From.ID, taker.ID}
	marks, err := b.marks.Names(ctx)
	if err != nil {
		return chat.Pairing{}, err
	}
	var keys []string
	for _, id := range ids {
		keys = append(append(keys, s.key(id), personalServer(p).key(id)), marks(s.realm(), id)...)
	}
	if err := store.ReadAhead(ctx, b.store, keys); err != nil {
		return chat.Pairing{}, err
	}
	var members [2]person.Member
	for i, id := range ids {
		left, err := b.leftLately(ctx, s, id, now)
		switch {
		case err != nil:
			return chat.Pairing{}, err
		case left && id == taker.ID:
			return chat.Pairing{}, refuse("rated.left")
		case left:
			return chat.Pairing{}, refuse("rated.other-left")
		}
		if members[i], err = b.members.Read(ctx, s.key(id)); err != nil {
			return chat.Pairing{}, err
		}
	}
	start, err := b.drawStart(ctx, p, taker, o, members)
	if err != nil {
		return chat.Pairing{}, err
	}
	if err := b.beginPair(ctx, p, ids, o.ID, now); err != nil {
		return chat.Pairing{}, err
	}
	return chat.Pairing{Start: start, Before: [2]channel.PlayerRating{strengthOf(&members[0], now), strengthOf(&members[1], now)}}, nil
}

// unratedFor is how long a person can't play rated pairs after deleting their data, because the
// count of the day's pairs was deleted, too.
const unratedFor = 24 * time.Hour

// leftLately reports whether a person had everything deleted less than unratedFor ago. The error is
// the store's.
func (b *Book) leftLately(ctx context.Context, s server, id string, now store.Unix) (bool, error) {
	mark, err := b.marks.Of(ctx, s.realm(), id)
	return err == nil && mark.Within(unratedFor, now), err
}

// Running implements chat.Results.
func (b *Book) Running(ctx context.Context, p dialog.Place, u dialog.User) ([]dialog.Place, error) {
	m, err := b.members.Read(ctx, personalServer(p).key(u.ID))
	if err != nil {
		return nil, err
	}
	var places []dialog.Place
	for _, s := range m.Running {
		if place, ok := b.parsePlace(ctx, s); ok {
			places = append(places, place)
		}
	}
	return places, nil
}

// drawStart draws a start of the offered game. The person who takes the offer pays for the work. The
// error is a refusal: there is no such game or start, or the person must wait.
func (b *Book) drawStart(ctx context.Context, p dialog.Place, taker dialog.User, o channel.Offer, members [2]person.Member) (string, error) {
	g, err := rules.Lookup(o.Key)
	if err != nil {
		return "", command.UnknownGame(o.Key, err)
	}
	met := map[string]bool{}
	for _, m := range members {
		for _, p := range m.Pairs {
			if p.Game == o.Key {
				met[p.Start] = true
			}
		}
	}
	e, start := rules.EndingOf(o.Ending), ""
	err = chat.Charged(ctx, dialog.Request{Place: p, User: taker}, g.IsCostly(e), func() {
		d := rules.NewDrawing(ctx, b.source())
		for range maxDraws {
			setup, ok := teach.RatedStart(g, e, d)
			if !ok {
				return
			}
			if p, err := g.Begin(setup, e); err == nil && !met[p.String()] {
				start = p.String()
				return
			}
		}
	})
	if err == nil && start == "" {
		err = refuse("rated.start")
	}
	return start, err
}

// source makes a random source for one caller.
func (b *Book) source() *rand.Rand {
	b.mu.Lock()
	defer b.mu.Unlock()
	return rand.New(rand.NewPCG(b.random.Uint64(), b.random.Uint64()))
}

// beginPair counts a pair that two people begin, and records where it runs. One of the two
// documents keeps the count for both, so that pairs begun in several places at once are all
// counted. An offer that is accepted again after a failure is counted once.
func (b *Book) beginPair(ctx context.Context, p dialog.Place, ids [2]string, offer string, now store.Unix) error {
	keeper, other := min(ids[0], ids[1]), max(ids[0], ids[1])
	counts := serverOf(p).key(keeper)
	runs := []string{personalServer(p).key(ids[0]), personalServer(p).key(ids[1])}
	keys := append([]string{counts}, slices.DeleteFunc(slices.Clone(runs), func(key string) bool { return key == counts })...)
	var refused error
	return errors.Join(b.members.ChangeAll(ctx, keys, func(key string, m *person.Member) (changed bool, err error) {
		if key == counts {
			changed, refused = countPair(m, other, offer, now)
		}
		if refused == nil && slices.Contains(runs, key) {
			changed = m.RunsIn(p.String()) || changed
		}
		return changed, refused
	})...)
}

// countPair counts a pair with another person against the day's limit, unless it's counted already.
func countPair(m *person.Member, other, offer string, now store.Unix) (changed bool, err error) {
	const day = store.Unix(24 * time.Hour / time.Second)
	today, n := now/day*day, 0
	for _, begun := range m.PairsBegun {
		if begun.Offer == offer {
			return false, nil
		}
		if begun.With == other && begun.At >= today && !person.Future(begun.At, now) {
			n++
		}
	}
	if n >= pairsADay {
		return false, refuse("rated.limit", "max", pairsADay)
	}
	m.Begin(person.BegunPair{At: now, With: other, Offer: offer}, today)
	return true, nil
}
