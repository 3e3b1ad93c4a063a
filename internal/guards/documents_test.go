package guards

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nimbot/game/words/command"
)

// TestDocumentedFilesExist looks for every file and folder that a document, a script, a setting
// or a comment names.
func TestDocumentedFilesExist(t *testing.T) {
	tree := readTree(t)
	read := 0
	for name := range tree.files {
		for _, text := range documentation(t, name) {
			read++
			for _, named := range mentions(text) {
				if !tree.has(named, path.Dir(name)) && !madeUp[named] {
					t.Errorf("%s names %s, which isn't there", name, named)
				}
			}
		}
	}
	if read < 1000 {
		t.Errorf("%d texts were read, want more", read)
	}
}

// TestPhrasesNameNoFolders checks that the catalogue's sentences hold no path: a tool that
// renames a folder may take alternatives, as in "one word/way", for one.
func TestPhrasesNameNoFolders(t *testing.T) {
	tree := readTree(t)
	for name := range tree.files {
		if !strings.HasPrefix(name, "game/words/locales/") {
			continue
		}
		for line := range strings.Lines(readFile(t, name)) {
			for _, word := range strings.Fields(line) {
				parts := strings.Split(strings.Trim(word, `"[],`), "/")
				if !strings.HasPrefix(line, "#") && len(parts) > 2 && tree.folders[parts[0]+"/"+parts[1]] {
					t.Errorf("%s: %s is a path in a sentence", name, word)
				}
			}
		}
	}
}

