package discord_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/internal/slowtest"
)

// longName is the longest and worst that Discord lets people be called.
const longName = "**_~~@everyone~~_** <@1> `x` [a](b)"

// These tests make the bot send every kind of message. The fake server validates every
// body, and newBot fails the test on a violation.

func TestGameMessagesAreValid(t *testing.T) {
	slowtest.Sequential(t)
	for _, g := range rules.Games() {
		t.Run(g.Key, func(t *testing.T) {
			t.Parallel()
			b := newBot(t, false)
			ana := somebody("ana")
			ana.Nick = longName
			for _, setup := range append(slices.Clone(g.Examples[:slowtest.Count(1, len(g.Examples))]), "") {
				o := b.deliver(types(ana, "c", "start "+setup+" game:"+g.Key))
				b.deliver(types(ana, "c", "explain"))
				for _, step := range []string{"", "2", "3"} {
					b.deliver(types(ana, "c", "hint "+step))
				}
				b.deliver(types(ana, "c", "predict "+setup+" game:"+g.Key))
				b.playOut(ana, *o.Message)
			}
			b.deliver(types(ana, "c", "rules "+g.Key))
		})
	}
}

// playOut presses the first choice until the game is over.
func (b *bot) playOut(who discordtest.Person, m discordtest.Message) {
	b.t.Helper()
	for range 400 {
		if _, err := m.Find("Review"); err == nil {
			return
		}
		o := b.deliver(pressed(who, "c", m, m.Buttons[0]))
		if o.Kind != 7 {
			b.t.Fatalf("pressing %q on %q gave a response of type %d: %s", m.Buttons[0].Label, m.Text, o.Kind, o.Body)
		}
		m = *o.Message
	}
	b.t.Errorf("the game is not over after 400 presses: %s", m.Text)
}

func TestChatMessagesAreValid(t *testing.T) {
	b := newBot(t, false)
	ana, bob, mo := somebody("ana"), somebody("bob"), somebody("mo")
	ana.Nick, mo.Permissions = longName, 1<<13
	for _, text := range []string{
		"", "help", "games", "rules", "settings", "forget", "hint", "undo", "confirm", "accept",
		"start 3 4 x", "start " + strings.Repeat("9", 400), "move nothing", "take 9 from Z", "challenge @ana", "predict 1 2 3 misere",
		"start 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25",
		"explain", "hint 3", "board", "A1", "start 1", "confirm", "resign", "rematch", "resign",
		"start " + strings.Repeat("1000000000 ", 25), "explain", "hint 3", "A1000000000", "resign",
		"challenge @bob 3 4 5 clock:10m misere first:random", "decline", "open game:kayles", "decline",
	} {
		b.deliver(types(ana, "c", text))
	}
	b.deliver(types(mo, "c", "settings pings:on hints:off language:auto"))
	b.deliver(types(ana, "c", "challenge @bob 3 4 5 first:me"))
	o := b.deliver(types(bob, "c", "accept"))
	b.deliver(pressed(bob, "c", *o.Message, o.Message.Buttons[0])) // not bob's turn
	b.deliver(pressed(mo, "c", *o.Message, o.Message.Buttons[0]))  // a spectator
	old := *o.Message
	o = b.deliver(pressed(ana, "c", old, old.Buttons[0]))
	b.deliver(pressed(ana, "c", *o.Message, o.Message.Buttons[0]))
	b.deliver(pressed(ana, "c", old, old.Buttons[0])) // a stale board
	b.deliver(types(bob, "c", "undo"))
	b.deliver(types(bob, "c", "stop"))
	b.deliver(types(ana, "c", "accept"))
	pings := 0
	for _, m := range b.server.Messages(channelID("c")) {
		if slices.Equal(m.Pinged, []string{bob.ID}) {
			pings++
		}
	}
	if pings != 2 { // the two challenges; the turn after ana's press follows her own ping too soon
		t.Errorf("bob was notified %d times, want 2", pings)
	}
}

