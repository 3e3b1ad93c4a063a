package chat

import (
	"context"
	"slices"
	"strings"

	"nimbot/game"
	"nimbot/game/solve"
)

// maxCompletions is how many completions a platform takes.
const maxCompletions = 25

// Completion is one way to go on with a command that is being typed.
type Completion struct {
	Text  string // what is typed: a whole word
	Label Text   // what it means
}

// CompleteGames completes a game's key.
func CompleteGames(prefix string) []Completion {
	var out []Completion
	prefix = strings.ToLower(prefix)
	for _, g := range game.Games() {
		if strings.HasPrefix(g.Key, prefix) || strings.Contains(strings.ToLower(g.Title), prefix) {
			out = append(out, Completion{g.Key, say("complete.game", Args{"key", g.Key, "title", g.Title})})
		}
	}
	return out[:min(len(out), maxCompletions)]
}

// CompleteSetup completes the piles to start a game with, from its examples.
func CompleteSetup(key, prefix string) []Completion {
	g, err := game.Lookup(key)
	if err != nil {
		return nil
	}
	var out []Completion
	for _, e := range g.Examples {
		if strings.HasPrefix(e, prefix) {
			out = append(out, Completion{e, say("notation.plain", Args{"move", e})})
		}
	}
	return out
}

// CompleteMove completes a move in the place's present position; nothing
// where no game is played or the store does not answer. For a platform that
// takes a completion for the answer: whole moves when all that fit can be
// proposed, otherwise the next step, which is marked as unfinished.
func (h *Handler) CompleteMove(ctx context.Context, place Place, prefix string) []Completion {
	prefix = strings.ReplaceAll(prefix, " ", "")
	return h.completions(ctx, place, func(s *session) []Completion {
		if all, ok := wholeMoves(s.match.Position(), prefix); ok {
			return all
		}
		return completeMove(s.match.Position(), prefix)
	})
}

// CompletePile completes the name of a pile that something can be taken from.
func (h *Handler) CompletePile(ctx context.Context, place Place, prefix string) []Completion {
	return h.completions(ctx, place, func(s *session) []Completion {
		var out []Completion
		for c := range s.match.Position().Choices("") {
			if len(out) == maxCompletions {
				break
			}
			named := c.Left > 0 && c.Prefix == c.Label
			if named && startsWith(c.Prefix, strings.TrimSpace(prefix)) {
				out = append(out, Completion{c.Prefix, say("choice.part", Args{"label", c.Label, "left", c.Left})})
			}
		}
		return out
	})
}

// completeStep completes the next step of a move, for a line that goes on.
func (h *Handler) completeStep(ctx context.Context, place Place, prefix string) []Completion {
	return h.completions(ctx, place, func(s *session) []Completion {
		out := completeMove(s.match.Position(), prefix)
		for i, c := range out {
			out[i].Label = say("notation.plain", Args{"move", c.Text})
		}
		return out
	})
}

// completions are what propose says of the game that is played in place.
func (h *Handler) completions(ctx context.Context, place Place, propose func(*session) []Completion) []Completion {
	var out []Completion
	_, err := h.inLane(ctx, place, "", func(s *session) {
		out = nil
		if s.doc.Game != nil && s.playing() {
			out = propose(s)
		}
	})
	if err != nil {
		return nil
	}
	return out
}

// wholeMoves are the legal moves that start with prefix; ok is false when they
// are too many to be proposed or to be found.
func wholeMoves(p game.Position, prefix string) (all []Completion, ok bool) {
	seen := 0
	for m := range p.Moves() {
		if seen++; seen > maxWalk {
			return nil, false
		}
		if !startsWith(string(m), prefix) {
			continue
		}
		if len(all) == maxCompletions {
			return nil, false
		}
		all = append(all, Completion{string(m), say("notation.plain", Args{"move", string(m)})})
	}
	return all, true
}

// startsWith compares without regard to case.
func startsWith(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// completeMove completes the longest step of a move that prefix has reached.
func completeMove(p game.Position, prefix string) []Completion {
	var out []Completion
	seen := 0
	for c := range p.Choices(stepOf(p, prefix)) {
		if startsWith(c.Prefix, prefix) {
			label := say("notation.plain", Args{"move", c.Prefix})
			if !c.Done {
				label = say("complete.unfinished", Args{"move", c.Prefix})
			}
			out = append(out, Completion{c.Prefix, label})
		}
		if seen++; len(out) == maxCompletions || seen > maxWalk {
			break
		}
	}
	return out
}

// stepOf is the longest beginning of a typed move, in the notation's letters,
// that is a step with choices; "" is the first step. It tries beginnings and
// looks at no choice but the first: a pile of 10^18 stones has as many.
func stepOf(p game.Position, typed string) string {
	for n := min(len(typed), maxText); n > 0; n-- {
		for _, step := range spellings(typed[:n]) {
			for range p.Choices(step) {
				return step
			}
		}
	}
	return ""
}

// Complete completes the last word of a command.
func (h *Handler) Complete(ctx context.Context, place Place, text string) []Completion {
	words := strings.Fields(clean(text))
	last := ""
	if len(words) > 0 && !strings.HasSuffix(text, " ") {
		last, words = strings.ToLower(words[len(words)-1]), words[:len(words)-1]
	}
	if len(words) == 0 {
		out := completeWords("", last, commands)
		return append(out, h.completeStep(ctx, place, last)...)
	}
	first := strings.ToLower(words[0])
	key, value, hasColon := strings.Cut(last, ":")
	switch {
	case first == "move":
		return h.completeStep(ctx, place, last)
	case first == "rules":
		return CompleteGames(last)
	case !withOptions[first]:
		return nil
	case !hasColon:
		return completeWords("", last, proposed[first])
	case !slices.Contains(proposed[first], key+":"):
		return nil
	case key == "game":
		return prefixed("game:", CompleteGames(value))
	}
	return completeWords(key+":", value, optionValues(key))
}

// proposed are the options that mean something to a command.
var proposed = map[string][]string{
	"start":     {"game:", "level:", "first:", "misere"},
	"challenge": {"game:", "first:", "clock:", "misere"},
	"open":      {"game:", "first:", "clock:", "misere"},
	"predict":   {"game:", "misere"},
}

// optionValues are values for an option: all there are, of a clock a few.
func optionValues(key string) []string {
	switch key {
	case "level":
		var levels []string
		for _, l := range solve.Levels() {
			levels = append(levels, string(l))
		}
		return levels
	case "first":
		return []string{"me", "bot", "them", "random"}
	}
	return []string{"30s", "2m", "10m", "1h", "24h"}
}

func completeWords(front, prefix string, words []string) []Completion {
	var out []Completion
	for _, w := range words {
		if strings.HasPrefix(w, prefix) {
			out = append(out, Completion{front + w, say("notation.plain", Args{"move", front + w})})
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
