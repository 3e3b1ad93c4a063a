package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that a development build wrote while two people played is refused by every command that
// opens it, in one line that names the file, its format and the remedy. It stays as it is.
func TestAFileOfAnOlderFormat(t *testing.T) {
	old := unzipped(t, "testdata/format1.db.gz")
	dir := t.TempDir()
	path := filepath.Join(dir, "nim.db")
	if err := os.WriteFile(path, old, 0o600); err != nil {
		t.Fatal(err)
	}
	const want = `store = "bolt:nim.db": an older version of this program wrote the file (format 1, this version reads 2), and it was left as it is; run that version, or begin anew with --store bolt:other.db`
	for _, command := range []string{"play", "serve", "check --online", "backup x", "inspect console/general", "purge console/x --dry-run", "migrate bolt:nim.db bolt:x"} {
		_, errs, code := bot(t, dir, "", strings.Fields(command)...)
		if n := strings.Count(errs, "older version"); code != exitFailed || n != 1 || !strings.Contains("\n"+errs, "\n"+want+"\n") {
			t.Errorf("bot %s = %d, %s, want %d and once the line %s", command, code, errs, exitFailed, want)
		}
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, old) {
		t.Errorf("the file was changed (%v)", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("the folder holds %v, %v, want the file alone", files, err)
	}
}
