package release_test

import (
	"bytes"
	"crypto/sha256"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestRebuildsAreIdentical builds the last commit, without changes that aren't committed, as a release
// does, from two folders and with two build caches: whoever builds a release again gets the same
// checksum.
func TestRebuildsAreIdentical(t *testing.T) {
	// This module is separate from the program's, so it can't import internal/slowtest.
	if os.Getenv("NIM_TEST_NIGHTLY") == "" {
		t.Skip("two builds from nothing take minutes; set NIM_TEST_NIGHTLY=1, as .ci/long does")
	}
	b := load(t).Builds[0]
	flags := strings.NewReplacer("{{ .Version }}", "1.0.0", "{{ .FullCommit }}", strings.Repeat("0", 40), "{{ .CommitDate }}", "2026-11-30T00:00:00Z")
	var sums [][]byte
	for range 2 {
		sources, built := t.TempDir(), filepath.Join(t.TempDir(), b.Binary)
		run(t, root, "git", "worktree", "add", "--detach", filepath.Join(sources, "nimbot"))
		t.Cleanup(func() { run(t, root, "git", "worktree", "remove", "--force", filepath.Join(sources, "nimbot")) })
		args := slices.Concat([]string{"build", "-o", built, "-ldflags=" + flags.Replace(strings.Join(b.Ldflags, " "))}, b.Flags, []string{b.Main})
		build := exec.Command("go", args...)
		build.Dir = filepath.Join(sources, "nimbot")
		build.Env = slices.Concat(os.Environ(), b.Env, []string{"GOFLAGS=", "GOCACHE=" + t.TempDir()})
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		program, err := os.ReadFile(built)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(program)
		sums = append(sums, sum[:])
	}
	if !bytes.Equal(sums[0], sums[1]) {
		t.Errorf("the checksums of two builds are %x and %x, want one", sums[0], sums[1])
	}
}

func run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v: %s", name, args, err, out)
	}
}
