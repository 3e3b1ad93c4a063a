package teach

// How repetition in a row of exercises is avoided.
const (
	apart    = 20  // this many consecutive exercises differ, if a lesson has enough
	maxTries = 100 // seeds that are tried to find one that differs
)

// Row returns the seeds of n consecutive exercises, starting at seed. Seeds are skipped whose
// exercise occurred recently, or asks for the value that was just asked for; if a lesson has
// too few, the one that came longest ago comes again.
func (l Lesson) Row(seed uint64, n int) []uint64 {
	row := make([]uint64, 0, n)
	last := map[string]int{} // where an exercise stands last in row
	asked := ""              // the value that was asked for last
	for len(row) < n {
		var next, key, value, oldest = uint64(0), "", "", len(row)
		for range maxTries {
			x := l.Exercise(seed)
			k, v := x.Key(), x.value()
			seed++
			at, seen := last[k]
			if (!seen || at < len(row)-apart) && (v == "" || v != asked) {
				next, key, value = seed-1, k, v
				break
			}
			if !seen {
				at = -1 // rather the same value than the same exercise
			}
			if at < oldest {
				next, key, value, oldest = seed-1, k, v, at
			}
		}
		last[key], asked = len(row), value
		row = append(row, next)
	}
	return row
}

// value returns what an exercise asks the value of, "" if it doesn't.
func (x Exercise) value() string {
	if x[0].Topic != NextValue {
		return ""
	}
	return x[0].Puzzle.Key()
}

// Key is equal for exercises that look the same to a person who does both: they differ at most
// in the order of piles.
func (x Exercise) Key() string {
	key := string(x[0].Topic)
	for _, s := range x {
		if s.Puzzle.Position != nil {
			key += " " + s.Puzzle.Key()
		}
	}
	return key
}
