package discord_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/gif"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/dialog"
	"nimbot/game/rules"
)

// stones is what a drawing in emoji holds.
const stones = "🔵"

// pictureOf is the picture of piles after moves, with their marks.
func pictureOf(t *testing.T, setup string, moves ...rules.Move) []byte {
	t.Helper()
	match, err := rules.NewMatch(rules.Setup{Game: "nim", Start: setup})
	for _, m := range moves {
		if err == nil {
			match, err = match.Play(match.ToMove(), m)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	d := match.Position().Diagram()
	d.Marks = match.MarksAt(len(moves), 2, false)
	var b bytes.Buffer
	if err := discord.PNG(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// holdsPicture checks that m shows the picture of piles in place of a drawing
// in emoji, with its first sentence as the alternative text.
func holdsPicture(t *testing.T, what string, m discordtest.Message, setup string, moves ...rules.Move) {
	t.Helper()
	if len(m.Files) != 1 || m.Files[0].Name != "board.png" || !bytes.Equal(m.Files[0].Data, pictureOf(t, setup, moves...)) {
		t.Errorf("%s: the message has %d files, want the picture of %s after %q", what, len(m.Files), setup, moves)
		return
	}
	sentence, _, _ := strings.Cut(m.Text, "\n")
	sentence = regexp.MustCompile(`@[0-9]+`).ReplaceAllStringFunc(sentence, func(id string) string {
		for _, name := range []string{"ana", "bob"} {
			if id == "@"+somebody(name).ID {
				return name
			}
		}
		return id
	})
	if alt := m.Files[0].Alt; alt != sentence || !strings.Contains(string(m.Body), `{"url":"attachment://board.png"},"description":"`+alt+`"`) {
		t.Errorf("%s: the alternative text is %q, want %q in file and gallery: %s", what, alt, sentence, m.Body)
	}
	if strings.Contains(m.Text, stones) {
		t.Errorf("%s: the board is drawn twice: %s", what, m.Text)
	}
}

// holdsDrawing checks that m is drawn in emoji.
func holdsDrawing(t *testing.T, what string, m discordtest.Message) {
	t.Helper()
	if len(m.Files) > 0 || !strings.Contains(m.Text, stones) {
		t.Errorf("%s: the message has %d files and the text %q, want a drawing in emoji", what, len(m.Files), m.Text)
	}
}

// find is the button of m with that label.
func (b *bot) find(m discordtest.Message, label string) discordtest.Button {
	b.t.Helper()
	button, err := m.Find(label)
	if err != nil {
		b.t.Fatal(err)
	}
	return button
}

func TestABoardGoesWithItsPicture(t *testing.T) {
	for _, gateway := range []bool{false, true} {
		t.Run(fmt.Sprintf("gateway=%v", gateway), func(t *testing.T) {
			b := newBot(t, gateway)
			ana, bob := somebody("ana"), somebody("bob")
			press := func(who discordtest.Person, m discordtest.Message, label string) discordtest.Message {
				return *b.deliver(pressed(who, "c", m, b.find(m, label))).Message
			}
			o := b.deliver(types(ana, "c", "challenge @bob 3 4 5 first:me"))
			holdsPicture(t, "an offer", *o.Message, "3 4 5")
			first := press(bob, *o.Message, "Accept")
			holdsPicture(t, "a new game", first, "3 4 5")
			step := press(ana, first, "A")
			holdsPicture(t, "a step of a move", step, "3 4 5")
			moved := press(ana, step, "Take 2")
			holdsPicture(t, "a move", moved, "3 4 5", "A2")
			if moved.ID != first.ID {
				t.Errorf("the move is shown by the message %s, want %s", moved.ID, first.ID)
			}
			holdsDrawing(t, "a stale press", press(ana, first, "B"))
			if hint := press(bob, moved, "Hint"); len(hint.Files) > 0 {
				t.Error("a hint has a picture")
			}
			o = b.deliver(types(bob, "c", "board"))
			holdsPicture(t, "the board again", *o.Message, "3 4 5", "A2")
			old := b.server.Messages(channelID("c"))[0]
			holdsPicture(t, "the old board", old, "3 4 5", "A2")
			if len(old.Buttons) > 0 || old.Edits != moved.Edits+1 {
				t.Errorf("the old board has %d buttons after %d edits", len(old.Buttons), old.Edits)
			}
			over := b.resign(bob, *o.Message)
			holdsPicture(t, "the end", over, "3 4 5", "A2")
			again := press(bob, over, "Rematch")
			holdsPicture(t, "the offer of a rematch", again, "3 4 5")
		})
	}
}

// A demonstration, which is private, shows its moves as an animation in place of a drawing; the part that More asks for
// shows the moves of that part.
func TestADemonstrationIsAnAnimation(t *testing.T) {
	b := newBot(t, false)
	ana := somebody("ana")
	for _, line := range []string{"demo 3 4 5", "demo nim 3 4 + kayles 4 + chomp 2x3", "demo 9 12 15 11"} {
		m := *b.deliver(types(ana, "c", line)).Message
		for tries := 0; len(m.Files) == 0 && tries < 100; tries++ { // a picture that comes too late is kept for the next time
			time.Sleep(50 * time.Millisecond)
			m = *b.deliver(types(ana, "c", line)).Message
		}
		if len(m.Files) != 1 || m.Files[0].Name != "demo.gif" || strings.Contains(m.Text, stones) {
			t.Fatalf("%s: %d files below %q, want an animation", line, len(m.Files), m.Text)
		}
		frames, err := gif.DecodeAll(bytes.NewReader(m.Files[0].Data))
		if err != nil || len(frames.Image) < 5 {
			t.Errorf("%s: %d positions, %v", line, len(frames.Image), err)
		}
		t.Logf("%s: %d bytes, %d positions", line, len(m.Files[0].Data), len(frames.Image))
	}
	b.stop()
	b.picture = nil
	b.start()
	holdsDrawing(t, "without pictures", *b.deliver(types(ana, "c", "demo 3 4 5")).Message)
}

// If the picture fails, the board is shown with emoji and the failure is logged once.
func TestBoardFallsBackWithoutPicture(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	for _, tt := range []struct {
		name    string
		picture func(io.Writer, rules.Diagram) error
		logged  string // in the only line; "": nothing is
	}{
		{"switched off", nil, ""},
		{"an error", func(io.Writer, rules.Diagram) error { return errors.New("no paint") }, "no paint"},
		{"a panic", func(io.Writer, rules.Diagram) error { panic("no brush") }, "no brush"},
		{"too large", func(w io.Writer, _ rules.Diagram) error {
			_, err := w.Write(make([]byte, 100_000))
			return err
		}, "100000 bytes"},
		{"too slow", func(io.Writer, rules.Diagram) error { <-hang; return nil }, "not drawn within"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBot(t, false)
			b.stop()
			b.picture = tt.picture
			b.start()
			o := b.deliver(types(somebody("ana"), "c", "start 3 4 5"))
			holdsDrawing(t, tt.name, *o.Message)
			lines := strings.Split(strings.TrimSpace(b.logged.String()), "\n")
			if len(lines) != 1 || !strings.Contains(lines[0], tt.logged) || tt.logged == "" && lines[0] != "" {
				t.Errorf("the log is %q, want one line with %q", lines, tt.logged)
			}
		})
	}
}

// TestPicturesAreRemembered holds that a position is drawn once, for whomever it
// is, and that a failure is tried again.
func TestPicturesAreRemembered(t *testing.T) {
	b := newBot(t, false)
	var drawn, failing atomic.Int64
	b.stop()
	b.picture = func(w io.Writer, d rules.Diagram) error {
		drawn.Add(1)
		if failing.Load() > 0 {
			return errors.New("no paint")
		}
		return discord.PNG(w, d)
	}
	b.start()
	ana := somebody("ana")
	for _, tt := range []struct {
		channel, text string
		failing       int64
		drawn         int64 // so far
	}{
		{"c", "start 3 4 5", 1, 1},
		{"c", "board", 0, 2}, // and the old one without its buttons
		{"c", "board", 1, 2},
		{"d", "start 3 4 5", 1, 2},
		{"d", "resign", 1, 2},
		{"d", "start 3 4 6", 0, 3},
	} {
		failing.Store(tt.failing)
		b.deliver(types(ana, tt.channel, tt.text))
		if n := drawn.Load(); n != tt.drawn {
			t.Errorf("after %q in %s %d pictures were drawn, want %d", tt.text, tt.channel, n, tt.drawn)
		}
	}
}

// TestPublishWithoutAttachPermission shows a board unasked where the bot may speak
// but not attach files.
func TestPublishWithoutAttachPermission(t *testing.T) {
	b := newBot(t, false)
	ana, bob := somebody("ana"), somebody("bob")
	b.deliver(types(ana, "c", "challenge @bob 3 4 5 clock:10m"))
	b.deliver(types(bob, "c", "accept"))
	b.clock.Advance(11 * time.Minute)
	place := dialog.Place{Platform: "discord", Guild: guild, Channel: channelID("c")}
	reply, _, err := b.chat.Settle(context.Background(), place)
	if err != nil {
		t.Fatal(err)
	}
	forbidden := status(403, nil, `{"code":50013,"message":"Missing Permissions"}`)
	b.server.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
		refused := strings.Contains(r.URL.Path, "/channels/") && strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/")
		if refused {
			forbidden(w)
		}
		return refused
	}
	if _, err := b.adapter.Publish(context.Background(), place, dialog.Delivery{}, reply); err != nil {
		t.Fatal(err)
	}
	all := b.server.Messages(place.Channel)
	last := all[len(all)-1]
	holdsDrawing(t, "the board", last)
	if !strings.Contains(last.Text, "ran out of time") {
		t.Errorf("the last message is %q, want the end of the game", last.Text)
	}
}
