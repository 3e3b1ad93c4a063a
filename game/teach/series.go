package teach

// How repetition in a series of exercises is avoided.
const (
	minApart = 20  // this many consecutive exercises differ, if a lesson has enough
	maxTries = 100 // seeds that are tried to find one that differs
)

// Series returns the seeds of n consecutive exercises, starting at seed. It skips a seed whose
// exercise occurred recently, or asks for the value that was just asked for. If a lesson has too
// few exercises, the one that occurred longest ago is repeated.
func (l Lesson) Series(seed uint64, n int) []uint64 {
	row := make([]uint64, 0, n)
	last := map[string]int{} // the last index of an exercise in row
	asked := ""              // the value that was asked for last
	for len(row) < n {
		var next, key, value, oldest = uint64(0), "", "", len(row)
		for range maxTries {
			x := l.Exercise(seed)
			k, v := x.Key(), x.valueObject()
			seed++
			at, seen := last[k]
			if (!seen || at < len(row)-minApart) && (v == "" || v != asked) {
				next, key, value = seed-1, k, v
				break
			}
			if !seen {
				at = -1 // repeating the value is better than repeating the exercise
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

// valueObject returns the object whose value an exercise asks for, "" if it asks for no value.
func (x Exercise) valueObject() string {
	if x[0].Topic != NextValue {
		return ""
	}
	return x[0].Puzzle.Key()
}

// Key returns the same text for exercises that look the same to a person: they differ at most in
// the order of piles.
func (x Exercise) Key() string {
	key := string(x[0].Topic)
	for _, s := range x {
		if s.Puzzle.Position != nil {
			key += " " + s.Puzzle.Key()
		}
	}
	return key
}
