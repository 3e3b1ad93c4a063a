package teach

// How repetition in a row of exercises is avoided.
const (
	apart     = 20 // this many consecutive exercises differ, if a lesson has enough
	mostTries = 40 // seeds that are tried to find one that differs
)

// Row returns the seeds of n consecutive exercises, starting at seed. Seeds whose exercise
// occurred recently are skipped; if a lesson has too few, the one that came longest ago comes
// again.
func (l Lesson) Row(seed uint64, n int) []uint64 {
	row := make([]uint64, 0, n)
	last := map[string]int{} // where an exercise stands last in row
	for len(row) < n {
		var next, key, oldest = uint64(0), "", len(row)
		for range mostTries {
			k := l.Exercise(seed).Key()
			seed++
			at, seen := last[k]
			if !seen || at < len(row)-apart {
				next, key = seed-1, k
				break
			}
			if at < oldest {
				next, key, oldest = seed-1, k, at
			}
		}
		last[key] = len(row)
		row = append(row, next)
	}
	return row
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
