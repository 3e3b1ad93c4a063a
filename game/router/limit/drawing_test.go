package limit_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/router"
	"nimbot/game/router/limit"
	"nimbot/game/words"
)

// drawing are lines that draw something, and whether there is something to draw.
var drawing = []struct {
	line  string
	finds bool
}{
	{"start game:octal:0.111", false}, {"start game:octal:0.011 misere first:them", false}, {"open game:octal:0.111", false},
	{"race game:octal:0.111", false}, {"puzzle game:octal:0.011", false}, {"puzzle game:octal:0.111 hard", false},
	{"start", true}, {"start game:chomp", true}, {"open game:kayles", true}, {"open seats:3", true}, {"race", true}, {"puzzle game:grundy", true},
}

// drawingRequest returns a request to draw something, each in a server of its own.
func (c *room) drawingRequest(who, line string) dialog.Request {
	r := c.request(who, line)
	r.Place = dialog.Place{Platform: "discord", Guild: r.ID, Channel: r.ID}
	return r
}

// Whatever is drawn is charged to the person who asks for it, by the time that it takes. Where
// nothing can be drawn they are told so, with what to type next; nothing is stored.
func TestDrawingsAreCharged(t *testing.T) {
	for _, tt := range drawing {
		c := newRoom(t)
		now := c.now
		l := limit.New(1_000_000, func() time.Time { return now })
		rooms := c.rooms
		rooms.Limit = l
		bot := router.New(rooms)
		r := c.drawingRequest("ana", tt.line)
		reply := bot.Handle(t.Context(), r)
		said := c.words.Say(reply.Messages[0].Lines[0], words.Voice{Command: "/nim"})
		if found := reply.Result == dialog.Done || reply.Result == dialog.Told; found != tt.finds || !tt.finds && !strings.Contains(said, "`/nim ") {
			t.Errorf("%q = %v, %q; want something found: %v", tt.line, reply.Result, said, tt.finds)
		}
		if doc, err := c.rooms.Chat.Document(t.Context(), r.Place); err != nil || !tt.finds && doc != nil {
			t.Errorf("%q stored %s, %v; want nothing", tt.line, doc, err)
		}
		again := c.drawingRequest("eve", tt.line)
		l.Draw(t.Context(), again, true, func() { now = now.Add(time.Second) })
		if reply := bot.Handle(t.Context(), again); reply.Result != dialog.Limited {
			t.Errorf("%q of somebody without an allowance = %v, want it limited", tt.line, reply.Result)
		}
		if doc, err := c.rooms.Chat.Document(t.Context(), again.Place); err != nil || doc != nil {
			t.Errorf("%q of somebody without an allowance stored %s, %v; want nothing", tt.line, doc, err)
		}
	}
}

// A drawing that is cut short by a shutdown stores nothing, and says what to do.
func TestDrawingDuringAShutdown(t *testing.T) {
	for _, tt := range drawing {
		c := newRoom(t)
		r := c.drawingRequest("ana", tt.line)
		ctx, cancel := context.WithCancel(t.Context())
		drawn := 0
		ctx = chat.WithCharge(ctx, func(_ context.Context, _ dialog.Request, _ bool, draw func()) string {
			drawn++
			cancel()
			draw()
			return ""
		})
		var reply dialog.Reply
		heard := dialog.Read(r, c.words)
		switch word, _, _ := strings.Cut(tt.line, " "); word {
		case "puzzle":
			reply = c.rooms.Practice.Answer(ctx, heard)
		case "race":
			reply = c.rooms.Rounds.Answer(ctx, heard)
		default:
			reply = c.rooms.Chat.Answer(ctx, heard)
		}
		if drawn != 1 || reply.Result != dialog.Limited {
			t.Errorf("%q, cut short = %v after %d drawings, want it to be asked for again", tt.line, reply.Result, drawn)
		}
		if doc, err := c.rooms.Chat.Document(t.Context(), r.Place); err != nil || doc != nil {
			t.Errorf("%q, cut short, stored %s, %v; want nothing", tt.line, doc, err)
		}
	}
}

// A round doesn't end because its host has no allowance left: the next question waits.
func TestTheNextQuestionWaitsForAnAllowance(t *testing.T) {
	c := newRoom(t)
	now := c.now
	l := limit.New(1_000_000, func() time.Time { return now })
	rooms := c.rooms
	rooms.Limit = l
	bot := router.New(rooms)
	r := c.drawingRequest("ana", "race seconds:off")
	says := func(line string) dialog.Result {
		next := c.request("ana", line)
		next.Place = r.Place
		return bot.Handle(t.Context(), next).Result
	}
	bot.Handle(t.Context(), r)
	l.Draw(t.Context(), r, true, func() { now = now.Add(time.Second) })
	for i, want := range []dialog.Result{dialog.Done, dialog.Limited, dialog.Limited} {
		if got := says("reveal"); got != want {
			t.Errorf("reveal %d = %v, want %v", i, got, want)
		}
	}
	now = now.Add(5 * time.Minute)
	if got := says("reveal"); got != dialog.Done {
		t.Errorf("the next question = %v, want it asked", got)
	}
	if got := says("reveal"); got != dialog.Done {
		t.Errorf("its answers = %v, want them shown", got)
	}
}
