package people

import (
	"context"
	"errors"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/person"
)

// Handler answers the commands about people.
type Handler struct {
	*Book
	chat  *chat.Handler
	words *words.Catalogue
}

// NewHandler returns a Handler for the book b. h holds the channels whose games are
// counted.
func NewHandler(b *Book, h *chat.Handler) *Handler { return &Handler{b, h, h.Words()} }

// answerWithin bounds the time for the stores: platforms give up after three seconds.
const answerWithin = chat.DefaultTimeout

// execution is one command about people.
type execution struct {
	*Handler
	r      dialog.Request
	line   command.Line
	server server
	now    store.Unix
}

// action runs one command. An error that is a refusal is shown to the person.
type action func(execution, context.Context) (dialog.Message, error)

// commands maps names to commands.
var commands = map[string]action{
	"profile":    execution.profile,
	"visibility": execution.visibility,
	"leaders":    execution.leaders,
	"pings":      execution.pings,
	"mysettings": execution.settings,
	"language":   execution.language,
	"export":     execution.export,
	"forget":     execution.forget,
}

// Answer answers a command about people. It never fails: errors become replies.
func (d *Handler) Answer(ctx context.Context, h dialog.ParsedRequest) dialog.Reply {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	// Count the place's finished games first, so that the answer includes them.
	reply, err := d.chat.Counted(ctx, h.Place)
	if err != nil {
		d.log.WarnContext(ctx, "the store did not answer", "place", h.Place.String(), "error", err)
	}
	e := execution{Handler: d, r: h.Request, line: h.Line, server: serverOf(h.Place), now: store.UnixOf(d.now())}
	m, err := e.run(ctx, h.ParseErr)
	reply.Result = dialog.Told
	if err != nil {
		r := e.failed(ctx, err)
		m, reply.Result = message(r.Text), r.How
	}
	if word, ok := h.Line.Everywhere(); err == nil && ok && word == yes && h.Line.Name() == "forget" {
		reply.ForgotEverywhere = true
		d.note(personalServer(h.Place).key(h.User.ID), "")
	}
	m.To, m.Open = &h.User, h.Line.Name() == "leaders"
	reply.Messages = []dialog.Message{m}
	return reply
}

// run runs the command, unless its line can't be read.
func (e execution) run(ctx context.Context, parseErr error) (dialog.Message, error) {
	if parseErr != nil {
		return dialog.Message{}, parseErr
	}
	return commands[e.line.Name()](e, ctx)
}

// failed turns an error into a refusal.
func (e execution) failed(ctx context.Context, err error) *dialog.Refusal {
	if errors.Is(err, person.ErrLeaving) {
		return dialog.Refuse("forget.under-way")
	}
	if r := dialog.RefusalOf(err); r != nil {
		return r
	}
	return dialog.Failure(ctx, e.log, err, "store", "what is kept about a person", "command", e.line.Name())
}

func message(lines ...words.Text) dialog.Message { return dialog.Message{Lines: lines} }

func button(label words.Text, style dialog.Style, command string) dialog.Button {
	return dialog.Button{Label: label, Style: style, Command: command}
}

// refuse returns a dialog.Refusal as an error.
func refuse(key string, args ...any) error { return dialog.Refuse(key, args...) }
