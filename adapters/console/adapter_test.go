package console

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"nimbot/adapters/adaptertest"
	"nimbot/game/chat"
	"nimbot/game/router/routertest"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
	"nimbot/store/bolt"
)

func TestConversations(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	adaptertest.Run(t, func(t testing.TB) adaptertest.Driver { return newDriver(t, catalogue, "") })
}

func TestConversationsInEveryLanguage(t *testing.T) {
	slowtest.Sequential(t)
	adaptertest.RunInLanguages(t, newDriver)
}

// newDriver returns a terminal in a language.
func newDriver(t testing.TB, catalogue *words.Catalogue, language string) adaptertest.Driver {
	d := &driver{t: t, file: filepath.Join(t.TempDir(), "nim.db"), clock: &Clock{}, words: catalogue, language: language}
	if err := d.open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.store.Close() })
	return d
}

// driver implements adaptertest.Driver.
type driver struct {
	t     testing.TB
	file  string
	clock *Clock
	words *words.Catalogue
	store *bolt.Store

	language string
	session  *session
	seen     []adaptertest.Message

	deliveries int
	line       string // the last one
}

func (d *driver) open() (err error) {
	if d.store, err = bolt.Open(d.file, bolt.Options{Now: d.clock.Now}); err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	h := routertest.NewBot(chat.Config{Store: d.store, Words: d.words, Now: d.clock.Now, Seed: 1, Log: log, Timeout: time.Minute}, d.store)
	// A restart of the bot changes nothing of what people see.
	old := d.session
	d.session = newSession(h, d.words, d.clock)
	d.session.speak(d.language)
	if old != nil {
		d.session.channels, d.session.order, d.session.ids = old.channels, old.order, old.ids
	}
	return nil
}

func (d *driver) Restart() error {
	if err := d.store.Close(); err != nil {
		return err
	}
	return d.open()
}

func (d *driver) Say(p adaptertest.Person, channel, text string) error {
	name := p.Name
	if p.Moderator {
		name = "@" + name
	}
	d.line = fmt.Sprintf("#%s %s: /nim %s", channel, name, text)
	d.deliveries++
	return d.deliver()
}

func (d *driver) Press(p adaptertest.Person, channel string, _ adaptertest.Message, b adaptertest.Button) error {
	d.line = fmt.Sprintf("#%s %s: %s", channel, p.Name, b.Token)
	d.deliveries++
	return d.deliver()
}

func (d *driver) Again() error { return d.deliver() }

func (d *driver) deliver() error {
	d.note(d.session.handleLine(context.Background(), d.line, fmt.Sprint("delivery-", d.deliveries)))
	return nil
}

func (d *driver) Clock(by time.Duration) error {
	shown := d.session.handleLine(context.Background(), "wait "+by.String(), "")
	d.note(shown)
	return nil
}

func (d *driver) note(shown []shown) {
	for _, m := range shown {
		out := adaptertest.Message{ID: m.id, Replaces: m.replaces, Channel: m.channel, To: m.to, Text: m.text}
		for _, b := range m.buttons {
			out.Buttons = append(out.Buttons, adaptertest.Button{Label: b.label, Token: b.text})
		}
		d.seen = append(d.seen, out)
	}
}

func (d *driver) Shown() []adaptertest.Message {
	shown := d.seen
	d.seen = nil
	return shown
}
