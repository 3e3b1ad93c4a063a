// Package atomicfile writes files atomically: a file gets its name only when it
// is complete, so a crash leaves either no file or a complete one.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a draft under a temporary name: the final name plus ".new-" and
// digits, in the same folder. A crash may leave drafts behind; they can be
// deleted.
type File struct {
	*os.File
	path string
}

// New makes a draft of the file path, which only this user may read. The error is the file
// system's.
func New(path string) (*File, error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*")
	if err != nil {
		return nil, err
	}
	return &File{f, path}, nil
}

// Publish gives the draft its final name; the caller must have synced and closed
// it. Where the system allows it, Publish syncs the folder, so that the name
// survives a power cut. If there is a file of that name by now, the error is
// fs.ErrExist and that file stays unchanged.
func (f *File) Publish() error {
	err := os.Link(f.Name(), f.path)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = f.rename() // the file system may have no links
	}
	f.syncFolder()
	return err
}

// Replace is like Publish, but the draft takes the place of a file of that name, so that
// there is one at every moment. The error is the file system's; then the old file is still there.
func (f *File) Replace() error {
	err := os.Rename(f.Name(), f.path)
	f.syncFolder()
	return err
}

func (f *File) syncFolder() {
	if folder, missing := os.Open(filepath.Dir(f.path)); missing == nil {
		_ = folder.Sync()
		_ = folder.Close()
	}
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
