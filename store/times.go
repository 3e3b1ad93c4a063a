package store

import "time"

// Unix is a time in whole seconds since 1970; 0 is no time.
type Unix int64

// UnixOf returns t in whole seconds since 1970.
func UnixOf(t time.Time) Unix { return Unix(t.Unix()) }

// Time returns u as a time, the zero Time for 0.
func (u Unix) Time() time.Time {
	if u == 0 {
		return time.Time{}
	}
	return time.Unix(int64(u), 0)
}

// Seconds is a duration in whole seconds.
type Seconds int64
