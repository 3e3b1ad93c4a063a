package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

// TestPurgedServerIsGoneFromTheFile checks that the id of a purged server doesn't
// occur in the store's file.
func TestPurgedServerIsGoneFromTheFile(t *testing.T) {
	const guild = "81384788765712384"
	dir := t.TempDir()
	file := filepath.Join(dir, "nim.db")
	s, err := bolt.Open(file, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var writers sync.WaitGroup
	for i := range 200 {
		writers.Go(func() {
			for n := range uint64(5) {
				for _, key := range []string{fmt.Sprint("discord/", guild, "/", i), fmt.Sprint("discord/2/", i)} {
					if _, err := s.Commit(t.Context(), key, store.Write{Expect: n, Data: storetest.Doc(n+1, key)}); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	writers.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	stands := func() int {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Count(data, []byte(guild))
	}
	before := stands()
	if out, errs, code := bot(t, dir, "", "purge", "--store", "bolt:nim.db", "discord/"+guild); code != exitGood || !strings.HasPrefix(out, "200 documents of") {
		t.Fatalf("bot purge = %d, %q, %q, want 200 documents", code, out, errs)
	}
	if n := stands(); n != 0 || before == 0 {
		t.Errorf("the purged server's id stands %d times in the file, %d times before; want 0", n, before)
	}
}

// TestPurgeWhereRedisRefuses checks that an operator gets one line with the
// remedy if Redis refuses BGREWRITEAOF.
func TestPurgeWhereRedisRefuses(t *testing.T) {
	server := redistest.Start(t, "--appendonly", "yes", "--rename-command", "BGREWRITEAOF", "")
	_, errs, code := bot(t, t.TempDir(), "", "purge", "--store", server.URL(), "discord/1")
	if code != exitFailed || !strings.Contains(errs, "what was deleted can still be read in the store's files") || !strings.Contains(errs, "run BGREWRITEAOF and BGSAVE daily") || strings.Count(errs, "\n") != 1 {
		t.Errorf("bot purge = %d, %q, want %d and one line with the remedy", code, errs, exitFailed)
	}
}

// TestErasedNameIsGoneFromTheFile checks that the name of a person who left isn't
// in the store's file any more after the bot was started again.
func TestErasedNameIsGoneFromTheFile(t *testing.T) {
	const name = "zaphodine"
	s := newRunningBot(t, "NIM_WEB_ENABLED=false")
	stands := func() int {
		data, err := os.ReadFile(filepath.Join(s.dir, "nim.db"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(data), name)
	}
	said := ""
	for _, line := range []string{"start 3 4 5", "A1", "B1", "resign", "start 2 2", "resign", "forget me", "forget everywhere", "forget everywhere yes"} {
		said += name + ": " + line + "\n"
	}
	// On a slow machine the erase at the start of bot play may come after the last line. Then the
	// file holds no copy any more, and the lines are typed once more, which works after a minute.
	s.await(3*time.Minute, "the file holds a copy of the deleted name", func() bool {
		out, errs, code := bot(t, s.dir, said, "play")
		if strings.Contains(out, "I deleted everything about you less than a minute ago") {
			time.Sleep(time.Second)
			return false
		}
		if code != exitGood || !strings.Contains(out, "no longer store anything about you") {
			t.Fatalf("bot play = %d, %q, %q, want that everything is deleted", code, out, errs)
		}
		return stands() > 0
	})
	s.start()
	s.await(time.Minute, "the name is gone from the file", func() bool { return stands() == 0 })
	s.stop()
}
