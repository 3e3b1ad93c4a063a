package guards

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nimbot/internal/slowtest"
)

// TestNewGameDocumentBuilds builds the game of docs/new-game.md from the
// document: it applies the document's code blocks to an overlay of the
// repository, and runs the conformance suite on the game.
func TestNewGameDocumentBuilds(t *testing.T) {
	slowtest.Only(t) // it builds the games a second time
	text := readFile(t, "docs/new-game.md")
	overlay := layOver(t, text)
	tests := regexp.MustCompile(`\$ go (test) (\S+) -run '(.+)'`).FindStringSubmatch(text)
	if tests == nil {
		t.Fatal("the document names no tests")
	}
	output := goTool(t, "", "test", "-vet=off", "-v", "-overlay", overlay, tests[2], "-run", tests[3])
	if !strings.Contains(output, "--- PASS: TestEveryGameConforms/mark/normal") {
		t.Errorf("the tests of the document do not reach the game:\n%s", output)
	}
}

// TestNewGameIsPlayed builds the bot with that game, and plays the match at the end of
// the document.
func TestNewGameIsPlayed(t *testing.T) {
	slowtest.Nightly(t) // it builds nearly everything a second time
	text := readFile(t, "docs/new-game.md")
	overlay := layOver(t, text)
	goTool(t, "", "test", "-vet=off", "-overlay", overlay, "./game/chat", "./game/draw", "./game/teach", "-run", "RulesCard|SpokenOf|Goals|ToldApart|DailyPositions|DailyGetsHarder")

	_, match, _ := strings.Cut(text, "$ go run ./cmd/bot play\n")
	match, _, _ = strings.Cut(match, "```")
	typed, shown := "", ""
	for line := range strings.Lines(match) {
		if rest, ok := strings.CutPrefix(line, "> "); ok {
			typed += rest
		} else {
			shown += line
		}
	}
	store := "bolt:" + filepath.Join(t.TempDir(), "nim.db")
	if got := goTool(t, typed, "run", "-overlay", overlay, "./cmd/bot", "play", "--store", store); strings.TrimSpace(got) != strings.TrimSpace(shown) {
		t.Errorf("the document shows\n%s\nand the bot says\n%s", shown, got)
	}
}

// block is a block of code that is headed by its file.
var block = regexp.MustCompile("(?ms)^```(go|diff|yaml) (\\S+)\n(.*?)^```$")

// layOver writes the files as the document makes them, and what tells the Go
// tool to use them.
func layOver(t *testing.T, text string) (overlay string) {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{}
	for _, m := range block.FindAllStringSubmatch(text, -1) {
		kind, file, body := m[1], m[2], m[3]
		if _, known := files[file]; !known {
			old, err := os.ReadFile(file)
			if err != nil && kind != "go" {
				t.Fatalf("the document adds to %s: %v", file, err)
			}
			files[file] = string(old)
		}
		if kind == "diff" {
			body = added(t, file, files[file], body)
			files[file] = ""
		} else if files[file] != "" {
			files[file] += "\n"
		}
		files[file] += body
	}
	replace := map[string]string{}
	for file, text := range files {
		at, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		replace[at] = filepath.Join(dir, strings.ReplaceAll(file, "/", "_"))
		if err := os.WriteFile(replace[at], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay = filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		t.Fatal(err)
	}
	return overlay
}

// added applies a diff's + lines: it inserts them after the preceding context
// line.
func added(t *testing.T, file, text, diff string) string {
	t.Helper()
	above, below := "", ""
	for line := range strings.Lines(diff) {
		if rest, plus := strings.CutPrefix(line, "+"); plus {
			below += rest
		} else {
			above += line[1:]
		}
	}
	if strings.Count(text, above) != 1 {
		t.Fatalf("%s has the line %q of the document %d times, want once", file, above, strings.Count(text, above))
	}
	return strings.Replace(text, above, above+below, 1)
}

// goTool runs the Go tool with some input, and returns what it prints.
func goTool(t *testing.T, input string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}
