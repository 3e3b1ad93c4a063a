package adaptertest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Pressing does by presses alone, from the bare command on, what people come for: they win a game,
// challenge somebody who answers, do a lesson's first page and the day's positions, and hold a round
// for a class. Each first move takes at most three presses of who makes it. choose lets somebody
// choose a person from the list of people of a message, for a command.
func Pressing(t *testing.T, d Driver, choose func(who Person, m Message, command string, whom Person) error) {
	t.Helper()
	c := &class{newStage(d), t}
	ana, bob := Person{Name: "ana"}, Person{Name: "bob"}
	c.says(bob, "help") // the bot knows bob
	c.presses(ana, c.says(ana, "play"), "Play")
	c.wins(ana)

	whom := c.presses(ana, c.says(ana, "play"), "Challenge")
	c.does(ana, "chooses bob", func() error { return choose(ana, whom, "challenge", bob) })
	c.presses(bob, c.newest("challenged"), "Accept")
	mover := bob
	if len(c.public("ana's move")) > 0 {
		mover = ana
	}
	c.takes(mover, c.newest(mover.Name+"'s move"), "A", 1)
	c.newest(mover.Name + " took 1 from A")
	c.presses(ana, c.newest("'s move"), "Resign")

	lesson := c.presses(ana, c.says(ana, "play"), "Learn")
	if lesson = c.presses(ana, lesson, "Take 5"); !strings.Contains(lesson.Text, "Right: take 5 from A") {
		c.t.Errorf("a lesson's first move, two presses after the card, is answered with %q", lesson.Text)
	}

	day := c.presses(ana, c.says(ana, "play"), "Daily")
	for _, onward := range []string{"Next", "Next", "Result"} { // an answered position leads on
		for presses := 0; !slices.Contains(labels(day), onward); presses++ { // a part, and what to do with it
			if presses == 3 {
				c.t.Fatalf("three presses answer nothing, but lead to %q", day.Text)
			}
			day = c.presses(ana, day, "")
		}
		day = c.presses(ana, day, onward)
	}
	if !strings.Contains(day.Text, "Nim daily") {
		c.t.Errorf("after three positions the day ends with %q", day.Text)
	}

	c.presses(ana, c.presses(ana, c.says(ana, "play"), "More"), "Round")
	step := c.presses(bob, c.newest("Question 1 of"), c.newest("Question 1 of").Buttons[0].Label) // Answer, or Won
	for presses := 0; !strings.Contains(step.Text, "Noted"); presses++ {
		if presses == 3 {
			c.t.Fatalf("three presses don't answer the question, but lead to %q", step.Text)
		}
		step = c.presses(bob, step, "")
	}
	c.presses(ana, c.newest("Question 1 of"), "Reveal")
	if len(c.public("Right: bob"))+len(c.public("Nobody was right")) == 0 {
		c.t.Error("a revealed question doesn't say who was right")
	}
}

// wins lets a person win the game of piles that is on.
func (c *class) wins(who Person) {
	c.t.Helper()
	for range 20 {
		m := c.newest(who.Name + "'s move")
		piles, sum := pileOf.FindAllStringSubmatch(m.Text, -1), 0
		for _, pile := range piles {
			sum ^= number(pile[2])
		}
		for _, pile := range piles {
			if n := number(pile[2]); n^sum < n {
				c.takes(who, m, pile[1], n-(n^sum))
				break
			}
		}
		if len(c.public(who.Name+" won")) > 0 {
			return
		}
	}
	c.t.Errorf("%s didn't win in 20 moves", who.Name)
}

var pileOf = regexp.MustCompile(`\b([A-Z]) (\d+)\b`)

func number(text string) int {
	n, _ := strconv.Atoi(text) // it's of digits
	return n
}

// takes presses a pile and a number: with the press that led to the board, a first move.
func (c *class) takes(who Person, board Message, pile string, n int) {
	c.t.Helper()
	step := board
	if _, several := labelled(board, pile); several {
		if step = c.presses(who, board, pile); step.ID == "" { // the public board asks how many
			step = c.newest(who.Name + "'s move")
		}
	}
	if take := "Take " + strconv.Itoa(n); slices.Contains(labels(step), take) {
		c.presses(who, step, take)
	}
}
