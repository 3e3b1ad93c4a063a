package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"nimbot/store"
	"nimbot/store/atomicfile"
)

// ErrEmpty means that the file has no bytes. bbolt would initialize it, but a
// store never leaves an empty file, so its content was lost.
var ErrEmpty = fmt.Errorf("%w: the file is empty", store.ErrCorrupt)

// makeFile creates the file of a new store, and refuses an empty one. Until the new
// file is complete, it has the name of a draft (see atomicfile.File).
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
	f, err := atomicfile.New(path)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := f.Close(); err != nil {
		return err
	}
	db, err := openFile(f.Name(), o)
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	if err := f.Publish(); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil // another process was faster: its file is the store
}
