package words

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"nimbot/game/rules"
)

// Title returns the name of the game key, or the key itself if there's no such game.
func Title(key string) Text {
	if t, ok := titles[key]; ok {
		return t
	}
	if !rules.Known(key) {
		return New("notation.plain", "move", key)
	}
	family, parameter, _ := strings.Cut(key, ":")
	return New("title."+family, "parameter", parameter)
}

// titles are the names of the games without a parameter, made once since each board shows one.
var titles = func() map[string]Text {
	named := map[string]Text{}
	for _, g := range rules.Games() {
		if !strings.Contains(g.Key, ":") {
			named[g.Key] = New("title." + g.Key)
		}
	}
	return named
}()

// Position words a position of the game key, in notation if it has no
// words of its own.
func Position(key string, p rules.Position, d *rules.Diagram) Text {
	args := append(make(Args, 0, 8), "title", Title(key), "count", len(d.Rows), "piles", d.Rows)
	if p, ok := p.(rules.Composed); ok {
		return New("position.sum", append(args, "parts", componentTexts(p, d))...)
	}
	if p, ok := p.(rules.Worded); ok {
		h := p.Headline()
		return New("position."+h.Code, append(args, h.Args...)...)
	}
	return New("position.other", append(args, "position", p.String())...)
}

// componentTexts words the components of a position, which are the parts of its drawing.
func componentTexts(p rules.Composed, d *rules.Diagram) []Text {
	components := p.Components()
	texts := make([]Text, len(components))
	for i, c := range components {
		texts[i] = New("position.in-part", "number", i+1, "position", Position(c.Game, c.Position, &d.Parts[i].Diagram))
	}
	return texts
}

// Setup fills the sentence key with a setup's game, position and aim.
func (w *Catalogue) Setup(key string, s rules.Setup) Text {
	return New(key, "title", Title(s.Game), "position", s.Start, "aim", w.Aim(s.Game, s.Ending.String()))
}

// Rule says the rule of the game key in one line and, of several games side by side in p, also that of
// each; p may be nil. It is nil if the catalogue has none.
func (w *Catalogue) Rule(key string, p rules.Position) []Text {
	rule := New("rule." + rules.Family(key))
	if !w.Has(rule.Key) {
		return nil
	}
	of, ok := p.(rules.Composed)
	if !ok {
		return []Text{rule}
	}
	lines, seen := []Text{rule}, map[string]bool{}
	for _, c := range of.Components() {
		if !seen[c.Game] && !rules.Over(c.Position) {
			lines = append(lines, New("titled-rule", "title", Title(c.Game), "rule", New("rule."+rules.Family(c.Game))))
		}
		seen[c.Game] = true
	}
	return lines
}

// Move words the move m of p by one of two families of keys: "moved.*" (somebody has made it) or
// "do.*" (it could be made).
func Move(family string, who Person, p rules.Position, m rules.Move) Text {
	if of, ok := p.(rules.Composed); ok {
		if i, rest, in := of.Within(string(m)); in {
			c := of.Components()[i]
			return New(family+".in-part", "number", i+1, "title", Title(c.Game), "do", Move(family, who, c.Position, rules.Move(rest)), "move", m)
		}
	}
	w := rules.Wording{Code: "play"}
	if p, ok := p.(rules.Worded); ok {
		w = p.MoveWords(m)
	}
	return New(family+"."+w.Code, append(w.Args, "player", who, "move", m)...)
}

// Do words what the move m of p would do, with its notation: "take 2 from B
// (B2)".
func Do(p rules.Position, m rules.Move) Text {
	return New("do.notated", "do", Move("do", Person{}, p, m), "move", m)
}

// Step words one step of a move.
func Step(c rules.Choice) Text {
	code := cmp.Or(c.Code, "choice.step")
	t := New(code, "label", c.Label, "left", c.Left)
	if c.Game != "" {
		t.Args = append(t.Args, "title", Title(c.Game))
	}
	return t
}

// StepTitle returns the heading for the choices after prefix.
func StepTitle(p rules.Position, prefix string) Text {
	if of, ok := p.(rules.Composed); ok {
		if i, rest, in := of.Within(prefix); in {
			c := of.Components()[i]
			return New("menu.in-part", "number", i+1, "title", Title(c.Game), "ask", StepTitle(c.Position, rest))
		}
	}
	if prefix == "" {
		return New("menu.first")
	}
	if p, ok := p.(rules.Stepwise); ok {
		ask := p.StepWords(prefix)
		return New("menu."+ask.Code, ask.Args...)
	}
	return New("menu.next", "prefix", prefix)
}

// Day words a date without its year: "21 Nov".
func Day(t time.Time) Text {
	month := New("date.month." + strconv.Itoa(int(t.Month())))
	return New("date.day", "day", t.Day(), "month", month)
}

// DayMarks shows the answers to the daily as marks without spoilers: "1" for each right one, "2" for each that
// was right with help, "0" for each other.
func DayMarks(answers string) string {
	return strings.NewReplacer("1", "🟩", "2", "🟨", "0", "❌").Replace(answers)
}

// Duration words whole seconds in the largest unit that fits.
func Duration(seconds int) Text {
	switch n := seconds; {
	case n%86400 == 0:
		return New("time.days", "count", n/86400)
	case n%3600 == 0:
		return New("time.hours", "count", n/3600)
	case n%60 == 0:
		return New("time.minutes", "count", n/60)
	default:
		return New("time.seconds", "count", n)
	}
}

// RulesCard returns the lines of a game's rules: goal, moves, ending, a worked
// example, and the command to start it.
func RulesCard(g rules.Game, start string) []Text {
	family, parameter, _ := strings.Cut(g.Key, ":")
	args := Args{"parameter", parameter, "decoded", g.Decoded}
	lines := []Text{New("rules.title", "title", Title(g.Key))}
	for _, part := range []string{"goal", "moves", "ending"} {
		lines = append(lines, New("rules."+family+"."+part, args...))
	}
	example, key := New("rules."+family+".example", args...), "rules.start"
	if g.Offers(rules.Misere) { // in misère play, a move that wins here may lose
		example, key = New("rules.normal-play", "example", example), "rules.start-both"
	}
	return append(lines, example, New(key, "start", start))
}
