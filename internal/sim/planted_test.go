package sim

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/internal/slowtest"
)

// The names of planted faults, such as "mark", that TestPlantedFaultsAreFound plants, and in how many
// seeds it looks for each.
var (
	plantFlag = flag.String("plant", "", "plant only these faults, separated by commas")
	maxSeeds  = flag.Int("plantseeds", 50, "how many seeds look for a planted fault")
)

// planted is a fault put into the program: in a file, one text is replaced by another. The fault
// shows only where the variable NIM_PLANTED has its name, so that one program has them all.
type planted struct{ name, what, file, old, new string }

// faults are what the simulation must find.
var faults = []planted{
	{
		"mark", "a mark not looked at: a delivery that comes again acts again", "game/chat/execution.go",
		`(e.doneInOwn || e.Doc.Knows(e.r.ID))`, `(e.doneInOwn || e.Doc.Knows(e.r.ID) && !planted("mark"))`,
	},
	{
		"clock", "a task not scheduled: no worker looks at clocks", "game/chat/document.go",
		`Due: e.Due(), `, `Due: unless("clock", e.Due()), `,
	},
	{
		"board", "a task not scheduled: no worker shows a board", "game/chat/document.go",
		`Show: show}`, `Show: unless("board", show)}`,
	},
	{
		"version", "a version not compared", "store/redis/redis.go",
		`w.Expect, store.Format,`, `s.expects(key, w.Expect), store.Format,`,
	},
	{
		"lease", "a lease not renewed", "store/lease/lease.go",
		`_, ok, err := l.Take(renew)`, "ok, err := true, error(nil)\n\t\tif !planted(\"lease\") {\n\t\t\t_, ok, err = l.Take(renew)\n\t\t}",
	},
	{
		"retry", "a retry without a bound", "adapters/discord/refusals.go",
		`return ok && r.now().Before(x.until)`, `return ok && r.now().Before(x.until) && !planted("retry")`,
	},
	{
		"private", "a private reply made public", "adapters/discord/message.go",
		"out.Flags |= discordgo.MessageFlagsEphemeral\n", "out.Flags |= unless(\"private\", discordgo.MessageFlagsEphemeral)\n",
	},
	{
		"count", "a count not given back", "adapters/discord/background.go",
		"cancel()\n\t\tl.adapter.tasks.end()", "cancel()\n\t\tif !planted(\"count\") {\n\t\t\tl.adapter.tasks.end()\n\t\t}",
	},
	{
		"late", "a board that comes late stays below a newer one", "game/worker/queue.go",
		`err != nil || isSameBoard(`, `err != nil || planted("late") || isSameBoard(`,
	},
	{
		"reveal", "a double reveal", "game/rounds/lead.go",
		"\t\t\t\tr.RevealUnseen(now)\n", "\t\t\t\tr.RevealUnseen(now)\n\t\t\t\tif planted(\"reveal\") {\n\t\t\t\t\tr.RevealUnseen(now)\n\t\t\t\t}\n",
	},
	{
		"twice", "a settle twice: a result counts each time that it comes", "store/person/countedresults.go",
		`case m.knows(id):`, `case m.knows(id) && !planted("twice"):`,
	},
	{
		"name", "a forgotten name kept", "store/channel/forget.go",
		`if p.Last != nil {`, `if p.Last != nil && !planted("name") {`,
	},
	{
		"warning", "a warning not sent", "game/chat/turn.go",
		`e.show(e.Warning(e.now, false))`, "if !planted(\"warning\") {\n\t\t\t\te.show(e.Warning(e.now, false))\n\t\t\t}",
	},
	{
		"post", "a day's post twice", "game/chat/schedule.go",
		"\te.Doc.DayPost = nil\n\tmarkPosted(e)\n", "\tif planted(\"post\") {\n\t\td.After = store.UnixOf(at) - 60\n\t}\n\te.Doc.DayPost = nil\n\tmarkPosted(e)\n",
	},
	{
		"unseen", "a board that Slack may not have shown counts as shown", "adapters/slack/deliver.go",
		`return t == ambiguous || t == timedOut`, `return t == ambiguous && !planted("unseen") || t == timedOut`,
	},
	{
		"unused", "what was deleted stays in the file's unused bytes", "store/bolt/erase.go",
		"err := s.fill(ctx)\n", "err := error(nil)\n\tif !planted(\"unused\") {\n\t\terr = s.fill(ctx)\n\t}\n",
	},
}

