package guards

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// floors are the rooms from top to bottom. A room holds its subfolders, and imports only
// itself and rooms of lower floors. Tests import what they like: the whole bot, mostly.
//
// Adapters and the router are on one floor: cmd gives the one to the others, which know dialog.
var floors = [][]string{
	{"cmd"},
	{"adapters", "game/router"},
	{"game/practice", "game/rounds", "game/people", "game/worker"},
	{"game/chat"},
	{"game/dialog"},
	{"game/teach"},
	{"game/words", "game/draw"},
	{"game/rules", "game/rating"},
	{"store"},
}

// unknown are the folders of which a room sees nothing, although they are below it: adapters say and
// ask everything in the words of dialog, which computes nothing.
var unknown = map[string][]string{
	"adapters":    {"game/practice", "game/rounds", "game/people", "game/worker", "game/chat"},
	"game/dialog": {"game/teach", "game/rules/solve", "game/draw"},
}

// besides is on no floor: it serves tests, so it imports everything, and only tests and
// what serves them import it.
const besides = "internal"

// module begins the import path of each package of ours.
const module = "nimbot/"

// room returns the floor of a package, counted from the top, and its room. The floor is -1
// for a package in no room.
func room(pkg string) (floor int, name string) {
	for floor, rooms := range floors {
		for _, name := range rooms {
			if within(pkg, name) {
				return floor, name
			}
		}
	}
	return -1, ""
}

// within reports whether a package is a folder or below it.
func within(pkg, folder string) bool {
	return pkg == folder || strings.HasPrefix(pkg, folder+"/")
}

// servesTests reports whether a file is compiled only into tests.
func servesTests(file string) bool {
	dir := path.Dir(file)
	return strings.HasSuffix(file, "_test.go") || within(dir, besides) ||
		slices.ContainsFunc(strings.Split(dir, "/"), func(folder string) bool { return strings.HasSuffix(folder, "test") })
}

// mayImport reports whether a file may import a package of ours.
func mayImport(file, pkg string) bool {
	if servesTests(file) || within(pkg, besides) {
		return servesTests(file)
	}
	from, own := room(path.Dir(file))
	to, other := room(pkg)
	return from >= 0 && to >= 0 && (own == other || from < to && !slices.ContainsFunc(unknown[own], func(folder string) bool { return within(pkg, folder) }))
}

// TestImportsFollowTheRooms checks every import between our packages against the floors.
func TestImportsFollowTheRooms(t *testing.T) {
	seen := map[string]bool{}
	eachGoFile(t, func(file string) {
		_, name := room(path.Dir(file))
		seen[name] = true
		for pkg, line := range imports(t, file) {
			if !mayImport(file, pkg) {
				t.Errorf("%s:%d imports %s, which is not below %s; move what both need to a lower room (floors in internal/guards/rooms_test.go)", file, line, pkg, path.Dir(file))
			}
		}
	})
	for _, name := range slices.Concat(floors...) {
		if !seen[name] {
			t.Errorf("the room %s holds no file", name)
		}
	}
}

func TestMayImport(t *testing.T) {
	for _, tt := range []struct {
		file, pkg string
		want      bool
	}{
		{"adapters/slack/slack.go", "game/dialog", true},
		{"adapters/slack/slack.go", "game/router", false},
		{"adapters/slack/slack.go", "game/chat/message", false},
		{"game/dialog/dialog.go", "adapters/slack", false},
		{"game/dialog/message.go", "game/rules", true},
		{"game/dialog/message.go", "game/rules/solve", false},
		{"game/dialog/message.go", "game/teach/explain", false},
		{"game/chat/hint.go", "game/chat/message", true},
		{"game/practice/daily.go", "game/people", false},
		{"game/words/text.go", "game/draw", false},
		{"game/teach/lessons.go", "game/rules/solve", true},
		{"store/lane/lane.go", "game/rules", false},
		{"game/chat/hint.go", "internal/slowtest", false},
		{"game/chat/hint_test.go", "internal/slowtest", true},
		{"game/chat/hint_test.go", "game/router/routertest", true},
		{"adapters/adaptertest/walk/walk.go", "internal/slowtest", true},
		{"internal/load/main.go", "adapters/discord/discordtest", true},
		{"bench/main.go", "game/rules", false},
	} {
		if got := mayImport(tt.file, tt.pkg); got != tt.want {
			t.Errorf("mayImport(%q, %q) = %v, want %v", tt.file, tt.pkg, got, tt.want)
		}
	}
}

// eachGoFile calls do for every Go file of the main module, whatever system builds it.
func eachGoFile(t *testing.T, do func(file string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules" || d.Name() == "tools"):
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(file, ".go"):
			do(filepath.ToSlash(file))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// imports returns the packages of ours that a file imports, and the lines that do.
func imports(t *testing.T, file string) map[string]int {
	t.Helper()
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for _, spec := range f.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if pkg, ours := strings.CutPrefix(name, module); err == nil && ours {
			found[pkg] = set.Position(spec.Pos()).Line
		}
	}
	return found
}
