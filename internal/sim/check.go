package sim

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/game/dialog"
)

// model knows what must hold, and collects what did not:
//
//   - every delivery is answered within the platform's three seconds, unless a fault forbids it;
//   - the platform refuses nothing that the bot sends;
//   - in the counted games no move that was answered is lost, and none is done twice;
//   - nobody is notified who isn't in the channel;
//   - at rest, the platform shows the board that is stored.
type model struct {
	world *world

	mu    sync.Mutex
	wrong []string
	fired map[string]int // how often each check had something to look at
}

func newModel(w *world) *model { return &model{world: w, fired: map[string]int{}} }

// breaks records a broken promise.
func (m *model) breaks(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wrong = append(m.wrong, fmt.Sprintf(format, args...))
}

// checks are the names under which the checks count what they looked at.
var checks = []string{"answered", "shown", "notified", "counted", "recounted", "at rest"}

// looked counts that a check had something to look at: one that never has checks nothing.
func (m *model) looked(check string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fired[check]++
}

// deliver sends what somebody does to a copy, perhaps twice, and looks at the answer. Its message is
// nil if there is none.
func (w *world) deliver(p *person, i discordtest.Interaction, what string) discordtest.Outcome {
	i.ID = w.discord.NewID()
	i.Token = "token-" + i.ID
	w.trace.note("%s in %s %s", p.Name, i.Channel[len(i.Channel)-2:], what)
	if p.random.Float64() < w.o.Faults.Twice {
		go func(d time.Duration) {
			time.Sleep(d)
			w.trace.note("again: %s %s", p.Name, what)
			o, err := w.discord.Deliver(context.Background(), i) // whatever the answer is, nothing may come of it
			w.trace.note("again: %s is answered with type %d: %.70q %v", p.Name, o.Kind, text(o), err)
		}(time.Duration(p.random.Int64N(int64(3 * time.Second))))
	}
	if p.random.Float64() < w.o.Faults.Amid {
		r := rand.New(rand.NewPCG(p.random.Uint64(), 4))
		w.faults.Go(func() { w.amid(r) })
	}
	began := time.Now()
	o, err := w.discord.Deliver(context.Background(), i)
	took := time.Since(began)
	m := w.model
	m.looked("answered")
	switch {
	case err == nil && o.Kind != 0:
		w.trace.note("%s is answered with type %d after %v: %.70q", p.Name, o.Kind, took, text(o))
	case w.disturbed(began), err != nil && strings.Contains(err.Error(), "already been acknowledged"): // when it came again, it was answered first
		w.trace.note("%s isn't answered: %d %v", p.Name, o.Status, err)
	default:
		m.breaks("%s %s wasn't answered: status %d, %v, after %v", p.Name, what, o.Status, err, took)
	}
	return o
}

// text returns what an answer says.
func text(o discordtest.Outcome) string {
	if o.Message == nil {
		return ""
	}
	return o.Message.Text
}

// checkPlatform looks at everything that the platform was sent.
func (m *model) checkPlatform() {
	for _, f := range m.world.discord.Faults() {
		m.breaks("the platform refused: %.900s", f)
	}
	shown, _ := m.world.discord.Shown(0)
	for _, s := range shown {
		m.looked("shown")
		for _, id := range s.Pinged {
			m.looked("notified")
			if p := m.world.personByID(id); p == nil || !p.in(s.Channel) {
				m.breaks("%s was notified in %s, where they are not: %.200q", id, s.Channel, s.Text)
			}
		}
	}
}

// checkRest compares the platform with the store, when nothing has happened for a while.
func (m *model) checkRest(ctx context.Context, channels []string) {
	reader, done := m.world.reader()
	defer done()
	for _, c := range channels {
		place := dialog.Place{Platform: "discord", Guild: guild, Channel: c}
		boards, err := reader.Boards(ctx, place)
		if err != nil {
			m.breaks("the boards of %s cannot be read: %v", c, err)
			continue
		}
		for _, b := range boards {
			if b.State == nil || b.State.Over || b.State.Game != "nim" {
				continue
			}
			m.looked("at rest")
			if want := piles(b.State.Position); !m.shows(c, want) {
				m.traceBoard(c, want)
				m.breaks("%s has %s at turn %d in the store, and no message shows it; the last are %s", c, want, b.State.Turn, m.lastTexts(c))
			}
		}
	}
}

// piles words a position of Nim as a board does: "A 3, B 0".
func piles(position string) string {
	var all []string
	for i, n := range strings.Fields(position) {
		all = append(all, string(rune('A'+i))+" "+n)
	}
	return strings.Join(all, ", ")
}

