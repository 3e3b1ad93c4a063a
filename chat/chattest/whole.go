package chattest

import (
	"context"
	"log/slog"
	"testing"

	"nimbot/chat"
	"nimbot/people"
	"nimbot/person"
	"nimbot/practice"
	"nimbot/store"
)

// Whole is a conversation as the program puts it together, without its limits:
// practice answers first.
type Whole struct {
	*chat.Handler
	Book      *people.Book
	Exercises *practice.Handler
}

// NewWhole makes a conversation with practice in front of it, and with the commands
// about people. They keep their documents in s, which may be another store than
// the conversation's. change may do something about the book's configuration.
func NewWhole(c chat.Config, s store.Archive, change ...func(*people.Config)) *Whole {
	keeping := people.Config{Store: s, Now: c.Now, Log: c.Log, Seed: 1}
	for _, f := range change {
		f(&keeping)
	}
	book := people.New(keeping)
	practices := person.NewPractices(s, c.Now, 0)
	c.People = practice.Collector{People: book, Practices: practices, Now: c.Now}
	h := chat.New(c)
	exercises := practice.New(practice.Config{
		Chat: h, People: practices, Members: book, Words: c.Words, Now: c.Now, Seed: 1, Log: slog.New(slog.DiscardHandler), Timeout: patience,
	})
	book.Serve(h)
	return &Whole{h, book, exercises}
}

// Handle implements chat.Responder.
func (w *Whole) Handle(ctx context.Context, r chat.Request) chat.Reply {
	return w.Exercises.Handle(ctx, r)
}

// NewWholeRoom is a room in which the whole conversation answers.
func NewWholeRoom(t *testing.T) *Room {
	t.Helper()
	c := NewRoom(t)
	whole := NewWhole(c.config(), c.Store.(store.Archive))
	c.Handler, c.front = whole.Handler, whole
	return c
}
