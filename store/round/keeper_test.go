package round_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/round"
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

// A change that fails, or changes nothing, isn't stored.
func TestChangesThatAreNotStored(t *testing.T) {
	failed := errors.New("failed")
	k := round.NewKeeper(storetest.NewMemory(), time.Now)
	for _, c := range []struct {
		changes bool
		err     error
		stored  int // the number then
	}{{true, failed, 0}, {false, nil, 0}, {true, nil, 1}, {true, failed, 1}, {false, nil, 1}} {
		_, err := k.Change(t.Context(), "test/g/c", func(r *round.Round) (bool, error) { r.Number++; return c.changes, c.err })
		if !errors.Is(err, c.err) {
			t.Errorf("Change = %v, want %v", err, c.err)
		}
		if r, err := k.Read(t.Context(), "test/g/c"); err != nil || r.Number != c.stored {
			t.Errorf("after a change (%v, %v) the number is %d, %v; want %d", c.changes, c.err, r.Number, err, c.stored)
		}
	}
}
