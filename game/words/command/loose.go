package command

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nimbot/game/rules"
	"nimbot/game/words"
)

// ReadMove reads a move as people type it. Exact notation comes first; looser forms are
// accepted if exactly one legal move fits. A question isn't a move.
// The error is a *Refusal: the line isn't a move, several moves fit, or the rule that the likeliest
// reading breaks.
func ReadMove(p rules.Position, typed string) (rules.Move, error) {
	if !strings.Contains(typed, " ") {
		if m, ok := firstLegal(p, []string{typed}); ok {
			return m, nil // nearly every move, buttons among them
		}
	}
	if IsQuestion(typed) {
		return "", refuse("move.form", words.Args{"move", Abridge(typed)})
	}
	text := lower(strings.Trim(Fold(typed), around))
	if verbNegative.MatchString(text) {
		return "", refuse("move.form", words.Args{"move", Abridge(typed)})
	}
	if m, ok := firstLegal(p, spellings(text)); ok {
		return m, nil
	}
	if d := Digits(text); d != text {
		text = d
		if m, ok := firstLegal(p, spellings(text)); ok {
			return m, nil
		}
	}
	doubts, err := readDoubtful(p, typed, text)
	if err != nil {
		return "", err
	}
	candidates := append(rewrite(p, text), doubts...)
	legal := LegalMoves(p, candidates)
	switch {
	case len(legal) == 1:
		return legal[0], nil
	case len(legal) > 1:
		return "", refuse("move.ambiguous", words.Args{"moves", ListMoves(legal), "example", string(legal[0])})
	}
	// Refuse the likeliest reading, for its reason.
	return "", likeliestRefusal(p, typed, append(candidates, spellings(text)...))
}

// readDoubtful asks about a text that has to be asked about. If no move fits such a text, it returns what was tried.
func readDoubtful(p rules.Position, typed, text string) (notations []string, err error) {
	of, ok := p.(rules.Doubtful)
	if !ok {
		return nil, nil
	}
	notations, several := of.Doubts(text)
	legal := LegalMoves(p, notations)
	switch {
	case len(legal) == 0:
		return notations, nil
	case several:
		return nil, refuse("move.several", words.Args{"moves", ListMoves(legal), "example", string(legal[0])})
	}
	return nil, refuse("move.meant", words.Args{"move", Abridge(typed), "moves", ListMoves(legal), "example", string(legal[0])})
}

// IsQuestion reports whether a text ends in a question mark.
func IsQuestion(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, " `'\".!)"), "?")
}

// around are characters that are ignored before and after a move.
const around = " `.!?()" + quotes

// likeliestRefusal returns the refusal of the first candidate that is well-formed ("top9"
// cuts too deep; "TOP9" isn't well-formed). All candidates must be illegal. If none is
// well-formed, the error says that the text isn't a move.
func likeliestRefusal(p rules.Position, typed string, candidates []string) error {
	form := words.Args{"move", Abridge(typed)}
	for _, c := range candidates {
		_, err := p.Play(rules.Move(c))
		var refusal *rules.Error
		if !errors.As(err, &refusal) || namesWord(c, refusal) {
			continue
		}
		if refusal.Code != "move.form" {
			return err
		}
		if example, ok := refusal.Args["example"]; ok && form.Value("example") == nil {
			form = append(form, "example", example)
		}
	}
	return refuse("move.form", form)
}

// namesWord reports whether the refusal of a notation took an ordinary word for the name of
// a pile or a row: "There is no pile TAKE." A word that stands alone may be as short as "me",
// and the name may be only its first letters: "N" of "não".
func namesWord(notation string, e *rules.Error) bool {
	label, _ := e.Args["label"].(string)
	last, _ := e.Args["last"].(string)
	behind, _ := utf8.DecodeRuneInString(strings.TrimPrefix(notation, label))
	return last != "" && (len(label) > len(last)+1 || len(label) > len(last) && label == notation || unicode.IsLetter(behind))
}

// numberWords are the numbers that people write as words, from zero.
var numberWords = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// numberWord matches a number word. mayNumber is a cheap check before the regular
// expression.
var (
	numberWord = regexp.MustCompile(`\b(?:` + strings.Join(numberWords, "|") + `)\b`)
	mayNumber  = has(numberWords...)
)

