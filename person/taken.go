package person

import (
	"strconv"
	"strings"

	"nimbot/store"
)

// The results that a member has taken are one string, oldest first: ID@TIME
// with blanks between them, TIME being when the game ended, in Unix seconds to
// base 36. An id holds neither blanks nor an @.

// Take records that the result of a game, which ended at a time, is counted now. It
// returns false if it must not be: it was counted before, or is so old that this isn't
// known any more.
func (m *Member) Take(id string, at store.Unix) bool {
	entry := id + "@" + strconv.FormatInt(int64(at), 36)
	switch {
	case m.knows(id):
		return false
	case at < m.Forgot:
		m.Refused++
		return false
	}
	m.Taken = strings.TrimPrefix(m.Taken+" "+entry, " ")
	for n := strings.Count(m.Taken, " ") + 1; n > maxTaken; n-- {
		var oldest string
		oldest, m.Taken, _ = strings.Cut(m.Taken, " ")
		_, time, _ := strings.Cut(oldest, "@")
		ended, _ := strconv.ParseInt(time, 36, 64) // an invalid time is 0, before all others
		m.Forgot = max(m.Forgot, store.Unix(ended))
	}
	return true
}

// knows reports whether the result of a game is among those taken.
func (m *Member) knows(id string) bool {
	return strings.HasPrefix(m.Taken, id+"@") || strings.Contains(m.Taken, " "+id+"@")
}
