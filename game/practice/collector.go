package practice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
	"nimbot/store/platform"
)

// MistakeCollector stores the wins that people gave away in finished games, so that "puzzle mine"
// can ask for them again. It passes every call on to the chat.Results it embeds.
type MistakeCollector struct {
	chat.Results // receives every call, too; required
	Practices    *person.Practices
	Now          func() time.Time
}

// Count implements chat.Results.
func (c MistakeCollector) Count(ctx context.Context, p dialog.Place, games []channel.Game) error {
	err := c.Results.Count(ctx, p, games)
	for _, g := range games {
		made, lookErr := mistakesOf(g)
		err = errors.Join(err, lookErr)
		for seat, player := range g.Players {
			if player.ID != platform.BotID && player.ID != platform.ForgottenID {
				err = errors.Join(err, c.Keep(ctx, p.Realm(), player.ID, g.Since, made[seat]))
			}
		}
	}
	return err
}

// BeginsIn implements chat.Results. It stores the level of the bot with whom a person plays: their
// next games begin at it. If the store doesn't answer, only that is lost.
func (c MistakeCollector) BeginsIn(ctx context.Context, games []chat.Begun) error {
	levels := map[string]string{}
	for _, g := range games {
		if g.Level != "" {
			levels[person.PracticeKey(g.Place.Realm(), g.Who)] = string(g.Level)
		}
	}
	for keys := range slices.Chunk(slices.Sorted(maps.Keys(levels)), levelsAtOnce) {
		c.storeLevels(ctx, keys, levels)
	}
	return c.Results.BeginsIn(ctx, games)
}

// levelsAtOnce is how many people's levels are read or written with one call.
const levelsAtOnce = 64

// storeLevels stores the levels of the people under some keys.
func (c MistakeCollector) storeLevels(ctx context.Context, keys []string, levels map[string]string) {
	ctx, over := store.WithAhead(ctx)
	defer over()
	if c.Practices.ReadAhead(ctx, keys) != nil {
		return
	}
	_ = c.Practices.ChangeAll(ctx, keys, func(key string, doc *person.Practice) (bool, error) {
		level := levels[key]
		changed := doc.Level != level && (doc.Level != "" || level != string(solve.Default)) // the default needs no record
		if changed {
			doc.Level = level
		}
		return changed, nil
	})
}

// Won implements chat.Results.
func (c MistakeCollector) Won(ctx context.Context, p dialog.Place, id string) (won []string, level solve.Level, err error) {
	if won, level, err = c.Results.Won(ctx, p, id); err != nil {
		return nil, "", err
	}
	doc, err := c.Practices.Read(ctx, person.PracticeKey(p.Realm(), id))
	return won, cmp.Or(solve.Level(doc.Level), level), err
}

// Documents implements chat.Results. The practice has the level for command.Wins, and the exercise
// with which an answer may help that needs command.Secrets.
func (c MistakeCollector) Documents(ctx context.Context, p dialog.Place, id string, needs command.Needs) ([]string, error) {
	keys, err := c.Results.Documents(ctx, p, id, needs)
	if needs&(command.Wins|command.Secrets) != 0 {
		keys = append(keys, person.PracticeKey(p.Realm(), id))
	}
	return keys, err
}

// mistakesOf returns the turning points of a finished game, by seat. It returns none if
// the game can't be judged in time.
func mistakesOf(g channel.Game) (made [2][]person.Mistake, err error) {
	setup := rules.Setup{Game: g.Key, Ending: rules.EndingOf(g.Ending), Start: g.Start}
	m, err := rules.Replay(setup, g.Events)
	if err != nil {
		return made, fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	r, err := teach.NewReviewWithin(m, teach.QuickWork)
	if errors.Is(err, rules.ErrTooLarge) {
		return made, nil
	}
	for _, d := range r.TurningPoints() {
		made[d.Seat] = append(made[d.Seat], person.Mistake{
			Game: setup.Game, Ending: setup.Ending.String(), Position: d.Before.String(), Date: formatDate(g.Since.Time().UTC()),
		})
	}
	return made, err
}

// Keep stores wins that a person gave away in a game that ended at the time ended, unless they
// have deleted their data since. It skips positions that are too long or leave nothing to ask. If
// a stored mistake was made again on a later day, it returns to the first box. The error is the
// store's.
func (c MistakeCollector) Keep(ctx context.Context, realm, user string, ended store.Unix, made []person.Mistake) error {
	var kept []person.Mistake
	for _, m := range made {
		if m, ok := askable(m); ok {
			kept = append(kept, m)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	_, err := c.Practices.ChangeOf(ctx, person.PracticeKey(realm, user), ended, func(doc *person.Practice) (changed bool, err error) {
		for _, m := range kept {
			i := slices.IndexFunc(doc.Mistakes, hasPositionOf(m))
			if i >= 0 && doc.Mistakes[i].Date >= m.Date {
				continue
			}
			if i >= 0 {
				doc.Mistakes = slices.Delete(doc.Mistakes, i, i+1)
			}
			m.Box, m.Due = 0, store.UnixOf(c.Now().Add(boxIntervals[0]))
			doc.Mistakes = append(doc.Mistakes, m)
			changed = true
		}
		return changed, nil
	})
	if errors.Is(err, person.ErrLeaving) {
		return nil
	}
	return err
}
