package serve

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"nimbot/cmd/bot/config"
)

// TestTheKeyIsThereAtEveryMoment lets a server publish its key again and again, over the one of
// a server that was killed, while a command reads it.
func TestTheKeyIsThereAtEveryMoment(t *testing.T) {
	url := config.StoreURL("bolt:" + filepath.Join(t.TempDir(), "nim.db"))
	publish := func(address string) {
		if err := newAdminKey(url, false).publish(address); err != nil {
			t.Errorf("publish(%q) = %v", address, err)
		}
	}
	publish("127.0.0.1:1")
	stop := make(chan struct{})
	var reader sync.WaitGroup
	reader.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			key := newAdminKey(url, false)
			text, err := os.ReadFile(key.file)
			if err == nil {
				err = json.Unmarshal(text, key)
			}
			if err != nil || key.Address == "" {
				t.Errorf("the file holds %q, %v, want an address and a key", text, err)
				return
			}
		}
	})
	for range 200 {
		publish("127.0.0.1:2")
	}
	close(stop)
	reader.Wait()
	file := newAdminKey(url, false).file
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v, want one for its own user only", info, err)
	}
	if more, _ := filepath.Glob(file + "?*"); len(more) > 0 {
		t.Errorf("%q was left behind", more)
	}
}
