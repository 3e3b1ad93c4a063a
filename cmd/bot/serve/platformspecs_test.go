package serve

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"nimbot/adapters/console"
	known "nimbot/store/platform"
)

// The rules about people have to know every platform.
func TestFactsAboutEveryPlatform(t *testing.T) {
	for _, name := range Platforms() {
		if !known.Listed(name) {
			t.Errorf("package platform doesn't list %s", name)
		}
	}
}

// Every adapter that holds the conversations can be configured and connected.
func TestEveryAdapterIsServed(t *testing.T) {
	files, err := filepath.Glob("../../../adapters/*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("adaptertest.Run(")) {
			seen[filepath.Base(filepath.Dir(file))] = true
		}
	}
	for name := range seen {
		switch i := slices.IndexFunc(specs, func(k platformSpec) bool { return k.name == name }); {
		case i < 0:
			t.Errorf("specs has no line for adapters/%s", name)
		case name != console.Platform && (specs[i].configured == nil || specs[i].connect == nil): // the terminal serves itself
			t.Errorf("the line of %s in specs can't be configured or connected", name)
		}
	}
	if len(seen) < len(specs) {
		t.Errorf("%d adapters hold the conversations, want all %d platforms", len(seen), len(specs))
	}
}
