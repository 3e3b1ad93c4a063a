package discord_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"nimbot/adapters/discord/discordtest"
)

// A class in one channel: two pairs play each other, thirty pupils play the bot privately,
// and a simul of twelve ends the lesson. Nothing is lost, and the channel holds the boards
// that were asked for and nothing else.
func TestAClass(t *testing.T) {
	b := newBot(t, false)
	pairs := []discordtest.Message{b.pair("left0", "right0", "3 4 5"), b.pair("left1", "right1", "7 8")}
	private := b.playAtOnce(30)
	if got := len(b.pressable()); got != len(pairs) {
		t.Errorf("while 30 play the bot, %d public boards can be pressed, want the pairs' %d", got, len(pairs))
	}
	if n := strings.Count(strings.Join(private, "\n"), "won in"); n != 30 {
		t.Errorf("%d of 30 games against the bot were played to their end", n)
	}
	guests := make([]string, 12)
	for i := range guests {
		guests[i] = fmt.Sprint("pupil", i)
	}
	b.presses("ana", b.gathers("2 3", guests...), "Begin")
	before := len(b.server.Messages(here.Channel))
	b.passes(14)
	boards := map[string]discordtest.Message{}
	for _, m := range b.server.Messages(here.Channel)[before:] {
		who, _, _ := strings.Cut(m.Text, "'s move")
		boards[who] = m
	}
	for _, g := range guests[:6] { // the others let the host begin
		b.presses(g, b.presses(g, boards[g], "A (2)"), "Take 1")
	}
	for _, g := range guests[6:] {
		b.presses(g, boards[g], "Let ana begin")
	}
	b.host(12)
	for i, g := range guests {
		if now := b.stands(boards[g].ID); !strings.Contains(now.Text, "ana took") {
			t.Errorf("%s's board, of guest %d, shows %q, want the host's move on it", g, i, now.Text)
		}
	}
	for _, g := range guests {
		m := b.stands(boards[g].ID)
		b.deliver(discordtest.Interaction{Kind: discordtest.Form, Who: somebody(g), Channel: channelID("c"), Guild: guild, Message: &m, Data: discordtest.Filled("m:"+b.find(m, "Resign").CustomID, nil)})
	}
	b.passes(2)
	public := 0
	for _, m := range b.server.Messages(here.Channel) {
		if m.To == "" {
			public++
		}
		if len(m.Pinged) > 0 && !strings.Contains(m.Text, "challenged") && !strings.Contains(m.Text, "'s move") {
			t.Errorf("%q notified %v, want only challenges to notify anybody", m.Text, m.Pinged)
		}
	}
	if want := len(pairs) + 1 + len(guests) + 1; public != want { // boards, the simul, its boards, its results
		t.Errorf("the channel holds %d public messages, want %d", public, want)
	}
	results := b.server.Messages(here.Channel)
	last := results[len(results)-1].Text
	if !strings.Contains(last, "The host won 12, the guests 0") || strings.Count(last, "lost.") != 12 {
		t.Errorf("at the end stands %q, want the results of twelve games", last)
	}
}

// playAtOnce has so many pupils begin a game against the bot and play it to its end, ten at
// the same time. It returns what each was shown last.
func (b *bot) playAtOnce(pupils int) []string {
	b.t.Helper()
	ends := make([]string, pupils)
	var playing sync.WaitGroup
	room := make(chan struct{}, 10)
	for i := range ends {
		playing.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			name := fmt.Sprint("pupil", i)
			m := b.deliver(types(somebody(name), "c", "start 2 3")).Message
			for range 20 {
				if m == nil || m.To != personID(name) {
					b.t.Errorf("%s is shown %+v, want a message for them alone", name, m)
					return
				}
				if ends[i] = m.Text; strings.Contains(m.Text, " in ") && strings.Contains(m.Text, "won") {
					return
				}
				m = b.deliver(pressed(somebody(name), "c", *m, m.Buttons[0])).Message
			}
		})
	}
	playing.Wait()
	return ends
}

// host lets ana make a move on each of so many boards that wait for her, always on the
// same private message, and has the worker show them.
func (b *bot) host(games int) {
	b.t.Helper()
	m := *b.deliver(types(somebody("ana"), "c", "simul")).Message
	for range games {
		step := b.presses("ana", m, "B (3)")
		m = b.presses("ana", step, "Take 1")
		if m.To != personID("ana") {
			b.t.Fatalf("the host's press is answered by %+v, want her private board", m)
		}
	}
	if !strings.Contains(m.Text, "nobody waits for you") {
		b.t.Errorf("after %d moves the host's board says %q, want that nobody waits", games, m.Text)
	}
	b.passes(3)
}
