package explain

import "testing"

func TestFraction(t *testing.T) {
	for _, tt := range []struct {
		x        float64
		part, of int
		fewer    bool
	}{
		{1, 19, 20, false},
		{0.969, 19, 20, false},
		{0.94, 8, 9, false},
		{0.65, 2, 3, false},
		{0.5, 1, 2, false},
		{1.0 / 12, 1, 12, false},
		{1.0 / 44, 1, 44, false},
		{1.0 / 1260, 1, 1300, false},
		{1e-9, 1, 1e6, true},
	} {
		part, of, fewer := fraction(tt.x)
		if part != tt.part || of != tt.of || fewer != tt.fewer {
			t.Errorf("fraction(%v) = %d of %d, %v, want %d of %d, %v", tt.x, part, of, fewer, tt.part, tt.of, tt.fewer)
		}
	}
}
