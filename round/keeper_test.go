package round_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"nimbot/round"
	"nimbot/store"
	"nimbot/store/storetest"
)

// repeating is a store whose client repeats a write because its answer was lost: it then
// meets what it wrote itself.
type repeating struct{ *storetest.Memory }

func (r repeating) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	if rec, err := r.Memory.Commit(ctx, key, w); err != nil {
		return rec, err
	}
	return r.Memory.Commit(ctx, key, w)
}

// A write that was repeated is made once, for each of the changes that it holds.
func TestAWriteWhoseAnswerWasLost(t *testing.T) {
	k := round.NewKeeper(repeating{storetest.NewMemory()}, time.Now)
	const changes = 20
	var all sync.WaitGroup
	for range changes {
		all.Go(func() {
			_, err := k.Change(context.Background(), "test/g/c", func(r *round.Round) (bool, error) { r.Number++; return true, nil })
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if r, err := k.Read(t.Context(), "test/g/c"); err != nil || r.Number != changes {
		t.Errorf("after %d changes the number is %d, %v", changes, r.Number, err)
	}
}