// Digits writes small numbers in digits: "take one from c". The text must be in lower
// case.
func Digits(text string) string {
	if !mayNumber(text) {
		return text
	}
	return numberWord.ReplaceAllStringFunc(text, func(word string) string {
		return strconv.Itoa(slices.Index(numberWords, word))
	})
}

// spellings returns the ways to write text as notation: without spaces and in capitals,
// and without spaces.
func spellings(text string) []string {
	joined := strings.ReplaceAll(text, " ", "")
	return []string{strings.ToUpper(joined), joined}
}

// has returns a function that reports whether a text contains one of the words.
func has(words ...string) func(text string) bool {
	return func(text string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
	}
}

// verbs matches a verb that may precede any move and can be ignored.
var verbs = regexp.MustCompile(`^(?:i )?(?:move|play|take|remove|slide|cut|eat|bite|turn|flip|knock|pick)(?: away| down| over| up| off)? (.+)$`)

// numberedPart matches the part in which a move is made, and the move.
var numberedPart = regexp.MustCompile(`^((?:in )?part (?:\d+|` + strings.Join(numberWords, "|") + `)[.:,]?) (\S.*)$`)

// BeginsLikeMove reports whether a text in lower case begins with a verb of moves, or with the number of a part, that
// more words follow: "take 2 from b", "part 2 a1".
func BeginsLikeMove(text string) bool {
	return verbs.MatchString(text) || numberedPart.MatchString(text)
}

// verbNegative matches a negative number to take, which isn't a move.
var verbNegative = regexp.MustCompile(`^(?:i )?(?:move|play|take|remove|cut|eat|pick)(?: away)? -\d`)

// nouns matches nouns that can be left out. mayNouns is a quick test that spares most
// texts the pattern.
var (
	nouns    = regexp.MustCompile(`\b(?:stones?|pins?|coins?|the|a pile|objects?|heap|row|pile)\b ?`)
	mayNouns = has("stone", "pin", "coin", "the", "pile", "object", "heap", "row")
)

// rewrite returns the notations that text may mean, the likeliest first. The game reads the rest of
// the text, without verbs and nouns.
func rewrite(p rules.Position, text string) []string {
	forms := []string{text}
	if m := verbs.FindStringSubmatch(text); m != nil {
		forms = append(forms, m[1])
	}
	if in := numberedPart.FindStringSubmatch(text); in != nil {
		if m := verbs.FindStringSubmatch(in[2]); m != nil {
			forms = append(forms, in[1]+" "+m[1])
		}
	}
	for _, f := range forms {
		if !mayNouns(f) {
			continue
		}
		if bare := strings.TrimSpace(nouns.ReplaceAllString(f, "")); bare != f && bare != "" {
			forms = append(forms, bare)
		}
	}
	var out []string
	if p, ok := p.(rules.Loose); ok {
		for _, f := range forms {
			for _, n := range p.Readings(f) {
				out = append(out, spellings(n)...)
			}
		}
	}
	for _, f := range forms[1:] {
		out = append(out, spellings(f)...)
	}
	return out
}

// Readings returns the different legal moves that a text in lower case may mean, as
// notation or as the game words its moves. It ignores punctuation around the text.
func Readings(p rules.Position, text string) []rules.Move {
	text = strings.Trim(text, around+",")
	return LegalMoves(p, append(spellings(text), rewrite(p, text)...))
}

func firstLegal(p rules.Position, notations []string) (rules.Move, bool) {
	for _, n := range notations {
		if _, err := p.Play(rules.Move(n)); err == nil {
			return rules.Move(n), true
		}
	}
	return "", false
}

// LegalMoves returns the different legal moves among the notations.
func LegalMoves(p rules.Position, notations []string) []rules.Move {
	var legal []rules.Move
	seen := map[string]bool{}
	for _, n := range notations {
		if seen[n] {
			continue
		}
		seen[n] = true
		if _, err := p.Play(rules.Move(n)); err == nil {
			legal = append(legal, rules.Move(n))
		}
	}
	return legal
}

// ListMoves returns the texts of at most six moves, to list them in a sentence.
func ListMoves(moves []rules.Move) []words.Text {
	const most = 6
	t := make([]words.Text, 0, most)
	for _, m := range moves[:min(len(moves), most)] {
		t = append(t, words.New("notation", "move", m))
	}
	return t
}
