package person

import (
	"strconv"
	"strings"

	"nimbot/store"
)

// Member.CountedResults lists the counted results, oldest first, as ID@TIME separated by
// spaces. TIME is when the game ended, in Unix seconds, base 36. An id contains neither
// spaces nor an @.

// Take records that the result of a game, which ended at a time, is counted now. It
// returns false if the result was counted before, or is too old to tell.
func (m *Member) Take(id string, at store.Unix) bool {
	entry := id + "@" + strconv.FormatInt(int64(at), 36)
	switch {
	case m.knows(id):
		return false
	case at < m.Forgot:
		m.LateResults++
		return false
	}
	m.CountedResults = strings.TrimPrefix(m.CountedResults+" "+entry, " ")
	for n := strings.Count(m.CountedResults, " ") + 1; n > maxTaken; n-- {
		var oldest string
		oldest, m.CountedResults, _ = strings.Cut(m.CountedResults, " ")
		_, time, _ := strings.Cut(oldest, "@")
		ended, _ := strconv.ParseInt(time, 36, 64) // an invalid time is 0, before all others
		m.Forgot = max(m.Forgot, store.Unix(ended))
	}
	return true
}

// knows reports whether the result of a game is among those taken.
func (m *Member) knows(id string) bool {
	return strings.HasPrefix(m.CountedResults, id+"@") || strings.Contains(m.CountedResults, " "+id+"@")
}
