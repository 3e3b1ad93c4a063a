package serve

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"nimbot/cmd/bot/config"
	"nimbot/store"
	"nimbot/store/bolt"
)

// TestOnlyChannelsMayBeNewer opens a file with records of format 2: those of channels
// are read, those of everything else are refused and left alone.
func TestOnlyChannelsMayBeNewer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nim.db")
	keys := map[string]error{
		"discord/1/2": nil, "slack/T1/C1": nil, "web/room": nil, "console/here": nil,
		"member:discord/1/2": store.ErrNewer, "practice:discord/2": store.ErrNewer, "left:discord/abc": store.ErrNewer,
		"web-person:ana": store.ErrNewer, "slack-install/T1": store.ErrNewer, "slack-home/T1/U1": store.ErrNewer, "serving/here": store.ErrNewer,
	}
	b, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for key := range keys {
		if _, err := b.Commit(t.Context(), key, store.Write{Data: fmt.Appendf(nil, `{"v":%d,"n":1}`, store.NewestFormat)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	s, _, err := OpenStore(t.Context(), config.StoreURL("bolt:"+path), time.Now, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	for key, want := range keys {
		if _, err := s.Get(t.Context(), key); !errors.Is(err, want) {
			t.Errorf("Get(%q) of format %d = %v, want %v", key, store.NewestFormat, err, want)
		}
	}
}
