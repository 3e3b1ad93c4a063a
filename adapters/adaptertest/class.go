package adaptertest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// class is a channel with many people in it.
type class struct {
	*stage
	t *testing.T
}

// teacher is the person who asks the class.
var teacher = Person{Name: "ana"}

func pupil(n int) Person { return Person{Name: fmt.Sprintf("p%03d", n)} }

// does lets a person act, and returns the last message that only they are shown. Nobody else
// may be shown a private message, and only messages that ask somebody to play may notify.
func (c *class) does(who Person, what string, act func() error) (private Message) {
	c.t.Helper()
	if err := act(); err != nil {
		c.t.Fatalf("%s: %s: %v", who.Name, what, err)
	}
	for _, m := range c.driver.Shown() {
		switch c.note(m); {
		case m.To == who.Name && m.To != "":
			private = m
		case m.To != "":
			c.t.Errorf("%s: %s: %s alone is shown %q", who.Name, what, m.To, m.Text)
		}
		if len(m.Pinged) > 0 && !strings.Contains(m.Text, "challenged") && !strings.Contains(m.Text, "'s move") {
			c.t.Errorf("%q notifies %v", m.Text, m.Pinged)
		}
	}
	return private
}

func (c *class) says(who Person, text string) Message {
	c.t.Helper()
	return c.does(who, text, func() error { return c.driver.Say(who, "general", text) })
}

// presses presses the button with a label, "" for the first one, of a message as it
// stands now.
func (c *class) presses(who Person, m Message, label string) Message {
	c.t.Helper()
	if i := slices.IndexFunc(c.messages, func(x Message) bool { return x.ID == m.ID }); i >= 0 {
		m = c.messages[i]
	}
	b, ok := labelled(m, label)
	if label == "" && len(m.Buttons) > 0 {
		b, ok = m.Buttons[0], true
	}
	if !ok {
		c.t.Fatalf("%s looks for %q among %q of %q", who.Name, label, labels(m), m.Text)
	}
	return c.does(who, "presses "+b.Label, func() error { return c.driver.Press(who, "general", m, b) })
}

// waits lets seconds pass, one by one.
func (c *class) waits(seconds int) {
	c.t.Helper()
	for range seconds {
		c.does(Person{}, "time passes", func() error { return c.driver.Clock(time.Second) })
	}
}

// public returns the messages that everybody sees now and whose text contains a fragment.
func (c *class) public(fragment string) (all []Message) {
	for _, m := range c.messages {
		if m.To == "" && has(m.Text, fragment) {
			all = append(all, m)
		}
	}
	return all
}

// newest returns the last of the messages that public returns.
func (c *class) newest(fragment string) Message {
	c.t.Helper()
	all := c.public(fragment)
	if len(all) == 0 {
		c.t.Fatalf("nobody sees %q", fragment)
	}
	return all[len(all)-1]
}

// Class holds a lesson of docs/teaching.md with a class of thirty in one channel: two pairs
// play each other, everybody plays the bot privately, three questions are asked, and a
// simul of twelve ends it. Nothing is lost, and the channel shows nothing else. posts is how
// many messages of each guest's board the channel has after the host's first move: 1 if the
// move edits the board.
func Class(t *testing.T, d Driver, posts int) {
	t.Helper()
	c := &class{newStage(d), t}
	all := make([]Person, 30)
	for i := range all {
		all[i] = pupil(i)
	}
	for i, start := range []string{"open 3 4 5", "open 7 8"} {
		c.says(Person{Name: fmt.Sprint("left", i)}, start)
		c.presses(Person{Name: fmt.Sprint("right", i)}, c.newest("offered a game"), "Accept")
	}
	c.playsPrivately(all)
	for i, piles := range []string{"1 2 3", "3 3 5", "3 4 5"} {
		c.asks(all, piles, i)
	}
	boards := c.playsSimul(all[:12])
	if got, want := len(c.public("")), 2+3+1+posts*len(boards)+1; got != want { // boards, questions, the simul, its boards, its results
		t.Errorf("the channel holds %d public messages, want %d:\n%q", got, want, c.public(""))
	}
}

// playsPrivately lets everybody begin a game against the bot and play it to its end. They
// move in turn, one move each.
func (c *class) playsPrivately(all []Person) {
	c.t.Helper()
	before := len(c.public(""))
	boards := make([]Message, len(all))
	for i, p := range all {
		boards[i] = c.says(p, "start 2 3")
	}
	ended := map[string]bool{}
	for step := 0; len(ended) < len(all) && step < 20; step++ {
		for i, p := range all {
			if ended[p.Name] = has(boards[i].Text, "won in"); !ended[p.Name] {
				delete(ended, p.Name)
				boards[i] = c.presses(p, boards[i], "")
			}
		}
	}
	if len(ended) != len(all) {
		c.t.Errorf("%d of %d games against the bot come to an end", len(ended), len(all))
	}
	if n := len(c.public("")); n != before {
		c.t.Errorf("%d games against the bot show everybody %d messages", len(all), n-before)
	}
}

