package sim

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"nimbot/adapters/slack/slacktest"
)

// slackChannel returns the id of channel n of Slack, and isOnSlack whether a channel is there.
func slackChannel(n int) string     { return "C" + channelID(n) }
func isOnSlack(channel string) bool { return strings.HasPrefix(channel, "C") }

// blockKit is Slack's own schema of messages, nil where it isn't beside the repository.
var blockKit = sync.OnceValue(func() func(string, map[string]any) []string {
	return beside(slacktest.Schema(shared + "slack-blockkit.schema.json"))
})

// servesSlack makes Slack, with one workspace.
func (w *world) servesSlack() {
	w.slack = slacktest.Unserved()
	w.slack.URL = "http://" + slackAt
	w.slack.Judge = blockKit()
	w.slack.AckWithin = time.Minute // send looks at it
	w.slack.Client = w.balanced(slackHost)
	w.slack.Connect("http://bot.test", slacktest.SigningSecret)
	hinders, loses := w.hinders(6), w.losesAnswers(7)
	w.serve(slackHost, slackAt, http.HandlerFunc(func(out http.ResponseWriter, in *http.Request) {
		if !hinders(out, in) {
			loses(in)
			w.slack.ServeHTTP(out, in)
		}
	}))
}

// losesAnswers returns what has Slack do some of what it is asked and not answer.
func (w *world) losesAnswers(stream uint64) func(in *http.Request) {
	var mu sync.Mutex
	r := rand.New(rand.NewPCG(w.random.Uint64(), stream))
	return func(in *http.Request) {
		method, ok := strings.CutPrefix(in.URL.Path, "/api/")
		if !ok || !strings.HasPrefix(method, "chat.") {
			return
		}
		mu.Lock()
		lost := r.Float64() < w.o.Faults.Platform
		mu.Unlock()
		if lost {
			w.trace.note("the answer to %s%s is lost", method, aboutOf(in))
			w.slack.Fail(method, "eof")
		}
	}
}

// slackPeople makes n people who are in a channel of Slack, and the channel.
func (w *world) slackPeople(n int, channel string) []*person {
	w.slack.AddChannel(slacktest.Channel{ID: channel, Member: true})
	all := w.meet(n, channel)
	for _, p := range all {
		p.ID = "U" + p.ID
		w.slack.AddUser(slacktest.User{ID: p.ID, Name: p.Name, Locale: "en-GB"})
	}
	return all
}

// slackers makes those who do something on Slack.
func (w *world) slackers() (all []habit) {
	for i := range 1 + w.o.People/20 {
		c := slackChannel(1000 + i)
		all = append(all, &slackPair{world: w, channel: c, players: pairOf(w.slackPeople(2, c))})
	}
	c := slackChannel(1100)
	for _, p := range w.slackPeople(2+w.o.People/10, c) {
		all = append(all, &strolls{person: p, channel: c})
	}
	return all
}

// slackButton is a button of a message of Slack, or one option of a menu.
type slackButton struct{ action, value string }

func slackButtons(m slacktest.Message) (all []slackButton) {
	for _, b := range m.Blocks {
		elements, _ := b.(map[string]any)["elements"].([]any)
		for _, e := range elements {
			e, _ := e.(map[string]any)
			action, _ := e["action_id"].(string)
			if value, ok := e["value"].(string); ok && action != "" {
				all = append(all, slackButton{action, value})
			}
			options, _ := e["options"].([]any)
			for _, o := range options {
				value, _ := o.(map[string]any)["value"].(string)
				all = append(all, slackButton{action, value})
			}
		}
	}
	return all
}

// ackWithin is how long Slack waits for an answer.
const ackWithin = 3 * time.Second

