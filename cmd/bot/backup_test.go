package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

// TestBackupWhilePeoplePlay backs up a server's file while people move, kills
// the server, restores the backup into Redis, and plays on from there: every
// game is as it was at some moment of the backup. The backup of that Redis goes
// into a file again.
func TestBackupWhilePeoplePlay(t *testing.T) {
	redis := redistest.Start(t)
	dir := t.TempDir()
	file := "bolt:" + filepath.Join(dir, "nim.db")
	fleet := startFleet(t, file, 1)
	rooms := make([]*counterGame, 12)
	for i := range rooms {
		rooms[i] = &counterGame{fleet: fleet, channel: strconv.Itoa(900000000000000000 + i), people: duelists}
		rooms[i].begin(t)
	}
	ctx, stop := context.WithCancel(t.Context())
	var players sync.WaitGroup
	for _, d := range rooms {
		for seat := range 2 {
			players.Go(func() { d.play(ctx, seat) })
		}
	}
	fleet.awaitMoves(100)
	before := stonesLeft(rooms)
	// A document for each room, one for each of the two people, one with the list of
	// servers, and one with the salts of marks.
	records := fmt.Sprint(len(rooms)+4, " records")
	t.Setenv("NIM_HTTP_ADMIN", fleet.replicas[0].admin)
	if out, errs, code := bot(t, dir, "", "backup", "--store", file, "games.backup"); code != exitGood || !strings.HasPrefix(out, records) {
		t.Fatalf("bot backup beside a server = %d, %q, %q, want %s", code, out, errs, records)
	}
	fleet.awaitMoves(int(fleet.answered.Load()) + 50)
	stop()
	players.Wait()
	fleet.replicas[0].kill()
	after := stonesLeft(rooms)

	for _, step := range [][]string{
		{"restore", "--store", redis.URL(), "games.backup"},
		{"backup", "--store", redis.URL(), "again.backup"},
		{"restore", "--store", "bolt:again.db", "again.backup"},
	} {
		if out, errs, code := bot(t, dir, "", step...); code != exitGood || !strings.Contains(out, records) {
			t.Fatalf("bot %v = %d, %q, %q, want %s", step, code, out, errs, records)
		}
	}
	for _, url := range []string{redis.URL(), "bolt:" + filepath.Join(dir, "again.db")} {
		on := startFleet(t, url, 1)
		for i, d := range rooms {
			look := d.interaction(0, discordtest.Typed("nim", "board", nil))
			status, body, err := on.post(t.Context(), 0, on.sign(look))
			if o := d.read(status, body, err); o.verdict != accepted || o.left > before[i] || o.left < after[i] {
				t.Errorf("%s, room %d: %d stones are left after the restore (%d %s, %v), want %d to %d", url, i, o.left, status, body, err, after[i], before[i])
			}
		}
	}
}

// TestMovedStore: a server whose file was moved away isn't ready, no command begins another file
// under that name, and everything goes on once the file is back.
func TestMovedStore(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "nim.db")
	fleet := startFleet(t, "bolt:"+path, 1)
	game := &counterGame{fleet: fleet, channel: "900000000000000000", people: duelists}
	game.begin(t)
	if out, errs, code := bot(t, dir, "", "backup", "--store", "bolt:"+path, "before.backup"); code != exitGood {
		t.Fatalf("bot backup = %d, %q, %q", code, out, errs)
	}
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	if code, said := get(t, fleet.replicas[0].admin, "", "/readyz"); code != http.StatusServiceUnavailable || !strings.Contains(said, "moved, replaced or deleted") {
		t.Errorf("/readyz without the file = %d %q", code, said)
	}
	const stranded = "began with a file of this name, which was moved, replaced or deleted since; stop that server first"
	if out, errs, code := bot(t, dir, "", "restore", "--store", "bolt:"+path, "before.backup"); code == exitGood || !strings.Contains(errs, stranded) {
		t.Errorf("bot restore beside the server = %d, %q, %q, want a refusal", code, out, errs)
	}
	if out, errs, code := bot(t, dir, "", "backup", "--store", "bolt:"+path, "after.backup"); code == exitGood || !strings.Contains(errs, stranded) {
		t.Errorf("bot backup beside the server = %d, %q, %q, want a refusal", code, out, errs)
	}
	if err := os.Rename(path+".old", path); err != nil {
		t.Fatal(err)
	}
	if code, said := get(t, fleet.replicas[0].admin, "", "/readyz"); code != http.StatusOK {
		t.Errorf("/readyz with the file again = %d %q", code, said)
	}
	if out, errs, code := bot(t, dir, "", "backup", "--store", "bolt:"+path, "after.backup"); code != exitGood {
		t.Errorf("bot backup with the file again = %d, %q, %q", code, out, errs)
	}
}

// stonesLeft returns the numbers of stones on the boards that were seen last.
func stonesLeft(rooms []*counterGame) []int {
	left := make([]int, len(rooms))
	for i, d := range rooms {
		d.mu.Lock()
		left[i] = d.seen.left
		d.mu.Unlock()
	}
	return left
}

