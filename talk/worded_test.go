package talk

import (
	"testing"

	"nimbot/game"
)

// Games without lettered piles have words of their own, which talk.yaml lists by the English
// ones under move.english.
func TestMovesInWordsOfTheGame(t *testing.T) {
	languages := learnedLanguages(t)
	for _, tt := range []struct{ language, game, position, said, want string }{
		{"de", "chomp", "3x4", "ich beiße 2,2 ab", "2,2"},
		{"de", "chomp", "3x4", "Zeile 2, Spalte 3", "2,3"},
		{"de", "turtles", "1 4 6", "dreh 6 und 5 um", "6,5"},
		{"de", "turtles", "1 4 6", "dreh 6 nicht um", ""},
		{"de", "turtles", "1 4 6", "ich habe 6 umgedreht", ""},
		{"de", "coins", "2 5 9", "von 9 nach 7", "9-7"},
		{"de", "cake", "5x8@2,3", "iss rechts 5 Spalten", "right5"},
		{"de", "stairs", "2 0 3", "eine Münze von Stufe 3", "3:1"},
		{"de", "wythoff", "7 12", "zwei von jedem", "AB2"},
		{"de", "lasker", "3 4", "teile a in 1 und 2", "A:1+2"},
		{"de", "nim", "3 4 5", "teile a", ""},
		{"fr", "chomp", "3x4", "je croque 2,2", "2,2"},
		{"fr", "turtles", "1 4 6", "retourne 6 et 5", "6,5"},
		{"fr", "turtles", "1 4 6", "ne retourne pas 6", ""},
		{"fr", "coins", "2 5 9", "9 vers 7", "9-7"},
		{"fr", "cake", "5x8@2,3", "5 colonnes à droite", "right5"},
		{"fr", "wythoff", "7 12", "2 dans chaque tas", "AB2"},
		{"fr", "lasker", "3 4", "partage a en 1 et 2", "A:1+2"},
	} {
		g, err := game.Lookup(tt.game)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Read(tt.position, game.Normal)
		if err != nil {
			t.Fatal(err)
		}
		if m, _ := languages[tt.language].ReadMove(p, tt.said); string(m) != tt.want {
			t.Errorf("%s: ReadMove(%s %s, %q) = %q, want %q", tt.language, tt.game, tt.position, tt.said, m, tt.want)
		}
	}
}
