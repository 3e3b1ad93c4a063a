package discord

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

// longSums are sums of two to four parts with many moves and much to draw.
var longSums = []string{
	"nim 3 4 + kayles 5",
	"nim 3 4 + kayles 5 + chomp 2x3",
	"chomp 9x9 + chomp 9x9",
	"nim 7 9 12 + kayles 12 9 + stairs 3 5 2 6",
	"kayles 7 + stairs 3 1 2 + nim 3",
	"nim 9 9 9 9 9 9 9 9 9 9 + kayles 9 9 9 9 9 9 9 9 9 9",
	"nim 3 4 5 6 7 + chomp 9x9 + kayles 25 + coins 3 7 12 19",
	"chomp 9x9 + chomp 9x9 + chomp 9x9 + chomp 9x9",
	"cake 9x9@4,4 + cake 9x9@3,3 + bush 0-1 1-2 1-3 0-4 4-5 4-6 + turtles 1 4 9 12",
	"kayles 25 + nim 25 24 23 + dawson-kayles 20 + subtraction 21 {1-3}",
	"turtles 3 8 14 20 + mock-turtles 2 9 17 + ruler 3 9 15 + coins 4 9 16 22",
}

// The animation of a message of a demonstration is small enough for Discord, for long sums, too.
func TestAnimationsFit(t *testing.T) {
	slowtest.Sequential(t)
	var starts []rules.Setup
	for _, s := range longSums {
		starts = append(starts, rules.Setup{Game: "sum", Start: s})
	}
	d := rules.NewLongDrawing(rand.New(rand.NewPCG(1, 2)))
	for _, g := range rules.Games() {
		count := slowtest.Count(1, 5)
		if g.Group == rules.SumGames {
			count = slowtest.Count(10, 60)
		}
		for range count {
			starts = append(starts, rules.Setup{Game: g.Key, Start: g.Draw(d, rules.Normal)})
		}
	}
	for _, s := range starts {
		if size := animationSize(t, s); size > maxPicture {
			t.Errorf("the animation of %s %s has %d bytes, want at most %d", s.Game, s.Start, size, maxPicture)
		}
	}
}

// animationSize is the number of bytes of the animation of the first message of a demonstration.
func animationSize(t *testing.T, s rules.Setup) int {
	t.Helper()
	const moves = 12 // in one message
	w, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	demo, err := explain.NewDemo(w, s)
	if err != nil {
		t.Fatalf("%s %s: %v", s.Game, s.Start, err)
	}
	for range moves {
		if err := demo.Play(nil); err != nil {
			t.Fatalf("%s %s: %v", s.Game, s.Start, err)
		}
	}
	var b bytes.Buffer
	if err := animate(&b, w.Frames(demo.Match, false, "en")); err != nil {
		t.Fatalf("%s %s: %v", s.Game, s.Start, err)
	}
	return b.Len()
}
