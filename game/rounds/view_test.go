package rounds_test

import (
	"strings"
	"testing"
)

// The reveal sums up the answers without a bar only if there are any.
func TestAnswersWithoutABar(t *testing.T) {
	for _, tt := range []struct {
		answers []string
		rest    bool
	}{
		{[]string{"A1", "A2", "A3"}, false},
		{[]string{"A1", "A2", "A3", "B1", "B2", "B3", "B4", "C1"}, true},
	} {
		c := newTable(t)
		c.Says("hal", "race 3 4 5 seconds:off")
		for i, a := range tt.answers {
			c.Says("p"+string(rune('a'+i)), "guess "+a)
		}
		if text := c.Text(c.Says("hal", "reveal")); strings.Contains(text, "other answer") != tt.rest {
			t.Errorf("after %q the reveal says\n%s\nwant other answers: %v", tt.answers, text, tt.rest)
		}
	}
}
