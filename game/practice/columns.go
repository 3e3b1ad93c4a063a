package practice

import (
	"strconv"

	"nimbot/game/rules"
)

// pageSum returns the nim-sum that the open page works out in columns, nil if there is none.
func (v view) pageSum() *rules.Working {
	x := v.doc.Now
	l, err := lesson(x.Lesson)
	if err != nil || x.Kind != kindPage || x.Seed >= uint64(len(l.Pages)) {
		return nil
	}
	return inColumns(l.Pages[x.Seed].Sum)
}

// inColumns works out a nim-sum in columns. It returns nil if there are no numbers.
func inColumns(numbers []uint64) *rules.Working {
	if len(numbers) == 0 {
		return nil
	}
	w := &rules.Working{}
	for _, n := range numbers {
		w.Rows = append(w.Rows, rules.WorkingRow{Shape: strconv.FormatUint(n, 10), Value: n})
		w.Sum ^= n
	}
	return w
}
