package people

import (
	"context"
	"errors"

	"nimbot/chat"
	"nimbot/store"
	"nimbot/typed"
	"nimbot/words"
)

// desk does the commands about people. It implements chat.Desk.
type desk struct {
	*Book
	chat *chat.Handler
}

// Serve has the conversation ask the book about people, before it is used.
func (b *Book) Serve(h *chat.Handler) {
	b.sweeper.mu.Lock()
	b.sweeper.chat = h
	b.sweeper.mu.Unlock()
	h.Ask(&desk{b, h})
}

// answerWithin is how long the stores may take: platforms give up after three
// seconds.
const answerWithin = chat.DefaultTimeout

// visit is one command about people.
type visit struct {
	*desk
	r      chat.Request
	line   typed.Line
	server server
	now    store.Unix
}

// answer is what one command does. An error that is a refusal is told.
type answer func(visit, context.Context) (chat.Message, error)

// answers are the commands, by name.
var answers = map[string]answer{
	"profile":    visit.profile,
	"visibility": visit.visibility,
	"leaders":    visit.leaders,
	"export":     visit.export,
	"forget":     visit.forget,
}

// Answer implements chat.Desk.
func (d *desk) Answer(ctx context.Context, r chat.Request, line typed.Line) (reply chat.Reply, ok bool) {
	if c := line.Command; c.Of != typed.Member && !isForgetEverywhere(line) {
		return chat.Reply{}, false
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	// What was played here is counted first, so that people see it.
	reply, err := d.chat.Counted(ctx, r.Place)
	if err != nil {
		d.log.WarnContext(ctx, "the store did not answer", "place", r.Place.String(), "error", err)
	}
	v := visit{desk: d, r: r, line: line, server: serverOf(r.Place), now: store.UnixOf(d.now())}
	m, err := answers[line.Name()](v, ctx)
	reply.Result = chat.Told
	if err != nil {
		m, reply.Result = v.failed(ctx, err)
	}
	if word, ok := behindEverywhere(line.Rest); err == nil && ok && word == yes && line.Name() == "forget" {
		reply.ForgotEverywhere = true
	}
	m.To, m.Open = &r.User, line.Name() == "leaders"
	reply.Messages = []chat.Message{m}
	return reply, true
}

// isForgetEverywhere tells "forget everywhere" from what the channel does.
func isForgetEverywhere(l typed.Line) bool {
	_, ok := behindEverywhere(l.Rest)
	return l.Name() == "forget" && ok
}

// failed words an error.
func (v visit) failed(ctx context.Context, err error) (chat.Message, chat.Result) {
	var refused *typed.Refusal
	if errors.As(err, &refused) {
		return message(refused.Text), chat.Refused
	}
	v.log.WarnContext(ctx, "a command about a person failed", "command", v.line.Name(), "error", err)
	if !readable(err) {
		return message(words.New("store.unreadable", nil)), chat.Broken
	}
	return message(words.New("store.away", nil)), chat.Away
}

func message(lines ...words.Text) chat.Message { return chat.Message{Lines: lines} }

// text makes a sentence of the catalogue.
func text(key string, args ...any) words.Text { return words.New(key, args) }

func button(label words.Text, style chat.Style, command string) chat.Button {
	return chat.Button{Label: label, Style: style, Command: command}
}
