package sim

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	"nimbot/adapters/discord/discordtest"
)

// person is somebody with habits.
type person struct {
	discordtest.Person
	world    *world
	random   *rand.Rand
	channels []string // where they are
	own      []string // where they do something of their own
	gone     bool     // they had their data deleted
}

// in reports whether the person is in a channel.
func (p *person) in(channel string) bool {
	return slices.Contains(p.channels, channel) || slices.Contains(p.own, channel)
}

// channels returns all channels in which people are.
func (w *world) channels() []string {
	var all []string
	for _, p := range w.people {
		all = append(append(all, p.channels...), p.own...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// channelID returns the id of channel n.
func channelID(n int) string { return fmt.Sprint(900000000000000000 + n) }

// crowd makes people, each in two channels.
func (w *world) crowd() (all []*person) {
	rooms := max(2, w.o.People/5)
	for i := range w.o.People {
		p := w.person()
		p.channels = []string{channelID(i % rooms), channelID((i + 1) % rooms)}
		all = append(all, p)
	}
	return all
}

// person makes somebody. Nothing else is called as they are.
func (w *world) person() *person {
	i := len(w.people)
	p := &person{
		Person: discordtest.Person{ID: fmt.Sprint(800000000000000001 + i), Name: fmt.Sprintf("Quill%02d", i)},
		world:  w, random: rand.New(rand.NewPCG(w.random.Uint64(), uint64(i))),
	}
	w.people = append(w.people, p)
	return p
}

// meet makes n people who do something of their own in a channel.
func (w *world) meet(n int, channel string) (all []*person) {
	for range n {
		p := w.person()
		p.own = []string{channel}
		all = append(all, p)
	}
	return all
}

// lives does what the person does, until ctx ends.
func (p *person) lives(ctx context.Context, others []*person) {
	for sleep(ctx, p.pause()) && !p.gone {
		channel := p.channels[p.random.IntN(len(p.channels))]
		switch n := p.random.IntN(100); {
		case n < 55:
			p.press(channel, p.random.IntN(8) == 0)
		case n < 65:
			p.types(channel, "start", discordtest.Option{Name: "piles", Value: p.piles()})
		case n < 75:
			p.challenges(channel, others)
		case n < 80:
			p.types(channel, "hint")
		case n < 84:
			p.types(channel, "board")
		case n < 88:
			p.types(channel, "move", discordtest.Option{Name: "move", Value: p.line()})
		case n < 91:
			p.types(channel, "race")
		case n < 94:
			p.types(channel, "puzzle")
		case n < 96:
			p.types(channel, "learn")
		case n < 98:
			p.types(channel, "me games")
		default:
			p.types(channel, "leaders")
		}
	}
}

// pause is mostly short; sometimes somebody goes away for a while.
func (p *person) pause() time.Duration {
	if p.random.IntN(40) == 0 {
		return 5*time.Minute + time.Duration(p.random.Int64N(int64(20*time.Minute)))
	}
	return 2*time.Second + time.Duration(p.random.Int64N(int64(40*time.Second)))
}

func (p *person) piles() string {
	var all []string
	for range 1 + p.random.IntN(4) {
		all = append(all, fmt.Sprint(1+p.random.IntN(7)))
	}
	return strings.Join(all, " ")
}

// line is something to type: a move, or words.
func (p *person) line() string {
	lines := []string{"A1", "B2", "take 1 from A", "undo", "resign", "rematch", "stop", "yes", "board", "hello", "guess A1", "share", "help"}
	return lines[p.random.IntN(len(lines))]
}

func (p *person) types(channel, sub string, options ...discordtest.Option) {
	o := p.command(channel, sub, nil, options...)
	if o.Message != nil && slices.Contains(privately, sub) && !decided.MatchString(o.Message.Text) {
		p.world.model.looked("private")
		if o.Message.To != p.ID {
			p.world.model.breaks("everybody sees the answer to /nim %s: %.300q", sub, o.Message.Text)
		}
	}
}

// decided finds what time had decided, which everybody is told with the next answer.
var decided = regexp.MustCompile(`has expired|out of time`)

// privately are the commands whose answers are for the asking person alone.
var privately = []string{"hint", "puzzle", "learn", "me games"}

func said(options []discordtest.Option) (s string) {
	for _, o := range options {
		s += fmt.Sprintf(" %s:%v", o.Name, o.Value)
	}
	return s
}

func (p *person) challenges(channel string, others []*person) {
	q := others[p.random.IntN(len(others))]
	if q == p || q.gone || !slices.Contains(q.channels, channel) {
		return
	}
	options := []discordtest.Option{{Name: "player", Value: q.ID}, {Name: "piles", Value: p.piles()}}
	if p.random.IntN(3) == 0 {
		options = append(options, discordtest.Option{Name: "clock", Value: "10m"})
	}
	p.command(channel, "challenge", []discordtest.Person{q.Person}, options...)
}

// press presses a button that the person sees: on one of the last messages, or on an old one.
func (p *person) press(channel string, old bool) {
	var seen []discordtest.Message
	for _, m := range p.world.discord.Messages(channel) {
		if (m.To == "" || m.To == p.ID) && len(m.Buttons) > 0 {
			seen = append(seen, m)
		}
	}
	if len(seen) == 0 {
		return
	}
	if !old {
		seen = seen[max(0, len(seen)-3):]
	}
	m := seen[p.random.IntN(len(seen))]
	b := m.Buttons[p.random.IntN(len(m.Buttons))]
	if strings.HasPrefix(b.CustomID, "form") || strings.Contains(b.CustomID, "person") {
		return // opens a form or a menu of people
	}
	p.presses(&m, b)
}

// command sends a slash command that names people, and returns the answer.
func (p *person) command(channel, sub string, named []discordtest.Person, options ...discordtest.Option) discordtest.Outcome {
	return p.world.deliver(p, discordtest.Interaction{
		Kind: discordtest.Command, Who: p.Person, Channel: channel, Guild: guildOf(channel), Data: discordtest.Typed("nim", sub, named, options...),
	}, "/nim "+sub+said(options))
}

// presses presses a button of a message, and returns the answer.
func (p *person) presses(m *discordtest.Message, b discordtest.Button) discordtest.Outcome {
	return p.world.deliver(p, discordtest.Interaction{
		Kind: discordtest.Component, Who: p.Person, Channel: m.Channel, Guild: guildOf(m.Channel), Message: m, Data: discordtest.Pressed(b),
	}, fmt.Sprintf("presses %q (%s)", b.Label, b.CustomID))
}