func TestTheForm(t *testing.T) {
	b := newBot(t, false)
	ana := somebody("ana")
	o := b.deliver(types(ana, "c", ""))
	more, err := o.Message.Find("More")
	if err != nil {
		t.Fatal(err)
	}
	o = b.deliver(pressed(ana, "c", *o.Message, more))
	custom, err := o.Message.Find("Custom game")
	if err != nil {
		t.Fatal(err)
	}
	o = b.deliver(pressed(ana, "c", *o.Message, custom))
	if o.Kind != 9 {
		t.Fatalf("the button gave a response of type %d, want 9: %s", o.Kind, o.Body)
	}
	o = b.deliver(discordtest.Interaction{
		Kind: discordtest.Form, Who: ana, Channel: channelID("c"), Guild: guild,
		Data: discordtest.Filled("m:start", map[string]any{
			"piles": "1 3 5", "game": []string{"nim"}, "ending": []string{"misere"}, "level": []string{"easy"}, "first": []string{"me"},
		}),
	})
	if want := "ana's move. Piles: A 1, B 3, C 5. Whoever takes the last stone loses."; !strings.HasPrefix(o.Message.Text, want) {
		t.Errorf("the form began %q, want %q", o.Message.Text, want)
	}
}

// An exercise that asks for numbers has a form, whose answer takes the place of
// the question.
func TestTheFormForAnAnswer(t *testing.T) {
	b := newBot(t, false)
	ana := somebody("ana")
	o := b.deliver(types(ana, "c", "learn 5"))
	for _, page := range []string{"answer next", "answer A5", "answer A7"} { // what is read comes first
		o = b.deliver(types(ana, "c", page))
	}
	form, err := o.Message.Find("Type it")
	if err != nil {
		t.Fatal(err)
	}
	question := *o.Message
	if o = b.deliver(pressed(ana, "c", question, form)); o.Kind != 9 {
		t.Fatalf("the button gave a response of type %d, want 9: %s", o.Kind, o.Body)
	}
	sent := pressed(ana, "c", question, form)
	sent.Kind, sent.Data = discordtest.Form, discordtest.Filled(form.CustomID, map[string]any{"answer": "9999"})
	o = b.deliver(sent)
	if o.Kind != 7 || !strings.Contains(o.Message.Text, "That's not it") {
		t.Errorf("the form gave a response of type %d, %q; want 7 and that it's wrong", o.Kind, o.Message.Text)
	}
	// Discord registers no command "answer": it's an option.
	sent.Data = discordtest.Filled(form.CustomID, map[string]any{"answer": "banana"})
	if o = b.deliver(sent); !strings.Contains(o.Message.Text, "`/nim puzzle answer: ") {
		t.Errorf("an answer that can't be read is answered %q, want the option to type", o.Message.Text)
	}
}

func TestCompletion(t *testing.T) {
	b := newBot(t, false)
	ana := somebody("ana")
	b.deliver(types(ana, "c", "start 3 4 5"))
	for _, tt := range []struct {
		sub     string
		options []discordtest.Option
		want    string // among the choices; "" for none at all
	}{
		{"start", []discordtest.Option{{Name: "game", Value: "kay", Focused: true}}, "kayles"},
		{"start", []discordtest.Option{{Name: "game", Value: "", Focused: true}}, "nim"},
		{"start", []discordtest.Option{{Name: "piles", Value: "3 ", Focused: true}, {Name: "game", Value: "nim"}}, "3 4 5"},
		{"start", []discordtest.Option{{Name: "piles", Value: "", Focused: true}, {Name: "game", Value: "chess"}}, ""},
		{"move", []discordtest.Option{{Name: "move", Value: "b", Focused: true}}, "B2"},
		{"rules", []discordtest.Option{{Name: "game", Value: "pass", Focused: true}}, "pass"},
		{"settings", []discordtest.Option{{Name: "language", Value: "", Focused: true}}, "auto"},
		{"move", []discordtest.Option{{Name: "move", Value: "zzz", Focused: true}}, ""},
		{"me forget", []discordtest.Option{{Name: "x", Value: "", Focused: true}}, ""},
		{"move", []discordtest.Option{{Name: "move", Value: map[string]int{"a": 1}, Focused: true}}, ""},
		{"move", nil, ""},
	} {
		o := b.deliver(discordtest.Interaction{
			Kind: discordtest.Autocomplete, Who: ana, Channel: channelID("c"), Guild: guild,
			Data: discordtest.Typed("nim", tt.sub, nil, tt.options...),
		})
		if o.Kind != 8 || tt.want == "" && len(o.Choices) > 0 || tt.want != "" && !slices.Contains(o.Choices, tt.want) {
			t.Errorf("completing %s %v gave %d %q, want %q", tt.sub, tt.options, o.Kind, o.Choices, tt.want)
		}
	}
}

