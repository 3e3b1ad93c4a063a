package sim

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"time"

	"nimbot/adapters/discord/discordtest"
)

// counted is a game of one pile from which two people take one stone in turn, so that the rest of
// the pile counts the moves.
type counted struct {
	world    *world
	channel  string
	players  [2]*person
	answered int         // moves
	unknown  int         // 1 if it isn't known whether the last move was done
	seen     map[int]int // by what was left: the seat whose move left it
	table    *reference
}

const pile = 5000

var stones = regexp.MustCompile(`A (\d+)`)

// begin offers the game and accepts it.
func (g *counted) begin() bool {
	a, b := g.players[0], g.players[1]
	o := a.command(g.channel, "challenge", []discordtest.Person{b.Person}, discordtest.Option{Name: "player", Value: b.ID}, discordtest.Option{Name: "piles", Value: strconv.Itoa(pile)})
	if o.Message == nil {
		return false
	}
	accept, err := o.Message.Find("Accept")
	if err != nil { // the answer to what was accepted was lost, or the offer of an earlier try is still open
		return strings.Contains(o.Message.Text, "already playing")
	}
	return b.presses(o.Message, accept).Message != nil
}

// plays plays until ctx ends.
func (g *counted) plays(ctx context.Context) {
	for !g.begin() {
		if !sleep(ctx, 20*time.Second) {
			return
		}
	}
	seat := 0
	for sleep(ctx, time.Second+time.Duration(g.players[seat].random.Int64N(int64(9*time.Second)))) {
		o := g.players[seat].command(g.channel, "move", nil, discordtest.Option{Name: "move", Value: "A1"})
		if o.Message == nil || o.Message.To != "" {
			// Perhaps it was done, or is done when the delivery comes again.
			g.unknown = 1
			time.Sleep(5 * time.Second)
			seat = g.turn(ctx, seat)
			continue
		}
		g.done(seat, o.Message.Text)
		seat = 1 - seat
	}
}

// done looks at the answer of a move.
func (g *counted) done(seat int, said string) {
	m := g.world.model
	m.looked("counted")
	found := stones.FindStringSubmatch(said)
	if found == nil {
		m.breaks("a counted game's move is answered with %.200q", said)
		return
	}
	n, _ := strconv.Atoi(found[1])
	if by, again := g.seen[n]; again {
		m.breaks("%d stones are left for the second time, by seat %d and %d", n, by, seat)
	}
	g.seen[n] = seat
	if g.world.o.mover(pile-n) != 1-seat {
		m.breaks("%d stones are left after a move of seat %d", n, seat)
	}
	g.answered++
	g.follow(n)
	if done := pile - n; done < g.answered {
		m.breaks("%d moves are done, %d were answered", done, g.answered)
	}
}

// turn asks for the board and returns whose turn it is.
func (g *counted) turn(ctx context.Context, seat int) int {
	for {
		p := g.players[seat]
		o := p.command(g.channel, "board", nil)
		if o.Message != nil {
			if found := stones.FindStringSubmatch(o.Message.Text); found != nil {
				n, _ := strconv.Atoi(found[1])
				g.world.model.looked("recounted")
				if done := pile - n; done < g.answered || done > g.answered+g.unknown {
					g.world.model.breaks("%s: %d moves are done, %d were answered, and %d may have been done", g.channel, done, g.answered, g.unknown)
				}
				g.answered, g.unknown = pile-n, 0
				g.follow(n)
				return g.world.o.mover(pile - n)
			}
		}
		if !sleep(ctx, 10*time.Second) {
			return seat
		}
	}
}

// follow plays on the reference until n stones are left there, and compares who is to move.
func (g *counted) follow(n int) {
	m := g.world.model
	for g.table.piles[0] > n && g.table.take(0, 1) {
	}
	m.looked("reference")
	if want := g.world.o.mover(pile - n); g.table.piles[0] != n || g.table.mover != want {
		m.breaks("the model is wrong: with %d stones left seat %d is to move there; the reference has %s, and seat %d", n, want, g.table, g.table.mover)
	}
}

// check has nothing left to look at.
func (g *counted) check() {}
