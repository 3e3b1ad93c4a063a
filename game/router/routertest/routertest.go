// Package routertest has the bot behind its router, for tests without a platform.
package routertest

import (
	"log/slog"
	"testing"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/people"
	"nimbot/game/practice"
	"nimbot/game/rounds"
	"nimbot/game/router"
	"nimbot/store"
	"nimbot/store/person"
)

// Bot connects chat, practice and people to a router, as package serve does, but without rate
// limits.
type Bot struct {
	*router.Router
	Book      *people.Book
	Exercises *practice.Handler
	Config    router.Config // the packages to which the router passes lines
}

// NewBot makes a conversation with practice in front of it, and with the commands
// about people. They keep their documents in s, which may be another store than
// the conversation's. change may do something about the book's configuration.
func NewBot(c chat.Config, s store.Archive, change ...func(*people.Config)) *Bot {
	keeping := people.Config{Store: s, Now: c.Now, Log: c.Log, Seed: 1}
	for _, f := range change {
		f(&keeping)
	}
	book := people.New(keeping)
	practices := person.NewPractices(s, c.Now, 0)
	c.Results = practice.Results{Results: book, Practices: practices, Now: c.Now, Log: slog.New(slog.DiscardHandler)}
	h := chat.New(c)
	exercises := practice.New(practice.Config{
		Chat: h, People: practices, Members: book, Words: c.Words, Now: c.Now, Seed: 1, Log: slog.New(slog.DiscardHandler), Timeout: chattest.Patience,
	})
	book.SetChat(h)
	races := rounds.New(rounds.Config{Chat: h, Store: c.Store, People: people.Rounds{Book: book}, Words: c.Words, Now: c.Now, Seed: 1, Log: slog.New(slog.DiscardHandler), Happened: c.Happened})
	parts := router.Config{Chat: h, Practice: exercises, People: people.NewHandler(book, h), Rounds: races}
	return &Bot{router.New(parts), book, exercises, parts}
}

// NewRoom returns a room in which the bot answers.
func NewRoom(t *testing.T) *chattest.Room {
	t.Helper()
	c := chattest.NewRoom(t)
	bot := NewBot(c.Config(), c.Store.(store.Archive))
	c.Handler, c.Front = bot.Config.Chat, bot
	return c
}