func (m *model) shows(channel, want string) bool {
	for _, s := range m.world.discord.Messages(channel) {
		if strings.Contains(s.Text, want) && len(s.Buttons) > 0 {
			return true
		}
	}
	return false
}

// traceBoard adds to the trace what became of the messages that ever showed a board.
func (m *model) traceBoard(channel, want string) {
	shown, _ := m.world.discord.Shown(0)
	ids := map[string]bool{}
	for _, s := range shown {
		if s.Channel == channel && strings.Contains(s.Text, want) {
			ids[s.ID] = true
		}
	}
	for _, s := range shown {
		if ids[s.ID] {
			m.world.trace.note("the message %s (to %q, %d edits, %d buttons): %.120q", s.ID, s.To, s.Edits, len(s.Buttons), s.Text)
		}
	}
}

func (m *model) lastTexts(channel string) string {
	var all []string
	for _, s := range m.world.discord.Messages(channel) {
		if s.To == "" {
			all = append(all, fmt.Sprintf("%.90q", s.Text))
		}
	}
	return strings.Join(all[max(0, len(all)-3):], " | ")
}

func (w *world) personByID(id string) *person {
	for _, p := range w.people {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// counted is a game of one pile from which two people take one stone in turn, so that the rest of
// the pile counts the moves.
type counted struct {
	world    *world
	channel  string
	players  [2]*person
	answered int         // moves
	unknown  int         // 1 if it isn't known whether the last move was done
	seen     map[int]int // by what was left: the seat whose move left it
}

const pile = 5000

var left = regexp.MustCompile(`A (\d+)`)

// begin offers the game and accepts it.
func (g *counted) begin() bool {
	a, b := g.players[0], g.players[1]
	o := g.world.deliver(a, discordtest.Interaction{
		Kind: discordtest.Command, Who: a.Person, Channel: g.channel, Guild: guild,
		Data: discordtest.Typed("nim", "challenge", []discordtest.Person{b.Person}, discordtest.Option{Name: "player", Value: b.ID}, discordtest.Option{Name: "piles", Value: strconv.Itoa(pile)}),
	}, "/nim challenge")
	if o.Message == nil {
		return false
	}
	accept, err := o.Message.Find("Accept")
	if err != nil { // the answer to what was accepted was lost, or the offer of an earlier try is still open
		return strings.Contains(o.Message.Text, "already playing")
	}
	o = g.world.deliver(b, discordtest.Interaction{Kind: discordtest.Component, Who: b.Person, Channel: g.channel, Guild: guild, Message: o.Message, Data: discordtest.Pressed(accept)}, "accepts")
	return o.Message != nil
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
		p := g.players[seat]
		o := g.world.deliver(p, discordtest.Interaction{
			Kind: discordtest.Command, Who: p.Person, Channel: g.channel, Guild: guild,
			Data: discordtest.Typed("nim", "move", nil, discordtest.Option{Name: "move", Value: "A1"}),
		}, "/nim move A1")
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
	found := left.FindStringSubmatch(said)
	if found == nil {
		m.breaks("a counted game's move is answered with %.200q", said)
		return
	}
	n, _ := strconv.Atoi(found[1])
	if by, again := g.seen[n]; again {
		m.breaks("%d stones are left for the second time, by seat %d and %d", n, by, seat)
	}
	g.seen[n] = seat
	if (pile-n)%2 != 1-seat {
		m.breaks("%d stones are left after a move of seat %d", n, seat)
	}
	g.answered++
	if done := pile - n; done < g.answered {
		m.breaks("%d moves are done, %d were answered", done, g.answered)
	}
}

// turn asks for the board and returns whose turn it is.
func (g *counted) turn(ctx context.Context, seat int) int {
	for {
		p := g.players[seat]
		o := g.world.deliver(p, discordtest.Interaction{Kind: discordtest.Command, Who: p.Person, Channel: g.channel, Guild: guild, Data: discordtest.Typed("nim", "board", nil)}, "/nim board")
		if o.Message != nil {
			if found := left.FindStringSubmatch(o.Message.Text); found != nil {
				n, _ := strconv.Atoi(found[1])
				g.world.model.looked("recounted")
				if done := pile - n; done < g.answered || done > g.answered+g.unknown {
					g.world.model.breaks("%s: %d moves are done, %d were answered, and %d may have been done", g.channel, done, g.answered, g.unknown)
				}
				g.answered, g.unknown = pile-n, 0
				return (pile - n) % 2
			}
		}
		if !sleep(ctx, 10*time.Second) {
			return seat
		}
	}
}
