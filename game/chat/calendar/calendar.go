// Package calendar computes daily schedules in a time zone: dates, days of the week, and
// the moment at which a clock shows a time of day, even if clocks change. It is pure.
package calendar

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
)

// names are the zones of the IANA database, one a line.
//
//go:embed zones.txt
var names string

// zones maps the names of zones in small letters to their names.
var zones = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for name := range strings.Lines(names) {
		name = strings.TrimSpace(name)
		all[strings.ToLower(name)] = name
	}
	return all
})

// Zones lists the names of the zones, in small letters and in no particular order.
func Zones() []string {
	all := make([]string, 0, len(zones()))
	for name := range zones() {
		all = append(all, name)
	}
	return all
}

// ZoneName returns the name of a zone as the database spells it, for a name in any case; ok is
// false if there is no such zone.
func ZoneName(typed string) (name string, ok bool) {
	name, ok = zones()[strings.ToLower(strings.ReplaceAll(typed, " ", "_"))]
	return name, ok
}

// loaded caches zones by name, because loading one reads a file.
var loaded sync.Map

// Zone returns the zone with a name. It returns UTC for "", and for a zone that this machine
// doesn't know.
func Zone(name string) *time.Location {
	if z, ok := loaded.Load(name); ok {
		return z.(*time.Location)
	}
	z, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	loaded.Store(name, z)
	return z
}

// Schedule is a time of day on some days of the week, in a zone. A Schedule without Days
// never comes.
type Schedule struct {
	Minute int // of the day, from 0 to 1439
	Days   Days
	Zone   *time.Location
}

// Days is a set of days of the week; bit n is weekday n, Sunday being 0.
type Days uint8

// EveryDay is the whole week.
const EveryDay Days = 1<<7 - 1

var dayNames = [7]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// ReadDays reads days and ranges of days, such as "mon-fri" or "sat,sun", and "daily" or
// "all"; ok is false for anything else. A day's name may be cut to three letters.
func ReadDays(text string) (d Days, ok bool) {
	if text == "daily" || text == "all" {
		return EveryDay, true
	}
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(part, "-")
		first, ok1 := readDay(from)
		last, ok2 := first, ok1
		if isRange {
			last, ok2 = readDay(to)
		}
		if !ok1 || !ok2 {
			return 0, false
		}
		for day := first; ; day = (day + 1) % 7 {
			d |= 1 << day
			if day == last {
				break
			}
		}
	}
	return d, true
}

func readDay(text string) (day int, ok bool) {
	for i, name := range dayNames {
		if len(text) >= len(name) && strings.HasPrefix(strings.ToLower((time.Weekday(i)).String()), text) {
			return i, true
		}
	}
	return 0, false
}

// String writes days as ReadDays reads them, "" if there are none.
func (d Days) String() string {
	var parts []string
	for _, s := range d.Spans() {
		part := dayNames[s.First]
		if s.Last != s.First {
			part += "-" + dayNames[s.Last]
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ",")
}

// Span is the days of the week from First to Last.
type Span struct{ First, Last time.Weekday }

// Spans returns the days as the fewest spans within a week that begins on Monday.
func (d Days) Spans() []Span {
	var spans []Span
	for i := 1; i <= 7; i++ {
		if d&(1<<(i%7)) == 0 {
			continue
		}
		first := i
		for i < 7 && d&(1<<((i+1)%7)) != 0 {
			i++
		}
		spans = append(spans, Span{time.Weekday(first % 7), time.Weekday(i % 7)})
	}
	return spans
}

// ReadTime reads a time of day, "09:00" or "9:00", as minutes after midnight.
func ReadTime(text string) (minute int, ok bool) {
	h, m, found := strings.Cut(text, ":")
	hours, err1 := strconv.Atoi(h)
	minutes, err2 := strconv.Atoi(m)
	if !found || err1 != nil || err2 != nil || len(m) != 2 || len(h) > 2 || hours < 0 || hours > 23 || minutes < 0 || minutes > 59 {
		return 0, false
	}
	return hours*60 + minutes, true
}

// WriteTime writes minutes after midnight, 0 to 1439, as a time of day that ReadTime reads: "09:00".
// It doesn't check the minutes.
func WriteTime(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }

// Date returns the date of t in t's own zone, as "2026-11-28".
func Date(t time.Time) string { return t.Format(time.DateOnly) }

// At returns the moment of the schedule on the date of t in the schedule's zone; ok is false
// if that date isn't one of its days. If a clock change skips the time, At returns the next
// minute that exists on that date, with ok false if there is none. If a clock change repeats
// the time, At returns the first occurrence.
func (s Schedule) At(t time.Time) (at time.Time, ok bool) {
	local := t.In(s.Zone)
	if s.Days&(1<<local.Weekday()) == 0 {
		return time.Time{}, false
	}
	y, m, d := local.Date()
	for minute := s.Minute; minute < 24*60; minute++ {
		at := time.Date(y, m, d, 0, minute, 0, 0, s.Zone)
		if at.Hour()*60+at.Minute() != minute || at.Day() != d {
			continue // skipped
		}
		return first(at), true
	}
	return time.Time{}, false
}

// first returns the earlier of the two moments at which clocks show the time of t, or t if
// there is only one.
func first(t time.Time) time.Time {
	begun, _ := t.ZoneBounds()
	if begun.IsZero() {
		return t
	}
	_, now := t.Zone()
	_, before := begun.Add(-time.Second).Zone()
	if earlier := t.Add(time.Duration(now-before) * time.Second); earlier.Before(begun) && before > now {
		return earlier
	}
	return t
}

// Next returns the first moment of the schedule after t, or the zero Time if there is
// none.
func (s Schedule) Next(t time.Time) time.Time {
	local := t.In(s.Zone)
	for day := range 9 { // eight days reach today's weekday again; one more, because a date may have no such time
		noon := time.Date(local.Year(), local.Month(), local.Day()+day, 12, 0, 0, 0, s.Zone)
		if at, ok := s.At(noon); ok && at.After(t) {
			return at
		}
	}
	return time.Time{}
}
