package practice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
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

// Results passes everything on to the chat.Results that it embeds. Besides, it stores what practice
// wants to know of games: the wins that people gave away, so that "puzzle mine" can ask for them
// again, and the level at which people play the bot, so that their next games begin at it.
type Results struct {
	chat.Results // required
	Practices    *person.Practices
	Now          func() time.Time
	Log          *slog.Logger // required
}

// Count implements chat.Results. The error is the store's. What no retry can mend, such as a game that
// can't be replayed or a document that can't be read, is logged and left out.
func (c Results) Count(ctx context.Context, p dialog.Place, games []channel.Game) error {
	err := c.Results.Count(ctx, p, games)
	for _, g := range games {
		made, lookErr := mistakesOf(g)
		if lookErr != nil {
			c.Log.ErrorContext(ctx, "a finished game can't be reviewed", "place", p.String(), "game", g.ID, "error", lookErr)
			continue
		}
		for seat, player := range g.Players {
			if player.ID != platform.BotID && player.ID != platform.ForgottenID {
				err = errors.Join(err, c.keep(ctx, p.Realm(), player.ID, g.Since, made[seat]))
			}
		}
	}
	return err
}

// BeginsIn implements chat.Results, and stores the levels of the bot that the games have. Levels that
// can't be stored are lost, and logged.
func (c Results) BeginsIn(ctx context.Context, games []chat.BegunSeat) error {
	err := c.Results.BeginsIn(ctx, games)
	begun := map[string]chat.BegunSeat{}
	for _, g := range games {
		if g.Level != "" {
			begun[person.PracticeKey(g.Place.Realm(), g.Who)] = g
		}
	}
	for keys := range slices.Chunk(slices.Sorted(maps.Keys(begun)), levelsAtOnce) {
		if err := c.storeLevels(ctx, keys, begun); err != nil {
			c.Log.WarnContext(ctx, "the bot's levels couldn't be stored", "error", err)
		}
	}
	return err
}

// levelsAtOnce is how many people's levels are read or written with one call.
const levelsAtOnce = 64

// storeLevels stores the levels of the games that people under some keys began, but for people who
// have deleted their data since. The error is the store's.
func (c Results) storeLevels(ctx context.Context, keys []string, begun map[string]chat.BegunSeat) error {
	ctx, over := store.WithAhead(ctx)
	defer over()
	if err := c.Practices.ReadAhead(ctx, keys); err != nil {
		return err
	}
	var all []error
	for _, err := range c.Practices.ChangeAll(ctx, keys, func(key string, doc *person.Practice) (bool, error) {
		if err := c.Practices.LeftSince(ctx, key, doc, begun[key].At); err != nil {
			return false, err
		}
		level := string(begun[key].Level)
		changed := doc.Level != level && (doc.Level != "" || level != string(solve.Default)) // the default needs no record
		if changed {
			doc.Level = level
		}
		return changed, nil
	}) {
		if !errors.Is(err, person.ErrLeaving) {
			all = append(all, err)
		}
	}
	return errors.Join(all...)
}

// Won implements chat.Results.
func (c Results) Won(ctx context.Context, p dialog.Place, id string) (won []string, level solve.Level, err error) {
	if won, level, err = c.Results.Won(ctx, p, id); err != nil {
		return nil, "", err
	}
	doc, err := c.Practices.Read(ctx, person.PracticeKey(p.Realm(), id))
	return won, cmp.Or(solve.Level(doc.Level), level), err
}

// Documents implements chat.Results. The practice has the level for command.Wins, and the exercise
// with which an answer may help that needs command.Secrets.
func (c Results) Documents(ctx context.Context, p dialog.Place, id string, needs command.Needs) ([]string, error) {
	keys, err := c.Results.Documents(ctx, p, id, needs)
	if needs&(command.Wins|command.Secrets) != 0 {
		keys = append(keys, person.PracticeKey(p.Realm(), id))
	}
	return keys, err
}

// mistakesOf returns the turning points of a finished game, by seat. It returns none if a position is
// too large to solve, and those of the judged part if the whole game takes too long. The error says
// that the game can't be replayed.
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
	if err != nil {
		return made, err
	}
	for _, d := range r.TurningPoints() {
		made[d.Seat] = append(made[d.Seat], person.Mistake{
			Game: setup.Game, Ending: setup.Ending.String(), Position: d.Before.String(), Date: formatDate(g.Since.Time().UTC()),
		})
	}
	return made, nil
}

// keep stores wins that a person gave away in a game that ended at the time ended, unless they
// have deleted their data since or their document can't be read. It skips positions that are too long
// or leave nothing to ask. If a stored mistake was made again on a later day, it returns to the first
// box. The error is the store's.
func (c Results) keep(ctx context.Context, realm, user string, ended store.Unix, made []person.Mistake) error {
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
	switch {
	case errors.Is(err, person.ErrLeaving):
		return nil
	case store.Unreadable(err):
		c.Log.ErrorContext(ctx, "a person's practice can't be read; nothing was changed", "error", err)
		return nil
	}
	return err
}
