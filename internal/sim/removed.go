package sim

import (
	"context"
	"slices"
	"strings"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/store"
	stored "nimbot/store/person"
)

// removed is a server that removes the bot, with people who are nowhere else and one who is in the
// other server, too. When the wait is over, everything of the server is deleted.
type removed struct {
	world   *world
	channel string
	people  []*person
	until   time.Duration // how long they play
	at      time.Time     // when the wait was over
}

// otherGuild is that server, and otherGuilds are its channels.
const (
	otherGuild  = "100000000000000002"
	otherGuilds = 2000 // the number of the first
)

// guildOf returns the server of a channel.
func guildOf(channel string) string {
	if channel >= channelID(otherGuilds) {
		return otherGuild
	}
	return guild
}

func (g *removed) plays(ctx context.Context) {
	w := g.world
	if !sleep(ctx, g.until) {
		return
	}
	for _, p := range g.people {
		if !p.leavesTraces(ctx, g.channel) {
			return
		}
	}
	mover := g.people[0]
	mover.command(g.channel, "challenge", []discordtest.Person{g.people[1].Person}, discordtest.Option{Name: "player", Value: g.people[1].ID})
	if !sleep(ctx, 30*time.Second) { // results are counted, and what comes again has come
		return
	}
	err := w.discord.RemoveFrom(otherGuild, false)
	w.trace.note("server %s removes the bot: %v", otherGuild, err)
	for sleep(ctx, 10*time.Second) {
		g.goesOn()
	}
}

// goesOn lets the week of the server be over. If the bot hasn't learnt of its removal, it does now: it
// would look at the list of its servers daily. A gateway that resumes may tell it later, once more.
func (g *removed) goesOn() {
	departures := stored.NewDepartures(g.world.store.reads(), time.Now)
	_, err := departures.Change(context.Background(), stored.DepartureKey("discord", otherGuild), func(d *stored.Departure) (bool, error) {
		now := store.UnixOf(time.Now())
		if d.Version == 0 && !g.at.IsZero() || d.Version != 0 && d.Next <= now {
			return false, nil
		}
		d.At, d.Next, g.at = now, now, time.Now()
		return true, nil
	})
	g.world.trace.note("the week of server %s is over since %s: %v", otherGuild, g.at.Format(clockFormat), err)
}

// purgedWithin is how long it may take until nothing names the server: a copy may be killed while it
// deletes.
const purgedWithin = 4 * time.Minute

// check looks for what is left of the server in the store, and for later messages to it.
func (g *removed) check() {
	w := g.world
	if g.at.IsZero() || time.Since(g.at) < purgedWithin {
		return
	}
	w.model.looked("purged")
	names := []string{otherGuild, g.channel}
	for _, p := range g.people {
		if len(p.channels) == 0 {
			names = append(names, p.Name) // what they practise stays, under their ids
		}
	}
	w.model.gone = append(w.model.gone, names...)
	for key, text := range w.store.everything() {
		for _, name := range names {
			if strings.Contains(key, name) || strings.Contains(text, name) {
				w.model.breaks("server %s was deleted at %s, and the store names %s in %s: %.1000s", otherGuild, g.at.Format(clockFormat), name, key, text)
			}
		}
	}
	later := func(m discordtest.Message) bool {
		return guildOf(m.Channel) == otherGuild && m.At.Sub(g.at) > purgedWithin
	}
	if i := slices.IndexFunc(w.shown, later); i >= 0 {
		w.model.breaks("server %s was deleted at %s, and at %s it is sent %.200q", otherGuild, g.at.Format(clockFormat), w.shown[i].At.Format(clockFormat), w.shown[i].Text)
	}
}