// helpers are in a file that each package with a fault gets.
const helpers = `package %s

import "os"

func planted(name string) bool { return os.Getenv("NIM_PLANTED") == name }

// unless returns v, or the zero value if the fault is planted.
func unless[T any](name string, v T) (out T) {
	if !planted(name) {
		out = v
	}
	return out
}
`

// expects is the helper of the fault "version".
const expects = `package redis

import "context"

func (s *Store) expects(key string, want uint64) uint64 {
	if planted("version") {
		rec, err := s.Get(context.Background(), key)
		if err == nil {
			return rec.Version
		}
	}
	return want
}
`

// TestPlantedFaultsAreFound builds the simulation with all faults, which the tree doesn't get, and
// turns one on after another until a seed finds it. Without it the same seed must find nothing.
func TestPlantedFaultsAreFound(t *testing.T) {
	slowtest.Nightly(t)
	program := plants(t)
	run := func(name string, seed int) (string, error) {
		c := exec.Command(program, "-test.run", "^TestSeeds$", "-seeds", fmt.Sprint(seed), "-test.timeout", "20m")
		c.Env = append(os.Environ(), "NIM_PLANTED="+name)
		out, err := c.CombinedOutput()
		return string(out), err
	}
	clean := map[int]bool{} // seeds that find nothing without a fault
	isClean := func(seed int) bool {
		if _, known := clean[seed]; !known {
			_, err := run("", seed)
			clean[seed] = err == nil
		}
		return clean[seed]
	}
	for _, f := range faults {
		if *plantFlag != "" && !slices.Contains(strings.Split(*plantFlag, ","), f.name) {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			began := time.Now()
			for seed := 1; seed <= *maxSeeds; seed++ {
				out, err := run(f.name, seed)
				if err == nil {
					continue
				}
				if !isClean(seed) {
					t.Logf("seed %d finds something without the fault, too", seed)
					continue
				}
				t.Logf("%s: seed %d finds it, after %v: %s", f.what, seed, time.Since(began).Round(time.Second), firstFailure(out))
				return
			}
			t.Errorf("%s: %d seeds don't find it", f.what, *maxSeeds)
		})
	}
}

// plants returns the path of a test program that has all faults.
func plants(t *testing.T) string {
	t.Helper()
	overlay, _ := plantAll(t)
	program := filepath.Join(t.TempDir(), "sim.test")
	goTool(t, "test", "-c", "-vet=off", "-overlay", overlay, "-o", program, ".")
	return program
}

// plantAll writes the files with all faults. It returns the file that tells the Go tool of them, and the
// packages that have faults.
func plantAll(t *testing.T) (file string, packages []string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	texts, in := map[string]string{}, map[string]bool{} // by file, by package
	for _, f := range faults {
		if texts[f.file] == "" {
			text, err := os.ReadFile(filepath.Join(root, f.file))
			if err != nil {
				t.Fatal(err)
			}
			texts[f.file] = string(text)
		}
		if n := strings.Count(texts[f.file], f.old); n != 1 {
			t.Fatalf("%s has %d times the text that the fault %q replaces, want once:\n%s", f.file, n, f.name, f.old)
		}
		texts[f.file] = strings.Replace(texts[f.file], f.old, f.new, 1)
		dir := path.Dir(f.file)
		in["nimbot/"+dir] = true
		texts[dir+"/planted.go"] = fmt.Sprintf(helpers, path.Base(dir))
	}
	texts["store/redis/expects.go"] = expects
	folder, replace := t.TempDir(), map[string]string{}
	for file, text := range texts {
		written := filepath.Join(folder, strings.ReplaceAll(file, "/", "_"))
		if err := os.WriteFile(written, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, file)] = written
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(file, list, 0o600); err != nil {
		t.Fatal(err)
	}
	return file, slices.Sorted(maps.Keys(in))
}

// TestPlantedFaultsCompile checks that the program still has the places in which faults are planted.
func TestPlantedFaultsCompile(t *testing.T) {
	slowtest.Only(t)
	overlay, packages := plantAll(t)
	goTool(t, append([]string{"build", "-overlay", overlay}, packages...)...)
}

func goTool(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Fatalf("the faults don't compile: %v\n%s", err, out)
	}
}

// firstFailure returns the first complaint in a test's output.
func firstFailure(out string) string {
	for line := range strings.Lines(out) {
		if line = strings.TrimSpace(line); strings.Contains(line, "_test.go:") && !strings.Contains(line, "looked at") || strings.HasPrefix(line, "panic:") {
			return line[:min(len(line), 400)]
		}
	}
	return out[:min(len(out), 400)]
}
