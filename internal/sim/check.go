package sim

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
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
//   - at rest, the platform shows the board that is stored, and a table's lowest board is that one;
//   - no message shows an older state of a table after a newer one.
type model struct {
	world *world

	gone []string // ids and names of which nothing may be left

	mu    sync.Mutex
	wrong []event
	fired map[string]int // how often each check had something to look at
}

func newModel(w *world) *model { return &model{world: w, fired: map[string]int{}} }

// breaks records a broken promise.
func (m *model) breaks(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wrong = append(m.wrong, event{time.Now(), fmt.Sprintf(format, args...)})
}

// checks are the names under which the checks count what they looked at.
var checks = []string{"answered", "shown", "notified", "counted", "recounted", "at rest", "matched", "results", "timed", "warned", "private", "reference", "refused", "points", "daily", "mentioned", "forgotten", "linear", "gateway", "quiet", "newer", "purged", "Slack answered", "Slack counted", "Slack quiet", "Slack acknowledged", "Slack ending", "erased"}

// looked counts that a check had something to look at: one that never has checks nothing.
func (m *model) looked(check string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fired[check]++
}

// deliver sends what somebody does to a copy, perhaps twice, and looks at the answer. Its message is
// nil if there is none.
func (w *world) deliver(p *person, i discordtest.Interaction, what string) discordtest.Outcome {
	w.awaitLull(p.random)
	i.ID = w.discord.NewID()
	i.Token = "token-" + i.ID
	w.trace.note("%s in %s %s", p.Name, i.Channel, what)
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
		m.breaks("Discord refused: %.900s", f)
	}
	for _, p := range m.world.slack.Problems() {
		m.breaks("Slack minds: %.900s", p)
	}
	m.checkSlackCalls()
	for _, s := range m.world.seen {
		m.looked("shown")
		for _, id := range s.pinged {
			m.looked("notified")
			if p := m.world.personByID(id); p == nil || !p.in(s.channel) {
				m.breaks("%s was notified in %s, where they are not: %.200q", id, s.channel, s.text)
			}
		}
	}
}

// checkRest compares the platform with the store, when nothing has happened for a while.
func (m *model) checkRest(ctx context.Context, channels []string) {
	for _, c := range channels {
		m.checkBoards(ctx, c, "at rest")
	}
}

// checkLowest compares the lowest board of a channel with the store. Where people press boards that
// stand above others, that one is edited, and the lower one stays as it is.
func (m *model) checkLowest(ctx context.Context, channel, when string) {
	for _, b := range m.boards(ctx, channel) {
		if last, stamp := m.lastBoard(channel), stampOf(b); stamp != "" && last != "" && last != stamp && !m.world.diedShowing(channel) {
			m.breaks("%s has stamp %s in the store, %s, and the lowest board there has %s", channel, stamp, when, last)
		}
	}
}

// boards returns the boards that a channel has in the store.
func (m *model) boards(ctx context.Context, channel string) []dialog.Reply {
	now := time.Now()
	all, err := m.world.reader().Boards(ctx, placeOf(channel))
	if err != nil && !m.world.disturbedWithin(now.Add(-m.world.o.Faults.Down-afterFault), now) {
		m.breaks("the boards of %s cannot be read: %v", channel, err)
	}
	return all
}

// checkBoards compares the platform with the store in a channel.
func (m *model) checkBoards(ctx context.Context, channel, when string) {
	for _, b := range m.boards(ctx, channel) {
		stamp := stampOf(b)
		if b.State == nil || b.State.Over || stamp == "" {
			continue
		}
		m.looked("at rest")
		if !m.shows(channel, stamp) {
			m.breaks("%s has %s at turn %d (stamp %s) in the store, %s, and no message shows it; the last are %s", channel, b.State.Position, b.State.Turn, stamp, when, m.lastTexts(channel))
		}
	}
}

