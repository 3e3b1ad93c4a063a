package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"nimbot/store"
	"nimbot/store/storetest"
)

// failing is a store whose records from a number on cannot be written.
type failing struct {
	*storetest.Memory
	mu   sync.Mutex
	left int
}

func (f *failing) Restore(ctx context.Context, e store.Entry) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.left--; f.left < 0 {
		return false, fmt.Errorf("%w: the test", store.ErrFull)
	}
	return f.Memory.Restore(ctx, e)
}

func fill(t *testing.T, s store.Store, records int) {
	t.Helper()
	for i := range records {
		if _, err := s.Commit(t.Context(), fmt.Sprint("k", i), store.Write{Data: storetest.Doc(1, "")}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMigrateResumes(t *testing.T) {
	const records = 2500
	from, to := storetest.NewMemory(), storetest.NewMemory()
	fill(t, from, records)
	var told []int
	done, err := store.Migrate(t.Context(), from, to, func(m store.Migration) { told = append(told, m.Records+m.Verified) })
	if want := (store.Migration{Records: records, Copied: records, Verified: records}); err != nil || done != want {
		t.Errorf("Migrate = %+v, %v, want %+v", done, err, want)
	}
	if fmt.Sprint(told) != "[1000 2000 3000 4000 5000]" {
		t.Errorf("progress was told at %v, want each thousand", told)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Migrate(ctx, from, storetest.NewMemory(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Migrate with a cancelled context = %v, want %v", err, context.Canceled)
	}
}

func TestMigrateStops(t *testing.T) {
	from := storetest.NewMemory()
	fill(t, from, 50)
	to := &failing{Memory: storetest.NewMemory(), left: 20}
	_, err := store.Migrate(t.Context(), from, to, nil)
	if !errors.Is(err, store.ErrFull) || !strings.Contains(err.Error(), `key "k`) {
		t.Errorf("Migrate to a full store = %v, want %v and the key", err, store.ErrFull)
	}
	to.left = 1000
	done, err := store.Migrate(t.Context(), from, to, nil)
	if err != nil || done.Copied != 30 || done.Verified != 50 {
		t.Errorf("Migrate again = %+v, %v, want the other 30 copied", done, err)
	}
}

// TestMigrateTellsWhatIsDamaged copies what can be read and names the rest.
func TestMigrateTellsWhatIsDamaged(t *testing.T) {
	from, to := storetest.NewMemory(), storetest.NewMemory()
	fill(t, from, 5)
	from.Plant(t, "k2", []byte("dear diary"))
	from.Plant(t, "k3", []byte(`{"v":9,"n":1}`))
	done, err := store.Migrate(t.Context(), from, to, nil)
	if want := (store.Migration{Records: 3, Copied: 3, Verified: 3}); done != want {
		t.Errorf("Migrate = %+v, want %+v", done, want)
	}
	if !errors.Is(err, store.ErrCorrupt) || !errors.Is(err, store.ErrNewer) || !strings.Contains(err.Error(), `"k2"`) || !strings.Contains(err.Error(), `"k3"`) {
		t.Errorf("Migrate = %v, want both keys named", err)
	}
}
