package chat_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"nimbot/game/chat/chattest"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

// What a hint says of a part must be true of what it counts, not of what its
// name or its size looks like.
func TestWorkings(t *testing.T) {
	slowtest.Sequential(t)
	for _, tc := range []struct {
		start, ask string
		want, not  string // a line that is there, and a piece of text that is not
	}{
		{"3 4 5", "hint 2", "Look at pile A. Take the largest lonely bundle (2) out of it, and leave there what the other lonely ones need.", ""},
		{"3 4 5 game:pass", "hint 2", "Look at pile B, which counts as a Nim pile of 3. Split every value into powers of two (1, 2, 4, 8 …). That gives an odd number of 1s in all, and one of them is in this 3.", ""},
		{"1 4 5 game:pass", "hint 2", "Look at pile B, which counts as a Nim pile of 3. Here a move can raise its value.", "column"},
		{"5 7 game:dawson-kayles", "hint 2", "Look at row B, which counts as a Nim pile of 1. Split every value into powers of two (1, 2, 4, 8 …). That gives an odd number of 1s in all, and one of them is in this 1.", ""},
		{"2 5 9 game:coins", "hint 2", "Look at the gap at 5–9, which counts as a Nim pile of 3.", "pile 5 9"},
		{"2 5 9 game:coins", "hint 3", "3 ⊕ 2 = 1: make the gap at 5–9 count as 1.", ""},
		{"5x8@2,3 game:cake", "hint 2", "Look at the right side, which counts as a Nim pile of 5.", "pile right"},
		{"2 0 3 game:stairs", "hint 3", "3 ⊕ 1 = 2: make step 3 count as 2.", ""},
		{"2 2 9 game:nimble", "hint 3", "8 ⊕ 8 = 0: make the coin on 9 count as 0.", ""},
		{"1 4 5", "hint 2", "The sum is already 0, so every move breaks it.", ""},
		{"1 1 1 misere", "hint 2", "The number of ones is already odd, so the player to move ends up with the last one.", ""},
		{"1 1 1 misere", "explain", "Only ones are left, and the last move loses. Whoever leaves an odd number of them wins.", ""},
		{"21 {1,3,4} game:subtraction misere", "explain", "Everything now counts as 0 or 1, and the last move loses. Whoever leaves nothing above one, and an odd number that count as one, wins.", "Only ones"},
		{"0 2 game:stairs misere", "explain", "Everything now counts as 0 or 1, and the last move loses. Whoever leaves nothing above one, and an odd number that count as one, wins.", "Only ones"},
		{"1 4 6 game:turtles misere", "hint 3", "The heads other than coin 1 form complete pairs, so the losing nim-sum is 1.", ""},
		{"1 4 6 game:mock-turtles", "explain", "As Nim piles: coin 1 counts as 1, coin 4 counts as 7, coin 6 counts as 11.", "4 (4)"},
		{"3 4 game:ruler", "hint 3", "Check: after `4-3`, no move is left, so your opponent has lost.", "piles 0"},
		{"0-1 1-2 1-3 game:bush", "hint 3", "Check: after `0-1`, no move is left, so your opponent has lost.", "piles 0"},
		{"5", "hint 3", "Check: after `A5`, no move is left, so your opponent has lost.", ""},
		{"25 7 game:euclid", "hint 3", "Check after `A14`:", "Check after `A14`: Compare"},
		// In misère play the sentence can be followed to the letter.
		{"3 4 5 misere", "explain", "to a sum of 0, unless a move can leave no pile above one: then leave an odd number of ones.", "until"},
		{"3 4 5 game:pass misere", "explain", "unless a move can leave nothing that counts as more than one: then leave an odd number that count as one.", "until"},
		{"1 1 1 2 k3 game:moore misere", "explain", "modulo 4", "k + 1"},
		// Two equal parts need no sum.
		{"4 4", "hint 2", "There's nothing to calculate here. Since A and B are equal and nothing else can be moved,", "⊕"},
		{"5 5 1 game:dawson-kayles", "explain", "A and B are equal", "⊕"},
		{"5 5 2 game:dawson-kayles", "explain", "⊕", "are equal"},
		{"5 7 game:kayles", "hint 3", "Check: after `B2`, two equal parts are left. Whatever your opponent does to one, you can do to the other.", ""},
		{"3 3 misere", "hint 2", "⊕", "are equal"},
		{"2 2- game:pass", "explain", "⊕", "are equal"},
		// The second hint is enough for whoever can do the sums.
		{"25 7 game:euclid", "hint 2", "Divide 25 by 7: the remainder is 4. If that's more than 0.618 times 7, leave 4; otherwise leave 4 + 7.", "A14"},
		{"699 233 game:euclid misere", "hint 2", "233 divides 699: leave two equal numbers.", ""},
		{"610 233 game:euclid", "hint 2", "If that's more than 0.61803 times 233", ""},
		{"10 7 game:wythoff", "hint 2", "Which pair has 7 in it?", "A6"},
		{"2 3 game:wythoff misere", "hint 2", "Look at the lost pairs: 2 and 2, 0 and 1, 3 and 5", ""},
		{"3 4 5 k2 game:moore", "hint 2", "Take from piles B and C at once", "B1"},
		{"5 7 game:kayles", "hint 2", "As Nim piles: A (5) counts as 4, B (7) counts as 2. Sizes 1 to 7 count as 1 2 3 1 4 3 2. Make row B count as 4.", "B2"},
		{"3 4 5 game:pass", "hint 2", "count as 2.", ""},
		{"2 5 9 game:coins", "hint 2", "The coins on 5 and 9 are a pair with 3 squares between them.", "9-7"},
		// The explanation says why a pile counts what it does.
		{"3 4 5 game:pass", "explain", "A pile with its pass counts as one more when it's odd and as one less when it's even", ""},
		// A table goes up to the largest part, once, and not beyond what is there.
		{"5 7 5 game:kayles", "explain", "Sizes 1 to 7 count as 1 2 3 1 4 3 2.", "repeat"},
		{"5 7 5 game:kayles", "explain", "count as 1 2 3 1 4 3 2. 4 ⊕ 2 ⊕ 4", "1 to 5"},
		{"100 3 game:kayles", "explain", "It's proved that from size 71 on the same 12 values repeat in the same order forever. Sizes 1 to 3 count as 1 2 3. Sizes 96 to 100 count", ""},
		{"9 {1-3} game:subtraction", "explain", "the same 4 values repeat", ""},
		{"3 {1-3} game:subtraction", "explain", "Sizes 1 to 3 count as 1 2 3.", "repeat"},
		{"3 4 5 k1 game:moore", "explain", "3 ⊕ 4 ⊕ 5 = 2", ""},
		{"3 3 3 k2 game:moore", "hint 2", "The number of ones in every column is already divisible by 3, and every move changes that.", ""},
		{"1 1 1 1 k2 game:moore misere", "hint 2", "The number of ones is already one more than a multiple of 3, and every move changes that.", ""},
		{"1 1 1 2 k2 game:moore misere", "hint 3", "Check: after `D1`, 4 ones are left, one more than a multiple of 3.", "in every column"},
		{"1 1 1 2 k2 game:moore misere", "explain", "unless a move can leave no pile above one: then leave 1, 4, 7 … ones.", ""},
		// First the equal Nim position, then its sum; a sum that says nothing is left out.
		{"2 5 9 game:coins", "explain", "its partner can follow. 1 ⊕ 3 = 2", ""},
		{"5x8@2,3 game:cake", "explain", "right of the mouldy square. 1 ⊕ 3 ⊕ 2 ⊕ 5 = 5", ""},
		{"5 7 game:dawson-kayles", "explain", "3 1. 0 ⊕ 1 = 1", ""},
		{"5 game:kayles", "hint 3", "4 ⊕ 4 = 0: make row A count as 0.", "4 = 4"},
		{"5 game:kayles", "explain", "The sum is 4.", "4 = 4"},
		{"5 misere", "hint 3", "Check: after `A4`, a single one is left.", "the sum"},
		{"21 {1,3,4} game:subtraction", "explain", "The value is already 0, and every move changes it.", "0 = 0"},
		{"3x3 game:chomp", "explain", "2,2 leaves one row and one column of the same length.", "no formula"},
		{"3 2 game:chomp", "explain", "I checked every way this game can go. There's also a reason: There are two rows, and the first is exactly one longer", "no formula"},
		// For a lost position, explain shows the answers to natural moves. For a winning
		// position without a nim-sum, it shows the answers to natural replies.
		{"1 4 5", "hint 2", "If you take 1 from A, I take 1 from C. If you take 3 from B, I take 5 from C.", ""},
		{"1 4 5 level:easy", "hint 2", "If you take 1 from A, I can take 1 from C.", ""},
		{"1 4 5", "explain", "If you take 1 from A, the reply is to take 1 from C.", ""},
		{"3 2 game:chomp", "hint 2", "If you bite off 2,2, I bite off 1,3, and leave an equal row and column to copy in.", "no formula"},
		{"4 4 2 game:chomp misere", "hint 3", "Check: after `2,4`, every reply loses. If they bite off 1,2, you bite off 3,1.", "I checked"},
		{"5 7 game:kayles misere", "hint 3", "If they knock down 1 pin in A, you knock down 1 pin in B.", ""},
		{"3 3 game:kayles misere", "explain", "If you knock down 1 pin in A, the reply is to knock down 1 pin in B.", ""},
		{"1 1 misere", "hint 3", "Check: after", "If they"},
		{"4 4 2 game:chomp", "explain", "I checked every way this game can go.", "theory adds"},
		// One thing isn't spoken of as several, and nothing is said twice.
		{"8 game:nimble", "explain", "The coin is a Nim pile of 7: the squares to its left.", ""},
		{"3 game:stairs", "explain", "The stairs are a Nim pile of 3: the coins on step 1.", ""},
		{"4 game:ruler misere", "explain", "The head 4 is a Nim pile of 4.", ""},
		{"2 2 game:wythoff", "explain", "2 makes a losing pair with 1.", "1. 2 makes a losing pair with 1."},
		{"3 5 game:wythoff", "explain", "The losing pair with a difference of 2 is 3 and 5.", "3 makes a losing pair"},
		{"13 game:fibonacci", "explain", "13 is a Fibonacci number, so it's the only part. The smallest part is 13", "13 = 13"},
		{"89 55 game:euclid", "explain", "89 ÷ 55 = 1.6181…, which is above 1.6180…", ""},
		{"34 21 game:euclid", "explain", "34 ÷ 21 = 1.619…, which is above 1.618…", ""},
		{"8 5 game:euclid", "explain", "8 ÷ 5 = 1.6, which is below 1.618…", ""},
		{"100 8 game:euclid", "explain", "100 ÷ 8 = 12.5, which is above 1.618…", ""},
		{"5 k2 game:moore misere", "hint 3", "Check: after `A4`, a single one is left, and your opponent has to take it.", ""},
	} {
		c := chattest.NewRoom(t)
		c.Says("ana", "start "+tc.start)
		got := c.Text(c.Says("ana", tc.ask))
		if !strings.Contains(got, tc.want) || tc.not != "" && strings.Contains(got, tc.not) {
			t.Errorf("%s of %q says\n%s\nwant %q, and nothing like %q", tc.ask, tc.start, got, tc.want, tc.not)
		}
	}
}

