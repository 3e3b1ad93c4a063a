package web

import (
	"html/template"
	"slices"
	"strings"

	"nimbot/board"
	"nimbot/game"
	"nimbot/typed"
	"nimbot/words"
)

// lobby is the page's content while no game is running: every game, and how to start it.
type lobby struct {
	Piles  []string // setups of Nim to choose from
	Any    string   // the value for a random game
	Levels []option
	First  []option
	Games  []offered
	Places []option        // what else there is to do, by its command
	Help   []template.HTML // what else can be typed
}

// option is a value of a command's option, and what people read.
type option struct{ Value, Label string }

// offered is a game of the lobby.
type offered struct {
	Key, Title, Rule, Setup string
	Misere                  bool // it has that ending
}

// nimPiles are the starts of Nim that the lobby offers; the first player can win all of
// them.
var nimPiles = []string{"3 4 5", "2 5 6", "3 5 7"}

// places maps the commands with a button of their own in the lobby, if the table has
// them.
var places = []string{"daily", "puzzle", "learn", "leaders", "profile"}

// lobby words the lobby. What can be chosen comes from the table of commands.
func (s *speaker) lobby(locale string) lobby {
	start := typed.Find("start")
	l := lobby{Piles: nimPiles, Any: typed.AnyGame}
	for _, v := range start.Values("level") {
		l.Levels = append(l.Levels, option{v, s.text(locale, "web.level-"+v)})
	}
	for _, v := range start.Values("first") {
		l.First = append(l.First, option{v, s.text(locale, "web.first-"+v)})
	}
	for _, c := range typed.Commands() {
		if slices.Contains(places, c.Name) {
			l.Places = append(l.Places, option{c.Name, s.text(locale, "web.place-"+c.Name)})
		}
	}
	for _, g := range game.Games() {
		l.Games = append(l.Games, offered{
			Key: g.Key, Title: g.Title, Setup: g.Examples[0], Misere: g.Offers(game.Misere),
			Rule: strings.ReplaceAll(s.text(locale, "rule."+words.Family(g.Key)), "`", ""),
		})
	}
	for _, key := range typed.HelpKeys() {
		l.Help = append(l.Help, coded(s.words.Say(words.Text{Key: key}, voice(locale))))
	}
	return l
}

// smallDrawings are the games as the painter draws them, made to be small, by key.
// They are most of the lobby, so they come after the page.
func smallDrawings() map[string]string {
	all := map[string]string{}
	for _, g := range game.Games() {
		p, err := g.Begin(g.Examples[0], game.Normal)
		if err != nil { // can't fail: gametest checks every listed game's example
			continue
		}
		d := p.Diagram()
		d.Note, d.Caption = "", game.Wording{}
		var b strings.Builder
		_ = board.SVG(&b, d, board.Options{Title: g.Title, Width: 400}) // a Builder does not fail
		all[g.Key] = b.String()
	}
	return all
}

// coded renders a sentence as HTML: backticks become code, emphasis becomes strong.
func coded(sentence string) template.HTML {
	html := between(template.HTMLEscapeString(sentence), "`", "code")
	return template.HTML(between(html, strong, "strong"))
}

// between makes an element of what stands between two marks.
func between(html, mark, element string) string {
	var b strings.Builder
	for i, part := range strings.Split(html, mark) {
		if i%2 == 1 {
			part = "<" + element + ">" + part + "</" + element + ">"
		}
		b.WriteString(part)
	}
	return b.String()
}
