package atomicfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"nimbot/store/atomicfile"
)

// write makes a draft of path with a text in it, and gives it its name with the given method;
// nil leaves it a draft.
func write(t *testing.T, path, text string, name func(*atomicfile.File) error) error {
	t.Helper()
	f, err := atomicfile.New(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Discard()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		t.Fatal(err)
	}
	if name == nil {
		return nil
	}
	return name(f)
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name    string
		text    string
		publish func(*atomicfile.File) error
		want    string // what the file holds afterwards; "" for no file
		err     error
	}{
		{"given up", "a", nil, "", nil},
		{"published", "b", (*atomicfile.File).Publish, "b", nil},
		{"over a file", "c", (*atomicfile.File).Publish, "b", fs.ErrExist},
		{"in place of a file", "d", (*atomicfile.File).Replace, "d", nil},
	} {
		path := filepath.Join(dir, "file")
		if err := write(t, path, c.text, c.publish); !errors.Is(err, c.err) {
			t.Errorf("%s: Publish() = %v, want %v", c.name, err, c.err)
		}
		if got, err := os.ReadFile(path); string(got) != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: the file holds %q, %v, want %q", c.name, got, err, c.want)
		}
		if drafts, _ := filepath.Glob(path + ".new-*"); len(drafts) > 0 {
			t.Errorf("%s: %v was left behind", c.name, drafts)
		}
	}
	if _, err := atomicfile.New(filepath.Join(dir, "none", "file")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("New() in a folder that doesn't exist = %v, want %v", err, fs.ErrNotExist)
	}
}
