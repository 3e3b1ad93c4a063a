package chattest

import (
	"log/slog"
	"testing"

	"nimbot/chat"
	"nimbot/door"
	"nimbot/people"
	"nimbot/person"
	"nimbot/practice"
	"nimbot/race"
	"nimbot/store"
)

// Whole connects chat, practice and people to a door, as package serve does, but without rate
// limits.
type Whole struct {
	*door.Door
	Book      *people.Book
	Exercises *practice.Handler
	Rooms     door.Config // the packages to which the door passes lines
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
	c.Results = practice.MistakeCollector{Results: book, Practices: practices, Now: c.Now}
	h := chat.New(c)
	exercises := practice.New(practice.Config{
		Chat: h, People: practices, Members: book, Words: c.Words, Now: c.Now, Seed: 1, Log: slog.New(slog.DiscardHandler), Timeout: patience,
	})
	book.SetChat(h)
	races := race.New(race.Config{Chat: h, Store: c.Store, People: people.Rounds{Book: book}, Words: c.Words, Now: c.Now, Seed: 1, Log: slog.New(slog.DiscardHandler), Happened: c.Happened})
	rooms := door.Config{Chat: h, Practice: exercises, People: people.NewHandler(book, h), Races: races}
	return &Whole{door.New(rooms), book, exercises, rooms}
}

// NewWholeRoom returns a room in which the whole conversation answers.
func NewWholeRoom(t *testing.T) *Room {
	t.Helper()
	c := NewRoom(t)
	whole := NewWhole(c.config(), c.Store.(store.Archive))
	c.Handler, c.front = whole.Handler, whole
	return c
}
