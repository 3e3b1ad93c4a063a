package typed

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nimbot/game"
	"nimbot/words"
)

// ReadMove understands a move as people type it. The exact notation comes
// first; looser forms are taken when just one legal move can be meant.
func ReadMove(p game.Position, typed string) (game.Move, error) {
	text := strings.ToLower(strings.Trim(typed, around))
	if m, ok := firstLegal(p, spellings(text)); ok {
		return m, nil // nearly every move, buttons among them: no pattern is tried
	}
	if d := digits(text); d != text {
		text = d
		if m, ok := firstLegal(p, spellings(text)); ok {
			return m, nil
		}
	}
	candidates := rewrite(p, text)
	legal := legalOnes(p, candidates)
	switch {
	case len(legal) == 1:
		return legal[0], nil
	case len(legal) > 1:
		return "", refuse("move.ambiguous", words.Args{"moves", quoted(legal)})
	}
	// Say what is wrong with the likeliest reading.
	return "", likeliestRefusal(p, typed, append(candidates, spellings(text)...))
}

// around is what may stand around a move and says nothing.
const around = " `'\".!?()"

// likeliestRefusal is why the first candidate that has the form of a move is
// refused: "TOP9" has not, "top9" cuts too deep. None may be legal. Where none
// has the form, what was typed is no move.
func likeliestRefusal(p game.Position, typed string, candidates []string) error {
	form := words.Args{"move", Abridge(typed)}
	for _, c := range candidates {
		_, err := p.Play(game.Move(c))
		var refusal *game.Error
		if !errors.As(err, &refusal) || namesWord(refusal) {
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

// namesWord reports whether a refusal took a word for the name of a pile or a
// row: "There is no pile TAKE."
func namesWord(e *game.Error) bool {
	label, _ := e.Args["label"].(string)
	last, _ := e.Args["last"].(string)
	return last != "" && len(label) > len(last)+1
}

// numberWords are the numbers that people write as words, from one on.
var numberWords = []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// numberWord finds one of them, in a text that mayNumber lets through.
var (
	numberWord = regexp.MustCompile(`\b(?:` + strings.Join(numberWords, "|") + `)\b`)
	mayNumber  = has(numberWords...)
)

// digits writes small numbers in digits: "take one from c".
func digits(text string) string {
	if !mayNumber(text) {
		return text
	}
	return numberWord.ReplaceAllStringFunc(text, func(word string) string {
		return strconv.Itoa(slices.Index(numberWords, word) + 1)
	})
}

// spellings are the ways to write text as one notation: without blanks, with
// piles in capitals, and as it stands.
func spellings(text string) []string {
	joined := strings.ReplaceAll(text, " ", "")
	return []string{strings.ToUpper(joined), joined}
}

// has recognises a text in which one of the words stands somewhere.
func has(words ...string) func(text string) bool {
	return func(text string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
	}
}

func numbersOnly(text string) bool { return strings.Trim(text, "0123456789 ,") == "" }

func letterFirst(text string) bool { return text != "" && 'a' <= text[0] && text[0] <= 'z' }

// patterns turn everyday wording into notation. The words between are what
// people say: "take 2 from B", "split A into 1 and 2", "5 to 3". Matching is
// slow, so that a form is only tried on a text that may have it.
var patterns = []struct {
	may  func(text string) bool
	form *regexp.Regexp
	as   string
}{
	{has(" from ", " of ", " off "), re(`(\d+|all) (?:from|of|off) (?:pile )?([a-z]+)`), "$2$1"},
	{has(" and "), re(`(\d+) from (?:pile )?([a-z]+) and (\d+) from (?:pile )?([a-z]+)`), "$2$1$4$3"},
	{letterFirst, re(`(?:from )?(?:pile )?([a-z]+)[ ,:-]*(\d+|all)`), "$1$2"},
	{DigitFirst, re(`(\d+) ?([a-z]+)`), "$2$1"},
	{has("pass"), re(`pass(?: on)? (?:pile )?([a-z]+)`), "${1}0"},
	{has(" pass"), re(`(?:pile )?([a-z]+) pass`), "${1}0"},
	{has(" into ", " leaving "), re(`(\d+) from (?:pile )?([a-z]+) (?:into|leaving) (\d+)(?: and |[ +,]+)(\d+)`), "$2$1:$3+$4"},
	{has(" into ", " as ", " leaving "), re(`(?:split )?(?:pile )?([a-z]+) (?:into|as|leaving) (\d+)(?: and |[ +,]+)(\d+)`), "$1:$2+$3"},
	{has("split "), re(`split (?:pile )?([a-z]+) (\d+)(?: and |[ +,]+)(\d+)`), "$1:$2+$3"},
	{has(" to ", " -> "), re(`(?:coin )?(?:on )?(?:square )?(\d+) (?:to|->) (?:square )?(\d+)`), "$1-$2"},
	{has(" to ", " -> "), re(`(?:man )?([a-z]+) (?:to|->) (?:square )?(\d+)`), "$1$2"},
	{has("both "), re(`both (\d+)`), "ab$1"},
	{has(" both"), re(`(\d+) both`), "ab$1"},
	{has(" both", " each"), re(`(\d+) from (?:both|each)`), "ab$1"},
	{numbersOnly, re(`(\d+)[ ,]+(\d+)`), "$1,$2"},
	{numbersOnly, re(`(\d+)[ ,]+(\d+)`), "$1-$2"},
	{has("and "), re(`(\d+)[ ,]+and (\d+)`), "$1,$2"},
	{DigitFirst, re(`(\d+)[ ,]+(\d+)[ ,]+(?:and )?(\d+)`), "$1,$2,$3"},
	{has("row "), re(`row (\d+) col(?:umn)? (\d+)`), "$1,$2"},
	{has("top", "bottom", "left", "right"), re(`(\d+) (?:rows?|columns?|slices?)? ?(?:from|at|off) (?:the )?(top|bottom|left|right)`), "$2$1"},
	{has(" from step "), re(`(\d+) from step (\d+)`), "$2:$1"},
	{has("step "), re(`step (\d+)[ :]+(\d+)`), "$1:$2"},
}

func re(form string) *regexp.Regexp { return regexp.MustCompile("^(?:" + form + ")$") }

// verbs may stand in front of any wording and say nothing.
var verbs = re(`(?:i )?(?:move|play|take|remove|slide|cut|eat|bite|turn|flip|knock|pick)(?: away| down| over| up)? (.+)`)

// nouns that may be left out, and what finds most texts that have none.
var (
	nouns    = regexp.MustCompile(`\b(?:stones?|pins?|coins?|the|a pile|objects?|heap|row|pile)\b ?`)
	mayNouns = has("stone", "pin", "coin", "the", "pile", "object", "heap", "row")
)

// rewrite lists the notations that text may stand for, likeliest first.
func rewrite(p game.Position, text string) []string {
	forms := []string{text}
	if m := verbs.FindStringSubmatch(text); m != nil {
		forms = append(forms, m[1])
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
	for _, f := range forms {
		for _, pat := range patterns {
			if !pat.may(f) {
				continue
			}
			if m := pat.form.FindStringSubmatchIndex(f); m != nil {
				n := string(pat.form.ExpandString(nil, pat.as, f, m))
				out = append(out, spellings(resolveAll(p, n))...)
			}
		}
		out = append(out, inOnlyPile(p, f)...)
		out = append(out, turnedEdge(p, f)...)
	}
	for _, f := range forms[1:] {
		out = append(out, spellings(f)...)
	}
	for _, n := range append(spellings(text), out...) {
		if !strings.Contains(n, "+") {
			continue
		}
		if m := splitParts.FindStringSubmatch(n); m != nil {
			out = append(out, m[1]+m[3]+"+"+m[2])
		}
	}
	return out
}

// splitParts finds the two parts of a split, to be tried the other way round:
// games write the smaller part first, people whichever they think of.
var splitParts = regexp.MustCompile(`^(.+:)(\d+)\+(\d+)$`)

// resolveAll replaces "all" by what the pile in front of it holds.
func resolveAll(p game.Position, notation string) string {
	label, ok := strings.CutSuffix(notation, "all")
	if !ok {
		return notation
	}
	for _, r := range p.Diagram().Rows {
		if strings.EqualFold(r.Label, label) {
			return fmt.Sprint(label, r.Count)
		}
	}
	return notation
}

// turnedEdge reads the edge of a tree from its other end: games write the end
// nearer to the ground first.
func turnedEdge(p game.Position, text string) []string {
	from, to, ok := strings.Cut(strings.ReplaceAll(text, " ", ""), "-")
	if !ok || !IsNumber(from) || !IsNumber(to) || p.Diagram().Shape != game.Tree {
		return nil
	}
	return []string{to + "-" + from}
}

// inOnlyPile reads a bare number, "all" or "pass", as done to any one pile.
func inOnlyPile(p game.Position, text string) []string {
	if text == "pass" {
		text = "0"
	}
	if !IsNumber(text) && text != "all" {
		return nil
	}
	var out []string
	for _, r := range p.Diagram().Rows {
		if r.Label != "" && r.Count > 0 {
			out = append(out, strings.ToUpper(resolveAll(p, strings.ToLower(r.Label)+text)))
		}
	}
	return out
}

func firstLegal(p game.Position, notations []string) (game.Move, bool) {
	for _, n := range notations {
		if _, err := p.Play(game.Move(n)); err == nil {
			return game.Move(n), true
		}
	}
	return "", false
}

// legalOnes are the different legal moves among the notations.
func legalOnes(p game.Position, notations []string) []game.Move {
	var legal []game.Move
	seen := map[string]bool{}
	for _, n := range notations {
		if seen[n] {
			continue
		}
		seen[n] = true
		if _, err := p.Play(game.Move(n)); err == nil {
			legal = append(legal, game.Move(n))
		}
	}
	return legal
}

// quoted lists moves to choose from, at most a handful.
func quoted(moves []game.Move) []words.Text {
	const most = 6
	t := make([]words.Text, 0, most)
	for _, m := range moves[:min(len(moves), most)] {
		t = append(t, words.New("notation", words.Args{"move", m}))
	}
	return t
}
