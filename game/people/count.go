package people

import (
	"context"
	"errors"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
	"nimbot/store/platform"
)

// outcome has the results of a finished game for its players, by seat.
type outcome struct {
	game   channel.Game
	result rules.Result
	skill  [2]teach.Skill
}

// Count implements chat.Results. If one member's document can't be written, the others
// still take the result.
func (b *Book) Count(ctx context.Context, p dialog.Place, games []channel.Game) error {
	var errs []error
	for _, g := range games {
		o, err := outcomeOf(g)
		if err != nil {
			// This result can never be counted, and must not block others.
			b.log.ErrorContext(ctx, "a finished game can't be counted", "place", p.String(), "game", g.ID, "error", err)
			continue
		}
		for seat, player := range g.Players {
			if !isPerson(player) {
				continue
			}
			if err := b.countFor(ctx, p, o, rules.Seat(seat)); err != nil {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}

// outcomeOf replays a finished game and computes the result and the skill of each player.
// Skill is empty if a position is too large to solve.
func outcomeOf(g channel.Game) (outcome, error) {
	m, err := rules.Replay(rules.Setup{Game: g.Key, Ending: rules.EndingOf(g.Ending), Start: g.Start}, g.Events)
	if err != nil {
		return outcome{}, err
	}
	o := outcome{game: g, result: m.Result()}
	if r, err := teach.NewReview(m); err == nil {
		o.skill = r.Skill
	}
	return o, nil
}

// countFor counts a result in a member's document.
func (b *Book) countFor(ctx context.Context, p dialog.Place, o outcome, seat rules.Seat) error {
	s, now, other := serverOf(p), store.UnixOf(b.now()), &o.game.Players[seat.Other()]
	if gone, err := b.marks.Of(ctx, s.realm(), other.ID); err != nil {
		return err
	} else if gone.Covers(o.game.Since, now) {
		other.ID, other.Name = platform.ForgottenID, ""
	}
	return result{b, p, o.game.Players[seat].ID, o.game.ID, o.game.Since}.take(ctx, func(m *person.Member) { o.addTo(m, seat) })
}

// result is something that a person did in a place, which counts once.
type result struct {
	*Book
	place    dialog.Place
	user, id string
	at       store.Unix
}

// take adds the result to the member's document, unless the person has left since or the document
// has it already, and updates the leaderboards.
func (r result) take(ctx context.Context, add func(*person.Member)) error {
	s, now := serverOf(r.place), store.UnixOf(r.now())
	m, err := r.members.ChangeOf(ctx, s.key(r.user), r.at, func(m *person.Member) (bool, error) {
		m.FixFuture(now)
		refused := m.LateResults
		if !m.Take(r.id, r.at) {
			return m.LateResults != refused, nil
		}
		add(m)
		m.NoteIn(r.place.Channel)
		m.LeaderboardsStale = m.LeaderboardsStale || r.belongs(s, m)
		return true, nil
	})
	switch {
	case errors.Is(err, person.ErrLeaving):
		return nil
	case store.Unreadable(err):
		r.log.ErrorContext(ctx, "a member's document can't be read; nothing was changed", "error", err)
		return nil // there is nothing to count
	case err != nil || !m.LeaderboardsStale:
		return err
	}
	return r.publish(ctx, s, r.user, m)
}

// addTo adds the game to the document of the player in a seat.
func (o outcome) addTo(m *person.Member, seat rules.Seat) {
	own, other := o.game.Players[seat], o.game.Players[seat.Other()]
	if own.Name != "" {
		m.Name = own.Name
	}
	m.Seen = max(m.Seen, o.game.Since)
	sums := m.Of(rules.Family(o.game.Key))
	sums.Skill = plus(sums.Skill, o.skill[seat])
	if o.result.Reason == rules.ByAgreement {
		return // it was stopped: neither a win nor a draw
	}
	count := &sums.People
	if other.ID == platform.BotID {
		count = &sums.Bot
	}
	count.Played++
	switch o.result.Winner {
	case seat:
		count.Won++
	case rules.Nobody:
		count.Drawn++
	}
	if pair, ok := o.pairOf(seat); ok {
		rate(m, pair)
	}
}

// pairOf returns the rated pair that the game ended, from the view of a seat.
func (o outcome) pairOf(seat rules.Seat) (person.Pair, bool) {
	p := o.game.Pair
	if p == nil || p.Game != 2 {
		return person.Pair{}, false
	}
	score := 0.5
	switch own, other := p.Score[seat], p.Score[seat.Other()]; {
	case own > other:
		score = 1
	case own < other:
		score = 0
	}
	before := p.RatingsBefore[seat.Other()]
	return person.Pair{
		At: o.game.Since, With: o.game.Players[seat.Other()].ID, Rating: before.Rating, Deviation: before.Deviation,
		Score: score, Game: o.game.Key, Start: o.game.Start,
	}, true
}

// plus adds the decisions of one game to the sums.
func plus(s person.Skill, t teach.Skill) person.Skill {
	sum := skillOf(s).Plus(t)
	return person.Skill{
		Judged: sum.Judged, Kept: sum.Kept, Credit: sum.Credit, Chance: sum.Chance,
		Leeway: sum.Leeway, Variance: sum.Variance, Unknown: s.Unknown,
	}
}

func skillOf(s person.Skill) teach.Skill {
	return teach.Skill{Judged: s.Judged, Kept: s.Kept, Credit: s.Credit, Chance: s.Chance, Leeway: s.Leeway, Variance: s.Variance}
}

// allSkill pools the skill of all games.
func allSkill(m *person.Member) teach.Skill {
	var s teach.Skill
	for _, g := range m.Games {
		s = s.Plus(skillOf(g.Skill))
	}
	return s
}
