package sim

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/store"
	stored "nimbot/store/person"
)

// moderator are the permissions of people who may change settings.
const moderator = 1 << 13

// insists does something until it is answered with a message.
func insists(ctx context.Context, do func() discordtest.Outcome) (discordtest.Message, bool) {
	for {
		if o := do(); o.Message != nil {
			return *o.Message, true
		}
		if !sleep(ctx, 20*time.Second+11*time.Microsecond) {
			return discordtest.Message{}, false
		}
	}
}

// vanishes is two people who play against a clock of two minutes, and one of them goes away: the
// game is lost on time, after a warning.
type vanishes struct {
	world   *world
	channel string
	players [2]*person
	last    []time.Time // of each game, when somebody did something last
}

func (g *vanishes) plays(ctx context.Context) {
	a, b := g.players[0], g.players[1]
	for {
		o := a.command(g.channel, "challenge", []discordtest.Person{b.Person},
			discordtest.Option{Name: "player", Value: b.ID}, discordtest.Option{Name: "piles", Value: "30"},
			discordtest.Option{Name: "clock", Value: "2m"}, discordtest.Option{Name: "first", Value: "me"})
		if o.Message != nil {
			if accept, err := o.Message.Find("Accept"); err == nil {
				if o = b.presses(o.Message, accept); o.Message != nil && o.Message.To == "" {
					g.last = append(g.last, time.Now())
				}
			}
		}
		for range a.random.IntN(3) {
			if !sleep(ctx, 3*time.Second+time.Duration(a.random.Int64N(int64(20*time.Second)))) {
				return
			}
			for _, p := range g.players { // whoever may moves, the other is refused
				o := p.command(g.channel, "move", nil, discordtest.Option{Name: "move", Value: "A1"})
				if n := len(g.last); n > 0 && o.Message != nil && o.Message.To == "" {
					g.last[n-1] = time.Now()
				}
			}
		}
		if !sleep(ctx, 4*time.Minute+time.Duration(b.random.Int64N(int64(time.Minute)))) {
			return
		}
	}
}

// warnedFor is how long before its end a clock of two minutes warns.
const warnedFor = time.Minute

// locked is two people whose channel nobody may write in: their game runs out, and what the bot then
// wants to show is refused for good.
type locked struct{ vanishes }

func (g *locked) plays(ctx context.Context) {
	a, b := g.players[0], g.players[1]
	g.world.discord.Lock(g.channel)
	offer, ok := insists(ctx, func() discordtest.Outcome {
		return a.command(g.channel, "challenge", []discordtest.Person{b.Person},
			discordtest.Option{Name: "player", Value: b.ID}, discordtest.Option{Name: "piles", Value: "30"}, discordtest.Option{Name: "clock", Value: "1m"})
	})
	if accept, err := offer.Find("Accept"); ok && err == nil {
		b.presses(&offer, accept)
	}
}

// check looks at the pauses after which a copy asked for the same thing although that was refused: a
// minute, two, four and so on. Each life of each copy begins anew.
func (g *locked) check() {
	m := g.world.model
	tries := map[string][]time.Time{} // by copy and what it asked
	for _, a := range g.world.asks {
		answered := !g.world.disturbedWithin(a.at, a.at.Add(maxLate)) // else the copy may not have learnt of the refusal
		if answered && strings.Contains(a.what, "/channels/"+g.channel+"/") {
			m.looked("refused")
			what := a.from + " " + a.what
			tries[what] = append(tries[what], a.at)
		}
	}
	for what, at := range tries {
		for i := range len(at) - 1 {
			if pause := at[i+1].Sub(at[i]); pause < time.Minute<<i {
				m.breaks("%s: %s is asked for the %d. time %v after it was refused", g.channel, what, i+2, pause)
			}
		}
	}
}

// endsWithin is how long after the last move a clock of two minutes may end a game: workers of killed
// copies hold their leases for half a minute.
const endsWithin = 5 * time.Minute

// check looks for a warning before each loss on time.
func (g *vanishes) check() {
	w := g.world
	var warned, lost []time.Time
	told := map[string]bool{} // by message: an old board is edited again, without its buttons
	for _, s := range w.shownIn(g.channel) {
		switch {
		case s.Edits == 0 && strings.Contains(s.Text, "left for your move against"):
			warned = append(warned, s.At)
		case strings.Contains(s.Text, " ran out of time") && !told[s.ID]:
			told[s.ID] = true
			lost = append(lost, s.At)
		}
	}
	for _, at := range g.last {
		if time.Since(at) < endsWithin {
			continue
		}
		w.model.looked("timed")
		if !slices.ContainsFunc(lost, func(t time.Time) bool { return t.After(at) && t.Sub(at) < endsWithin }) {
			w.model.breaks("%s: nobody has moved since %s, and the game isn't lost on time", g.channel, at.Format(clockFormat))
		}
	}
	for _, at := range lost {
		if w.disturbedWithin(at.Add(-warnedFor-40*time.Second), at) { // a killed worker's lease
			continue
		}
		w.model.looked("warned")
		ok := false
		for _, before := range warned {
			ok = ok || before.Before(at) && at.Sub(before) < warnedFor+30*time.Second
		}
		// A board that is shown again tells of the same loss.
		again := false
		for _, other := range lost {
			again = again || other.Before(at) && at.Sub(other) < 3*time.Minute
		}
		if !ok && !again {
			w.model.breaks("%s: a game is lost on time at %s without a warning before (warnings: %v)", g.channel, at.Format(clockFormat), warned)
		}
	}
}

const clockFormat = "15:04:05.000"

// class is a leader and people who answer the questions of rounds.
type class struct {
	world    *world
	channel  string
	leader   *person
	students []*person
	most     map[string]int // points that each student can have got, by id
}