var (
	barCount  = regexp.MustCompile(`█ (\d+) ·`)
	restCount = regexp.MustCompile(`(\d+) other answer`)
)

// counted returns how many answers the bars of a reveal show.
func counted(m Message) (n int) {
	for _, found := range slices.Concat(barCount.FindAllStringSubmatch(m.Text, -1), restCount.FindAllStringSubmatch(m.Text, -1)) {
		count, _ := strconv.Atoi(found[1]) // digits
		n += count
	}
	return n
}

// asks lets the teacher ask a question that stays open until it is revealed, and everybody
// answer it.
func (c *class) asks(all []Person, piles string, seed int) {
	c.t.Helper()
	c.says(teacher, "race "+piles+" seconds:off rounds:1")
	q := c.newest("Question 1 of 1")
	for i, p := range all {
		label := "Answer"
		if _, find := labelled(q, label); !find {
			label = []string{"Won", "Lost"}[(i+seed)%2]
		}
		m := c.presses(p, q, label)
		if !has(m.Text, "Noted") {
			m = c.presses(p, m, m.Buttons[i%3].Label)
			m = c.presses(p, m, m.Buttons[i%2].Label) // for some this takes the whole pile
		}
		if !has(m.Text, "Noted") {
			c.t.Errorf("%s's answer is confirmed by %q", p.Name, m.Text)
		}
	}
	c.waits(6)
	if m := c.newest("Question 1 of 1"); !has(m.Text, fmt.Sprint(len(all), " have answered")) {
		c.t.Errorf("after %d answers everybody sees %q", len(all), m.Text)
	}
	before := len(c.public(""))
	c.presses(teacher, c.newest("Question 1 of 1"), "Reveal")
	revealed := c.newest("█ ")
	if n := counted(revealed); n != len(all) || revealed.ID != q.ID || len(c.public("")) != before {
		c.t.Errorf("%d of %d answers are shown, by %d more messages: %q", n, len(all), len(c.public(""))-before, revealed.Text)
	}
}

// playsSimul lets the teacher play guests, of whom half move first. It returns their boards.
func (c *class) playsSimul(guests []Person) (boards []Message) {
	c.t.Helper()
	c.says(teacher, fmt.Sprint("open 2 3 seats:", len(guests)))
	lobby := func() Message { return c.newest("plays everyone who joins") }
	for _, g := range guests {
		c.presses(g, lobby(), "Join")
	}
	c.presses(teacher, lobby(), "Begin")
	c.waits(len(guests) + 2)
	for i, g := range guests {
		b := c.newest(g.Name + "'s move")
		boards = append(boards, b)
		if i%2 == 0 {
			c.presses(g, b, "Let ana begin")
			continue
		}
		c.presses(g, b, "A")
		c.presses(g, c.newest(g.Name+"'s move"), "Take")
	}
	host := c.says(teacher, "simul")
	for range guests {
		host = c.presses(teacher, c.presses(teacher, host, "B"), "Take")
	}
	if !has(host.Text, "nobody waits for you") {
		c.t.Errorf("after %d moves the host is told %q", len(guests), host.Text)
	}
	c.waits(3)
	for _, g := range guests {
		b := c.newest(g.Name + "'s move")
		if !has(b.Text, "ana took") {
			c.t.Errorf("%s's board shows %q, want the host's move on it", g.Name, b.Text)
		}
		c.presses(g, b, "Resign")
	}
	c.waits(2)
	over := c.newest("simul is over")
	if lost := len(regexp.MustCompile(`(?i)\blost\b`).FindAllString(over.Text, -1)); !has(over.Text, "The host won 12, the guests 0") || lost != len(guests) {
		c.t.Errorf("at the end stands %q, want the results of %d games", over.Text, len(guests))
	}
	return boards
}

// maxAnswers is how many answers a question takes, as package round bounds them.
const maxAnswers = 500

// Crowd lets maxAnswers people and one more answer a question.
func Crowd(t *testing.T, d Driver) {
	t.Helper()
	c := &class{newStage(d), t}
	c.says(teacher, "race 3 4 5 seconds:off rounds:1")
	for i := range maxAnswers {
		if m := c.says(pupil(i), "guess A2"); !has(m.Text, "Noted") {
			t.Fatalf("answer %d is met with %q", i+1, m.Text)
		}
	}
	if m := c.says(pupil(maxAnswers), "guess A1"); !has(m.Text, "has 500 answers and takes no more") {
		t.Errorf("one answer more is met with %q", m.Text)
	}
	c.waits(6)
	c.newest("500 have answered")
	c.says(teacher, "reveal")
	if m := c.newest("Right: "); counted(m) != maxAnswers || !has(m.Text, "and 490 more") {
		t.Errorf("the reveal is %q, want %d answers", m.Text, maxAnswers)
	}
}
