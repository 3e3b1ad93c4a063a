package person

import (
	"slices"
	"time"

	"nimbot/store"
)

// Race are the points that a person has won in rounds, in the last month in which they won any and
// in the last such month before it. Months are in UTC.
type Race struct {
	Month   int           `json:"month"` // see MonthOf
	Points  int           `json:"points"`
	Before  int           `json:"before,omitempty"` // the earlier month
	Had     int           `json:"had,omitempty"`    // the points of Before
	Unknown store.Unknown `json:",embed"`
}

// MonthOf returns the number of a time's month, in UTC: each month's is one more than that of the
// month before it.
func MonthOf(at store.Unix) int {
	t := at.Time().UTC()
	return t.Year()*12 + int(t.Month()) - 1
}

// turns returns when the leaderboards must be updated because a month ends, the zero Time for
// never. The points of a month matter until the end of the next one.
func (r *Race) turns(now time.Time) time.Time {
	month := MonthOf(store.UnixOf(now))
	if r == nil || r.Month < month-1 {
		return time.Time{}
	}
	return time.Date(month/12, time.Month(month%12+2), 1, 0, 0, 0, 0, time.UTC)
}

// Win adds the points of a round that ended at a time.
func (r *Race) Win(points int, at store.Unix) {
	switch month := MonthOf(at); {
	case month == r.Month:
		r.Points += points
	case month == r.Before:
		r.Had += points
	case month > r.Month:
		r.Before, r.Had, r.Month, r.Points = r.Month, r.Points, month, points
	}
}

// In returns the points of a month.
func (r *Race) In(month int) int {
	switch {
	case r == nil:
		return 0
	case month == r.Month:
		return r.Points
	case month == r.Before:
		return r.Had
	}
	return 0
}

// IsIn reports whether Running has a place.
func (m *Member) IsIn(place string) bool { return slices.Contains(m.Running, place) }
