package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"nimbot/adapters/discord/discordtest"
	"nimbot/internal/slowtest"
)

const (
	activityInstance = "i-1400000000000000001-gc-100000000000000001-900000000000000001"
	activityGuild    = "100000000000000001"
	activityChannel  = "900000000000000001"
)

var (
	ana  = discordtest.Person{ID: "800000000000000001", Name: "Ana", Permissions: 1<<31 | 1<<39}
	bob  = discordtest.Person{ID: "800000000000000002", Name: "Bob", Permissions: 1<<31 | 1<<39}
	cleo = discordtest.Person{ID: "800000000000000003", Name: "Cleo", Permissions: 1<<31 | 1<<39}
)

// activityRun is a bot with the Activity, Discord, and the clients of people.
type activityRun struct {
	t       *testing.T
	bot     *runningBot
	discord *discordtest.Server
	client  *discordtest.Client
}

func newActivityRun(t *testing.T, env ...string) *activityRun {
	t.Helper()
	fake := discordtest.New()
	t.Cleanup(fake.Close)
	fake.ResponseTime = time.Minute
	fake.SetServers(activityGuild)
	s := newRunningBot(t, append(append(onDiscord(fake, "http"), "NIM_DISCORD_ACTIVITY=on", "NIM_DISCORD_CLIENT_SECRET="+discordtest.ClientSecret), env...)...)
	s.start()
	fake.Endpoint = "http://" + s.listen + "/discord/interactions"
	client := discordtest.NewClient(fake, "http://"+s.listen+"/activity")
	t.Cleanup(client.Close)
	client.SetDelay(50 * time.Millisecond)
	fake.SetInstance(activityInstance, discordtest.Instance{Guild: activityGuild, Channel: activityChannel, Users: []string{ana.ID, bob.ID}})
	return &activityRun{t, s, fake, client}
}

// in sends an interaction of a person in the channel.
func (r *activityRun) in(who discordtest.Person, kind int, m *discordtest.Message, data map[string]any) discordtest.Outcome {
	r.t.Helper()
	o, err := r.discord.Deliver(r.t.Context(), discordtest.Interaction{Kind: kind, Who: who, Channel: activityChannel, Guild: activityGuild, Message: m, Data: data})
	if err != nil {
		r.t.Fatalf("%v; the log:\n%s", err, r.bot.log)
	}
	return o
}

// types sends a person's subcommand in the channel.
func (r *activityRun) types(who discordtest.Person, sub string, people []discordtest.Person, options ...discordtest.Option) discordtest.Outcome {
	r.t.Helper()
	return r.in(who, discordtest.Command, nil, discordtest.Typed("nim", sub, people, options...))
}

// presses presses a button of a message, named by its label, as a person.
func (r *activityRun) presses(who discordtest.Person, m discordtest.Message, label string) discordtest.Outcome {
	r.t.Helper()
	b, err := m.Find(label)
	if err != nil {
		r.t.Fatal(err)
	}
	return r.in(who, discordtest.Component, &m, discordtest.Pressed(b))
}

// board waits for a public message of the channel that contains a text, and returns it.
func (r *activityRun) board(text string) (found discordtest.Message) {
	r.t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		for _, m := range r.discord.Messages(activityChannel) {
			if m.To == "" && strings.Contains(m.Text, text) {
				return m
			}
		}
	}
	var all []string
	for _, m := range r.discord.Messages(activityChannel) {
		all = append(all, m.To+": "+m.Text)
	}
	r.t.Fatalf("the channel shows\n%s\nand no %q; the log:\n%s", strings.Join(all, "\n"), text, r.bot.log)
	return found
}

// boards returns how many public messages of the channel have buttons.
func (r *activityRun) boards() (n int) {
	for _, m := range r.discord.Messages(activityChannel) {
		if m.To == "" && len(m.Buttons) > 0 {
			n++
		}
	}
	return n
}