// Discord submits a completion as the whole option, so each one must be a valid move by
// itself.
func TestCompletionsAreCompleteMoves(t *testing.T) {
	b := newBot(t, false)
	ana := somebody("ana")
	for _, tt := range []struct{ start, sub, option, typed, want string }{
		{"3 1", "move", "move", "", "A1 A2 A3 B1"},
		{"3 1", "move", "move", "a", "A1 A2 A3"},
		{"3 1", "move", "move", "b1", "B1"},
		{"3 40", "move", "move", "", "A B"}, // too many to be listed
		{"3 40", "move", "move", "b3", "B3 B30 B31 B32 B33 B34 B35 B36 B37 B38 B39"},
		{"3 1000000000", "move", "move", "b99999", ""}, // at once
	} {
		channel := tt.start + tt.sub + tt.typed
		b.deliver(types(ana, channel, "start "+tt.start))
		options := []discordtest.Option{{Name: tt.option, Value: tt.typed, Focused: true}}
		o := b.deliver(discordtest.Interaction{
			Kind: discordtest.Autocomplete, Who: ana, Channel: channelID(channel), Guild: guild,
			Data: discordtest.Typed("nim", tt.sub, nil, options...),
		})
		if got := strings.Join(o.Choices, " "); got != tt.want {
			t.Errorf("%s: %s %s %q proposes %q, want %q", tt.start, tt.sub, tt.option, tt.typed, got, tt.want)
		}
		if tt.typed == "" && strings.Contains(string(o.Body), `"name":"A …"`) != (tt.want == "A B") {
			t.Errorf("%s: an unfinished move is to be marked, and nothing else: %s", tt.start, o.Body)
		}
	}
}

// TestRegistrationMatchesCommandTable compares the registered commands with the table of
// commands.
func TestRegistrationMatchesCommandTable(t *testing.T) {
	slowtest.Sequential(t)
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	body, err := discord.Commands(catalogue)
	if err != nil {
		t.Fatal(err)
	}
	type listed struct {
		Name    string
		Type    int
		Options []listed
	}
	var commands []listed
	if err := json.Unmarshal(body, &commands); err != nil || len(commands) != 3 {
		t.Fatalf("Commands() = %s, %v; want the typed command and two of context menus", body, err)
	}
	want := []string{
		"play", "start", "challenge", "open", "move", "hint", "board", "learn", "daily", "puzzle", "race", "review", "predict", "explain",
		"leaders", "games", "settings", "me settings", "me games", "me export", "me forget", "help",
	}
	var got []string
	for _, c := range commands[0].Options {
		if c.Type == 2 {
			for _, sub := range c.Options {
				got = append(got, c.Name+" "+sub.Name)
			}
			continue
		}
		got = append(got, c.Name)
	}
	if !slices.Equal(got, want) || commands[0].Name != command.Name {
		t.Errorf("registered are %q, want %q", got, want)
	}
	if n := len(commands[0].Options); n != 19 {
		t.Errorf("%d commands are registered, want 19", n)
	}
}

