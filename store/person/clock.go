package person

import "nimbot/store"

// clockSkew is how far the clocks of processes may differ, in seconds. A time further in the
// future was written while a clock was wrong. Such a time is ignored, not waited for.
const clockSkew = 60

// Future reports whether a time lies in the future by more than clockSkew.
func Future(at, now store.Unix) bool { return at > now+clockSkew }

// FixFuture corrects times that lie in the future: Forgot becomes 0, all others become
// now.
func (m *Member) FixFuture(now store.Unix) {
	if Future(m.Seen, now) {
		m.Seen = now
	}
	if Future(m.Forgot, now) {
		m.Forgot = 0
	}
	for _, r := range []*Rating{m.Rating, m.Base} {
		if r != nil && Future(r.At, now) {
			r.At = now
		}
	}
}
