package gametest_test

import (
	"testing"

	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// The number of ways to play the first 1, 2, 3 and 4 moves, as counted by an independent
// program in another language. The first row can be checked by hand: from 1 2 there are 3
// moves, to 0 2, 1 1 and 1 0, from which there are 2, 2 and 1.
func TestPerft(t *testing.T) {
	slowtest.Sequential(t)
	for _, tt := range []struct {
		key, start string
		counts     []int
	}{
		{"nim", "1 2", []int{3, 5, 3, 0}},
		{"nim", "3 4 5", []int{12, 113, 810, 4338}},
		{"nim", "1 3 5 7", []int{16, 206, 2116, 17338}},
		{"pass", "3 4 5", []int{15, 188, 1950, 16666}},
		{"pass", "1 4- 5", []int{12, 114, 844, 4842}},
		{"subtraction", "9 7 {1,3,4}", []int{6, 35, 183, 828}},
		{"one-or-all", "4 7", []int{4, 12, 28, 59}},
		{"moore", "3 4 5 k2", []int{59, 1411, 16149, 103851}},
		{"lasker", "3 6", []int{13, 126, 986, 6784}},
		{"kayles", "5 7", []int{12, 127, 1168, 9176}},
		{"dawson-kayles", "7 9", []int{7, 42, 207, 793}},
		{"octal:0.137", "9 4", []int{7, 40, 181, 615}},
		{"grundy", "7 9", []int{7, 42, 216, 951}},
		{"wythoff", "3 5", []int{11, 70, 270, 647}},
		{"fibonacci", "13 max4", []int{4, 20, 79, 193}},
		{"euclid", "25 7", []int{3, 4, 4, 6}},
		{"cake", "5x8@2,3", []int{11, 96, 656, 3463}},
		{"nimble", "2 2 9", []int{9, 44, 155, 420}},
		{"coins", "2 5 9", []int{6, 30, 123, 405}},
		{"stairs", "2 0 3", []int{5, 22, 90, 316}},
		{"turtles", "1 4 6", []int{11, 77, 355, 1146}},
		{"mock-turtles", "1 4 6", []int{24, 330, 3058, 20969}},
		{"ruler", "3 4", []int{7, 25, 77, 185}},
		{"chomp", "4 4 2", []int{9, 52, 204, 571}},
		{"chomp", "3x4", []int{11, 73, 335, 1126}},
	} {
		g, err := rules.Lookup(tt.key)
		if err != nil {
			t.Fatalf("Lookup(%q) = %v", tt.key, err)
		}
		p, err := g.Parse(tt.start)
		if err != nil {
			t.Fatalf("%s: Parse(%q) = %v", tt.key, tt.start, err)
		}
		for i, want := range tt.counts {
			if got := count(t, p, i+1); got != want {
				t.Errorf("%s %q: %d ways to play %d moves, want %d", tt.key, tt.start, got, i+1, want)
			}
		}
	}
}

// count counts the ways to play n moves from p.
func count(t *testing.T, p rules.Position, n int) int {
	t.Helper()
	if n == 0 {
		return 1
	}
	sum := 0
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			t.Fatalf("%s: Play(%q) = %v", p, m, err)
		}
		sum += count(t, q, n-1)
	}
	return sum
}
