package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/console"
	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/bolt"
)

// makeVersion1 has TestAStoreOfVersion1 make its files anew. They are those of version 1.0, so it
// is for as long as 1.0 isn't released: what was released must stay readable as it is.
var makeVersion1 = flag.Bool("make-version1", false, "write testdata/version1 anew, before 1.0 is released")

const version1 = "testdata/version1"

// later are lines that people type when their store of version 1.0 is opened by this version, and
// what must have come of everything that was open: games with a clock, a level and an undo that
// waits, a rated pair, an offer, a sum, a set with a name, a round, a simul, exercises and settings.
// want is the game's key, position and player to move, or winner, or else part of the text.
var later = []struct{ line, want string }{
	{"#bot ana: B1", "nim 1 3 2, ana to move"},
	{"#people bob: B1", "nim 1 4 7, ana to move"},
	{"#misere bob: decline", "kayles 2, bob to move"},
	{"#misere bob: A2", "kayles 0, ana won"},
	{"#draw ana: 2,1", "chomp 1, ana won"},
	{"#rated bob: resign", "a draw, 1–1"},
	{"#offer cem: accept", "kayles 9, ana to move"},
	{"#sum ana: 2.A1:2+4", "kayles 2 4, ana to move"},
	{"#set mia: A4", "subtraction 0 {squares}, bot won"},
	{"#round dora: guess A3", "take 3 from A"},
	{"#round ana: reveal", "1 · take 2 from A"},
	{"#simul bob: resign", "ana won"},
	{"#simul cem: board", "cem against ana"},
	{"mia: settings", "language de"},
	{"ana: answer A5", "A 5, B 5"},
	{"ana: me games", "#people"},
	{"bob: answer C2", "Right: take 2 from C"},
	{"cem: skip", "Which move wins?"},
	{"dora: skip", "position 2 of at most 8"},
	{"#won eva: review", "You won in 1 move"},
	{"eva: me profile", "1 game, 1 won"},
	{"ida: me profile", "You haven't finished a game"},
}

// TestAStoreOfVersion1 opens a file that version 1.0 wrote, and restores its backup, and goes on with
// everything that was open. Records are the same bytes in Redis, which would let these expire by
// the machine's clock.
func TestAStoreOfVersion1(t *testing.T) {
	slowtest.Sequential(t)
	if *makeVersion1 {
		writeVersion1(t)
	}
	at := backupMade(t, filepath.Join(version1, "nim.backup"))
	for name, write := range map[string]func(t *testing.T, path string){
		"the file":          func(t *testing.T, path string) { unzip(t, filepath.Join(version1, "nim.db.gz"), path) },
		"a backup restored": func(t *testing.T, path string) { restoreVersion1(t, path, at) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "nim.db")
			write(t, path)
			answers := playLater(t, path, at)
			for i, l := range later {
				if got := answers[i+1]; !slices.ContainsFunc(got, func(a string) bool { return strings.Contains(a, l.want) }) {
					t.Errorf("%q is answered with %q, want %q", l.line, got, l.want)
				}
			}
		})
	}
}

