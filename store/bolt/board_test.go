package bolt_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/storetest"
)

// TestALineThatWasNotWritten checks that a line set in a failed transaction is
// on no leaderboard, whether or not its caller still waits.
func TestALineThatWasNotWritten(t *testing.T) {
	for _, name := range []string{"waits", "has gone"} {
		t.Run(name, func(t *testing.T) {
			var looks []func() // what happens when the writer looks at the clock
			s := open(t, bolt.Options{MaxSize: 4 << 20, Now: func() time.Time {
				if len(looks) > 0 {
					do := looks[0]
					looks = looks[1:]
					do()
				}
				return time.Now()
			}})
			if err := fill(t.Context(), s); err != nil {
				t.Fatal(err)
			}
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			var calls sync.WaitGroup
			set := make(chan error, 1)
			enqueue := func(call func()) {
				n := s.Waiting()
				calls.Go(call)
				for s.Waiting() == n {
					time.Sleep(time.Millisecond)
				}
			}
			commit := func(key string) {
				if _, err := s.Commit(t.Context(), key, store.Write{Data: storetest.SizedDoc(1, store.MaxData)}); !errors.Is(err, store.ErrFull) {
					t.Errorf("Commit(%q) = %v, want %v", key, err, store.ErrFull)
				}
			}
			looks = []func(){
				func() { // in the first commit, which looks twice
					enqueue(func() { set <- s.SetLine(ctx, "b", store.Line{Member: "ana", Score: 1, Version: 1}) })
					enqueue(func() { commit("second") })
				},
				func() {},
				func() { // in the second one, after the line
					if name == "has gone" {
						leave()
						set <- <-set
					}
				},
			}
			commit("first")
			calls.Wait()
			if err := <-set; err == nil {
				t.Errorf("SetLine = %v, want it to fail", err)
			}
			lines, total, err := s.Lines(t.Context(), "b", 0, 9)
			if err != nil || len(lines) != 0 || total != 0 {
				t.Errorf("Lines = %v of %d, %v, want none", lines, total, err)
			}
		})
	}
}
