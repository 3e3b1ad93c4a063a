// Package atomicfile makes files that get their name when they are complete, so that
// whatever ends the process leaves no file, or a whole one, under it.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file without its name yet. It lies in the folder of its name, under
// the name with ".new-" and digits behind it; a process that is killed may leave
// it there, and nothing needs it.
type File struct {
	*os.File
	path string
}

// New makes a draft of the file path, which only this user may read.
func New(path string) (*File, error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*")
	if err != nil {
		return nil, err
	}
	return &File{f, path}, nil
}

// Publish gives a draft that was synced and closed its name, and makes the name
// survive a power cut where the system lets a folder be synced. If there is a
// file of that name by now, the error is fs.ErrExist and that file stays as it
// is.
func (f *File) Publish() error {
	err := os.Link(f.Name(), f.path)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = f.rename() // the file system may have no links
	}
	if folder, missing := os.Open(filepath.Dir(f.path)); missing == nil {
		_ = folder.Sync()
		_ = folder.Close()
	}
	return err
}

func (f *File) rename() error {
	if _, err := os.Lstat(f.path); err == nil {
		return &fs.PathError{Op: "rename", Path: f.path, Err: fs.ErrExist}
	}
	return os.Rename(f.Name(), f.path)
}

// Discard closes the draft and removes it. A published file stays.
func (f *File) Discard() {
	_ = f.Close() // it may be closed already
	_ = os.Remove(f.Name())
}