// playLater has the chat in the terminal answer the lines of later a minute after the store was made,
// and returns for each line's number, from 1, what its messages say.
func playLater(t *testing.T, path string, made time.Time) map[int][]string {
	t.Helper()
	var in strings.Builder
	for _, l := range later {
		in.WriteString(l.line + "\n")
	}
	var out bytes.Buffer
	at, started := made.Add(time.Minute), time.Now()
	c := config.Default()
	c.Store = config.StoreURL("bolt:" + path)
	app, err := serve.Assemble(t.Context(), c, serve.Options{
		Log: slog.New(slog.DiscardHandler), Say: io.Discard, Wall: func() time.Time { return at.Add(time.Since(started)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	err = console.Run(t.Context(), console.Options{Bot: app.Own, Words: app.Words, Clock: app.Clock, In: strings.NewReader(in.String()), Out: &out, JSON: true})
	if closed := app.Close(); err != nil || closed != nil {
		t.Fatal(err, closed)
	}
	answers := map[int][]string{}
	for r := json.NewDecoder(&out); r.More(); {
		var m struct {
			Line  int `json:"reply_to"`
			Text  string
			State *struct {
				Game, Position, Turn, Winner string
			}
		}
		if err := r.Decode(&m); err != nil {
			t.Fatal(err)
		}
		said := m.Text
		if s := m.State; s != nil {
			said += "\n" + s.Game + " " + s.Position + ", "
			if s.Winner != "" {
				said += s.Winner + " won"
			} else {
				said += s.Turn + " to move"
			}
		}
		answers[m.Line] = append(answers[m.Line], said)
	}
	return answers
}

// backupMade returns when a backup was made.
func backupMade(t *testing.T, path string) time.Time {
	t.Helper()
	line, _, _ := bytes.Cut(unzipped(t, path), []byte("\n"))
	var head struct{ Made time.Time }
	if err := json.Unmarshal(line, &head); err != nil || head.Made.IsZero() {
		t.Fatalf("%s: made at %v (%v), want a time", path, head.Made, err)
	}
	return head.Made
}

// restoreVersion1 makes a file of the backup of version 1.0.
func restoreVersion1(t *testing.T, path string, at time.Time) {
	t.Helper()
	f, err := os.Open(filepath.Join(version1, "nim.backup"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	b, err := store.OpenBackup(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	s, err := bolt.Open(path, bolt.Options{Now: func() time.Time { return at }})
	if err != nil {
		t.Fatal(err)
	}
	done, err := store.Migrate(t.Context(), b, s, nil)
	if closed := s.Close(); err != nil || closed != nil || done.Copied != b.Records || done.Copied < 20 {
		t.Fatalf("%d of %d records restored, %v, %v; want all, at least 20", done.Copied, b.Records, err, closed)
	}
}

// writeVersion1 has people type the lines of before.txt, and keeps the file and its backup.
func writeVersion1(t *testing.T) {
	dir := t.TempDir()
	before, err := os.ReadFile(filepath.Join(version1, "before.txt"))
	if err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(version1, "nim.backup")
	if err := os.Remove(kept); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if out, errs, code := bot(t, dir, string(before), "play"); code != exitGood {
		t.Fatalf("bot play = %d: %s%s", code, out, errs)
	}
	if _, errs, code := bot(t, dir, "", "backup", "nim.backup"); code != exitGood {
		t.Fatalf("bot backup = %d: %s", code, errs)
	}
	for from, to := range map[string]string{"nim.backup": "nim.backup", "nim.db": "nim.db.gz"} {
		data, err := os.ReadFile(filepath.Join(dir, from))
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(to) == ".gz" {
			data = zipped(t, data)
		}
		if err := os.WriteFile(filepath.Join(version1, to), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func zipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func unzipped(t *testing.T, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func unzip(t *testing.T, from, to string) {
	t.Helper()
	if err := os.WriteFile(to, unzipped(t, from), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestADamagedStoreOfVersion1 changes one byte of a backup, or the format of every record: nothing
// of such a backup is restored, and such a record isn't changed by who uses its place.
func TestADamagedStoreOfVersion1(t *testing.T) {
	slowtest.Sequential(t)
	kept := filepath.Join(version1, "nim.backup")
	whole, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(1, 0))
	for range slowtest.Count(8, 40) {
		changed, at := slices.Clone(whole), 10+r.IntN(len(whole)-10) // behind the header, whose time and system mean nothing
		changed[at] ^= 1 << r.IntN(8)
		if err := os.WriteFile(filepath.Join(dir, "nim.backup"), changed, 0o600); err != nil {
			t.Fatal(err)
		}
		_, errs, code := bot(t, dir, "", "restore", "nim.backup")
		if _, err := os.Stat(filepath.Join(dir, "nim.db")); code != exitFailed || strings.Count(errs, "\n") != 1 || err == nil {
			t.Fatalf("byte %d changed: bot restore = %d, %q, and a file of games (%v); want %d, one line and none", at, code, errs, err, exitFailed)
		}
	}

	path, made := filepath.Join(dir, "tomorrow.db"), backupMade(t, kept)
	unzip(t, filepath.Join(version1, "nim.db.gz"), path)
	before := records(t, path, made)
	replaceInFile(t, path, `{"v":3,"n"`, `{"v":4,"n"`)
	answers := playLater(t, path, made)
	for i, l := range later[:11] { // lines in channels that hold something
		if got := strings.Join(answers[i+1], "\n"); !strings.Contains(got, "upgraded") {
			t.Errorf("%q on a record of tomorrow is answered with %q, want that the bot is being upgraded", l.line, got)
		}
	}
	replaceInFile(t, path, `{"v":4,"n"`, `{"v":3,"n"`)
	now := records(t, path, made)
	for key, r := range before {
		if !bytes.Equal(now[key].Data, r.Data) {
			t.Errorf("%s of tomorrow is now %s, want it unchanged: %s", key, now[key].Data, r.Data)
		}
	}
}

// replaceInFile replaces a text by one of the same length.
func replaceInFile(t *testing.T, path, from, to string) {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(file, []byte(from), []byte(to)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// records returns all records of a file, by key.
func records(t *testing.T, path string, now time.Time) map[string]store.Record {
	t.Helper()
	s, err := bolt.Open(path, bolt.Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }() // it was only read
	all := map[string]store.Record{}
	for e, err := range s.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all[e.Key] = e.Record
	}
	return all
}
