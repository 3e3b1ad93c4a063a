package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"nimbot/store"
)

// ErrEmpty is ErrCorrupt for a file of no bytes at all. bbolt would begin anew
// in it, but a store never leaves one: what was in it is lost.
var ErrEmpty = fmt.Errorf("%w: the file is empty", store.ErrCorrupt)

// makeFile makes the file of a new store, and refuses an empty one. The new
// file is complete before it gets its name, so that whatever ends the process
// meanwhile leaves no file, or a whole one, under it. (It may leave a draft,
// nim.db.new-…, which nothing needs.)
func makeFile(path string, o Options) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.Mode().IsRegular() && info.Size() == 0:
		return ErrEmpty
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	folder := filepath.Dir(path)
	draft, err := os.CreateTemp(folder, filepath.Base(path)+".new-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(draft.Name()) }() // its other name stays
	if err := draft.Close(); err != nil {
		return err
	}
	db, err := openFile(draft.Name(), o)
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	err = name(draft.Name(), path)
	syncFolder(folder)
	return err
}

// name gives the draft its name, unless another process was faster: its file
// is the store then.
func name(draft, path string) error {
	err := os.Link(draft, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	return os.Rename(draft, path) // where the file system has no links
}

// syncFolder makes the names in a folder survive a power cut, where the system
// lets a folder be synced.
func syncFolder(folder string) {
	if f, err := os.Open(folder); err == nil {
		_ = f.Sync()
		_ = f.Close()
	}
}
