// Package peopletest is a conversation in which people are kept, for tests of
// what stands around it.
package peopletest

import (
	"context"

	"nimbot/chat"
	"nimbot/people"
	"nimbot/store"
)

// Talk is a conversation with the commands about people in front of it.
type Talk struct {
	*chat.Handler
	Book     *people.Book
	commands chat.Responder
}

// New makes a conversation with a book in a store, which may be another one
// than the conversation's.
func New(c chat.Config, s store.Archive) *Talk {
	book := people.New(people.Config{Store: s, Now: c.Now, Log: c.Log, Seed: 1})
	c.People = book
	h := chat.New(c)
	return &Talk{h, book, book.Before(h, h)}
}

// Handle implements chat.Responder.
func (t *Talk) Handle(ctx context.Context, r chat.Request) chat.Reply {
	return t.commands.Handle(ctx, r)
}