func (c *class) plays(ctx context.Context) {
	for {
		c.leader.command(c.channel, "race", nil,
			discordtest.Option{Name: "game", Value: "nim"}, discordtest.Option{Name: "rounds", Value: 3}, discordtest.Option{Name: "seconds", Value: "20"})
		seen := ""
		for range 16 {
			if !sleep(ctx, 7*time.Second+time.Duration(c.leader.random.Int64N(int64(time.Second)))) {
				return
			}
			if m, ok := c.question(); ok && m.ID != seen {
				seen = m.ID
				c.answer(ctx, m)
			}
		}
		if c.leader.random.IntN(3) == 0 {
			c.leader.command(c.channel, "move", nil, discordtest.Option{Name: "move", Value: "reveal"})
		}
		if !sleep(ctx, time.Minute+time.Duration(c.leader.random.Int64N(int64(time.Minute)))) {
			return
		}
	}
}

var pilesShown = regexp.MustCompile(`([A-Z]) (\d+)`)

// question returns the message of the question that is open.
func (c *class) question() (found discordtest.Message, ok bool) {
	for _, m := range c.world.discord.Messages(c.channel) {
		if _, err := m.Find("Reveal"); err == nil && m.To == "" {
			found, ok = m, true
		}
	}
	return found, ok
}

// answer lets the students answer a question, mostly rightly.
func (c *class) answer(ctx context.Context, m discordtest.Message) {
	var piles []int
	for _, pile := range pilesShown.FindAllStringSubmatch(m.Text, -1) {
		n, _ := strconv.Atoi(pile[2]) // digits
		piles = append(piles, n)
	}
	table := newReference(piles...)
	says := "guess " + notation(table.best())
	if _, err := m.Find("Won"); err == nil {
		says = "guess lost"
		if table.nimSum() != 0 {
			says = "guess won"
		}
	}
	right := 0
	for _, p := range c.students {
		if !sleep(ctx, time.Second+time.Duration(p.random.Int64N(int64(2*time.Second)))) {
			return
		}
		if p.random.IntN(8) == 0 {
			continue // doesn't know
		}
		o := p.command(c.channel, "move", nil, discordtest.Option{Name: "move", Value: says})
		c.most[p.ID] += max(1, 3-right)
		if o.Message != nil { // else the next one may be the first
			right++
		}
	}
}

// check compares the points of the month with the answers that were given.
func (c *class) check() {
	for _, p := range c.students {
		m, ok := c.world.member(p)
		if !ok || m.Race == nil {
			continue
		}
		got := m.Race.In(stored.MonthOf(store.UnixOf(time.Now())))
		c.world.model.looked("points")
		if got > c.most[p.ID] {
			c.world.model.breaks("%s has %d points, and can have got %d", p.Name, got, c.most[p.ID])
		}
	}
}

// daily is a moderator who has the day's positions posted: once.
type daily struct {
	person  *person
	channel string
	asked   time.Time // when the schedule was set
}

// dailyAt is the time of the post, which comes up to a quarter of an hour later.
const dailyAt = "08:02"

func (d *daily) plays(ctx context.Context) {
	p := d.person
	p.Permissions = moderator
	for {
		o := p.command(d.channel, "settings", nil, discordtest.Option{Name: "daily", Value: dailyAt})
		if o.Message != nil && strings.Contains(o.Message.Text, "post the day") {
			d.asked = time.Now()
			return
		}
		if !sleep(ctx, 5*time.Second) {
			return
		}
	}
}

func (d *daily) check() {
	n := 0
	for _, m := range d.person.world.shownIn(d.channel) {
		if m.Edits == 0 && strings.Contains(m.Text, "the three positions for") {
			n++
		}
	}
	if time.Since(d.asked) < 17*time.Minute || d.asked.Minute() > 1 {
		return
	}
	d.person.world.model.looked("daily")
	if n != 1 {
		d.person.world.model.breaks("%s: the day's positions are posted %d times", d.channel, n)
	}
}

// mentions is somebody who writes to the bot without a command.
type mentions struct {
	person  *person
	channel string
	said    map[string]time.Time // by message
}

var theBot = discordtest.Person{ID: discordtest.Application, Name: "Nim Bot", Bot: true}

func (g *mentions) plays(ctx context.Context) {
	p := g.person
	for sleep(ctx, 20*time.Second+time.Duration(p.random.Int64N(int64(20*time.Second)))) {
		p.world.awaitLull(p.random)
		id, err := p.world.discord.Say(discordtest.Spoken{
			Who: p.Person, Channel: g.channel, Guild: guild, Content: "<@" + theBot.ID + "> rules nim", Mentions: []discordtest.Person{theBot},
		})
		if err == nil {
			g.said[id] = time.Now()
		}
		p.world.trace.note("%s in %s writes message %s: %v", p.Name, g.channel, id, err)
	}
}

// mentionWithin is how long a message may wait for its answer, if nothing fails.
const mentionWithin = 10 * time.Second

func (g *mentions) check() {
	answers := map[string]int{}
	w := g.person.world
	for _, m := range w.discord.Messages(g.channel) {
		if m.Answers != "" {
			answers[m.Answers]++
		}
	}
	for id, at := range g.said {
		if time.Since(at) < time.Minute {
			continue
		}
		n := answers[id]
		switch {
		case n > 1:
			w.model.breaks("%s: message %s is answered %d times", g.channel, id, n)
		case n == 0 && !w.disturbedWithin(at.Add(-time.Minute), at.Add(mentionWithin)):
			w.model.breaks("%s: message %s isn't answered", g.channel, id)
		}
		w.model.looked("mentioned")
	}
}
