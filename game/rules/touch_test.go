package rules

import (
	"fmt"
	"strings"
	"testing"
)

func TestTouches(t *testing.T) {
	for _, tt := range []struct{ key, setup, move, want string }{
		{"nim", "3 4 5", "B2", "B:3-4"},
		{"pass", "3 4 5", "B0", ""},
		{"moore", "3 4 5 k2", "A1B2", "A:3-3 B:3-4"},
		{"kayles", "7", "A1:2+4", "A:3-3|A:5-5"},
		{"kayles", "7", "A2", "A:6-7|A:1-2"},
		{"lasker", "4", "A:1+3", "A:/1-2|A:/3-4"},
		{"lasker", "4", "A3", "A:2-4"},
		{"cake", "3x4@2,3", "top1", "1:1-4"},
		{"cake", "3x4@2,3", "left2", "1:1-2 2:1-2 3:1-2"},
		{"cake", "3x4@2,3", "right1", "1:4-4 2:4-4 3:4-4"},
		{"cake", "3x4@2,3", "bottom1", "3:1-4"},
		{"coins", "2 5 9", "9-6", ":9-9 :+6-6"},
		{"nimble", "2 2 9", "2-1", ":2-2 :+1-1"},
		{"nimble", "2 9", "9-2", ":9-9 :+2-2"},
		{"turtles", "1 4 6", "6,3", ":6-6 :3-3"},
		{"chomp", "3x4", "2,3", "2:3-4 3:3-4"},
		{"stairs", "2 0 3", "3:2", "3:2-3"},
		{"bush", "0-1 1-2 1-3", "1-2", "1-2:0-0"},
		{"northcott", "red 8:2,5 6:1,6", "A4", "A:2-2 A:+4-4"},
		{"nim", "3 4 5", "Z9", ""},
	} {
		g, err := Lookup(tt.key)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Begin(tt.setup, Normal)
		if err != nil {
			t.Fatalf("Begin(%q) = %v", tt.setup, err)
		}
		if got := writeTouches(Touches(p, Move(tt.move))); got != tt.want {
			t.Errorf("%s: Touches(%s, %q) = %q, want %q", tt.key, tt.setup, tt.move, got, tt.want)
		}
	}
}

func writeTouches(ways [][]Touch) string {
	var all []string
	for _, way := range ways {
		var runs []string
		for _, r := range way {
			mark := ""
			if r.Comes {
				mark = "+"
			}
			if r.Gap {
				mark = "/"
			}
			runs = append(runs, fmt.Sprintf("%s:%s%d-%d", r.Row, mark, r.From, r.To))
		}
		all = append(all, strings.Join(runs, " "))
	}
	return strings.Join(all, "|")
}
