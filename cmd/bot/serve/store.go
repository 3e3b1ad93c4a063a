package serve

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"time"

	"nimbot/cmd/bot/config"
	"nimbot/game/dialog"
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
		return store.Kinds(b, newestFormat), nil, nil
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
	return store.Kinds(r, newestFormat), notes, nil
}

// newestFormat returns the newest format that the document under a key may have: a channel's
// document has a newer one if it has several tables.
func newestFormat(key string) int {
	if p, ok := dialog.ParsePlace(key); ok && slices.Contains(Platforms(), p.Platform) {
		return store.NewestFormat
	}
	return store.Format
}

// Existing returns an error for a store whose file is not there: opening would create
// it.
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
