package chat_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// The question about an ambiguous move suggests complete command lines.
func TestAnAmbiguousMoveIsToldWhatToType(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("ana", "start 3x4 game:chomp")
	c.Says("ana", "resign")
	c.Says("ana", "start 5x8@2,3 game:cake")
	if r := c.Says("ana", "1"); r.Result == dialog.Refused {
		if got := c.Text(r); !strings.Contains(got, "as in `/nim ") {
			t.Errorf("an ambiguous move is answered with %q", got)
		}
		return
	}
	t.Fatal("no ambiguous move was found")
}

func TestTheStairsCountTheirSteps(t *testing.T) {
	for _, tt := range []struct{ start, want string }{
		{"3", "Coins on step 1: 3"},
		{"3 4 5", "Coins on steps 1 to 3: 3, 4, 5"},
	} {
		c := chattest.NewRoom(t)
		c.Expect(c.Says("ana", "start game:stairs "+tt.start), tt.want)
	}
}

// posts keeps what is posted.
type posts struct{ lines []string }

func (p *posts) Publish(_ context.Context, _ dialog.Place, _ dialog.Delivery, r dialog.Reply) (string, error) {
	for _, m := range r.Messages {
		for _, l := range m.Lines {
			days, _ := l.Args.Value("days").([]words.Text)
			p.lines = append(p.lines, fmt.Sprint(l.Key, " ", days))
		}
	}
	return "", nil
}

// The schedule's confirmation names its days: those of the line, else those that are
// set, else every day.
func TestAScheduleIsConfirmedWithItsDays(t *testing.T) {
	const weekdays = "settings.daily-proof [{date.weekdays [first {date.weekday.1 []} last {date.weekday.5 []}]}]"
	c, p := chattest.NewRoom(t), &posts{}
	c.Handler.PostThrough(c.Place.Platform, p)
	for i, tt := range []struct{ text, want string }{
		{"settings daily:09:00", "settings.daily-proof [{date.every-day []}]"},
		{"settings daily:09:00 days:mon-fri", weekdays},
		{"settings daily:10:00", weekdays},
	} {
		r := c.Request("mod", tt.text)
		r.User.Moderator = true
		c.Handler.Handle(t.Context(), r)
		if len(p.lines) != i+1 || p.lines[i] != tt.want {
			t.Fatalf("%q is confirmed with %q, want %q last", tt.text, p.lines, tt.want)
		}
	}
}

// refusing is a Publisher that fails.
type refusing struct{ err error }

func (p refusing) Publish(context.Context, dialog.Place, dialog.Delivery, dialog.Reply) (string, error) {
	return "", p.err
}

// A schedule is refused for the reason why the bot couldn't post: for ever, for now, or because it
// wasn't tried.
func TestAScheduleIsRefusedForItsReason(t *testing.T) {
	for err, want := range map[error]string{
		dialog.ErrCannotPost: "I'm not allowed to post in this channel",
		fmt.Errorf("%w: the token is refused", dialog.ErrHeldBack): "that may last a while",
		errors.New("the platform is away"):                         "Try your command again in a minute",
	} {
		c := chattest.NewRoom(t)
		c.Handler.PostThrough(c.Place.Platform, refusing{err})
		c.Says("ana", "start 3 4 5")
		r := c.Request("mod", "settings daily:09:00")
		r.User.Moderator = true
		c.Expect(c.Handler.Handle(t.Context(), r), want)
		if doc := c.Document(); doc.Daily.At != "" {
			t.Errorf("after %v the schedule is %+v, want none", err, doc.Daily)
		}
	}
}

// Every command that help names works during a game.
func TestWhatHelpNamesIsKnownBesideAGame(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("ana", "start 3 4 5")
	named := regexp.MustCompile("`/nim ([^`]+)`").FindAllStringSubmatch(c.Text(c.Says("ana", "help")), -1)
	if len(named) == 0 {
		t.Fatal("help names no command")
	}
	for _, m := range named {
		word, _, _ := strings.Cut(m[1], " ")
		if command.Find(word) == nil && word != "B2" {
			t.Errorf("help names %q, which is no command", m[1])
		}
	}
}
