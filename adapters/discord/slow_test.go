package discord_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/words/command"
	"nimbot/store"
)

// stuck is a store that answers nothing until ctx ends.
type stuck struct{ store.Store }

func (stuck) Get(ctx context.Context, _ string) (store.Record, error) {
	<-ctx.Done()
	return store.Record{}, fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
}

// brokenTalk is a conversation that panics.
type brokenTalk struct{ *chat.Handler }

func (brokenTalk) Handle(context.Context, dialog.Request) dialog.Reply { panic("out of order") }

func (brokenTalk) CompleteMove(context.Context, dialog.Request) []command.Completion {
	panic("out of order")
}

// forgetful is a conversation that panics when it is told what was shown.
type forgetful struct{ *chat.Handler }

func (forgetful) Shown(context.Context, dialog.Place, uint64, []int) error { panic("out of memory") }

// A panic in the work after an answer ends neither the program nor the rest of that work.
func TestPanicAfterAnswerIsContained(t *testing.T) {
	b := newBot(t, false)
	a, err := discord.New(discord.Config{Chat: forgetful{b.chat}, Words: b.words, ApplicationID: discordtest.Application, Token: discordtest.Token, Log: b.log, APIURL: b.server.URL})
	if err != nil {
		t.Fatal(err)
	}
	b.adapter = a
	b.server.Endpoint = ""
	i := types(somebody("ana"), "c", "start 3 4 5")
	i.ID, i.Token = "1", "t"
	answer, err := a.Interact(context.Background(), i.JSON())
	if err != nil {
		t.Fatal(err)
	}
	a.Finish(answer)
	b.settle()
	if n := strings.Count(b.logged.String(), "out of memory"); n != 1 {
		t.Errorf("the fault was logged %d times, want once:\n%s", n, b.logged)
	}
}

// Whatever fails, the person gets a private sentence.
func TestErrorsGetPrivateAnswer(t *testing.T) {
	b := newBot(t, false)
	b.server.Endpoint = ""
	for _, tt := range []struct {
		name string
		talk discord.Conversation
		want string
	}{
		{"a store that does not answer", chat.New(chat.Config{Store: stuck{b.store}, Words: b.words, Log: b.log, Timeout: 50 * time.Millisecond}), "Your game is safe"},
		{"a fault of ours", brokenTalk{b.chat}, "Something went wrong on my side"},
	} {
		a, err := discord.New(discord.Config{Chat: tt.talk, Words: b.words, ApplicationID: discordtest.Application, Log: b.log, APIURL: b.server.URL})
		if err != nil {
			t.Fatal(err)
		}
		i := types(somebody("ana"), "c", "start 3 4 5")
		i.ID, i.Token = "1", "t"
		answer, err := a.Interact(context.Background(), i.JSON())
		if err != nil || !strings.Contains(string(answer.Body), tt.want) || !strings.Contains(string(answer.Body), `"flags":32832`) {
			t.Errorf("%s: answered %s, %v, want a private %q", tt.name, answer.Body, err, tt.want)
		}
	}
}

// A failed completion proposes nothing: Discord accepts no sentence there.
func TestFailedCompletionIsEmpty(t *testing.T) {
	b := newBot(t, false)
	a, err := discord.New(discord.Config{Chat: brokenTalk{b.chat}, Words: b.words, ApplicationID: discordtest.Application, Log: b.log, APIURL: b.server.URL})
	if err != nil {
		t.Fatal(err)
	}
	i := discordtest.Interaction{
		ID: "1", Token: "t", Kind: discordtest.Autocomplete, Who: somebody("ana"), Channel: channelID("c"), Guild: guild,
		Data: discordtest.Typed("nim", "move", nil, discordtest.Option{Name: "move", Value: "A", Focused: true}),
	}
	const want = `{"type":8,"data":{"choices":[]}}`
	if answer, err := a.Interact(context.Background(), i.JSON()); err != nil || string(answer.Body) != want {
		t.Errorf("completion that panics gave %s, %v, want %s", answer.Body, err, want)
	}
}
