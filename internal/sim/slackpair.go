package sim

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"nimbot/adapters/slack/slacktest"
)

// slackPair is two people on Slack who take one stone in turn from one pile, so that the rest of the pile
// counts the moves. After a few of them nobody does anything for a while, and everything must be shown.
type slackPair struct {
	world   *world
	channel string
	players [2]*person
	done    int // moves that were answered
	unknown int // 1 if it isn't known whether the last move was done
}

func (g *slackPair) plays(ctx context.Context) {
	for !g.begins() {
		if !sleep(ctx, 20*time.Second) {
			return
		}
	}
	r := g.players[0].random
	for {
		for range 1 + r.IntN(4) {
			if !sleep(ctx, time.Second+time.Duration(r.Int64N(int64(6*time.Second)))) || !g.moves(ctx) {
				return
			}
		}
		if !sleep(ctx, unheardFor) {
			return
		}
		g.world.model.looked("Slack quiet")
		quiet := "quiet for " + unheardFor.String()
		g.world.model.checkBoards(ctx, g.channel, quiet)
		g.world.model.checkLowest(ctx, g.channel, quiet)
		g.counts()
	}
}

// begins offers the game and accepts it, and reports whether it runs.
func (g *slackPair) begins() bool {
	a, b := g.players[0], g.players[1]
	a.says(g.channel, fmt.Sprintf("challenge <@%s|%s> %d first:me", b.ID, strings.ToLower(b.Name), pile))
	time.Sleep(10 * time.Second)
	if offer, accept, ok := g.button("accept "); ok {
		b.clicks(offer, accept)
		time.Sleep(10 * time.Second)
	}
	_, _, runs := g.button("A1 ")
	return runs
}

// button returns the lowest button whose command begins so.
func (g *slackPair) button(command string) (at slacktest.Message, b slackButton, ok bool) {
	for _, m := range g.world.slack.Messages(g.channel) {
		for _, x := range slackButtons(m) {
			if m.To == "" && strings.HasPrefix(x.value, command) {
				at, b, ok = m, x, true
			}
		}
	}
	return at, b, ok
}

// moves takes a stone: typed, in a message that mentions the bot, or by a button. It reports whether ctx
// still lasts.
func (g *slackPair) moves(ctx context.Context) bool {
	w, p := g.world, g.players[g.world.o.mover(g.done)]
	m, b, ok := g.button("A1 ")
	switch n := p.random.IntN(5); {
	case n == 4 && w.o.Socket:
		w.endsConnection(p, w.slack.Command(p.ID, g.channel, "/nim", "A1"), g.channel, "/nim A1")
	case n < 2:
		if p.says(g.channel, "A1") {
			g.done++
			return true
		}
	case n == 2 && ok:
		p.clicks(m, b)
	default:
		_, _ = w.send(p, w.slack.Mention(p.ID, g.channel, "", "A1"), g.channel, "mentions the bot: A1")
	}
	g.unknown = 1
	time.Sleep(5 * time.Second)
	return g.recounts(ctx)
}

// recounts asks for the board until it is shown, and finds out what was done.
func (g *slackPair) recounts(ctx context.Context) bool {
	for !g.players[0].says(g.channel, "board") {
		if !sleep(ctx, 10*time.Second) {
			return false
		}
	}
	if !sleep(ctx, 20*time.Second) {
		return false
	}
	g.counts()
	g.done, g.unknown = pile-g.left(), 0
	return true
}

// left returns the least number of stones that is shown: there are never more again.
func (g *slackPair) left() int {
	least := pile
	for _, m := range g.world.messages(g.channel) {
		if found := stones.FindStringSubmatch(m.text); found != nil {
			n, _ := strconv.Atoi(found[1]) // digits
			least = min(least, n)
		}
	}
	return least
}

// counts compares the moves that are shown with those that were answered.
func (g *slackPair) counts() {
	g.world.model.looked("Slack counted")
	if n := pile - g.left(); n < g.done || n > g.done+g.unknown {
		g.world.model.breaks("%s: %d moves are shown, %d were answered, and %d may have been done", g.channel, n, g.done, g.unknown)
	}
}

func (g *slackPair) check() { g.counts() }

// strolls is somebody on Slack who presses and types anything.
type strolls struct {
	person  *person
	channel string
}

func (s *strolls) plays(ctx context.Context) {
	p := s.person
	lines := []string{"start", "start 3 5", "hint", "board", "A1", "B2", "undo", "race", "guess A1", "reveal", "puzzle", "learn", "me games", "leaders", "open 2 3", "hello", "help", "daily"}
	for sleep(ctx, p.pause()) {
		if p.random.IntN(2) == 0 {
			p.says(s.channel, lines[p.random.IntN(len(lines))])
			continue
		}
		s.presses()
	}
}

// presses presses a button of one of the last messages.
func (s *strolls) presses() {
	p := s.person
	var seen []slacktest.Message
	for _, m := range p.world.slack.Messages(s.channel) {
		if (m.To == "" || m.To == p.ID) && len(slackButtons(m)) > 0 {
			seen = append(seen, m)
		}
	}
	if len(seen) == 0 {
		return
	}
	seen = seen[max(0, len(seen)-3):]
	m := seen[p.random.IntN(len(seen))]
	all := slackButtons(m)
	p.clicks(m, all[p.random.IntN(len(all))])
}

// check has nothing left to look at.
func (s *strolls) check() {}
