package command

import (
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words"
)

// maxCompletions is the largest number of completions that a platform accepts.
const maxCompletions = 25

// MaxWalk bounds the choices that are searched for completions, because a pile may hold
// 10^18 stones. Later moves must be typed in full.
const MaxWalk = 10_000

// Completion is one way to go on with a command that is being typed.
type Completion struct {
	Text  string     // the whole word to type
	Label words.Text // the meaning of Text
}

// CompleteGames completes a game's key.
func CompleteGames(prefix string) []Completion {
	var out []Completion
	prefix = strings.ToLower(prefix)
	for _, g := range rules.Games() {
		if strings.HasPrefix(g.Key, prefix) || strings.Contains(strings.ToLower(g.Title), prefix) {
			out = append(out, Completion{g.Key, words.New("complete.game", "key", g.Key, "title", words.Title(g.Key))})
		}
	}
	return out[:min(len(out), maxCompletions)]
}

// CompleteSetup completes the piles to start a game with, from the game's examples.
func CompleteSetup(key, prefix string) []Completion {
	g, err := rules.Lookup(key)
	if err != nil {
		return nil
	}
	var out []Completion
	for _, e := range g.Examples {
		if strings.HasPrefix(e, prefix) {
			out = append(out, Completion{e, plain(e)})
		}
	}
	return out
}

// AutoLanguage means the language that the platform reports.
const AutoLanguage = "auto"

// CompleteLanguages completes a language, or AutoLanguage.
func CompleteLanguages(known []string, prefix string) []Completion {
	return completeWords("", strings.ToLower(prefix), append([]string{AutoLanguage}, known...))
}

// CompleteMove completes a move in a position, for a platform on which choosing a
// completion submits it: whole moves if all that fit can be proposed, otherwise the next
// step, marked as unfinished.
func CompleteMove(p rules.Position, prefix string) []Completion {
	prefix = strings.ReplaceAll(prefix, " ", "")
	if all, ok := wholeMoves(p, prefix); ok {
		return all
	}
	return completeMove(p, prefix)
}

// completeStep completes the next step of a move, for a line that continues.
func completeStep(p rules.Position, prefix string) []Completion {
	out := completeMove(p, prefix)
	for i, c := range out {
		out[i].Label = plain(c.Text)
	}
	return out
}

// plain labels a completion with what it types.
func plain(text string) words.Text { return words.New("notation.plain", "move", text) }

// wholeMoves returns the legal moves that start with prefix; ok is false if there are too
// many to propose or to search.
func wholeMoves(p rules.Position, prefix string) (all []Completion, ok bool) {
	seen := 0
	for m := range p.Moves() {
		if seen++; seen > MaxWalk {
			return nil, false
		}
		if !startsWith(string(m), prefix) {
			continue
		}
		if len(all) == maxCompletions {
			return nil, false
		}
		all = append(all, Completion{string(m), plain(string(m))})
	}
	return all, true
}

// startsWith compares without regard to case.
func startsWith(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// completeMove completes the longest step of a move that prefix has reached.
func completeMove(p rules.Position, prefix string) []Completion {
	var out []Completion
	seen := 0
	for c := range p.Choices(stepOf(p, prefix)) {
		if startsWith(c.Prefix, prefix) {
			label := plain(c.Prefix)
			if !c.Done {
				label = words.New("complete.unfinished", "move", c.Prefix)
			}
			out = append(out, Completion{c.Prefix, label})
		}
		if seen++; len(out) == maxCompletions || seen > MaxWalk {
			break
		}
	}
	return out
}

// stepOf returns the longest prefix of typed, in notation, that has further choices; ""
// is the first step. It looks only at the first choice of each beginning, because a pile
// of 10^18 stones has as many.
func stepOf(p rules.Position, typed string) string {
	for n := min(len(typed), maxText); n > 0; n-- {
		for _, step := range spellings(typed[:n]) {
			for range p.Choices(step) {
				return step
			}
		}
	}
	return ""
}

// Complete completes the last word of a line. It calls position only where a move may be
// typed; position returns nil if no game is on.
func Complete(text string, position func() rules.Position) []Completion {
	parts := strings.Fields(Clean(text))
	last := ""
	if len(parts) > 0 && !strings.HasSuffix(text, " ") {
		last, parts = strings.ToLower(parts[len(parts)-1]), parts[:len(parts)-1]
	}
	moves := func() []Completion {
		if p := position(); p != nil {
			return completeStep(p, last)
		}
		return nil
	}
	if len(parts) == 0 {
		return append(append(completeWords("", last, wordsToType), completeWords("", last, groups)...), moves()...)
	}
	if names := ofGroup(strings.ToLower(parts[0])); len(parts) == 1 && names != nil {
		return completeWords("", last, names)
	}
	c := Find(strings.ToLower(ungrouped(parts)[0]))
	if c == nil {
		return nil
	}
	for _, o := range c.Options {
		switch {
		case o.Bare && o.Source == Moves && c.Name == parts[0]: // "take" goes on in words
			return moves()
		case o.Bare && o.Source == Games:
			return CompleteGames(last)
		}
	}
	name, value, hasColon := strings.Cut(last, ":")
	if !hasColon {
		return completeWords("", last, c.beginnings())
	}
	o, known := c.Option(name)
	switch {
	case !known || !o.keyed():
		return nil
	case o.Source == Games:
		return prefixed(name+":", CompleteGames(value))
	}
	return completeWords(name+":", value, o.Values)
}

// beginnings returns the first parts of the command's options: "level:", "misere".
func (c *Command) beginnings() (all []string) {
	for _, o := range c.Options {
		if o.keyed() {
			all = append(all, o.Name+":")
		}
	}
	for _, o := range c.Options {
		if o.Kind == Flag {
			all = append(all, o.Name)
		}
	}
	return all
}

func completeWords(front, prefix string, known []string) []Completion {
	var out []Completion
	for _, w := range known {
		if strings.HasPrefix(w, prefix) {
			out = append(out, Completion{front + w, plain(front + w)})
		}
	}
	return out
}

func prefixed(front string, c []Completion) []Completion {
	for i := range c {
		c[i].Text = front + c[i].Text
	}
	return c
}