// A goal that is shown without a game says "Whoever takes the last stone", not "you".
func TestGoalNamesWhoeverWins(t *testing.T) {
	c := chattest.NewRoom(t)
	for _, tc := range [][2]string{
		{"predict 3 4 5", "Whoever takes the last stone wins."},
		{"predict 1 1 misere", "Whoever takes the last stone loses."},
		{"predict 4 7 game:one-or-all", "Whoever makes the last move wins."},
		{"predict 4 7 game:one-or-all misere", "Whoever makes the last move loses."},
		{"predict 3x4 game:chomp", "Whoever is left with the poisoned square loses."},
		{"open 4 7 game:kayles misere", "Whoever makes the last move loses."},
	} {
		c.Expect(c.Says("ana", tc[0]), tc[1])
	}
}

// Captions are sentences short enough to fit below a drawing.
func TestCaptions(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ key, position, want string }{
		{"northcott", "red 8:2,5", "Red to move."},
		{"northcott", "blue 8:2,5", "Blue to move."},
		{"northcott", "blue 3:2,3", "Blue can't move."},
		{"moore", "3 4 5 k2", "A move takes from 1 to 2 piles."},
		{"moore", "3 4 5 k1", "A move takes from 1 pile."},
		{"fibonacci", "20", "Take at most 19."},
		{"fibonacci", "1000000000000000000", "Take at most 999999999999999999."},
		{"fibonacci", "0", "Nothing can be taken."},
		{"subtraction", "21 {1,3,4}", "Numbers you can take: 1, 3, 4."},
		{"nim", "3 4 5", ""},
	} {
		g, err := rules.Lookup(tc.key)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Read(tc.position, rules.Normal)
		if err != nil {
			t.Fatal(err)
		}
		got := catalogue.Drawing(p, "en").Note
		if got != tc.want || utf8.RuneCountInString(got) > 34 {
			t.Errorf("below %s %s stands %q, want %q", tc.key, tc.position, got, tc.want)
		}
	}
}

