package sentence

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words/command"
)

// takeValues removes the words that describe a game from a sentence and returns their
// values: names, sizes of piles, a mention, "name:value". ok is false if it gives two
// values of one option.
func (t *Interpreter) takeValues(spoken []string) (rest []string, values map[string]string, ok bool) {
	if rest, values, ok = (correctionReader{t}).values(spoken); ok {
		return rest, values, true
	}
	values = map[string]string{}
	set := func(v value, joined bool) bool {
		old, twice := values[v.option]
		if twice && v == defaultGame && !joined {
			return true // "kayles, nim": "nim" means the bot
		}
		values[v.option] = v.value
		return !twice || old == v.value || old == defaultGame.value && !joined
	}
	for i := 0; i < len(spoken); {
		v, n := t.valueAt(spoken[i:])
		if n == 0 && t.sep != "" && t.negations[spoken[i]] && i+1 < len(spoken) { // "3 5 7, not 3 4 5"; in Japanese, the negation follows
			if denied, m := t.valueAt(spoken[i+1:]); values[denied.option] != "" && (denied.option != "piles" || strings.Contains(denied.value, " ")) {
				v, n = value{}, 1+m
			}
		}
		switch {
		case n == 0:
			rest = append(rest, spoken[i])
			n = 1
		case v.option != "" && !set(v, v.option == "game" && i > 0 && t.between[spoken[i-1]]):
			return nil, nil, false
		}
		i += n
	}
	return rest, values, true
}

// valueAt returns the value that a sentence's first words give, and how many words it has; 0 if
// they give none. The bot's name counts as words without a value.
func (t *Interpreter) valueAt(spoken []string) (v value, n int) {
	for n = min(t.longest[spoken[0]], len(spoken)); n > 0; n-- {
		if v, ok := t.names[strings.Join(spoken[:n], " ")]; ok {
			return v, n
		}
	}
	word := spoken[0]
	option, means, keyed := strings.Cut(word, ":")
	switch {
	case keyed && command.IsSetupOption(option):
		return value{option, means}, 1
	case keyed && rules.Known(word): // nameValues names the listed games
		return value{"game", word}, 1
	case strings.HasPrefix(word, "@") && command.CalledBot(word[1:]):
		return value{}, 1
	case len(word) > 1 && word[0] == '@':
		return value{"player", word[1:]}, 1
	}
	piles, n := sizeReader{t}.piles(spoken)
	if piles == "" {
		return value{}, n
	}
	return value{"piles", piles}, n
}

// numbered returns the number that follows one of the words in before, if an option of the command
// can have that value: "open lesson two", "show me table 3"; "" for none.
func (t *Interpreter) numbered(spoken, before []string, cmd, option string) string {
	o, _ := command.Find(cmd).Option(option)
	for i, w := range t.inDigits(spoken) {
		if n, err := strconv.Atoi(w); err == nil && i > 0 && slices.Contains(before, spoken[i-1]) && n >= o.Least && (n <= o.Most || o.Most == 0) {
			return strconv.Itoa(n)
		}
	}
	return ""
}

// sizeReader reads the sizes of piles.
type sizeReader struct{ *Interpreter }

// piles reads the sizes of piles at the start of a sentence: "3 4 5", "one with three
// stones and one with four". It skips a number that says how many piles there are.
func (t sizeReader) piles(spoken []string) (piles string, n int) {
	if sizes, n := t.equalPiles(spoken); n > 0 {
		return sizes, n
	}
	var sizes []string
	for i := 0; i < len(spoken); i++ {
		w := spoken[i]
		if _, size, labelled := strings.Cut(w, "="); labelled { // "A=3"
			w = size
		}
		switch {
		case isSize(w) && t.move.leadsToSize(spoken[i:]): // "one with"
			i++
			n = i + 1
		case isSize(w):
			sizes, n = append(sizes, w), i+1
		case n == i && len(sizes) > 0 && t.move.roles[w] == thing: // "3 stones, 4 stones"
			n = i + 1
		case n != i || !t.between[w]:
			return t.joinSizes(sizes, w), n
		}
	}
	return t.joinSizes(sizes, ""), n
}

// maxAlike is the largest number of piles of one size that a sentence may ask for.
const maxAlike = 25

// equalPiles reads several piles of one size at the start of a sentence: "three piles of
// five"; n is 0 if there are none.
func (t sizeReader) equalPiles(spoken []string) (piles string, n int) {
	const words = 4
	if len(spoken) < words || !isSize(spoken[0]) || !t.move.isPiles(spoken[1]) || !t.move.sized[spoken[2]] || !isSize(spoken[3]) {
		return "", 0
	}
	if many, err := strconv.Atoi(spoken[0]); err == nil && 1 < many && many <= maxAlike {
		if _, more := t.piles(spoken[words-1:]); more == 1 {
			return strings.TrimSpace(strings.Repeat(spoken[3]+" ", many)), words
		}
	}
	return "", 0
}

// joinSizes joins sizes of piles. It returns "" if there is one number and the next word
// shows that it is the number of piles.
func (t sizeReader) joinSizes(sizes []string, after string) string {
	if len(sizes) == 1 && t.move.isPiles(after) {
		return ""
	}
	return strings.Join(sizes, " ")
}

// leadsToSize reports whether the first number counts one pile whose size follows: "1
// with 3".
func (t *moveInterpreter) leadsToSize(spoken []string) bool {
	return len(spoken) > 2 && spoken[0] == "1" && t.sized[spoken[1]] && isSize(spoken[2])
}

// isPiles reports whether a word means piles.
func (t *moveInterpreter) isPiles(word string) bool {
	return t.roles[word] == pile || t.roles[strings.TrimSuffix(word, "s")] == pile
}

// isSize reports whether a word is a number and no part of a game's notation.
func isSize(word string) bool { return isNumber(word) && !strings.ContainsAny(word, "@:") }

// ReadPiles reads sizes of piles that aren't separated by spaces alone: "(3,4,5)", "3 XOR
// 4 XOR 5"; ok is false for anything else.
func (t *Interpreter) ReadPiles(text string) (piles string, ok bool) {
	spoken := t.inDigits(t.split(text))
	if len(spoken) == 0 {
		return "", false
	}
	piles, n := sizeReader{t}.piles(spoken)
	return piles, n == len(spoken) && piles != ""
}

// GameNamed returns the key of the game that a text names: "learn mock turtles"; "" for none.
func (t Exercise) GameNamed(text string) string {
	_, values, _ := t.takeValues(t.split(text))
	return values["game"]
}

// UnknownRules words err for the name of a game whose rules a person asked for: "rules of
// the chopm game". It leaves out the words around the name that it knows.
func (t *Interpreter) UnknownRules(named string, err error) error {
	strange := slices.DeleteFunc(t.split(named), func(w string) bool { return t.move.vocabulary.known.has(w) })
	if len(strange) > 0 {
		named = strings.Join(strange, " ")
	}
	err = command.UnknownGame(named, err)
	if r := (*command.Refusal)(nil); errors.As(err, &r) {
		r.Text.Args = append(r.Text.Args, "rules", true)
	}
	return err
}