// A command that an older registration lists is answered as it was.
func TestCommandsOfAnOlderRegistration(t *testing.T) {
	b := newBot(t, false)
	ana := somebody("ana")
	send := func(sub string, options ...discordtest.Option) string {
		t.Helper()
		return b.deliver(discordtest.Interaction{
			Kind: discordtest.Command, Who: ana, Channel: channelID("c"), Guild: guild, Data: discordtest.Typed("nim", sub, nil, options...),
		}).Message.Text
	}
	b.deliver(types(ana, "c", "start 3 4 5"))
	b.deliver(types(ana, "c", "A1"))
	for _, c := range []struct {
		sub     string
		options []discordtest.Option
		want    string
	}{
		{"undo", nil, "A 3, B 4, C 5"},
		{"resign", nil, "ana resigned"},
		{"rematch", []discordtest.Option{{Name: "level", Value: "easy"}}, "this start"},
		{"stop", nil, "without a result"},
		{"share", nil, "finished game"},
		{"rules", []discordtest.Option{{Name: "game", Value: "kayles"}}, "Kayles"},
		{"me profile", nil, "haven't finished"},
		{"me pings", []discordtest.Option{{Name: "pings", Value: "off"}}, "I won't call you"},
		{"me language", []discordtest.Option{{Name: "language", Value: "de"}}, "Erledigt"},
		{"me visibility", []discordtest.Option{{Name: "profile", Value: "private"}}, "Profil"},
	} {
		if got := send(c.sub, c.options...); !strings.Contains(got, c.want) {
			t.Errorf("/nim %s is answered %q, want %q", c.sub, got, c.want)
		}
	}
}

func TestCommandsPassTheValidator(t *testing.T) {
	slowtest.Sequential(t)
	lexicon, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	body, err := discord.Commands(lexicon)
	if err != nil {
		t.Fatal(err)
	}
	path := "/applications/" + discordtest.Application + "/commands"
	for _, p := range discordtest.Judge(http.MethodPut, path, "application/json", body) {
		t.Error(p)
	}
	if also := official(t); also != nil {
		for _, p := range also(http.MethodPut, path, "application/json", body) {
			t.Error(p)
		}
	}
	for _, key := range slices.Compact(regexp.MustCompile(`(?:discord|command)\.[\w.-]+`).FindAllString(string(body), -1)) {
		t.Errorf("Discord registers a command or an option whose description %q is missing; add it to game/words/locales/en/conversation.yaml", key)
	}
}

func TestRegister(t *testing.T) {
	b := newBot(t, false)
	for _, where := range []string{"", guild} {
		if err := b.adapter.Register(context.Background(), where); err != nil {
			t.Errorf("Register(%q): %v", where, err)
		}
	}
	var commands []struct{ Name string }
	if err := json.Unmarshal(b.server.Commands(), &commands); err != nil || len(commands) != 3 || commands[0].Name != "nim" {
		t.Errorf("registered %s, %v", b.server.Commands(), err)
	}
	want := "PUT /api/v10/applications/" + discordtest.Application + "/guilds/" + guild + "/commands"
	if r := b.server.Requests(); !slices.Contains(r, want) {
		t.Errorf("the requests were %q, want %q", r, want)
	}
	if err := b.adapter.Register(context.Background(), "my server"); err == nil {
		t.Error("Register took a name for an id")
	}
}

// listener records what chat asks the adapter to show.
type listener struct {
	*chat.Handler
	heard func(dialog.Reply)
}

func (l listener) Handle(ctx context.Context, r dialog.Request) dialog.Reply {
	reply := l.Handler.Handle(ctx, r)
	l.heard(reply)
	return reply
}