// stampOf returns the stamp on the buttons of a reply's board, "" if there are none.
func stampOf(r dialog.Reply) string {
	for _, msg := range r.Messages {
		for _, b := range msg.Buttons {
			if _, stamp, ok := strings.Cut(b.Command, "~"); ok && msg.IsBoard() {
				return stamp
			}
		}
	}
	return ""
}

// lastBoard returns the stamp of the lowest board of table 1 in a channel, "" if there is none.
func (m *model) lastBoard(channel string) (last string) {
	for _, s := range m.world.messages(channel) {
		if s.to != "" {
			continue
		}
		for _, c := range s.commands {
			if command, stamp, ok := strings.Cut(c, "~"); ok && strings.HasSuffix(command, "resign ") {
				last = stamp
			}
		}
	}
	return last
}

func (m *model) shows(channel, stamp string) bool {
	for _, s := range m.world.messages(channel) {
		if s.to == "" && slices.ContainsFunc(s.commands, func(c string) bool { return strings.Contains(c, "~"+stamp) }) {
			return true
		}
	}
	return false
}

// stamped finds the stamps of table 1 on buttons: the turn, and a digest of the table's state. Other
// tables go when their games have ended, and count their turns anew.
var stamped = regexp.MustCompile(`~(\d+)\.([0-9a-z]+)$`)

// checkLinear looks whether the states of a table follow each other: after a number of turns all
// boards show the same state, whichever copy showed them.
func (m *model) checkLinear() {
	states := map[string]string{} // by channel, table and turn
	for _, s := range m.world.seen {
		if s.to != "" {
			continue // a private game has turns of its own
		}
		for _, c := range s.commands {
			found := stamped.FindStringSubmatch(c)
			if found == nil {
				continue
			}
			m.looked("linear")
			at := s.channel + ", turn " + found[1]
			if before, ok := states[at]; ok && before != found[2] {
				m.breaks("%s: two states were shown, %s and %s", at, before, found[2])
			}
			states[at] = found[2]
		}
	}
}

// checkNewer looks whether a message shows an older state of a table after a newer one.
func (m *model) checkNewer() {
	turns := map[string]int{} // by message
	for _, s := range m.world.seen {
		for _, c := range s.commands {
			found := stamped.FindStringSubmatch(c)
			if found == nil {
				continue
			}
			m.looked("newer")
			turn, _ := strconv.Atoi(found[1]) // digits
			if before := turns[s.id]; turn < before {
				m.breaks("%s: message %s shows turn %d at %s, after turn %d", s.channel, s.id, turn, s.at.Format(clockFormat), before)
			}
			turns[s.id] = turn
			break
		}
	}
}

// checkGateway looks whether the copies passed the gateway's connection on although nothing happened.
func (m *model) checkGateway(from, to time.Time) {
	w := m.world
	w.mu.Lock()
	defer w.mu.Unlock()
	m.looked("gateway")
	for _, at := range w.gateway {
		if at.After(from) && at.Before(to) {
			m.breaks("the gateway is connected to at %s, although nothing had happened for a minute", at.Format(clockFormat))
		}
	}
}

// checkErased looks for what was deleted in the bytes of the store's file.
func (m *model) checkErased(raw []byte) {
	for _, name := range m.gone {
		m.looked("erased")
		if bytes.Contains(raw, []byte(name)) {
			m.breaks("%s was deleted, and the file has it among its unused bytes", name)
		}
	}
}

// checkEnd looks whether the copies could stop: what they count as running had ended.
func (m *model) checkEnd() {
	for _, e := range m.world.trace.logs {
		if !e.at.Before(m.world.ending) && (strings.Contains(e.line, "stopped before everything came to its end") || strings.Contains(e.line, "stopped while")) {
			m.breaks("after two quiet minutes a copy can't stop: %s", e)
		}
	}
}

func (m *model) lastTexts(channel string) string {
	var all []string
	for _, s := range m.world.messages(channel) {
		if s.to == "" {
			all = append(all, fmt.Sprintf("%.90q", s.text))
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