// send sends what somebody does on Slack to a copy, perhaps twice, and looks at the answer. ok is false if
// there is none.
func (w *world) send(p *person, d *slacktest.Delivery, channel, what string) (ack slacktest.Ack, ok bool) {
	w.awaitLull(p.random)
	w.trace.note("%s in %s %s", p.Name, channel, what)
	if p.random.Float64() < w.o.Faults.Twice {
		again := *d
		go func(pause time.Duration) {
			time.Sleep(pause)
			w.trace.note("again: %s %s", p.Name, what)
			_, _ = w.delivers(&again) // whatever the answer is, nothing may come of it
		}(time.Duration(p.random.Int64N(int64(3 * time.Second))))
	}
	if p.random.Float64() < w.o.Faults.Amid {
		r := rand.New(rand.NewPCG(p.random.Uint64(), 4))
		w.faults.Go(func() { w.amid(r) })
	}
	began := time.Now()
	ack, err := w.delivers(d)
	ok = err == nil && ack.Status == http.StatusOK && ack.Took <= ackWithin
	w.model.looked("Slack answered")
	if w.o.Socket {
		w.model.looked("Slack acknowledged")
	}
	w.trace.note("%s is answered with status %d after %v: %.70q %v", p.Name, ack.Status, ack.Took, ack.Body, err)
	if !ok && !w.excuses(began, err) {
		w.model.breaks("%s in %s %s and wasn't answered: status %d, %v, after %v", p.Name, channel, what, ack.Status, err, time.Since(began))
	}
	return ack, ok
}

// reconnectsWithin is how long the bot waits at most before it connects again, if connections broke often.
const reconnectsWithin = time.Minute

// excuses reports whether a fault excuses that a delivery that was sent then wasn't answered.
func (w *world) excuses(began time.Time, err error) bool {
	return w.disturbed(began) || errors.Is(err, slacktest.ErrNotConnected) && w.disturbedWithin(began.Add(-reconnectsWithin), began)
}

// delivers sends a delivery over HTTP or over one of the connections of Socket Mode.
func (w *world) delivers(d *slacktest.Delivery) (slacktest.Ack, error) {
	if w.o.Socket && w.slack.Sockets() == 0 {
		return slacktest.Ack{}, slacktest.ErrNotConnected
	}
	return d.Send()
}

// endsConnection lets Slack announce the end of a connection of Socket Mode, and deliver what somebody does
// on that very connection, which ends soon.
func (w *world) endsConnection(p *person, d *slacktest.Delivery, channel, what string) {
	w.awaitLull(p.random)
	w.trace.note("%s in %s %s on a connection whose end is announced", p.Name, channel, what)
	began := time.Now()
	grace := 5*time.Second + time.Duration(p.random.Int64N(int64(5*time.Second)))
	err := w.slack.EndSocket(grace, d)
	w.model.looked("Slack ending")
	w.trace.note("%s is answered after %v: %v", p.Name, time.Since(began), err)
	if (err != nil || time.Since(began) > ackWithin) && !w.excuses(began, err) {
		w.model.breaks("%s in %s %s on a connection whose end was announced, and wasn't answered: %v, after %v", p.Name, channel, what, err, time.Since(began))
	}
}

// ackEarly is how long the bot does what it was asked before it answers; later it answers before it is done.
const ackEarly = 2400 * time.Millisecond

// says types a line after the slash command, and reports whether everybody sees the answer.
func (p *person) says(channel, line string) (public bool) {
	w := p.world
	ack, ok := w.send(p, w.slack.Command(p.ID, channel, "/nim", line), channel, "/nim "+line)
	return ok && len(ack.Body) == 0 && ack.Took < ackEarly
}

// clicks presses a button of a message.
func (p *person) clicks(m slacktest.Message, b slackButton) {
	w := p.world
	_, _ = w.send(p, w.slack.Click(p.ID, m, b.action, b.value), m.Channel, fmt.Sprintf("presses %q (%s)", b.value, b.action))
}

// checkSlackCalls looks whether Slack refused what it was asked. A copy doesn't know when another one posted last, nor
// that a delivery came to another copy, too, which has opened its form.
func (m *model) checkSlackCalls() {
	for _, c := range m.world.slack.Calls("") {
		again := c.Method == "views.open" && c.Error == "invalid_trigger_id"
		if !again && !slices.Contains([]string{"", "ratelimited"}, c.Error) {
			m.breaks("Slack refused %s in %s: %s", c.Method, c.Channel, c.Error)
		}
	}
}
