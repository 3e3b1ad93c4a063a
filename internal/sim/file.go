package sim

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"nimbot/cmd/bot/config"
	"nimbot/store"
	"nimbot/store/bolt"
)

// file is an embedded file, which one copy uses. When that is killed, it stays as the last
// transaction left it: what interrupts a transaction, and what the disk forgets, is for the drills
// with real processes.
type file struct {
	world *world
	path  string

	mu   sync.Mutex
	used *bolt.Store // the copy's, or that of its last life
}

func (w *world) newFile() *file {
	folder, err := os.MkdirTemp("/dev/shm", "nim-sim-") // in memory
	if err != nil {
		folder = w.t.TempDir()
	}
	w.t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return &file{world: w, path: filepath.Join(folder, "nim.db")}
}

func (f *file) url() config.StoreURL { return config.StoreURL("bolt:" + f.path) }

func (f *file) open(string) (store.Archive, error) {
	s, err := bolt.Open(f.path, bolt.Options{})
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.used = s
	return s, nil
}

func (f *file) current() *bolt.Store {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.used
}

// dies closes the file at once: nothing that the copy still does reaches it.
func (f *file) dies(string) { _ = f.current().Close() }

func (f *file) reads() store.Archive { return f.current() }

func (f *file) isDue(time.Time) bool { return true }

// refuses has nothing to do: a file doesn't load.
func (f *file) refuses(time.Duration) {}

// expires has nothing to do: a claim drops what has expired.
func (f *file) expires(context.Context) {}

func (f *file) everything() map[string]string {
	all := map[string]string{}
	for e, err := range f.current().All(context.Background()) {
		if err != nil {
			f.world.model.breaks("the file can't be read: %v", err)
		}
		all[e.Key] = string(e.Record.Data)
	}
	for line, err := range f.current().AllLines(context.Background()) {
		if err != nil {
			f.world.model.breaks("the leaderboards can't be read: %v", err)
		}
		all["leaderboard "+line.Board] += fmt.Sprint(line.Member, " ")
	}
	return all
}

// close has what was deleted be overwritten, as a start does, and looks for it.
func (f *file) close() {
	s, err := bolt.Open(f.path, bolt.Options{})
	if err == nil {
		err = s.Erase(context.Background())
		_ = s.Close() // Erase has returned
	}
	raw, err2 := os.ReadFile(f.path)
	if err != nil || err2 != nil {
		f.world.model.breaks("what was deleted can't be overwritten: %v, %v", err, err2)
		return
	}
	f.world.model.checkErased(raw)
}
