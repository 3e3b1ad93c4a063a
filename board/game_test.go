package board_test

import "nimbot/game"

// played are the courses of games, position by position.
var played = []struct {
	name   string
	frames []game.Diagram
}{
	{"piles", []game.Diagram{
		counts(game.Piles, 7, 9, 5, 12), counts(game.Piles, 7, 9, 5, 7), counts(game.Piles, 7, 8, 5, 7), counts(game.Piles, 5, 8, 5, 7),
		counts(game.Piles, 5, 7, 5, 7), counts(game.Piles, 5, 3, 5, 7), counts(game.Piles, 5, 3, 5, 3), counts(game.Piles, 0, 3, 5, 3),
		counts(game.Piles, 0, 3, 0, 3), counts(game.Piles, 0, 2, 0, 3), counts(game.Piles, 0, 2, 0, 2), counts(game.Piles, 0, 0, 0, 2),
		counts(game.Piles, 0, 0, 0, 0),
	}},
	{"pins", []game.Diagram{counts(game.Pins, 7), counts(game.Pins, 3, 3), counts(game.Pins, 3, 1), counts(game.Pins, 1, 1, 1)}},
	{"strip", []game.Diagram{squares(game.Strip, ".o..o...o"), squares(game.Strip, ".o..oo..."), squares(game.Strip, "oo..o....")}},
	{"turtles", []game.Diagram{position("turtles", "1 4 6"), position("turtles", "1 3 4"), position("turtles", "2 3")}},
	{"stairs", []game.Diagram{counts(game.Stairs, 2, 0, 3), counts(game.Stairs, 2, 2, 1), counts(game.Stairs, 0, 2, 1)}},
	{"rows", []game.Diagram{squares(game.Rows, ".R..B...", "R....B"), squares(game.Rows, "...RB...", "R....B"), squares(game.Rows, "...RB...", "R.B...")}},
	{"cake", []game.Diagram{grid(5, 8, 1, 2), grid(5, 6, 1, 2), grid(4, 6, 0, 2), grid(1, 6, 0, 2), grid(1, 1, 0, 0)}},
	{"bar", []game.Diagram{squares(game.Bar, "@###", "####", "####"), squares(game.Bar, "@###", "##", "##"), squares(game.Bar, "@#"), squares(game.Bar, "@")}},
	{"tree", []game.Diagram{
		{Shape: game.Tree, Edges: []game.Edge{{From: 0, To: 1}, {From: 1, To: 2}, {From: 1, To: 3}, {From: 3, To: 4}, {From: 0, To: 5}}},
		{Shape: game.Tree, Edges: []game.Edge{{From: 0, To: 1}, {From: 1, To: 2}, {From: 0, To: 5}}},
		{Shape: game.Tree, Edges: []game.Edge{{From: 0, To: 5}}},
		{Shape: game.Tree},
	}},
}
