package practice

import (
	"slices"
	"time"

	"nimbot/store/person"
)

// extend adds a completed date to a streak. Dates may come in any order. A run that reaches
// beyond the latest date on earth is kept but ignored: either it was recorded while the clock
// was wrong, or the clock is wrong now.
func extend(k *person.Streak, day, latest string) {
	runs := slices.DeleteFunc(runsOf(*k), func(r person.Run) bool { return r.Days <= 0 })
	runs = mergeRuns(append(runs, person.Run{Last: day, Days: 1}))
	at := 0
	for i, r := range runs {
		if r.Last <= latest {
			at = i
		}
	}
	k.Last, k.Days, k.Longest = runs[at].Last, runs[at].Days, max(k.Longest, runs[at].Days)
	k.Earlier = slices.Delete(runs, at, at+1)
	k.Earlier = k.Earlier[max(0, len(k.Earlier)-person.MaxEarlier):]
}

// runsOf returns all runs of a streak.
func runsOf(k person.Streak) []person.Run {
	return append(slices.Clone(k.Earlier), person.Run{Last: k.Last, Days: k.Days})
}

// mergeRuns merges runs that touch or overlap, and sorts them by date.
func mergeRuns(runs []person.Run) []person.Run {
	slices.SortFunc(runs, func(a, b person.Run) int { return firstDate(a).Compare(firstDate(b)) })
	out := runs[:1]
	for _, r := range runs[1:] {
		last := &out[len(out)-1]
		if firstDate(r).After(parseDate(last.Last).AddDate(0, 0, 1)) {
			out = append(out, r)
			continue
		}
		if r.Last > last.Last {
			last.Days += int(parseDate(r.Last).Sub(parseDate(last.Last)).Hours()) / 24
			last.Last = r.Last
		}
	}
	return out
}

// firstDate returns the first date of a run.
func firstDate(r person.Run) time.Time { return parseDate(r.Last).AddDate(0, 0, 1-r.Days) }

// parseDate parses a date; an invalid one is before all others.
func parseDate(day string) time.Time {
	t, _ := time.Parse(time.DateOnly, day)
	return t
}
