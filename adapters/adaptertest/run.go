package adaptertest

import (
	"crypto/sha256"
	"embed"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"nimbot/internal/slowtest"
)

//go:embed testdata/*.txtar
var conversations embed.FS

// people has everybody who speaks in the conversations.
var people = []Person{{Name: "ana"}, {Name: "bob"}, {Name: "cleo"}, {Name: "mo", Moderator: true}}

// parts is how many parts the conversations are divided into, under the race detector.
const parts = 6

// dealt is hashed with the name of a test, and chosen so that the tests run all parts between them
// (TestAllPartsAreRun).
const dealt = "17 "

// Run runs every conversation, each on a new driver. Under the race detector, for which they
// are alike, it runs only one part of them, which the name of the calling test chooses.
func Run(t *testing.T, start func(t testing.TB) Driver) {
	t.Helper()
	part := -1
	if slowtest.Race {
		part = partOf(caller())
	}
	testscript.Run(t, testscript.Params{
		Dir: unpack(t, part),
		Setup: func(env *testscript.Env) error {
			env.Values[stageKey{}] = newStage(start(env.T().(testing.TB)))
			return nil
		},
		Cmds: commands(),
	})
}

// caller returns the name of the test that calls Run, with its package.
func caller() string {
	pc, _, _, _ := runtime.Caller(2)
	return runtime.FuncForPC(pc).Name()
}

// partOf returns the part of the conversations that a test runs under the race detector.
func partOf(test string) int {
	return int(sha256.Sum256([]byte(dealt + test))[0]) % parts
}

// unpack writes the conversations to a folder, since testscript reads files: one part of them, or all
// if part is negative.
func unpack(t *testing.T, part int) string {
	t.Helper()
	dir := t.TempDir()
	files, err := conversations.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range files {
		if part >= 0 && i%parts != part {
			continue
		}
		text, err := conversations.ReadFile(path.Join("testdata", f.Name()))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, f.Name()), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// stageKey is the context key of a script's stage.
type stageKey struct{}

func stageOf(ts *testscript.TestScript) *stage { return ts.Value(stageKey{}).(*stage) }

type command = func(ts *testscript.TestScript, neg bool, args []string)

func commands() map[string]command {
	all := map[string]command{
		"again":    positive(func(ts *testscript.TestScript, _ []string) { stageOf(ts).act(ts, Driver.Again) }),
		"restart":  positive(func(ts *testscript.TestScript, _ []string) { stageOf(ts).act(ts, Driver.Restart) }),
		"clock":    positive(clock),
		"remember": positive(func(ts *testscript.TestScript, args []string) { stageOf(ts).remember(ts, args) }),
		"board":    boardShows,
		"buttons":  buttons,
		"edited":   edited,
		"public":   public,
		"private":  private,
	}
	for _, p := range people {
		all[p.Name] = positive(func(ts *testscript.TestScript, args []string) { stageOf(ts).person(ts, p, args) })
	}
	return all
}

// positive refuses a "!" in front of an action.
func positive(do func(*testscript.TestScript, []string)) command {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg {
			ts.Fatalf("an action cannot be negated")
		}
		do(ts, args)
	}
}

func clock(ts *testscript.TestScript, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: clock 11m")
	}
	d, err := time.ParseDuration(args[0])
	ts.Check(err)
	stageOf(ts).act(ts, func(drv Driver) error { return drv.Clock(d) })
}
