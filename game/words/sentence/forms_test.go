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
	},
	"es": {
		"toma un número primo de 15 y 20": "start 15 20 {primes}", "quita 1, 3 o 4": "? start 20 {1,3,4}", "quita hasta la mitad": "? start 20 {half}",
		"¿qué es un valor de Grundy?": "? values kayles 0-10", "teorema de Sprague-Grundy": "? learn 11", "bot contra bot": "demo",
	},
	"fr": {
		"prends un nombre premier parmi 15 et 20": "start 15 20 {primes}", "prends 1, 3 ou 4": "? start 20 {1,3,4}", "prends au plus la moitié": "? start 20 {half}",
		"c'est quoi une valeur de Grundy ?": "? values kayles 0-10", "théorème de Sprague-Grundy": "? learn 11", "montre-moi une partie": "demo",
	},
	"it": {
		"prendi un numero primo da 15 e 20": "start 15 20 {primes}", "prendi 1, 3 o 4": "? start 20 {1,3,4}", "prendi al massimo la metà": "? start 20 {half}",
		"valore di Grundy": "? values kayles 0-10", "teorema di Sprague-Grundy": "? learn 11", "bot contro bot": "demo",
	},
	"pt-BR": {
		"tire um número primo de 15 e 20": "start 15 20 {primes}", "tire 1, 3 ou 4": "? start 20 {1,3,4}", "tire no máximo a metade": "? start 20 {half}",
		"o que é um valor de Grundy?": "? values kayles 0-10", "teorema de Sprague-Grundy": "? learn 11", "bot contra bot": "demo",
	},
	"pl": {
		"weź liczbę pierwszą z 15 i 20": "start 15 20 {primes}", "weź 1, 3 lub 4": "? start 20 {1,3,4}", "weź najwyżej połowę": "? start 20 {half}",
		"co to jest wartość Grundy'ego?": "? values kayles 0-10", "twierdzenie Sprague-Grundy": "? learn 11", "pokaż mi partię": "demo",
	},
	"ru": {
		"возьми простое число из 15 и 20": "start 15 20 {primes}", "возьми 1, 3 или 4": "? start 20 {1,3,4}", "возьми не больше половины": "? start 20 {half}",
		"что такое значение Гранди?": "? values kayles 0-10", "теорема Шпрага-Гранди": "? learn 11", "покажи мне партию": "demo",
	},
	"tr": {
		"15 ve 20 taştan asal sayıda al": "start 15 20 {primes}", "1, 3 veya 4 al": "? start 20 {1,3,4}",
		"Grundy değeri nedir?": "? values kayles 0-10", "Sprague-Grundy teoremi": "? learn 11", "bana bir oyun göster": "demo",
	},
	"ja": {
		"15と20から素数個取るゲーム": "start 15 20 {primes}", "グランディ数とは": "? values kayles 0-10", "スプレイグ・グランディの定理": "? learn 11", "デモを見せて": "demo",
	},
	"ko": {
		"그런디 수가 뭐야": "? values kayles 0-10", "스프라그 그런디 정리": "? learn 11", "봇 대 봇": "demo",
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
