package people

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/person"
)

// leaderboards are the leaderboards of a server, in the order in which they are shown. The command
// table has their names, too, except the last one's, which is shown below another leaderboard.
var leaderboards = []leaderboard{
	{"rating", func(m *person.Member, _ store.Unix) (float64, bool) {
		if m.Rating == nil {
			return 0, false
		}
		// A lucky newcomer must not lead.
		return m.Rating.Rating - 2*m.Rating.Deviation, true
	}},
	{monthBoard, pointsOf(0)},
	{"lessons", func(m *person.Member, _ store.Unix) (float64, bool) {
		n := lessonsOf(m)
		return float64(n), n > 0
	}},
	{lastMonthBoard, pointsOf(1)},
}

// lessonsOf returns how many lessons a member has passed.
func lessonsOf(m *person.Member) int {
	if m.PracticeSummary == nil {
		return 0
	}
	return len(strings.Fields(m.PracticeSummary.Passed))
}

// lessonsText lists the lessons that a member has passed: "1–4, 7, Chomp".
func lessonsText(passed string) []words.Text {
	var list []words.Text
	lesson := func(number string) words.Text { return words.New("notation.plain", "move", number) }
	from, last := 0, 0
	for _, l := range strings.Fields(passed) {
		n, err := strconv.Atoi(l)
		switch {
		case err != nil:
			if g, err := rules.Lookup(l); err == nil {
				list = append(list, words.Title(g.Key))
			}
		case n == last+1 && last > 0:
			last = n
			list[len(list)-1] = lesson(fmt.Sprintf("%d–%d", from, last))
		default:
			from, last = n, n
			list = append(list, lesson(l))
		}
	}
	return list
}

// leaderboard is one leaderboard of a server: its name, and the function that computes a member's
// score, if they have one.
type leaderboard struct {
	name  string
	score func(m *person.Member, now store.Unix) (float64, bool)
}

// streakLasts is how long, in seconds, a streak counts without another day. It exceeds a day
// because the person's own day may end long after the one in UTC.
const streakLasts = 3 * 24 * 60 * 60

// streakAhead is how far ahead of UTC, in seconds, a date may begin somewhere. A later date
// was recorded while the clock was wrong.
const streakAhead = 14 * 60 * 60

// streakOf returns the member's present streak, 0 if there is none.
func streakOf(m *person.Member, now store.Unix) int {
	if m.PracticeSummary == nil || now > m.PracticeSummary.Day+streakLasts || m.PracticeSummary.Day > now+streakAhead {
		return 0
	}
	return m.PracticeSummary.Streak
}

// scores returns the member's scores on the server's leaderboards, by name.
func (b *Book) scores(s server, m *person.Member) map[string]float64 {
	now := store.UnixOf(b.now())
	scores := map[string]float64{}
	if m.Private || !s.compares() || now > m.Seen+store.Unix(person.LeaderboardFor.Seconds()) {
		return scores
	}
	for _, k := range leaderboards {
		if score, ok := k.score(m, now); ok {
			scores[k.name] = score
		}
	}
	return scores
}

// belongs reports whether the member has, or had, a line on a leaderboard.
func (b *Book) belongs(s server, m *person.Member) bool {
	return len(m.Leaderboards) > 0 || len(b.scores(s, m)) > 0
}

// updateLines updates a member's lines on the leaderboards to match the document.
func (b *Book) updateLines(ctx context.Context, s server, user string) error {
	m, err := b.members.Read(ctx, s.key(user))
	if err != nil {
		return err
	}
	if m.Version == 0 {
		return b.removeLines(ctx, s, user)
	}
	return b.publish(ctx, s, user, m)
}

// publish writes the lines of a document to the leaderboards, then records in the document
// that they are up to date. If the document changed meanwhile, the writer of that change does
// this instead. A line that was set for a deleted document is removed again.
func (b *Book) publish(ctx context.Context, s server, user string, m person.Member) error {
	scores := b.scores(s, &m)
	var on []string
	for _, k := range leaderboards {
		score, has := scores[k.name]
		var err error
		switch {
		case has:
			on = append(on, k.name)
			err = b.store.SetLine(ctx, s.board(k.name), store.Line{Member: user, Score: score, Version: m.Version})
		case slices.Contains(m.Leaderboards, k.name):
			err = b.store.RemoveLine(ctx, s.board(k.name), user)
		}
		if err != nil {
			return err
		}
	}
	now, err := b.members.Change(ctx, s.key(user), func(now *person.Member) (bool, error) {
		if now.Version != m.Version {
			return false, nil
		}
		now.Leaderboards, now.LeaderboardsStale = on, false
		return true, nil
	})
	if err == nil && now.Version == 0 {
		return b.removeLines(ctx, s, user)
	}
	return err
}

// RebuildLeaderboards updates every member's lines to match their document. It is for a restored
// backup, whose lines may be older or newer than its documents. It skips documents that can't be
// read. The error is the store's.
func (b *Book) RebuildLeaderboards(ctx context.Context) error {
	for e, err := range b.store.All(ctx) {
		if err != nil && e.Key == "" {
			return err
		}
		platform, guild, user, ok := person.ParseMemberKey(e.Key)
		if !ok || err != nil {
			continue // the unreadable document was logged already
		}
		if err := b.updateLines(ctx, server{platform, guild}, user); err != nil && !store.Unreadable(err) {
			return err
		}
	}
	return nil
}

// removeLines removes all lines of a user from a server's leaderboards.
func (b *Book) removeLines(ctx context.Context, s server, user string) error {
	for _, k := range leaderboards {
		if err := b.store.RemoveLine(ctx, s.board(k.name), user); err != nil {
			return err
		}
	}
	return nil
}

// clearLeaderboard removes all lines from a board.
func clearLeaderboard(ctx context.Context, s store.Leaderboards, board string) error {
	const step = 500
	for {
		lines, _, err := s.Lines(ctx, board, 0, step)
		if err != nil || len(lines) == 0 {
			return err
		}
		for _, l := range lines {
			if err := s.RemoveLine(ctx, board, l.Member); err != nil {
				return err
			}
		}
	}
}
