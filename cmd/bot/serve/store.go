package serve

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"nimbot/cmd/bot/config"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/redis"
)

// redisWithin is how long a Redis server may take to answer at the start.
const redisWithin = 5 * time.Second

// OpenStore opens the store that url names, and makes sure that it answers. owner names the bot
// that will use it, so that two bots on one prefix are noticed; with "" nothing is checked. notes
// are what an operator should know about it. Errors are a Problem with the remedy.
func OpenStore(ctx context.Context, url config.StoreURL, now func() time.Time, owner string) (s store.Archive, notes []redis.Note, err error) {
	if path, ok := url.File(); ok {
		b, err := bolt.Open(path, bolt.Options{Now: now})
		if err != nil {
			return nil, nil, fileProblem(url, err)
		}
		if at := strandedServer(ctx, url); at != "" {
			remedy := "the server on " + at + " began with a file of this name, which was moved, replaced or deleted since; stop that server first, and put its file back if you need what is in it"
			return nil, nil, errors.Join(config.Problem{Key: "store", Value: url.String(), Remedy: remedy}, b.Close())
		}
		return b, nil, nil
	}
	redis.LogTo(slog.New(slog.DiscardHandler)) // the client's log lines would repeat the errors
	r, err := redis.Open(url.Reveal(), redis.Options{Owner: owner})
	if err != nil {
		return nil, nil, redisProblem(url, err)
	}
	ctx, cancel := context.WithTimeout(ctx, redisWithin)
	defer cancel()
	if notes, err = r.Check(ctx); err != nil {
		return nil, nil, errors.Join(redisProblem(url, err), r.Close())
	}
	return r, notes, nil
}

// newFile is the size in bytes of the file of a new embedded store.
const newFile = 128 << 10

// CheckFile returns a Problem unless this user may write the file of an embedded store, or, if
// there is no such file yet, may create it: its folder is there, can be written, and has room for a
// new store. It leaves no file behind. For other stores, and for a URL that names no file, it
// returns nil.
func CheckFile(url config.StoreURL) error {
	path, isFile := url.File()
	if !isFile || path == "" {
		return nil
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		if file, err = os.CreateTemp(filepath.Dir(path), ".nimbot-check-*"); err == nil {
			defer func() { _ = os.Remove(file.Name()) }()
			_, err = file.Write(make([]byte, newFile))
		}
	}
	if file != nil {
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		return fileProblem(url, err)
	}
	return nil
}

// Existing returns a Problem for an embedded store whose file is not there: opening would create
// it. purpose ends the sentence "there is nothing to …", such as "copy".
func Existing(url config.StoreURL, purpose string) error {
	path, file := url.File()
	if !file {
		return nil
	}
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return config.Problem{Key: "store", Value: url.String(), Remedy: "there is no such file, so there is nothing to " + purpose + "; name the file that holds the games", Cause: err}
	case err != nil:
		return fileProblem(url, err)
	}
	return nil
}