func TestSaveBackup(t *testing.T) {
	s := storetest.NewMemory()
	if _, err := s.Commit(t.Context(), "k", store.Write{Data: storetest.Doc(1, "")}); err != nil {
		t.Fatal(err)
	}
	whole := func(_ string, w io.Writer) error { return store.WriteBackup(t.Context(), w, s, time.Now()) }
	for _, c := range []struct {
		name  string
		write func(file string, w io.Writer) error
		want  string // in the error; "" for none
	}{
		{"whole", whole, ""},
		{"no room", func(file string, w io.Writer) error {
			return errors.Join(whole(file, w), &fs.PathError{Op: "write", Path: file, Err: syscall.ENOSPC})
		}, "can't be written (no space left on device), so there is no backup; name a file in a folder with room for it"},
		{"a server that died", func(_ string, w io.Writer) error {
			_, err := w.Write([]byte{0x1f, 0x8b})
			return err
		}, "the backup didn't become whole"},
		{"made by another meanwhile", func(file string, w io.Writer) error {
			return errors.Join(whole(file, w), os.WriteFile(file, []byte("theirs"), 0o600))
		}, "there is such a file already"},
	} {
		file := filepath.Join(t.TempDir(), "b")
		_, err := saveBackup(t.Context(), file, func(w io.Writer) error { return c.write(file, w) })
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: saveBackup = %v, want %q", c.name, err, c.want)
		}
		text, missing := os.ReadFile(file)
		if theirs := string(text) == "theirs"; (missing == nil) != (c.want == "") && !theirs {
			t.Errorf("%s: the file: %v, want it only if it's whole", c.name, missing)
		}
		if drafts, _ := filepath.Glob(file + ".*"); len(drafts) > 0 {
			t.Errorf("%s: %v was left behind", c.name, drafts)
		}
	}
}

// TestBackupOfADamagedStore checks that the backup has all readable records, and that
// the command fails.
func TestBackupOfADamagedStore(t *testing.T) {
	server := redistest.Start(t)
	s, _, err := serve.OpenStore(t.Context(), config.StoreURL(server.URL()), time.Now, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"console/a", "console/b"} {
		if _, err := s.Commit(t.Context(), key, store.Write{Data: storetest.Doc(1, "")}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	damage(t, server, "console/b", "dear diary")
	dir := t.TempDir()
	out, errs, code := bot(t, dir, "", "backup", "--store", server.URL(), "b")
	if code != exitFailed || !strings.Contains(out, "1 record of") || !strings.Contains(errs, `the rest is in b, but 1 record can't be read`) || !strings.Contains(errs, "console/b") {
		t.Errorf("bot backup of a damaged store = %d, %q, %q, want %d, one record and the other's name", code, out, errs, exitFailed)
	}
	if out, errs, code := bot(t, dir, "", "restore", "--store", "bolt:new.db", "b"); code != exitGood {
		t.Errorf("bot restore of what could be read = %d, %q, %q, want %d", code, out, errs, exitGood)
	}
	damage(t, server, "console/b", `{"v":9,"n":1}`)
	_, errs, code = bot(t, dir, "", "backup", "--store", server.URL(), "newer")
	if _, err := os.Stat(filepath.Join(dir, "newer")); code != exitFailed || !strings.Contains(errs, "holds documents of a newer version") || err == nil {
		t.Errorf("bot backup of a newer version's store = %d, %q, and the file: %v, want %d, the remedy and no file", code, errs, err, exitFailed)
	}
}

// damage replaces a record by another value.
func damage(t *testing.T, server *redistest.Server, key, value string) {
	t.Helper()
	names, err := server.Client().Keys(t.Context(), "*}:"+key).Result()
	if err != nil || len(names) != 1 {
		t.Fatalf("KEYS = %q, %v, want the record of %s", names, err, key)
	}
	if err := server.Client().Set(t.Context(), names[0], value, 0).Err(); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkBackupAndRestore backs up a file of 100 000 games and restores it
// into another.
func BenchmarkBackupAndRestore(b *testing.B) {
	const games = 100_000
	dir := b.TempDir()
	old := config.StoreURL("bolt:" + filepath.Join(dir, "old.db"))
	s, err := bolt.Open(filepath.Join(dir, "old.db"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	fillStore(b, s, games)
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	var backing, restoring time.Duration
	for i := 0; b.Loop(); i++ {
		file := filepath.Join(dir, fmt.Sprint("backup", i))
		p := &program{streams: noEnvironment("", io.Discard, io.Discard)}
		begun := time.Now()
		if err := p.backup(b.Context(), config.Config{Store: old}, file); err != nil {
			b.Fatal(err)
		}
		backing += time.Since(begun)
		begun = time.Now()
		if err := p.restore(b.Context(), config.Config{Store: config.StoreURL("bolt:" + filepath.Join(dir, fmt.Sprint("new", i)))}, file, false); err != nil {
			b.Fatal(err)
		}
		restoring += time.Since(begun)
	}
	b.ReportMetric(backing.Seconds()/float64(b.N), "s/backup")
	b.ReportMetric(restoring.Seconds()/float64(b.N), "s/restore")
}

// fillStore puts records of a usual size into a store.
func fillStore(b *testing.B, s store.Store, records int) {
	b.Helper()
	due := time.Now().Add(time.Hour)
	work := make(chan int)
	var workers sync.WaitGroup
	for range 64 {
		workers.Go(func() {
			for i := range work {
				if _, err := s.Commit(b.Context(), fmt.Sprintf("discord/1/%d", i), store.Write{Data: storetest.SizedDoc(1, 600), Due: due}); err != nil {
					b.Error(err)
				}
			}
		})
	}
	for i := range records {
		work <- i
	}
	close(work)
	workers.Wait()
}
