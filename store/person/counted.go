package person

import (
	"hash/fnv"
	"slices"
	"time"

	"nimbot/store"
)

// Counted is how many games that began on a day, against one opponent, count for the skill
// board.
type Counted struct {
	Day int64 `json:"day"` // days since 1970 in UTC
	// With is a hash of the opponent, 0 for the bot.
	With  uint32 `json:"with,omitempty"`
	Games int    `json:"games"`
	// Last is when the latest counted game began.
	Last    store.Unix    `json:"last"`
	Unknown store.Unknown `json:",embed"`
}

// How many games of a day count for the skill leaderboard, for how many days they are
// remembered, and how many records of them there are.
const (
	countedAgainstBot = 20
	countedWithPerson = 3
	countedDays       = 14 // longer than a game against the bot lasts
	maxCounted        = 60
)

// OpponentHash returns a hash that identifies an opponent without naming them. It is never 0, which
// means the bot.
func OpponentHash(user string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(user)) // it always succeeds
	return max(h.Sum32(), 1)
}

// CountsOnBoard reports whether a game is among the day's first ones with that opponent,
// and records it. Games are ordered by when they began, not by when they ended: every
// game begun before the last counted one still counts, so a player can't choose which
// games count by finishing the good ones first.
func (m *Member) CountsOnBoard(with uint32, begun, ended store.Unix) bool {
	begun = min(begun, ended) // the clock may have been set back
	today := dayOf(ended)
	m.SkillGames = slices.DeleteFunc(m.SkillGames, func(c Counted) bool { return c.Day <= today-countedDays || c.Day > today })
	if dayOf(begun) <= today-countedDays {
		return false
	}
	c := m.countedOn(dayOf(begun), with)
	most := countedWithPerson
	if with == 0 {
		most = countedAgainstBot
	}
	if c.Games >= most && begun > c.Last {
		return false
	}
	c.Games, c.Last = c.Games+1, max(c.Last, begun)
	return true
}

// countedOn returns the record of a day and opponent, made if there is none.
func (m *Member) countedOn(day int64, with uint32) *Counted {
	for i := range m.SkillGames {
		if c := &m.SkillGames[i]; c.Day == day && c.With == with {
			return c
		}
	}
	m.SkillGames = append(m.SkillGames, Counted{Day: day, With: with})
	m.SkillGames = m.SkillGames[max(0, len(m.SkillGames)-maxCounted):]
	return &m.SkillGames[len(m.SkillGames)-1]
}

func dayOf(t store.Unix) int64 { return int64(t) / int64(24*time.Hour/time.Second) }
