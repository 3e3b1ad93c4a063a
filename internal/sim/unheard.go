package sim

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/adapters/slack"
	"nimbot/adapters/slack/slacktest"
	"nimbot/game/dialog"
)

// unheard is two people who play slowly, and whose answers are lost: between two moves nobody does
// anything, so that only a worker can show what became of the first.
type unheard struct {
	world   *world
	channel string
	players [2]*person
}

// unheardFor is how long after a lost answer the board must be there: a worker shows it after ten
// seconds, and another one after half a minute if that one is killed.
const unheardFor = 100 * time.Second

func (g *unheard) plays(ctx context.Context) {
	a, b := g.players[0], g.players[1]
	if _, ok := insists(ctx, func() discordtest.Outcome {
		offer := a.command(g.channel, "challenge", []discordtest.Person{b.Person},
			discordtest.Option{Name: "player", Value: b.ID}, discordtest.Option{Name: "piles", Value: strconv.Itoa(pile)}, discordtest.Option{Name: "first", Value: "me"})
		if offer.Message == nil {
			return offer
		}
		accept, err := offer.Message.Find("Accept")
		if err != nil {
			return offer // it runs
		}
		return b.presses(offer.Message, accept)
	}); !ok {
		return
	}
	for sleep(ctx, time.Duration(a.random.Int64N(int64(5*time.Second)))) {
		for _, p := range g.players { // whoever may moves, the other is refused
			if p.random.IntN(3) > 0 {
				g.world.loses(g.channel)
			}
			g.moves(p)
			if p.random.IntN(3) > 0 && g.awaitsPost(ctx) { // often somebody moves while a worker shows that move
				for _, q := range g.players {
					g.moves(q)
				}
			}
			if !sleep(ctx, unheardFor) {
				return
			}
			g.world.model.looked("quiet")
			quiet := "quiet for " + unheardFor.String()
			g.world.model.checkBoards(ctx, g.channel, quiet)
			g.world.model.checkLowest(ctx, g.channel, quiet)
		}
	}
}

// awaitsPost waits until a copy asks the platform to post in the channel, or for half a minute. It returns
// false if ctx ends.
func (g *unheard) awaitsPost(ctx context.Context) bool {
	w, random := g.world, g.players[0].random
	w.mu.Lock()
	from := len(w.asks)
	w.mu.Unlock()
	for range 60 {
		if !sleep(ctx, 500*time.Millisecond+time.Duration(random.Int64N(int64(time.Millisecond)))) {
			return false
		}
		w.mu.Lock()
		posts := slices.ContainsFunc(w.asks[from:], func(a ask) bool {
			return strings.HasPrefix(a.what, "POST") && strings.Contains(a.what, "/channels/"+g.channel+"/messages")
		})
		w.mu.Unlock()
		if posts {
			return true
		}
	}
	return true
}

// moves presses the board's first move, or types one.
func (g *unheard) moves(p *person) {
	all := g.world.discord.Messages(g.channel)
	if p.random.IntN(2) == 0 && len(all) > 0 {
		m := all[len(all)-1]
		for _, b := range m.Buttons {
			if strings.HasPrefix(b.CustomID, "c:A") || strings.HasPrefix(b.Value, "A") {
				p.presses(&m, b)
				return
			}
		}
	}
	p.command(g.channel, "move", nil, discordtest.Option{Name: "move", Value: "A1"})
}

// loses has the next answer in a channel be lost: the copy that gives it loses its connections to the
// platform when what was asked for is in the store.
func (w *world) loses(channel string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.losing[placeOf(channel).String()] = true
}

// stored is called after a copy has stored something.
func (w *world) stored(c *instance, key string) {
	w.mu.Lock()
	lost := w.losing[key]
	delete(w.losing, key)
	w.mu.Unlock()
	if lost {
		w.trace.note("%s loses the answer in %s", c.host(), key)
		w.faulty()
		w.network.part(c.host(), discordHost)
		w.network.part(c.host(), slackHost)
	}
}

// check has nothing left to look at.
func (g *unheard) check() {}

// placeOf returns a channel as the bot names it.
func placeOf(channel string) dialog.Place {
	if isOnSlack(channel) {
		return dialog.Place{Platform: slack.Platform, Guild: slacktest.Team, Channel: channel}
	}
	return dialog.Place{Platform: "discord", Guild: guildOf(channel), Channel: channel}
}
