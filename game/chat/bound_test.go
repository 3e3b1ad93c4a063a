package chat_test

import (
	"nimbot/game/chat/chattest"
	"strings"
	"testing"
)

// The refusal of a size that is too large names the configured bound, whether the parser
// or the limits reject it.
func TestTooLargeSizesNameTheSameBound(t *testing.T) {
	c := chattest.NewRoom(t)
	for _, tt := range []struct{ start, want string }{
		{"999999999999999999", "limit here is 1000000000."},
		{strings.Repeat("9", 300), "limit is 1000000000."},
		{strings.Repeat("9", 30) + " 5 game:coins", "last one is 1000000000."},
		{strings.Repeat("9", 30) + " game:chomp", "limit is 10."},
		{"12x15 game:chomp", "The largest bar is 10 × 10."},
	} {
		if got := c.Text(c.Says("ana", "start "+tt.start)); !strings.Contains(got, tt.want) {
			t.Errorf("start %.40s is answered %q, want %q in it", tt.start, got, tt.want)
		}
	}
}
