package people

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/rules/solve"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/round"
)

// openLists stores the places in which people play, and whether they want to be notified there.
type openLists struct {
	members *person.Members
	marks   *person.Marks
	now     func() time.Time
	log     *slog.Logger
}

// listAtOnce is how many people's lists are read or written with one call.
const listAtOnce = 64

// BeginsIn implements chat.Results. It doesn't list a game for a person who has left since, or
// whose document can't be read. If one list can't be written, the others still are.
func (b *openLists) BeginsIn(ctx context.Context, games []chat.BegunSeat) error {
	by := map[string][]chat.BegunSeat{}
	for _, g := range games {
		key := personalServer(g.Place).key(g.Who)
		by[key] = append(by[key], g)
	}
	ctx, over := store.WithAhead(ctx)
	defer over()
	var all []error
	for keys := range slices.Chunk(slices.Sorted(maps.Keys(by)), listAtOnce) {
		if err := b.members.ReadAhead(ctx, keys); err != nil {
			return err
		}
		for _, err := range b.members.ChangeAll(ctx, keys, func(key string, m *person.Member) (bool, error) { return b.list(ctx, key, m, by[key]) }) {
			switch {
			case err == nil, errors.Is(err, person.ErrLeaving):
			case !store.Unreadable(err):
				all = append(all, err)
			default:
				b.log.ErrorContext(ctx, "a member's document can't be read; a game isn't listed there", "error", err)
			}
		}
	}
	return errors.Join(all...)
}

// list lists the games of one person.
func (b *openLists) list(ctx context.Context, key string, m *person.Member, games []chat.BegunSeat) (changed bool, err error) {
	now, at := store.UnixOf(b.now()), store.Unix(0)
	for _, g := range games {
		at = max(at, g.At)
	}
	if err := b.members.LeftSince(ctx, key, m, at); err != nil {
		return false, err
	}
	for _, g := range games {
		changed = m.PlaysIn(g.Place.String(), now) || changed
	}
	return changed, nil
}

// Documents implements chat.Results. The marks of people who left are among them, because WantsPings asks
// for them.
func (b *openLists) Documents(ctx context.Context, p dialog.Place, id string, needs command.Needs) (keys []string, err error) {
	if needs&command.Wins != 0 {
		keys = append(keys, serverOf(p).key(id))
	}
	if needs&(command.Secrets|command.Pings) != 0 {
		keys = append(keys, personalServer(p).key(id))
	}
	if needs&command.Secrets != 0 {
		keys = append(keys, round.Key(p.Shared().String()))
	}
	if needs&command.Pings != 0 {
		marks, err := b.marks.Names(ctx)
		if err != nil {
			return nil, err
		}
		keys = append(keys, marks(p.Realm(), id)...)
	}
	return keys, nil
}

// PlaysIn implements chat.Results.
func (b *openLists) PlaysIn(ctx context.Context, p dialog.Place, id string) ([]chat.Listed, error) {
	m, err := b.members.Read(ctx, personalServer(p).key(id))
	if err != nil {
		return nil, err
	}
	var all []chat.Listed
	for _, o := range m.Open {
		if place, ok := b.parsePlace(ctx, o.Place); ok {
			all = append(all, chat.Listed{Place: place, At: o.At})
		}
	}
	return all, nil
}

// parsePlace parses a stored place. Only a damaged document or a version with other places can have one
// that it refuses: then the person's games there aren't found, which is logged.
func (b *openLists) parsePlace(ctx context.Context, stored string) (dialog.Place, bool) {
	place, ok := dialog.ParsePlace(stored)
	if !ok {
		b.log.ErrorContext(ctx, "a member's document names a place that there can't be", "place", stored)
	}
	return place, ok
}

// PlaysNoMoreIn implements chat.Results.
func (b *openLists) PlaysNoMoreIn(ctx context.Context, p dialog.Place, id string, idle []chat.Listed) error {
	now := store.UnixOf(b.now())
	_, err := b.members.Change(ctx, personalServer(p).key(id), func(m *person.Member) (changed bool, err error) {
		for _, l := range idle {
			changed = m.PlaysNoMoreIn(l.Place.String(), l.At, now) || changed
		}
		return changed, nil
	})
	return err
}

// WantsPings implements chat.Results. A person whose data is being deleted isn't notified.
func (b *openLists) WantsPings(ctx context.Context, p dialog.Place, id string) (bool, error) {
	if mark, err := b.marks.Of(ctx, p.Realm(), id); err != nil || mark.UnderWay() {
		return false, err
	}
	m, err := b.members.Read(ctx, personalServer(p).key(id))
	return err == nil && !m.NoPings, err
}

// Won implements chat.Results. Any other level than that of a game that names none is stored with
// the person's practice.
func (b *openLists) Won(ctx context.Context, p dialog.Place, id string) (won []string, level solve.Level, err error) {
	m, err := b.members.Read(ctx, serverOf(p).key(id))
	for _, g := range m.Games {
		if g.Bot.Won+g.People.Won > 0 {
			won = append(won, g.Game)
		}
		if g.Bot.Played > 0 {
			level = solve.Default
		}
	}
	return won, level, err
}