// A rules card states the goal for both endings.
func TestRulesCardStatesTheGoalForBothEndings(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range rules.Games() {
		family, _, _ := strings.Cut(g.Key, ":")
		goal := catalogue.Say(words.TextOf("rules."+family+".goal", nil), words.Voice{})
		if slices.Contains(g.Endings, rules.Misere) && !strings.Contains(goal, "misère") {
			t.Errorf("the goal of %s, %q, says nothing of misère play", g.Key, goal)
		}
	}
}

// A searched position may still have a formula, so the explanation must not say that
// there is none. Example answers prove nothing alone, so they stand below the sentence that
// everything was searched.
func TestASearchedPositionIsNotToldToHaveNoFormula(t *testing.T) {
	const searched = "checked every way this game can go"
	for _, start := range []string{"3x3 game:chomp", "4 2 game:chomp", "3 2 game:chomp", "4 4 2 game:chomp"} {
		c := chattest.NewRoom(t)
		text := c.Text(c.Says("ana", "predict "+start))
		told := strings.Contains(text, searched) || !strings.Contains(text, "the reply is to")
		if !told || strings.Contains(text, "no formula") {
			t.Errorf("predict %s says:\n%s\nwant %q above the answers, and no word of a formula", start, text, searched)
		}
		c.Says("ana", "start "+start)
		if text := c.Text(c.Says("ana", "explain")); !strings.Contains(text, searched) {
			t.Errorf("explain of %s says:\n%s\nwant %q", start, text, searched)
		}
	}
}
