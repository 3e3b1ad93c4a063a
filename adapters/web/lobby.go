package web

import (
	"html/template"
	"slices"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/teach/analysis"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// lobby is the part of the page below the board: every game, and how to start it.
type lobby struct {
	Any                       string // the value for a random game
	Levels                    []option
	First                     []option
	Clocks                    []string
	Groups                    []lobbyGroup
	Questions, Seconds, Seats []int    // how many there can be in a round and in a simul
	Leaders                   []option // the leaderboards
	Places                    []option // what else there is to do, by its command
	Lesson                    string   // the first one: newcomers see nothing change when their progress arrives
}

// option is a value of a command's option, and what people read.
type option struct{ Value, Label string }

// lobbyGame is a game of the lobby.
type lobbyGame struct {
	Key, Title, Rule string
	Setups           []string
	Misere           bool // it can be played with that ending
	Heaps            bool // a start is the sizes of its heaps
}

// lobbyGroup is a group of games, with their names in a line.
type lobbyGroup struct {
	Key, Title, Says, Names string
	Games                   []lobbyGame
}

// lobbyCommands lists the commands with a button of their own in the lobby, if the table has them.
var lobbyCommands = []string{"daily", "puzzle", "learn", "leaders", "profile"}

// lobby writes the texts of the lobby. The options come from the table of commands.
func (s *renderer) lobby(locale string) lobby {
	say := func(t words.Text) string { return s.words.Say(t, voice(locale)) }
	start := command.Find("start")
	first := teach.Lessons()[0]
	l := lobby{Lesson: s.step(LessonProgress{Number: first.Number, Title: words.New(first.TextKey("title"))}, locale).Label, Questions: []int{1, 3, 5, 10}, Seconds: []int{20, 45, 90}, Seats: []int{2, 4, 6, 12, 20}, Any: command.AnyGame, Clocks: command.Find("open").Values("clock")}
	for _, v := range start.Values("level") {
		l.Levels = append(l.Levels, option{v, s.text(locale, "web.level-"+v)})
	}
	for _, v := range start.Values("first") {
		l.First = append(l.First, option{v, s.text(locale, "web.first-"+v)})
	}
	for _, c := range command.Commands() {
		if slices.Contains(lobbyCommands, c.Name) {
			l.Places = append(l.Places, option{c.Name, s.text(locale, "web.place-"+c.Name)})
		}
	}
	for _, v := range command.Find("leaders").Values("by") {
		l.Leaders = append(l.Leaders, option{v, s.text(locale, "leaders.head."+v)})
	}
	for _, group := range rules.Groups() {
		x := lobbyGroup{Key: group.String(), Title: s.text(locale, "web.group-"+group.String()), Says: s.text(locale, "web.group-"+group.String()+"-says")}
		var names []string
		for _, g := range rules.Games() {
			if g.Group != group {
				continue
			}
			x.Games = append(x.Games, lobbyGame{
				Key: g.Key, Title: say(words.Title(g.Key)), Setups: setups(g), Misere: g.Offers(rules.Misere), Heaps: onlyHeaps(g),
				Rule: strings.ReplaceAll(say(words.New("rule."+rules.Family(g.Key))), "`", ""),
			})
			names = append(names, say(words.Title(g.Key)))
		}
		x.Names = strings.Join(names, ", ")
		l.Groups = append(l.Groups, x)
	}
	return l
}

// setups are the examples of a game, first those that no single move ends.
func setups(g rules.Game) []string {
	all := slices.Clone(g.Examples)
	slices.SortStableFunc(all, func(a, b string) int { return endsAtOnce(g, a) - endsAtOnce(g, b) })
	return all
}

// endsAtOnce returns 1 if one move can end a game, else 0.
func endsAtOnce(g rules.Game, setup string) int {
	p, err := g.Parse(setup)
	if err != nil { // can't happen: gametest parses all examples
		return 0
	}
	for m := range p.Moves() {
		next, err := p.Play(m)
		if err != nil {
			continue
		}
		ended := true
		for range next.Moves() {
			ended = false
			break
		}
		if ended {
			return 1
		}
	}
	return 0
}

// onlyHeaps reports whether a start of the game is written as the sizes of what is drawn.
func onlyHeaps(g rules.Game) bool {
	p, err := g.Parse(g.Examples[0])
	if err != nil || strings.Trim(g.Examples[0], "0123456789 ") != "" {
		return false
	}
	shape := p.Diagram().Shape
	return shape == rules.Piles || shape == rules.Pins
}

// firstBoard is the front board as HTML, which a visitor sees before the script runs: the drawing,
// which the script reuses, and the texts around it.
type firstBoard struct {
	Head, Tap, State string
	Tags             []string
	Rules            []template.HTML
	Drawing          template.HTML
}

// front returns a board on which a visitor can play at once. It isn't a game and belongs to nobody
// until the first move.
func (s *renderer) front(p analysis.Position, locale string) (m message, first firstBoard) {
	d := s.words.Drawing(p.At, locale)
	say := func(t words.Text) string { return s.words.Say(t, voice(locale)) }
	key, aim := p.Game.Key, s.words.Aim(p.Game.Key, p.Ending.String())
	state := words.New("state.to-move.you", "position", words.Position(key, p.At, d), "aim", aim)
	m = message{From: s.text(locale, "bot.name"), Bot: true, Board: true, Lines: []string{say(state)}, Position: p.At.String()}
	m.Aims = aims(dialog.NewPlay(p.At, "", "front"), say)
	m.Game = &shownGame{Seats: []string{"", m.From}, Tags: []string{say(words.Title(key))}, Head: s.text(locale, "web.turn.you"), Versus: true, Start: m.Position + " game:" + key}
	if p.Ending == rules.Misere {
		m.Game.Start += " misere"
		m.Game.Tags = append(m.Game.Tags, s.text(locale, "web.misere"))
	}
	m.Game.Rules = s.rules(key, aim, voice(locale))
	first = firstBoard{Head: s.text(locale, "web.against", "player", m.From), State: m.Lines[0], Tags: append(slices.Clone(m.Game.Tags), s.text(locale, "web.level-easy"))}
	first.Drawing = template.HTML(drawSVG(*d, draw.Options{Title: m.Lines[0]})) // the painter escapes
	for _, rule := range m.Game.Rules {
		first.Rules = append(first.Rules, codeHTML(rule))
	}
	tap := "web.tap"
	if own := tap + "-" + string(d.Shape); s.words.Has(own) {
		tap = own
	}
	first.Tap = s.text(locale, tap)
	return m, first
}

// smallDrawings are small drawings of the games, by key: of the first game of each group, which the
// lobby shows, and of the others, which are loaded when the choice of a game is opened.
func smallDrawings() (first, others map[string]string) {
	first, others = map[string]string{}, map[string]string{}
	shown := map[rules.Group]bool{}
	for _, g := range rules.Games() {
		p, err := g.Begin(setups(g)[0], rules.Normal)
		if err != nil { // can't fail: gametest checks every listed game's example
			continue
		}
		d := p.Diagram()
		d.Note, d.Caption = "", rules.Wording{}
		var b strings.Builder
		_ = draw.SVG(&b, d, draw.Options{Title: g.Title, Width: 400}) // a Builder does not fail
		if shown[g.Group] {
			others[g.Key] = b.String()
		} else {
			first[g.Key], shown[g.Group] = b.String(), true
		}
	}
	return first, others
}

// codeHTML renders a sentence as HTML: backticks become code, emphasis becomes strong.
func codeHTML(sentence string) template.HTML {
	html := wrapBetween(template.HTMLEscapeString(sentence), "`", "code")
	return template.HTML(wrapBetween(html, strong, "strong"))
}

// wrapBetween wraps the text between two marks in an element.
func wrapBetween(html, mark, element string) string {
	var b strings.Builder
	for i, part := range strings.Split(html, mark) {
		if i%2 == 1 {
			part = "<" + element + ">" + part + "</" + element + ">"
		}
		b.WriteString(part)
	}
	return b.String()
}
