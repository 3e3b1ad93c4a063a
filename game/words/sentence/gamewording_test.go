package sentence

import (
	"testing"

	"nimbot/game/rules"
)

// Games without lettered piles have words of their own, which talk.yaml lists by the English
// ones under move.english.
func TestMovesInWordsOfTheGame(t *testing.T) {
	languages := allLanguages(t)
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
		{"pl", "chomp", "3x4", "gryzę 2,2", "2,2"},
		{"pl", "chomp", "3x4", "rząd 2 i kolumna 3", "2,3"},
		{"pl", "turtles", "1 4 6", "odwróć 6 i 5", "6,5"},
		{"pl", "turtles", "1 4 6", "nie odwracam 6", ""},
		{"pl", "turtles", "1 4 6", "odwróciłam 6", ""},
		{"pl", "coins", "2 5 9", "przesuwam monetę z 9 na 7", "9-7"},
		{"pl", "cake", "5x8@2,3", "zjedz 5 kolumn z prawej strony", "right5"},
		{"pl", "stairs", "2 0 3", "jedna moneta ze stopnia 3 w dół", "3:1"},
		{"pl", "wythoff", "7 12", "po dwa z każdej kupki", "AB2"},
		{"pl", "lasker", "3 4", "podziel stos a na 1 i 2", "A:1+2"},
		{"pl", "northcott", "red 8:2,5 6:1,6", "przesuń b na 3", "B3"},
		{"pl", "pass", "3 4 5", "pasuję na b", "B0"},
		{"ru", "chomp", "3x4", "откушу 2,2", "2,2"},
		{"ru", "chomp", "3x4", "ряд 2, столбец 3", "2,3"},
		{"ru", "turtles", "1 4 6", "переверни 6 и 5", "6,5"},
		{"ru", "turtles", "1 4 6", "не переворачиваю 6", ""},
		{"ru", "turtles", "1 4 6", "я перевернул 6", ""},
		{"ru", "coins", "2 5 9", "двигаю монету с 9 на 7", "9-7"},
		{"ru", "cake", "5x8@2,3", "съешь 5 столбцов справа", "right5"},
		{"ru", "stairs", "2 0 3", "одну монету со ступени 3", "3:1"},
		{"ru", "wythoff", "7 12", "по две из каждой кучки", "AB2"},
		{"ru", "lasker", "3 4", "раздели а на 1 и 2", "A:1+2"},
		{"ru", "lasker", "3 4", "раздели кучку в на 1 и 3", "B:1+3"},
		{"ru", "pass", "3 4 5", "пасую на б", "B0"},
		{"es", "chomp", "3x4", "muerdo 2,2", "2,2"},
		{"es", "chomp", "3x4", "fila 2 y columna 3", "2,3"},
		{"es", "turtles", "1 4 6", "voltea la 6 y la 5", "6,5"},
		{"es", "turtles", "1 4 6", "no volteo 6", ""},
		{"es", "turtles", "1 4 6", "él volteó 6", ""},
		{"es", "turtles", "1 4 6", "he volteado 6", ""},
		{"es", "ruler", "3 4 5", "voltea de la 5 a la 3", "5-3"},
		{"es", "coins", "2 5 9", "de la casilla 9 a la 7", "9-7"},
		{"es", "cake", "5x8@2,3", "come cinco por la derecha", "right5"},
		{"es", "stairs", "2 0 3", "baja una moneda del escalón 3", "3:1"},
		{"es", "wythoff", "7 12", "quítale 2 a los dos", "AB2"},
		{"es", "lasker", "3 4", "parte el montón a en uno y dos", "A:1+2"},
		{"es", "northcott", "red 8:2,5 6:1,6", "mueve a a 4", "A4"},
		{"it", "chomp", "3x4", "mordo 2,2", "2,2"},
		{"it", "chomp", "3x4", "riga 2, colonna 3", "2,3"},
		{"it", "turtles", "1 4 6", "gira la 6 e la 5", "6,5"},
		{"it", "turtles", "1 4 6", "non girare 6", ""},
		{"it", "coins", "2 5 9", "da 9 a 7", "9-7"},
		{"it", "coins", "2 5 9", "ho spostato 9 a 7", ""},
		{"it", "bush", "0-1 1-2", "taglia il segmento 1-2", "1-2"},
		{"it", "cake", "5x8@2,3", "una riga dall'alto", "top1"},
		{"it", "stairs", "2 0 3", "fai scendere una moneta dal gradino 3", "3:1"},
		{"it", "wythoff", "7 12", "2 da tutti e due", "AB2"},
		{"it", "lasker", "3 4", "dividi il mucchio a in 1 e 2", "A:1+2"},
		{"it", "grundy", "3 4 3 2 5", "dividi e in 1 e 4", "E:1+4"},
		{"pt-BR", "chomp", "3x4", "mordo 2,2", "2,2"},
		{"pt-BR", "chomp", "3x4", "eu mordi 2,2", ""},
		{"pt-BR", "turtles", "1 4 6", "vira a 6 e a 5", "6,5"},
		{"pt-BR", "turtles", "1 4 6", "não vira 6", ""},
		{"pt-BR", "coins", "2 5 9", "mexe a 9 pra 7", "9-7"},
		{"pt-BR", "cake", "5x8@2,3", "5 colunas à direita", "right5"},
		{"pt-BR", "stairs", "2 0 3", "desce uma moeda do degrau 3", "3:1"},
		{"pt-BR", "wythoff", "7 12", "tira 2 dos dois montes", "AB2"},
		{"pt-BR", "lasker", "3 4", "divide a pilha a em 1 e 2", "A:1+2"},
		{"pt-BR", "lasker", "3 4", "divide a b em um e três", "B:1+3"},
		{"pt-BR", "pass", "3 4", "passo na a", "A0"},
	} {
		g, err := rules.Lookup(tt.game)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Read(tt.position, rules.Normal)
		if err != nil {
			t.Fatal(err)
		}
		if m, _ := languages[tt.language].ReadMove(p, tt.said); string(m) != tt.want {
			t.Errorf("%s: ReadMove(%s %s, %q) = %q, want %q", tt.language, tt.game, tt.position, tt.said, m, tt.want)
		}
	}
}
