package slack

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"nimbot/store/storetest"
)

// A person who is erased while the board of their game is being shown gets no new home
// document.
func TestErasedPersonGetsNoHomeDocument(t *testing.T) {
	for _, leaves := range []bool{true, false} {
		s := storetest.NewMemory()
		h := newHomes(s, quietOutbox(), slog.New(slog.DiscardHandler), time.Now)
		h.leaving = func(_ context.Context, guild, user string) (bool, error) {
			return leaves && guild == "T1" && user == "U1", nil
		}
		for _, team := range []string{"T1", "T2"} {
			err := h.change(t.Context(), team, "U1", func(d *home) bool { return d.add(homeGame{Channel: "C1", Key: "nim"}) })
			if err != nil {
				t.Fatal(err)
			}
			rec, err := s.Get(t.Context(), homeKey(team, "U1"))
			if want := !leaves || team == "T2"; err != nil || (rec.Version != 0) != want {
				t.Errorf("leaves %v: the home document in %s is %s, %v; want one: %v", leaves, team, rec.Data, err, want)
			}
		}
	}
}
