package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"nimbot/adapters/console"
	"nimbot/adapters/slack"
	"nimbot/adapters/web"
	"nimbot/chat"
	"nimbot/config"
	"nimbot/door"
	"nimbot/limit"
	"nimbot/people"
	"nimbot/person"
	"nimbot/practice"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/metered"
	"nimbot/store/redis"
	"nimbot/words"
)

// parts is the program put together: a conversation on a store.
type parts struct {
	store    store.Archive
	chat     *chat.Handler
	words    *words.Catalogue
	clock    *console.Clock
	log      *slog.Logger
	metrics  *metrics
	address  string // http.public_url
	key      *adminKey
	people   *people.Book
	practice *practice.Handler
	// public is where the lines of all platforms come in; limited so that one person
	// can't take everybody's time. own is for the terminal, where everybody is the
	// one at the keyboard.
	public, own *door.Door
	standings   *standings
	// stopping: nothing new should be sent here.
	stopping atomic.Bool
}

// assemble builds the program's parts from c. The caller must close the store.
func assemble(ctx context.Context, c config.Config, log *slog.Logger) (*parts, error) {
	lexicon, err := words.Load()
	if err != nil {
		return nil, fmt.Errorf("the catalogue of sentences: %w", err)
	}
	clock := &console.Clock{}
	backend, notes, err := openStore(ctx, c.Store, clock.Now, identity(c))
	if err != nil {
		return nil, err
	}
	m := newMetrics()
	s, err := metered.New(backend, metered.Options{Metrics: m.registry, Log: log})
	if err != nil {
		return nil, errors.Join(err, backend.Close())
	}
	for _, note := range notes {
		level := slog.LevelInfo
		if note.Risk {
			level = slog.LevelWarn
		}
		log.Log(ctx, level, note.Text)
	}
	book := people.New(people.Config{Store: s, Now: clock.Now, Log: log, Keep: c.Limits.KeepPerson(), KeepMarks: c.Limits.KeepMarks(), Forget: forgetPeople, ServerOf: slack.ServerOf})
	practices := person.NewPractices(s, clock.Now, c.Limits.KeepPerson())
	handler := chat.New(chat.Config{
		People: practice.Collector{People: book, Practices: practices, Now: clock.Now},
		Store:  s,
		Words:  lexicon,
		Now:    clock.Now,
		Log:    log,
		Limits: chat.Limits{Piles: c.Limits.Piles, Heap: c.Limits.Heap},
	})
	m.observeLanes(handler)
	practising := practice.New(practice.Config{
		Chat: handler, People: practices, Members: book, Words: lexicon, Now: clock.Now, Log: log,
	})
	book.SweepIn(handler)
	in := door.Config{Chat: handler, Practice: practising, People: people.NewDesk(book, handler), Observe: m.observe}
	own := door.New(in)
	in.Limit = limit.New(c.Limits.CommandsPerMinute, clock.Now)
	return &parts{
		people:    book,
		practice:  practising,
		store:     s,
		chat:      handler,
		words:     lexicon,
		clock:     clock,
		log:       log,
		metrics:   m,
		standings: newStandings(m.refused),
		address:   c.HTTP.PublicURL,
		public:    door.New(in),
		own:       own,
		key:       newAdminKey(c.Store),
	}, nil
}

// forgetPeople deletes those who left from the platforms' own documents.
func forgetPeople(key string, data []byte, next uint64, left func(realm, user string) bool) (kept []byte, changed bool) {
	if kept, changed = web.Forget(key, data, next, left); changed {
		return kept, true
	}
	return slack.Forget(key, data, next, left)
}

// identity tells this bot from others that might use the same store: the
// application on Discord. Elsewhere nothing public and lasting is known.
func identity(c config.Config) string {
	if c.Discord.ApplicationID == "" {
		return ""
	}
	return "discord " + c.Discord.ApplicationID
}

// redisWithin is how long a Redis server may take to answer at the start.
const redisWithin = 5 * time.Second

// openStore opens the store that url names, and makes sure that it answers.
// owner names the bot that will use it, so that two on one prefix are noticed;
// "" does not look. notes are what an operator should know about it. Errors
// are a Problem with the remedy.
func openStore(ctx context.Context, url config.StoreURL, now func() time.Time, owner string) (s store.Archive, notes []redis.Note, err error) {
	if path, ok := url.File(); ok {
		b, err := bolt.Open(path, bolt.Options{Now: now})
		if err != nil {
			return nil, nil, fileProblem(url, err)
		}
		return b, nil, nil
	}
	redis.LogTo(slog.New(slog.DiscardHandler)) // errors say what its own lines would
	r, err := redis.Open(url.Reveal(), redis.Options{Owner: owner})
	if err != nil {
		return nil, nil, serverProblem(url, err)
	}
	ctx, cancel := context.WithTimeout(ctx, redisWithin)
	defer cancel()
	if notes, err = r.Check(ctx); err != nil {
		return nil, nil, errors.Join(serverProblem(url, err), r.Close())
	}
	return r, notes, nil
}

// logger writes what operators should know.
func logger(w io.Writer, level slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level}))
}
