package draw_test

import (
	"fmt"
	"strings"
	"testing"

	"nimbot/game/draw"
	"nimbot/game/rules"
)

func working(base int, target *rules.Target, values ...uint64) rules.Working {
	w := rules.Working{Base: base, Target: target}
	for i, v := range values {
		w.Rows = append(w.Rows, rules.WorkingRow{Label: rules.Label(i), Shape: fmt.Sprint(v), Value: v})
		w.Sum ^= v
	}
	return w
}

func TestColumns(t *testing.T) {
	pass := working(0, nil, 4, 4, 6)
	pass.Rows[0].Shape, pass.Rows[1].Shape, pass.Rows[2].Shape = "3", "4-", "5"
	cake := working(0, &rules.Target{Row: 3, From: 5, To: 0}, 1, 3, 2, 5)
	for i, side := range []string{"top", "bottom", "left", "right"} {
		cake.Rows[i].Label = side
	}
	many := make([]uint64, 40)
	for i := range many {
		many[i] = uint64(i)
	}
	tests := []struct {
		name string
		w    rules.Working
	}{
		{"nim", working(0, &rules.Target{Row: 0, From: 7, To: 2}, 7, 8, 10)},
		{"balanced", working(0, nil, 2, 8, 10)},
		{"empty", working(0, nil, 0, 0)},
		{"pass", pass},
		{"moore", working(3, nil, 3, 4, 5)},
		{"wide", working(0, nil, 1000, 70_000, 65_536)},
		{"huge-target", working(0, &rules.Target{Row: 1, To: 4}, 1<<40, 3)},
		{"huge", working(0, nil, 1_000_000_000_000_000_000, 3, 1<<40)},
		{"cake", cake},
		{"many", working(0, nil, many...)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var b strings.Builder
			for _, s := range styles[1:] {
				b.WriteString("-- " + s.name + " --\n" + draw.Columns(test.w, s.style) + "\n")
			}
			golden(t, "columns/"+test.name+".txt", b.String())
		})
	}
	if got := draw.Columns(rules.Working{Method: "search"}, draw.Code); got != "" {
		t.Errorf("Columns of a working without rows = %q, want \"\"", got)
	}
}

// The sum stands below the values, its last digit under theirs.
func TestTheSumIsAlignedBelowTheValues(t *testing.T) {
	for _, style := range []draw.Style{draw.Code, draw.ASCII} {
		for _, w := range []rules.Working{working(0, nil, 12, 10, 5), working(0, nil, 100, 4, 5, 7), working(0, nil, 3, 4, 5), working(0, nil, 8, 9, 1), working(0, nil, 1, 2, 4, 8)} {
			lines := strings.Split(draw.Columns(w, style), "\n")[1:] // below the heading
			sum := fmt.Sprint(w.Sum)
			at := func(line, value string) int {
				i := strings.Index(line, value+" ")
				return len([]rune(line[:max(i, 0)])) + len(value)
			}
			foot := lines[len(w.Rows)+1]
			for i, r := range w.Rows {
				value := fmt.Sprint(r.Value)
				if at(lines[i], value) != at(foot, sum) {
					t.Errorf("%q ends elsewhere than %s in\n%s", value, sum, strings.Join(lines, "\n"))
				}
			}
		}
	}
}
