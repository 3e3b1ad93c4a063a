package draw_test

import "nimbot/game/rules"

// played are the courses of games, position by position.
var played = []struct {
	name   string
	frames []rules.Diagram
}{
	{"piles", []rules.Diagram{
		counts(rules.Piles, 7, 9, 5, 12), counts(rules.Piles, 7, 9, 5, 7), counts(rules.Piles, 7, 8, 5, 7), counts(rules.Piles, 5, 8, 5, 7),
		counts(rules.Piles, 5, 7, 5, 7), counts(rules.Piles, 5, 3, 5, 7), counts(rules.Piles, 5, 3, 5, 3), counts(rules.Piles, 0, 3, 5, 3),
		counts(rules.Piles, 0, 3, 0, 3), counts(rules.Piles, 0, 2, 0, 3), counts(rules.Piles, 0, 2, 0, 2), counts(rules.Piles, 0, 0, 0, 2),
		counts(rules.Piles, 0, 0, 0, 0),
	}},
	{"pins", []rules.Diagram{counts(rules.Pins, 7), counts(rules.Pins, 3, 3), counts(rules.Pins, 3, 1), counts(rules.Pins, 1, 1, 1)}},
	{"strip", []rules.Diagram{squares(rules.Strip, ".o..o...o"), squares(rules.Strip, ".o..oo..."), squares(rules.Strip, "oo..o....")}},
	{"turtles", []rules.Diagram{position("turtles", "1 4 6"), position("turtles", "1 3 4"), position("turtles", "2 3")}},
	{"stairs", []rules.Diagram{counts(rules.Stairs, 2, 0, 3), counts(rules.Stairs, 2, 2, 1), counts(rules.Stairs, 0, 2, 1)}},
	{"rows", []rules.Diagram{squares(rules.Rows, ".R..B...", "R....B"), squares(rules.Rows, "...RB...", "R....B"), squares(rules.Rows, "...RB...", "R.B...")}},
	{"cake", []rules.Diagram{grid(5, 8, 1, 2), grid(5, 6, 1, 2), grid(4, 6, 0, 2), grid(1, 6, 0, 2), grid(1, 1, 0, 0)}},
	{"bar", []rules.Diagram{squares(rules.Bar, "@###", "####", "####"), squares(rules.Bar, "@###", "##", "##"), squares(rules.Bar, "@#"), squares(rules.Bar, "@")}},
	{"tree", []rules.Diagram{
		{Shape: rules.Tree, Edges: []rules.Edge{{From: 0, To: 1}, {From: 1, To: 2}, {From: 1, To: 3}, {From: 3, To: 4}, {From: 0, To: 5}}},
		{Shape: rules.Tree, Edges: []rules.Edge{{From: 0, To: 1}, {From: 1, To: 2}, {From: 0, To: 5}}},
		{Shape: rules.Tree, Edges: []rules.Edge{{From: 0, To: 5}}},
		{Shape: rules.Tree},
	}},
}
