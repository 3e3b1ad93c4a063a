package sim

import (
	"context"
	"strings"
	"time"

	"nimbot/adapters/discord/discordtest"
)

// leaves is somebody who has everything about them deleted.
type leaves struct {
	person  *person
	channel string        // of their own
	until   time.Duration // how long they live like others
	at      time.Time     // when they were told that it is gone or under way
}

func (l *leaves) plays(ctx context.Context) {
	p := l.person
	if !sleep(ctx, l.until) || !p.leavesTraces(ctx, l.channel) {
		return
	}
	p.gone = true
	if !sleep(ctx, time.Minute) { // what comes again has come
		return
	}
	channel := p.channels[0]
	for {
		asked, ok := insists(ctx, func() discordtest.Outcome {
			return p.command(channel, "me forget", nil, discordtest.Option{Name: "everywhere", Value: true})
		})
		if !ok {
			return
		}
		if strings.Contains(asked.Text, "under way") || strings.Contains(asked.Text, "being deleted") {
			break // an answer was lost
		}
		if len(asked.Buttons) == 0 {
			if !sleep(ctx, time.Minute) {
				return
			}
			continue
		}
		if o := p.presses(&asked, asked.Buttons[0]); o.Message != nil && !strings.Contains(o.Message.Text, "storage") {
			break
		}
		if !sleep(ctx, 10*time.Second) {
			return
		}
	}
	l.at = time.Now()
	p.world.trace.note("%s has left", p.Name)
}

// leavesTraces does a bit of everything that is stored, and reports whether ctx still lasts: games of
// the same table that have ended, one that runs, an offer, guesses, what is practised, and a profile.
func (p *person) leavesTraces(ctx context.Context, channel string) bool {
	one := discordtest.Option{Name: "piles", Value: "1"}
	take := discordtest.Option{Name: "move", Value: "A1"}
	for _, c := range []struct {
		sub     string
		options []discordtest.Option
	}{
		{"start", []discordtest.Option{one}}, {"move", []discordtest.Option{take}},
		{"start", []discordtest.Option{one}}, {"move", []discordtest.Option{take}},
		{"move", []discordtest.Option{{Name: "move", Value: "visibility public"}}}, {"puzzle", nil}, {"move", []discordtest.Option{take}}, {"learn", nil},
		{"daily", nil}, {"race", nil}, {"move", []discordtest.Option{{Name: "move", Value: "guess A1"}}},
		{"open", []discordtest.Option{{Name: "piles", Value: "3 4"}}},
	} {
		p.command(channel, c.sub, nil, c.options...)
		if !sleep(ctx, time.Second+time.Duration(p.random.Int64N(int64(2*time.Second)))) {
			return false
		}
	}
	return true
}

// forgottenWithin is how long it may take until nothing names somebody who left, with a copy that is
// killed meanwhile.
const forgottenWithin = 4 * time.Minute

// check looks for what is left of the person in the store, in later messages and in later logs.
func (l *leaves) check() {
	p, w := l.person, l.person.world
	if l.at.IsZero() || time.Since(l.at) < forgottenWithin {
		return
	}
	w.model.looked("forgotten")
	w.model.gone = append(w.model.gone, p.ID, p.Name)
	names := func(text string) bool { return strings.Contains(text, p.ID) || strings.Contains(text, p.Name) }
	for key, text := range w.store.everything() {
		if names(key) || names(text) {
			w.model.breaks("%s (%s) left at %s, and the store has %s: %.2000s", p.Name, p.ID, l.at.Format(clockFormat), key, text)
		}
	}
	for _, m := range w.shown {
		if m.Edits > 0 && len(m.Buttons) == 0 {
			continue // an old board loses its buttons, and says what it said before
		}
		if m.At.Sub(l.at) > forgottenWithin && names(string(m.Body)) {
			w.model.breaks("%s (%s) left at %s, and at %s message %s in %s names them: %.300q", p.Name, p.ID, l.at.Format(clockFormat), m.At.Format(clockFormat), m.ID, m.Channel, m.Text)
		}
	}
	for _, e := range w.trace.logs {
		if e.at.Sub(l.at) > forgottenWithin && names(e.line) {
			w.model.breaks("%s (%s) left at %s, and a log names them: %s", p.Name, p.ID, l.at.Format(clockFormat), e)
		}
	}
}
