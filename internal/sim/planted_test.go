package sim

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nimbot/internal/slowtest"
)

var plantFlag = flag.String("plant", "", "plant only the faults whose names contain this")

// planted is a fault put into the program: in a file, one text is replaced by another.
type planted struct{ name, file, old, new string }

// faults are what the simulation must find.
var faults = []planted{
	{
		"a mark not looked at: a delivery that comes again acts again", "game/chat/session.go",
		"s.couldActAgain() && (s.doneInOwn || s.Doc.Knows(s.r.ID))", "s.couldActAgain() && s.doneInOwn",
	},
	{
		"a task not scheduled: no worker looks at clocks", "game/chat/document.go",
		"Due: s.Due(), ", "",
	},
	{
		"a task not scheduled: no worker shows a board", "game/chat/document.go",
		"Expires: s.Expires(s.now), Show: show", "Expires: s.Expires(s.now)",
	},
	{
		"a version not compared", "store/redis/lua/commit.lua",
		"if version ~= ARGV[1] then", "if version == 'x' then",
	},
	{
		"a lease not renewed", "store/lease/lease.go",
		"renew, cancel := context.WithTimeout(working, l.Length/3)\n\t\t_, ok, err := l.Take(renew)\n\t\tcancel()", "ok, err := true, error(nil)",
	},
	{
		"a retry without a bound", "adapters/discord/refusals.go",
		"return ok && r.now().Before(x.until)", "return ok && x.n < 0",
	},
	{
		"a private reply made public", "adapters/discord/message.go",
		"out.Flags |= discordgo.MessageFlagsEphemeral\n", "\n",
	},
	{
		"a count not given back", "adapters/discord/background.go",
		"cancel()\n\t\tl.adapter.tasks.end()", "cancel()",
	},
	{
		"a late edit", "adapters/discord/caches.go",
		"return ok && newest > version", "return ok && newest > version+1<<62",
	},
	{
		"a double reveal", "game/rounds/race.go",
		"case round.Reveals:\n\t\t\t\tr.Reveal(now)", "case round.Reveals:\n\t\t\t\tr.Reveal(now)\n\t\t\t\tr.Reveal(now)",
	},
	{
		"a settle twice: a result counts each time that it comes", "store/person/taken.go",
		"case m.knows(id):", "case m.knows(id) && id == \"\":",
	},
	{
		"a forgotten name kept", "store/channel/forget.go",
		"if p.Last != nil {", "if p.Last != nil && id == \"\" {",
	},
	{
		"a warning not sent", "game/chat/turn.go",
		"s.show(s.Warning(s.now, false))", "",
	},
	{
		"a day's post twice", "game/chat/schedule.go",
		"d.After, d.Date = store.UnixOf(s.now), ", "d.Date = ",
	},
}

// maxSeeds is how many seeds may be needed to find a fault.
var maxSeeds = flag.Int("plantseeds", 50, "how many seeds look for a planted fault")

// TestPlantedFaultsAreFound builds the simulation with one fault after another, and runs seeds until
// one finds it. The tree stays as it is: the compiler is given another text for one file.
func TestPlantedFaultsAreFound(t *testing.T) {
	slowtest.Nightly(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		if !strings.Contains(f.name, *plantFlag) {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			program := f.build(t, root)
			for seed := range *maxSeeds {
				out, err := exec.Command(program, "-test.run", "^TestSeeds$", "-seeds", fmt.Sprint(seed+1), "-test.timeout", "5m").CombinedOutput()
				if err == nil {
					continue
				}
				t.Logf("seed %d finds it: %s", seed+1, firstFailure(string(out)))
				return
			}
			t.Errorf("%d seeds don't find it", *maxSeeds)
		})
	}
}

// build returns the path of a test program that has the fault.
func (f planted) build(t *testing.T, root string) string {
	t.Helper()
	file, folder := filepath.Join(root, f.file), t.TempDir()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), f.old); n != 1 {
		t.Fatalf("%s has %d times the text that the fault replaces, want once:\n%s", f.file, n, f.old)
	}
	changed, overlay, program := filepath.Join(folder, "changed"), filepath.Join(folder, "overlay.json"), filepath.Join(folder, "sim.test")
	replaces, err := json.Marshal(map[string]any{"Replace": map[string]string{file: changed}})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{changed: []byte(strings.Replace(string(text), f.old, f.new, 1)), overlay: replaces} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "test", "-c", "-overlay", overlay, "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the fault doesn't compile: %v\n%s", err, out)
	}
	return program
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
