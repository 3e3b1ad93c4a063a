package redis_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

// TestErase checks that Erase removes deleted content from all of the server's
// files: from the log of commands and from the snapshot.
func TestErase(t *testing.T) {
	const guild = "81384788765712384"
	for name, args := range map[string][]string{
		"log":      {"--appendonly", "yes", "--appendfsync", "always"},
		"snapshot": {"--save", "900 1", "--rdbcompression", "no"},
		"both":     {"--appendonly", "yes", "--save", "900 1", "--rdbcompression", "no"},
		"neither":  nil,
	} {
		t.Run(name, func(t *testing.T) {
			server := redistest.Start(t, args...)
			s := open(t, server.URL())
			later := time.Now().Add(time.Hour)
			for i := range 20 {
				key := fmt.Sprint("discord/", guild, "/", i)
				if _, err := s.Commit(t.Context(), key, store.Write{Data: storetest.Doc(1, key), Due: later, Show: store.ShowAt(1, later)}); err != nil {
					t.Fatal(err)
				}
			}
			if name == "snapshot" || name == "both" {
				if err := server.Client().Save(t.Context()).Err(); err != nil {
					t.Fatal(err)
				}
			}
			if n := inFiles(t, server.Dir(), guild); (n == 0) != (name == "neither") {
				t.Fatalf("the id stands %d times in the files before it's deleted: the test tests nothing", n)
			}
			for i := range 20 {
				w := store.Write{Expect: 1, Data: storetest.Doc(2, ""), Expires: time.Unix(1, 0)}
				if _, err := s.Commit(t.Context(), fmt.Sprint("discord/", guild, "/", i), w); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Erase(t.Context()); err != nil {
				t.Fatalf("Erase = %v", err)
			}
			left := inFiles(t, server.Dir(), guild)
			for end := time.Now().Add(time.Minute); left > 0 && time.Now().Before(end); left = inFiles(t, server.Dir(), guild) {
				time.Sleep(20 * time.Millisecond) // redis removes old files in the background
			}
			if left > 0 {
				t.Errorf("the id stands %d times in the files after Erase, want 0", left)
			}
		})
	}
}

// inFiles returns how often text occurs in the files of a folder.
func inFiles(t *testing.T, dir, text string) (n int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil //nolint:nilerr // a file that redis removes meanwhile
		}
		data, _ := os.ReadFile(path) // likewise
		n += bytes.Count(data, []byte(text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestEraseRefused checks that the error tells the operator what to do if the bot may
// not use a command.
func TestEraseRefused(t *testing.T) {
	server := redistest.Start(t, "--appendonly", "yes", "--save", "900 1")
	for _, c := range []struct{ denied, want string }{
		{"-bgrewriteaof", "doesn't let the bot use BGREWRITEAOF"},
		{"+bgrewriteaof -bgsave", "doesn't let the bot use BGSAVE"},
		{"+bgsave -config", "doesn't let the bot use CONFIG GET"},
	} {
		args := []any{"ACL", "SETUSER", "bot", "on", ">secret", "~*", "&*", "+@all"}
		for _, rule := range strings.Fields(c.denied) {
			args = append(args, rule)
		}
		if err := server.Client().Do(t.Context(), args...).Err(); err != nil {
			t.Fatal(err)
		}
		s := open(t, strings.Replace(server.URL(), "redis://", "redis://bot:secret@", 1))
		err := s.Erase(t.Context())
		var told *redis.ServerError
		if !errors.As(err, &told) || !strings.Contains(told.What, c.want) || !strings.Contains(told.Remedy, "daily") || strings.Contains(err.Error(), "secret") {
			t.Errorf("Erase with %s = %v, want %q and what to do", c.denied, err, c.want)
		}
	}
}

// TestEraseCluster has all masters write their files anew.
func TestEraseCluster(t *testing.T) {
	slowtest.Only(t)
	cluster := redistest.StartCluster(t)
	if err := open(t, cluster.URL()).Erase(t.Context()); err != nil {
		t.Errorf("Erase on a cluster = %v", err)
	}
}

// TestEraseAtOnce has several copies of the bot ask one server at the same time.
func TestEraseAtOnce(t *testing.T) {
	s := open(t, redistest.Start(t, "--appendonly", "yes", "--save", "900 1").URL())
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if err := s.Erase(t.Context()); err != nil {
				t.Errorf("Erase beside others = %v", err)
			}
		})
	}
	all.Wait()
}
