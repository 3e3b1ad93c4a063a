package sentence

import (
	"regexp"

	"nimbot/game/words"
	"nimbot/game/words/command"
)

// explanation is what a term means: a message, and what can be pressed below it.
type explanation struct {
	key     string
	buttons []string
}

// explanations has the terms that have a message of their own. Any other term is the name of a
// command, which is described as the list of commands does.
var explanations = map[string]explanation{
	"nimsum":   {"talk.term", []string{"learn 5"}},
	"misere":   {"term.misere", []string{"learn 7", "rules"}},
	"mex":      {"talk.grundy", []string{"values kayles 0-10", "learn 9"}},
	"position": {"term.position", []string{"learn 2"}},
	"pile":     {"term.pile", []string{"rules", "learn 1"}},
	"streak":   {"term.streak", []string{"daily", "profile"}},
	"simul":    {"term.simul", []string{"open seats:12"}},
	"daily":    {"practice.daily-is", []string{"daily"}},
	"rating":   {"talk.rating", []string{"profile", "leaders"}},
	"clock":    {"talk.clock", []string{"challenge"}},
}

// knownTerm reports whether a term can be explained.
func knownTerm(term string) bool {
	c, _ := command.Named(term)
	return explanations[term].key != "" || c != nil
}

// explainTerm explains a term.
func explainTerm(term string) Answer {
	if e, known := explanations[term]; known {
		return Answer{Say: words.New(e.key), Buttons: e.buttons}
	}
	c, buttons := command.Find(term), []string{"help", "rules"}
	if c.Of != command.Chat || c.LooksBack {
		buttons = []string{c.Name, "help"}
	}
	return Answer{Say: words.New("talk.command", "command", c.Name, "what", words.Text{Key: c.About()}), Buttons: buttons}
}

// term explains the term that the sentence asks about. A sentence that names none that is known
// isn't understood.
func (s Meaning) term(Situation) (Answer, bool) {
	if s.Term == "" {
		return Answer{}, false
	}
	return explainTerm(s.Term), true
}

// termInExercise is term for a learner.
func (s Meaning) termInExercise(st Situation) (Answer, bool) {
	if _, known := s.term(st); !known {
		return Answer{}, false
	}
	return Answer{Request: TellTerm}, true
}

// TermText is what the term that a sentence asks about means.
func (s Meaning) TermText() words.Text { return explainTerm(s.Term).Say }

// nameTerms indexes the names of terms, and the words of a question what one means.
func (t *Interpreter) nameTerms() {
	t.terms, t.define, t.defining = map[string]string{}, setOf(t.words.Define), setOf(t.words.Defining)
	for term, names := range t.words.Terms {
		for _, name := range names {
			w := t.split(loosened(name))
			t.terms[t.key(w)] = term
			t.longestTerm = max(t.longestTerm, len(w))
		}
	}
}

// quotes matches quotation marks and hyphens, which don't change what a term is: "p-position", 'mex'.
var quotes = regexp.MustCompile(`["“”„]|\B'|'\B|-`)

// loosened returns a text without marks around and inside names.
func loosened(text string) string { return quotes.ReplaceAllString(text, " ") }

// termNamed returns the only term that words name, and the words around it; "" if they name none or
// several.
func (t *Interpreter) termNamed(spoken []string) (term string, around []string) {
	for i := 0; i < len(spoken); {
		n := min(t.longestTerm, len(spoken)-i)
		for ; n > 0 && t.terms[t.key(spoken[i:i+n])] == ""; n-- {
		}
		if n == 0 {
			around, i = append(around, spoken[i]), i+1
			continue
		}
		found := t.terms[t.key(spoken[i:i+n])]
		if term != "" && found != term {
			return "", spoken
		}
		term, i = found, i+n
	}
	return term, around
}

// termAsked returns the term whose meaning a sentence asks, when nothing but the question stands
// around it: "what does misère mean?". It is "" for any other sentence.
func (t *Interpreter) termAsked(text string) string {
	spoken := t.conversation().withoutCourtesies(t.split(loosened(t.fold(text))))
	term, around := t.termNamed(spoken)
	if term == "" || len(around) == 0 {
		return ""
	}
	asks := false
	for _, w := range around {
		asks = asks || t.define[w]
		if !t.define[w] && !t.defining[w] && !t.weak[w] && t.move.roles[w] != single {
			return ""
		}
	}
	if !asks {
		return ""
	}
	return term
}

// namesTerm returns the term that a sentence about a term names; "" if it names none or several.
func (t *Interpreter) namesTerm(text string) string {
	term, _ := t.termNamed(t.split(loosened(t.fold(text))))
	return term
}

// checkTerms checks the terms of a vocabulary.
func (c *checker) checkTerms() {
	for term, names := range c.words.Terms {
		if !knownTerm(term) {
			c.fault("terms: there's no term %q", term)
		}
		if len(names) == 0 {
			c.fault("terms: %s has no names", term)
		}
	}
	for term := range explanations {
		if _, named := c.words.Terms[term]; !named {
			c.fault("terms: %s is missing", term)
		}
	}
	if len(c.words.Define) == 0 {
		c.fault("define: is empty")
	}
}
