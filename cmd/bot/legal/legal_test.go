package legal

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// bookkeeping lists fields without personal data: format and versions.
var bookkeeping = []string{"v", "n", "w"}

// stored returns the members of the stored documents, as their sources declare them: of all
// structs in a folder with JSON names, or only of the named ones.
func stored(t *testing.T, folder string, only ...string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../../..", folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v, %v", folder, files, err)
	}
	var all []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			declared, is := n.(*ast.TypeSpec)
			if !is {
				return true
			}
			body, is := declared.Type.(*ast.StructType)
			if !is || len(only) > 0 && !slices.Contains(only, declared.Name.Name) {
				return true
			}
			for _, f := range body.Fields.List {
				if f.Tag == nil {
					continue
				}
				name, _, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json"), ",")
				if name != "" && name != "-" && !slices.Contains(bookkeeping, name) {
					all = append(all, filepath.Base(folder)+"."+declared.Name.Name+"."+name)
				}
			}
			return true
		})
	}
	return all
}

// TestTableListsEveryStoredField checks that every stored field occurs in the table
// exactly once, and that the table names no other field.
func TestTableListsEveryStoredField(t *testing.T) {
	real := slices.Concat(stored(t, "store/channel"), stored(t, "store/person"), stored(t, "store/round"),
		stored(t, "adapters/slack", "home", "homeGame", "installation"), stored(t, "adapters/web", "person"))
	told := map[string]int{}
	for _, k := range kept {
		for _, m := range k.Members {
			told[m]++
			if !slices.Contains(real, m) {
				t.Errorf("%q tells of %s, which no document has", k.What, m)
			}
		}
		if k.What == "" || k.Why == "" || k.HowLong == "" || k.Delete == "" || len(k.Members) == 0 {
			t.Errorf("%+v does not say all", k)
		}
	}
	for _, m := range real {
		if told[m] != 1 {
			t.Errorf("%s is stored, and told of %d times, want once; kept.go has to say what it is for", m, told[m])
		}
	}
}

// TestOperatingDocsListTheSamePeriods checks that docs/operating.md lists
// exactly the retention periods of the table.
func TestOperatingDocsListTheSamePeriods(t *testing.T) {
	page, err := os.ReadFile("../../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n## How long things are kept\n")
	table, _, _ = strings.Cut(table, "\n## ")
	times := regexp.MustCompile(`\b(?:\d+|DAYS) (?:days|minutes)\b`)
	of := func(text string) (all []string) {
		text = strings.ReplaceAll(text, "DAYS days", fmt.Sprint(400, " days"))
		all = times.FindAllString(text, -1)
		slices.Sort(all)
		return slices.Compact(all)
	}
	told := "90 days on leaderboards, 30 days for backups"
	for _, k := range kept {
		told += "\n" + k.HowLong
	}
	if got, want := of(table), of(told); !slices.Equal(got, want) {
		t.Errorf("docs/operating.md says that things are kept for %q, want %q", got, want)
	}
}

// overwritten is the sentence that says when deleted data is gone.
// docs/operating.md has the same period.
const overwritten = "What was deleted or replaced can still be read in the store's files by whoever runs the machine, until it's overwritten there: within a day while the bot runs, and after every start."

func TestDocsHaveTheSameErasurePeriod(t *testing.T) {
	text, err := os.ReadFile("../../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(strings.Fields(string(text)), " "), overwritten) {
		t.Errorf("docs/operating.md doesn't hold %q", overwritten)
	}
}

func TestRoutes(t *testing.T) {
	full := Facts{Operator: "Ada <Ltd>", Contact: "ada@example.org", Address: "1 Nim Street", Command: "/nim", Games: 23, PersonDays: 123, BackupDays: 45}
	for _, c := range []struct {
		name  string
		facts Facts
		path  string
		want  []string // nil for 404
	}{
		{"landing", full, "/", []string{"23 games", "/nim start 3 4 5", "Ada &lt;Ltd&gt;", "1 Nim Street"}},
		{"about", full, "/about", []string{"23 games"}},
		{"privacy", full, "/privacy", []string{"/nim forget me", "mailto:ada@example.org", "30 days", "up to 45 days old", "123 days after you last", "platform's ids of the players", overwritten, "Ada &lt;Ltd&gt;"}},
		{"terms", full, "/terms", []string{"without a warranty", "Ada &lt;Ltd&gt;"}},
		{"support", full, "/support", []string{"mailto:ada@example.org"}},
		{"renamed", Facts{Command: "/play"}, "/privacy", []string{"/play forget me", "whoever runs this copy"}},
		{"a web address", Facts{Contact: "https://example.org/help"}, "/support", []string{`href="https://example.org/help"`}},
		{"a dangerous address", Facts{Contact: "javascript://alert(1)"}, "/support", []string{`href="#ZgotmplZ"`}},
		{"with a page to play on", Facts{Play: true}, "/about", []string{`<a href="/">Play</a>`}},
		{"with a page to play on, the landing", Facts{Play: true}, "/", nil},
	} {
		routes, err := Routes(c.facts)
		if err != nil {
			t.Fatal(err)
		}
		mux := http.NewServeMux()
		for pattern, h := range routes {
			mux.Handle(pattern, h)
		}
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, c.path, nil))
		body := strings.Join(strings.Fields(strings.ReplaceAll(w.Body.String(), "&#39;", "'")), " ")
		if ok := w.Code == http.StatusOK; ok != (c.want != nil) {
			t.Errorf("%s: GET %s = %d", c.name, c.path, w.Code)
		}
		for _, want := range c.want {
			if !strings.Contains(body, want) {
				t.Errorf("%s: GET %s does not hold %q", c.name, c.path, want)
			}
		}
		if policy := w.Header().Get("Content-Security-Policy"); c.want != nil && (!strings.HasPrefix(policy, "default-src 'none'; style-src 'sha256-") || strings.Contains(policy, "unsafe")) {
			t.Errorf("%s: GET %s has the policy %q", c.name, c.path, policy)
		}
	}
}