// TestEveryCommandFitsAButton checks that each game's longest command fits a custom id: a
// button that doesn't fit is dropped.
func TestEveryCommandFitsAButton(t *testing.T) {
	slowtest.Sequential(t)
	const maxCommand = 98 // of 100, less the prefix
	c := newBot(t, false)
	longest := ""
	l := listener{c.chat, func(r dialog.Reply) {
		for _, m := range r.Messages {
			buttons := m.Buttons
			if m.Menu != nil {
				buttons = append(slices.Clone(m.Menu.Items), buttons...)
			}
			for _, b := range buttons {
				if n := utf8.RuneCountInString(b.Command); n > maxCommand {
					t.Errorf("the command %q has %d characters, want at most %d", b.Command, n, maxCommand)
				}
				if len(b.Command) > len(longest) {
					longest = b.Command
				}
			}
		}
	}}
	for n, g := range rules.Games() {
		place := dialog.Place{Platform: discord.Platform, Guild: guild, Channel: fmt.Sprint(n)}
		say := func(text string) dialog.Reply {
			return l.Handle(context.Background(), dialog.Request{Place: place, User: dialog.User{ID: "1", Name: "ana"}, Text: text})
		}
		for _, setup := range append(slices.Clone(g.Examples), strings.TrimSpace(strings.Repeat("900000000 ", 25))) {
			say("resign")
			r := say("start " + setup + " game:" + g.Key)
			// Walk one path of the menu for every first step.
			for _, first := range menuOf(r) {
				for at := first; strings.HasPrefix(at, "pick"); {
					step := say(at)
					items := menuOf(step)
					if len(items) == 0 {
						break
					}
					at = items[len(items)-1]
					if strings.Contains(at, ">") && len(items) > 1 {
						at = items[len(items)-2]
					}
				}
			}
		}
	}
	t.Logf("the longest command is %q", longest)
}

func menuOf(r dialog.Reply) []string {
	var all []string
	for _, m := range r.Messages {
		if m.Menu != nil {
			for _, b := range m.Menu.Items {
				all = append(all, b.Command)
			}
		}
	}
	return all
}

// TestNamesAreInert looks for markup that comes out of a name.
func TestNamesAreInert(t *testing.T) {
	b := newBot(t, false)
	eve := somebody("eve")
	for n, name := range []string{
		"**bold**", "@everyone", "<@1>", "# head", "> quote", "1. list", "- list", "`code`", "[a](http://b.c)", ":smile:", "||x||",
		"\u202eevil", "a\nb", "\u200b", "h\u0301\u0301\u0301\u0301\u0301",
	} {
		eve.Nick = name
		o := b.deliver(types(eve, fmt.Sprint("c", n), "start 3 4 5"))
		var body struct {
			Data struct {
				Components []struct{ Components []struct{ Content string } }
			}
		}
		if err := json.Unmarshal(o.Body, &body); err != nil {
			t.Fatal(err)
		}
		line, _, _ := strings.Cut(body.Data.Components[0].Components[0].Content, "\nA ")
		for _, bad := range []string{"**bold", " @everyone", " <@1>", "\n", "\u202e", "\u200b", " `code", "](", " # ", " > ", " :smile:", " ||x", "1. ", "\u0301\u0301\u0301"} {
			if strings.Contains(line, bad) {
				t.Errorf("the name %q is said as %q, want no %q", name, line, bad)
			}
		}
	}
}

// TestNamesKeepTheirEmoji checks that emoji of several code points in names survive
// unbroken. A name without visible characters isn't used.
func TestNamesKeepTheirEmoji(t *testing.T) {
	b := newBot(t, false)
	ana := somebody("ana")
	for n, c := range []struct{ nick, want string }{
		{"Ana 👨\u200d👩\u200d👧", "Ana 👨\u200d👩\u200d👧's move"},
		{"🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f's move"},
		{"\u3164", "ana's move"},
		{"A\u200dna", "Ana's move"},
	} {
		ana.Nick = c.nick
		if o := b.deliver(types(ana, fmt.Sprint("c", n), "start 3 4 5")); !strings.Contains(string(o.Body), c.want) {
			t.Errorf("the nickname %+q: the answer lacks %+q:\n%s", c.nick, c.want, o.Body)
		}
	}
}
