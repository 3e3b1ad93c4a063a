package people

import (
	"cmp"
	"context"
	"errors"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/round"
)

// The leaderboards of this month's and of last month's points in rounds. The first lastShown lines
// of the latter are shown below the former.
const (
	monthBoard     = "month"
	lastMonthBoard = "last-month"
	lastShown      = 3
)

// Rounds is the part of a Book about rounds.
type Rounds struct{ *Book }

// pointsOf returns the score function for the month that was ago months before the present one.
func pointsOf(ago int) func(*person.Member, store.Unix) (float64, bool) {
	return func(m *person.Member, now store.Unix) (float64, bool) {
		n := m.Race.In(person.MonthOf(now) - ago)
		return float64(n), n > 0
	}
}

// Asked implements chat.Results. It skips rounds that can't be read.
func (b *Book) Asked(ctx context.Context, places []dialog.Place) (all []rules.Situation, err error) {
	for _, p := range places {
		switch r, err := b.rounds.Read(ctx, p.String()); {
		case err != nil && !store.Unreadable(err):
			return nil, err
		case err == nil && r.Phase == round.Asked:
			if of, ok := rules.ReadSituation(r.Question.Game, r.Question.Ending, r.Question.Position); ok {
				all = append(all, of)
			}
		}
	}
	return all, nil
}

// Joins implements rounds.People. It records nothing about a person whose data is being deleted.
func (b Rounds) Joins(ctx context.Context, p dialog.Place, id string) error {
	_, err := b.members.Change(ctx, personalServer(p).key(id), func(m *person.Member) (bool, error) {
		if m.IsIn(p.String()) {
			return false, nil
		}
		m.RunsIn(p.String())
		return true, nil
	})
	if errors.Is(err, person.ErrLeaving) {
		return nil
	}
	return err
}

// CountRound implements rounds.People. If one member's document can't be written, the others
// still get their points.
func (b Rounds) CountRound(ctx context.Context, p dialog.Place, r *round.Round) error {
	var errs []error
	at := store.UnixOf(time.UnixMilli(int64(r.At)))
	for _, won := range r.Standings() {
		if won.Points == 0 {
			break // nor has anybody after them
		}
		errs = append(errs, result{b.Book, p, won.ID, "race-" + r.ID, at}.take(ctx, func(m *person.Member) {
			total := person.Race{}
			if m.Race != nil {
				total = *m.Race
			}
			total.Win(won.Points, at)
			m.Race, m.Seen, m.Name = &total, max(m.Seen, at), cmp.Or(r.Names[won.ID], m.Name)
		}))
	}
	return errors.Join(errs...)
}

// lastMonth lists the first three of last month's rounds.
func (e execution) lastMonth(ctx context.Context) ([]words.Text, error) {
	lines, members, _, err := e.page(ctx, lastMonthBoard, 0, lastShown)
	if err != nil || len(lines) == 0 {
		return nil, err
	}
	var all []words.Text
	for i, l := range lines {
		all = append(all, words.New("leaders.line.month", "rank", i+1, "player", words.Person{ID: l.Member, Name: members[i].Name}, "count", int(l.Score)))
	}
	return []words.Text{words.New("leaders.last-month", "lines", all)}, nil
}