// TestActivity lets three people play, watch, race and learn in one channel: Ana and Bob in
// the Activity, Cleo by buttons. Halfway, the bot is restarted.
func TestActivity(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	r := newActivityRun(t)
	clients := newClients(t, r.client)
	a, b := clients.open(ana, activityInstance, ""), clients.open(bob, activityInstance, "")
	a.ready()
	b.ready()
	t.Logf("the first board can be played on after %.0f ms", evalIn[float64](a, "performance.getEntriesByName('board')[0].startTime"))

	// Cleo's challenge comes to Ana's frame, and her moves to the channel.
	r.types(cleo, "challenge", []discordtest.Person{ana}, discordtest.Option{Name: "player", Value: ana.ID}, discordtest.Option{Name: "piles", Value: "3 4 5"})
	b.shows("Cleo challenged Ana")
	a.press("Accept")
	board := r.board("Cleo's move. Piles: A 3, B 4, C 5")
	board = *r.presses(cleo, *r.presses(cleo, board, "A").Message, "Take 2").Message
	a.shows("Cleo took 2 from A")
	b.shows("Cleo took 2 from A") // Bob plays no game, so he watches this one
	a.play("B4")
	if again := r.board("Cleo's move. Piles: A 1, B 0, C 5"); again.ID != board.ID {
		t.Errorf("the board after a move in the Activity is a message of its own, %s; want that of the press, %s", again.ID, board.ID)
	}

	r.bot.stop()
	r.bot.start()
	r.presses(cleo, *r.presses(cleo, r.board("Cleo's move. Piles: A 1, B 0, C 5"), "C").Message, "Take 4")
	a.shows("Cleo took 4 from C")
	a.play("A1")
	board = r.board("Cleo's move. Piles: A 0, B 0, C 1")
	r.presses(cleo, board, "Take 1")
	a.shows("Cleo won")
	b.shows("Cleo won")

	// Bob begins a game in his frame, which the channel sees, and Ana then plays in private.
	b.say("/nim start 3 4 5 game:nim level:easy first:me")
	r.board("Bob's move. Piles: A 3, B 4, C 5")
	before := r.boards()
	a.say("/nim start 1 2 game:nim level:easy first:me")
	a.shows("Only you can see this board")
	if after := r.boards(); after != before || strings.Contains(b.text(), "A 1, B 2") {
		t.Errorf("after Ana's private game the channel has %d boards, was %d; Bob sees\n%s", after, before, b.text())
	}

	// A round: Cleo asks in the channel, both answer in their frames.
	r.types(cleo, "race", nil, discordtest.Option{Name: "rounds", Value: 1}, discordtest.Option{Name: "seconds", Value: "off"})
	asked := r.board("Nobody has answered yet")
	for _, f := range []*frame{a, b} {
		f.answer()
	}
	if counted := r.board("2 have answered"); counted.ID != asked.ID {
		t.Errorf("the count stands in the message %s, want that of the question, %s", counted.ID, asked.ID)
	}
	a.shows("2 have answered")

	// Bob learns, and nobody else sees that.
	b.say("/nim learn 1")
	b.until("[...document.querySelectorAll('.message.private')].some((m) => m.textContent.includes('Lesson 1'))")
	if strings.Contains(evalIn[string](a, "document.querySelector('.logs').textContent"), "Lesson 1") {
		t.Error("Ana sees Bob's lesson")
	}
	for _, f := range []*frame{a, b} {
		for _, fault := range f.faults() {
			t.Errorf("a frame said to the client: %s", fault)
		}
	}
	for _, fault := range r.discord.Faults() {
		t.Errorf("Discord refused: %s", fault)
	}
	r.bot.stop()
}

// The page is the same whether or not it is also served inside Discord.
func TestThePageIsTheSameBesideAnActivity(t *testing.T) {
	slowtest.Sequential(t)
	t.Parallel()
	r := newActivityRun(t, "NIM_WEB_ENABLED=true")
	alone := newRunningBot(t, "NIM_WEB_ENABLED=true")
	alone.start()
	for _, path := range []string{"/", "/daily", "/web/page.js", "/web/style.css", "/analyze", "/worker.js", "/table/general/1", "/web/stream"} {
		var seen [2]string
		for i, at := range []string{r.bot.listen, alone.listen} {
			resp, err := http.Get("http://" + at + path)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Fatal(err)
			}
			_ = resp.Body.Close()
			resp.Header.Del("Date")
			seen[i] = fmt.Sprint(resp.StatusCode, resp.Header, string(body))
		}
		if seen[0] != seen[1] {
			t.Errorf("GET %s beside an Activity is\n%.600s\nand without\n%.600s", path, seen[0], seen[1])
		}
		if csp := seen[0]; path == "/" && !strings.Contains(csp, "frame-ancestors 'none'") {
			t.Errorf("the page may be framed: %.600s", csp)
		}
	}
	r.bot.stop()
	alone.stop()
}

// Where the proxy holds streams back, the page polls, and sees moves all the same. A frame on
// another site, and one whose user Discord doesn't confirm, show a sentence and no board.
func TestActivityWithoutStreams(t *testing.T) {
	t.Parallel()
	slowtest.Only(t)
	r := newActivityRun(t)
	r.client.SetDelay(0)
	r.client.Holds.Store(true)
	clients := newClients(t, r.client)
	foreign := clients.clientAt(discordtest.Address(discordtest.ForeignHost, activityInstance, ana))
	a := clients.open(ana, activityInstance, "")
	refused := map[string]*frame{
		"Discord didn't say who you are": clients.open(ana, activityInstance, "&signed-out"),
		"Discord doesn't list you":       clients.open(cleo, activityInstance, ""),
	}
	a.ready()
	r.types(cleo, "start", nil, discordtest.Option{Name: "piles", Value: "3 4 5"})
	a.shows("Cleo's move")
	if polls := evalIn[int](a, "performance.getEntriesByType('resource').filter((e) => e.name.includes('poll=1')).length"); polls == 0 {
		t.Error("the page sees a move without polling, although the proxy holds streams back")
	}
	for what, f := range refused {
		f.shows(what)
		if text := f.text(); strings.Contains(text, "Piles") || strings.Contains(text, "Cleo") {
			t.Errorf("a frame that is refused shows\n%s", text)
		}
	}
	time.Sleep(time.Second) // the frame on another site must stay silent
	if n, err := chromedp.Run(foreign, chromedp.Evaluate[int]("handshakes")); err != nil || n != 0 {
		t.Errorf("a frame on another site speaks with it: %d handshakes, %v", n, err)
	}
	r.bot.stop()
}
