package sim

import (
	"context"
	"strconv"
	"strings"
	"time"

	"nimbot/adapters/discord/discordtest"
)

// match is two people who play one game after another and nothing else, so that it is known how many
// games each of them has won. Beside each game walks the reference.
type match struct {
	world   *world
	channel string
	players [2]*person // the first one challenges, and moves first
	wins    [2]int     // in games that have ended
}

// plays plays until ctx ends.
func (g *match) plays(ctx context.Context) {
	for g.game(ctx) && sleep(ctx, 5*time.Second+time.Duration(g.players[0].random.Int64N(int64(20*time.Second)))) {
	}
}

// game plays one game to its end, and reports whether it got there before ctx ended.
func (g *match) game(ctx context.Context) bool {
	r := g.players[0].random
	table := newReference(3 + r.IntN(6))
	for !g.begin(table.piles[0]) {
		if !sleep(ctx, 15*time.Second) {
			return false
		}
	}
	for !table.over() {
		seat := table.mover
		p := g.players[seat]
		if !sleep(ctx, time.Second+time.Duration(p.random.Int64N(int64(8*time.Second)))) {
			return false
		}
		if n := 1 + p.random.IntN(min(3, table.piles[0])); !g.move(table, n) {
			return false
		}
		if table.over() {
			g.wins[seat]++
		}
	}
	return true
}

// begin offers a game and accepts it, and reports whether it runs.
func (g *match) begin(stones int) bool {
	a, b := g.players[0], g.players[1]
	offer := a.command(g.channel, "challenge", []discordtest.Person{b.Person},
		discordtest.Option{Name: "player", Value: b.ID}, discordtest.Option{Name: "piles", Value: strconv.Itoa(stones)}, discordtest.Option{Name: "first", Value: "me"}).Message
	for offer != nil {
		accept, err := offer.Find("Accept")
		if err != nil {
			break
		}
		if o := b.presses(offer, accept); o.Message != nil && o.Message.To == "" {
			return true
		}
		time.Sleep(5 * time.Second) // perhaps it runs: an answer was lost
		offer = g.asks().Message
	}
	left, ended, ok := readBoard(g.asks().Message)
	return ok && !ended && left == stones
}

// asks asks for the board.
func (g *match) asks() discordtest.Outcome { return g.players[0].command(g.channel, "board", nil) }

// readBoard reads the board of a game of one pile: how many stones are left, and whether the game
// has ended.
func readBoard(m *discordtest.Message) (left int, ended, ok bool) {
	if m == nil || strings.Contains(m.Text, " challenged ") || strings.Contains(m.Text, "no game here") {
		return 0, false, false
	}
	found := stones.FindStringSubmatch(m.Text)
	if found == nil {
		return 0, false, false
	}
	left, _ = strconv.Atoi(found[1]) // digits
	return left, strings.Contains(m.Text, " won"), true
}

// move takes n stones, and reports whether it is known in the end that they are gone.
func (g *match) move(table *reference, n int) bool {
	m, p, before := g.world.model, g.players[table.mover], table.piles[0]
	for range 100 {
		o := p.command(g.channel, "move", nil, discordtest.Option{Name: "move", Value: notation(0, n)})
		left, ended, ok := 0, false, false
		if o.Message != nil && o.Message.To == "" {
			left, ended, ok = readBoard(o.Message)
		}
		for tries := 0; !ok && tries < 20; tries++ {
			time.Sleep(10*time.Second + 7*time.Microsecond)
			left, ended, ok = readBoard(g.asks().Message)
		}
		switch {
		case !ok:
			m.breaks("%s: the board isn't shown", g.channel)
			return false
		case left == before: // the move wasn't done
			continue
		}
		table.take(0, n)
		m.looked("matched")
		if left != table.piles[0] || ended != table.over() {
			m.breaks("%s has %d stones (ended: %v), the reference has %s", g.channel, left, ended, table)
			return false
		}
		return true
	}
	m.breaks("%s: 100 times a move isn't done", g.channel)
	return false
}

// check compares the games that were played with those that are stored for their players.
func (g *match) check() {
	m := g.world.model
	for seat, p := range g.players {
		member, ok := g.world.member(p)
		if !ok {
			continue
		}
		played, won := 0, 0
		for _, of := range member.Games {
			played, won = played+of.People.Played, won+of.People.Won
		}
		m.looked("results")
		if all := g.wins[0] + g.wins[1]; played != all || won != g.wins[seat] {
			m.breaks("%s has played %d games and won %d, and %d and %d are stored", p.Name, all, g.wins[seat], played, won)
		}
	}
}
