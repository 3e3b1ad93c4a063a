package sentence

import (
	"strings"
	"testing"

	"nimbot/game/words"
)

// What forms lead to, by language: the command that runs, or the first button of a question.
var formTests = map[string]map[string]string{
	"en": {
		"let's play: take a prime number of stones, from 15 and 20": "start 15 20 {primes}", "take 1, 3 or 4, from 20": "start 20 {1,3,4}",
		"let's play a game where you take a square number from 30": "start 30 {squares}", "take up to 3 from 21": "start 21 {1-3}", "from 20 take 1 or 2": "start 20 {1,2}",
		"take 1, 3 or 4": "? start 20 {1,3,4}", "take up to half": "? start 20 {half}", "can I take 1 or 2 stones from 9?": "? start 9 {1,2}",
		"take as many as you like, but not 4": "? start 20 {1-3,5-20}", "take 1 or 2 and split what is left if you like": "? start game:octal:0.77",
		"take 1 or 3 and you may split the rest if you want, from 9": "? start 9 game:octal:0.707",
		"grundy number of 7 in kayles":                               "values kayles 7", "what is the Grundy value of 12 in dawson's kayles?": "values dawson-kayles 12", "what is a grundy value": "? values kayles 0-10",
		"sprague grundy theorem": "? learn 11", "what's the Sprague-Grundy theorem?": "? learn 11",
		"let the computer play both sides": "demo", "show me a game": "demo", "bot vs bot": "demo",
		"don't take 1 or 2": "", "take an odd number but not 4": "", "take 2 from 15": "", "take 2": "", "theory": "", "1v1": "", "take 9x or 3": "", "take 1 or 99999999999999999999": "", "I like prime numbers": "", "or": "",
	},
	"de": {
		"Nimm eine Primzahl von 15 und 20": "start 15 20 {primes}", "nimm 1, 3 oder 4": "? start 20 {1,3,4}", "nimm höchstens die Hälfte": "? start 20 {half}",
		"was ist ein Grundy-Wert?": "? values kayles 0-10", "Satz von Sprague und Grundy": "? learn 11", "zeig mir ein Spiel": "demo", "Computer gegen Computer": "demo",
		"was ist der Grundy-Wert von 7 in Kayles?": "values kayles 7", "welchen Grundy-Wert hat 12 bei Kayles?": "values kayles 12", "wie groß ist der Grundy-Wert von 7 bei Kayles?": "values kayles 7", "nimm eine Quadratzahl von 30": "start 30 {squares}", "nimm 1 oder 2 und teile den Rest, wenn du willst, von 9": "start 9 game:octal:0.77",
	},
	"es": {
		"toma un número primo de 15 y 20": "start 15 20 {primes}", "quita 1, 3 o 4": "? start 20 {1,3,4}", "quita hasta la mitad": "? start 20 {half}",
		"¿qué es un valor de Grundy?": "? values kayles 0-10", "teorema de Sprague-Grundy": "? learn 11", "bot contra bot": "demo",
		"¿cuál es el valor de Grundy de 7 en Kayles?": "values kayles 7", "número de Grundy de Kayles 12": "values kayles 12", "quita un cuadrado de 30": "start 30 {squares}", "quita 1 o 2 y divide el resto si quieres de 9": "start 9 game:octal:0.77",
	},
	"fr": {
		"prends un nombre premier parmi 15 et 20": "start 15 20 {primes}", "prends 1, 3 ou 4": "? start 20 {1,3,4}", "prends au plus la moitié": "? start 20 {half}",
		"c'est quoi une valeur de Grundy ?": "? values kayles 0-10", "théorème de Sprague-Grundy": "? learn 11", "montre-moi une partie": "demo",
		"quelle est la valeur de Grundy de 7 à Kayles ?": "values kayles 7", "quelle est la valeur de Grundy de 12 dans Kayles ?": "values kayles 12", "prends un carré parmi 30": "start 30 {squares}", "prends 1 ou 2 et coupe le reste si tu veux de 9": "start 9 game:octal:0.77",
	},
	"it": {
		"prendi un numero primo da 15 e 20": "start 15 20 {primes}", "prendi 1, 3 o 4": "? start 20 {1,3,4}", "prendi al massimo la metà": "? start 20 {half}",
		"valore di Grundy": "? values kayles 0-10", "teorema di Sprague-Grundy": "? learn 11", "bot contro bot": "demo",
		"qual è il valore di Grundy di 7 in Kayles?": "values kayles 7", "numero di Grundy di Kayles 12": "values kayles 12", "prendi un quadrato da 30": "start 30 {squares}", "prendi 1 o 2 e dividi il resto se vuoi da 9": "start 9 game:octal:0.77",
	},
	"pt-BR": {
		"tire um número primo de 15 e 20": "start 15 20 {primes}", "tire 1, 3 ou 4": "? start 20 {1,3,4}", "tire no máximo a metade": "? start 20 {half}",
		"o que é um valor de Grundy?": "? values kayles 0-10", "teorema de Sprague-Grundy": "? learn 11", "bot contra bot": "demo",
		"qual é o valor de Grundy de 7 em Kayles?": "values kayles 7", "qual é o número de Grundy de 12 no Kayles?": "values kayles 12", "tire um quadrado de 30": "start 30 {squares}", "tire 1 ou 2 e divida o resto se quiser de 9": "start 9 game:octal:0.77",
	},
	"pl": {
		"weź liczbę pierwszą z 15 i 20": "start 15 20 {primes}", "weź 1, 3 lub 4": "? start 20 {1,3,4}", "weź najwyżej połowę": "? start 20 {half}",
		"co to jest wartość Grundy'ego?": "? values kayles 0-10", "twierdzenie Sprague-Grundy": "? learn 11", "pokaż mi partię": "demo",
		"jaka jest wartość Grundy'ego dla 7 w Kayles?": "values kayles 7", "ile wynosi wartość Grundy'ego dla 12 w Kayles?": "values kayles 12", "weź kwadrat z 30": "start 30 {squares}", "weź 1 lub 2 i podziel resztę, jeśli chcesz, z 9": "start 9 game:octal:0.77",
	},
	"ru": {
		"возьми простое число из 15 и 20": "start 15 20 {primes}", "возьми 1, 3 или 4": "? start 20 {1,3,4}", "возьми не больше половины": "? start 20 {half}",
		"что такое значение Гранди?": "? values kayles 0-10", "теорема Шпрага-Гранди": "? learn 11", "покажи мне партию": "demo",
		"какое значение Гранди для 7 в Kayles?": "values kayles 7", "чему равна функция Гранди для 12 в кеглях?": "values kayles 12", "чему равно число Гранди 7 в kayles?": "values kayles 7", "возьми квадрат из 30": "start 30 {squares}", "возьми 1 или 2 и раздели остаток если хочешь из 9": "start 9 game:octal:0.77",
	},
	"tr": {
		"15 ve 20 taştan asal sayıda al": "start 15 20 {primes}", "1, 3 veya 4 al": "? start 20 {1,3,4}",
		"Grundy değeri nedir?": "? values kayles 0-10", "Sprague-Grundy teoremi": "? learn 11", "bana bir oyun göster": "demo",
		"Kayles 7 Grundy değeri kaç?": "values kayles 7", "Kayles oyununda 12 Grundy sayısı nedir?": "values kayles 12", "Kayles oyununda 7 için Grundy değeri kaç?": "values kayles 7", "30 taştan kare sayıda al": "start 30 {squares}", "20 taştan en çok yarısını al": "start 20 {half}", "9 taştan 1 veya 2 al ve istersen kalanı böl": "? start 9 game:octal:0.77",
	},
	"ja": {
		"15と20から素数個取るゲーム": "start 15 20 {primes}", "グランディ数とは": "? values kayles 0-10", "スプレイグ・グランディの定理": "? learn 11", "デモを見せて": "demo",
		"ケイルズの7のグランディ数は?": "values kayles 7", "kaylesの12のグランディ数は何ですか": "values kayles 12", "ケイルズで7のグランディ数はいくつ？": "values kayles 7", "30から平方数個取るゲーム": "start 30 {squares}", "20から半分まで取るゲーム": "start 20 {half}",
		"9から1か2取って、残りを分けてもよい": "start 9 game:octal:0.77", "9から1個か2個取って、残りを分けてもいい": "? start 9 game:octal:0.77", "9から1か2取って残りを分けてもいいゲーム": "? start 9 game:octal:0.77", "1か2取り、残りを2つに分けてもよい、9から": "start 9 game:octal:0.77",
	},
	"ko": {
		"그런디 수가 뭐야": "? values kayles 0-10", "스프라그 그런디 정리": "? learn 11", "봇 대 봇": "demo",
		"kayles 7 그런디 수": "values kayles 7", "케일스에서 12 그런디 값": "values kayles 12", "30에서 제곱수 가져가는 게임": "start 30 {squares}", "15와 20에서 소수 가져가는 게임": "start 15 20 {primes}", "20에서 절반까지 가져가자": "start 20 {half}",
		"9에서 1 또는 2 가져가고 남은 것을 나눠도 됨": "start 9 game:octal:0.77", "9에서 1이나 2를 가져가고 남은 것을 나눠도 되는 게임": "start 9 game:octal:0.77", "9에서 1개 또는 2개 가져가고 나머지를 나눠도 돼요": "start 9 game:octal:0.77",
	},
}

func TestForms(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for locale, lines := range formTests {
		talk := Of(catalogue.Talk(locale))
		for line, want := range lines {
			got := ""
			if a, ok := talk.ReadForm(line, Situation{}); ok && a.Run != "" {
				got = a.Run
			} else if ok {
				got = "? " + a.Buttons[0]
			}
			if got != want {
				t.Errorf("%s: %q leads to %q, want %q", locale, line, got, want)
			}
			if a, ok := talk.ReadForm(line, Situation{Running: true, IsPlayer: true, ToMove: true}); ok && strings.HasPrefix(a.Run, "start") {
				t.Errorf("%s: %q begins another game during a game", locale, line)
			}
		}
	}
}