func TestMentions(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"see `game/rules/list.go`, and game/words/locales.", "game/rules/list.go game/words/locales"},
		{"[the settings](../config.example.yaml#limits), talk.yaml (lua/entry.lua)", "../config.example.yaml talk.yaml lua/entry.lua"},
		{"go test ./store/... ./cmd/bot/... -run X; .ci/run", "cmd/bot .ci/run"},
		{`import "nimbot/game/teach"`, "game/teach"},
		{"docs/*.md, game/words/locales/LANGUAGE/talk.yaml, store/NAME", "docs/*.md game/words/locales/*/talk.yaml store/*"},
		{"https://example.org/docs/index.html github.com/a/b/docs/x.md", ""},
		{"/daily?score=3 and /etc/nimbot/nimbot.yaml and $folder/store/x.go and ~/docs/x.md", ""},
		{"take two and/or three, normal/misère, 1/2, e.g. this. rules.Match.Apply t.Go", ""},
		{"{{.cmd}}/game/rules s3://store/x.json user@game/rules <docs/x>.md", ""},
	} {
		if got := strings.Join(mentions(c.text), " "); got != c.want {
			t.Errorf("mentions(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// madeUp are names of files that are somewhere else, or that a reader is to make.
var madeUp = map[string]bool{
	"nimbot.yaml": true, "bad.yaml": true, "mcp.json": true, "game/rules/mark.go": true,
	"checksums.txt": true, "checksums.txt.sigstore.json": true, // of a release
	"confusables.txt": true, // of Unicode
	"games.en.yaml":   true, // what go-i18n is told
	"tools/list":      true, // a method of MCP
}

var (
	wordy = regexp.MustCompile(`[\p{L}\p{N}_./*{}$:~@<>%+#?&=\\-]+`)
	// clean is a path and nothing else. A path from the root is of a platform or a machine.
	clean     = regexp.MustCompile(`^[\w.*-][\w./*-]*$`)
	inTree    = regexp.MustCompile(`^(\.ci|\.github|adapters|cmd|deploy|docs|game|internal|store|tools)/`)
	isFile    = regexp.MustCompile(`[\w*-]\.(css|go|golden|html|js|json|lua|md|txt|ya?ml)$`)
	stands    = regexp.MustCompile(`LANGUAGE2?|NAME|KEY`) // for any name
	elsewhere = regexp.MustCompile(`^[\w-]+\.(com|org|io|net)/`)
)

// mentions returns the paths in a text: those that begin with a folder at the top, and names
// of files. What stands for any name is a * in them.
func mentions(text string) (paths []string) {
	for _, word := range wordy.FindAllString(text, -1) {
		word, _, _ = strings.Cut(word, "#")
		word = strings.TrimRight(word, "./:?")
		word = strings.TrimPrefix(strings.TrimPrefix(word, "./"), "nimbot/")
		if clean.MatchString(word) && !elsewhere.MatchString(word) && (inTree.MatchString(word) || isFile.MatchString(word)) {
			paths = append(paths, stands.ReplaceAllString(word, "*"))
		}
	}
	return paths
}

// documentation returns what a file says to people who work with the tree: the comments of
// sources and catalogues, all of a document, a script or a setting.
func documentation(t *testing.T, name string) []string {
	base := path.Base(name)
	switch ext := path.Ext(name); {
	case strings.Contains(name, "/testdata/"):
		return nil
	case ext == ".go":
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		var comments []string
		for _, group := range file.Comments {
			comments = append(comments, group.Text())
		}
		return comments
	case strings.HasPrefix(name, "game/words/locales/"):
		var comments []string
		for line := range strings.Lines(readFile(t, name)) {
			if strings.HasPrefix(line, "#") {
				comments = append(comments, line)
			}
		}
		return comments
	case ext == ".md", ext == ".yaml", ext == ".yml", ext == ".sh", base == "Dockerfile", strings.HasPrefix(name, ".ci/"), strings.HasPrefix(name, "deploy/") && ext != ".json":
		return []string{readFile(t, name)}
	}
	return nil
}

// tree is what the repository holds.
type tree struct {
	files, folders map[string]bool // by path
	suffixes       map[string]bool // of all paths, from the start of a name on
}

func readTree(t *testing.T) tree {
	t.Helper()
	all := tree{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Name() == ".git" || d.Name() == "node_modules" || d.Name() == ".release" || d.Name() == ".screenshots":
			return filepath.SkipDir
		}
		name = filepath.ToSlash(name)
		if d.IsDir() {
			all.folders[name] = true
		} else {
			all.files[name] = true
		}
		for rest, more := name, true; more; _, rest, more = strings.Cut(rest, "/") {
			all.suffixes[rest] = true
		}
		return nil
	})
	if err != nil || len(all.files) < 500 {
		t.Fatalf("the tree has %d files, %v", len(all.files), err)
	}
	return all
}

// has reports whether a path is there, or ends a path that is, so that people may leave
// out folders; from is the folder of the text that names it.
func (a tree) has(named, from string) bool {
	if strings.HasPrefix(named, "../") {
		named = path.Join(from, named)
	}
	if !strings.Contains(named, "*") {
		return a.suffixes[named]
	}
	for suffix := range a.suffixes {
		if ok, _ := path.Match(named, suffix); ok {
			return true
		}
	}
	return false
}

// TestEachLanguageHasAReadme checks that the README leads to a page in each language, and
// that the commands and links of those pages work.
func TestEachLanguageHasAReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	folders, err := filepath.Glob("game/words/locales/*/glossary.yaml")
	if err != nil || len(folders) < 2 {
		t.Fatalf("the languages are %q, %v", folders, err)
	}
	cmd, link := regexp.MustCompile("`/nim ([^`]+)`"), regexp.MustCompile(`\]\((\.\.?/[^)]+)\)`)
	for _, folder := range folders {
		language := filepath.Base(filepath.Dir(folder))
		page := "docs/readme/" + language + ".md"
		text, err := os.ReadFile(page)
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(string(readme), "]("+page+")") {
			t.Errorf("README.md doesn't lead to %s", page)
		}
		commands, links := cmd.FindAllStringSubmatch(string(text), -1), link.FindAllStringSubmatch(string(text), -1)
		if len(commands) < 5 || len(links) < 3 || !strings.Contains(string(text), "`/nim me language "+language+"`") {
			t.Errorf("%s has %d commands and %d links, want more, and its language", page, len(commands), len(links))
		}
		for _, m := range commands {
			if line, err := command.Parse(m[1]); err != nil || line.Name() == "move" {
				t.Errorf("%s: %q is read as %q, %v", page, m[1], line.Name(), err)
			}
		}
		for _, m := range links {
			if _, err := os.Stat(filepath.Join("docs/readme", m[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}
