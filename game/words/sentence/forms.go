package sentence

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// Forms are sentences with places for numbers and names: rules said in words, and questions about values.
// Only a sentence that is a form does something; one that only names a set is asked about.

// form is a sentence with places. A language has thousands: to read them takes longer than all phrases.
type form struct {
	Topic string
	Piles bool // piles are among its numbers
	Game  int  // which of the names of games in it stands at {game}: "Grundy" may be one, too
}

// The topics of forms, whose names no language's spellings may change, and the parts of rules that have a list of names beside those of the sets.
const (
	saidRules   = "rules"
	saidValue   = "worth"
	saidGrundy  = "grundy-idea"
	saidTheorem = "theorem"
	saidDemo    = "demo"

	upTo, anyNumber, butNot, splitting, orWords, toWords = "up-to", "any", "except", "split", "or", "to"

	numbersPlace = "{n}"
)

// said is what was found in a sentence beside its words.
type said struct {
	tokens  []string
	set     string     // "{primes}"
	numbers [][]uint64 // the runs of numbers
	joined  []bool     // which of them have an "or" or a "to" in them
	games   []string
	any     bool // any number may be taken
	except  bool // but not these
	split   bool // what is left may be split
}

// setNames has what names of sets and of parts of rules mean, by the words that are left of them.
type setNames struct {
	Means   hashTable[string]
	Longest int // number of words of the longest name
}

// formReader reads forms.
type formReader struct{ *Interpreter }

// readSetNames reads the names of sets of a language.
func (r formReader) readSetNames(sets map[string][]string) setNames {
	means, longest := map[string]string{}, 0
	for _, set := range slices.Sorted(maps.Keys(sets)) {
		for _, entry := range sets[set] {
			for _, name := range alternatives(entry) {
				spoken := r.bare(name)
				means[strings.Join(spoken, r.sep)], longest = set, max(longest, len(spoken))
			}
		}
	}
	return setNames{newHashTable(means), longest}
}

// readForms reads the forms of a language.
func (r formReader) readForms(lists map[string][]string) hashTable[form] {
	all := map[string]form{}
	for _, topic := range slices.Sorted(maps.Keys(lists)) {
		for _, entry := range lists[topic] {
			for _, text := range alternatives(entry) {
				key, f := r.readForm(text)
				f.Topic = topic
				all[key] = f
			}
		}
	}
	return newHashTable(all)
}

// readForm returns the tokens of a form, and what stands at its places. A set may be numbers, too.
func (r formReader) readForm(text string) (key string, f form) {
	var tokens []string
	for i, piece := range strings.FieldsFunc(text, func(c rune) bool { return c == '{' || c == '}' }) {
		if strings.HasPrefix(text, "{") == (i%2 == 0) {
			switch piece {
			case "piles":
				f.Piles = true
			case "game":
				f.Game = countOf(tokens, "{game}")
			}
			tokens = append(tokens, "{"+piece+"}")
			continue
		}
		tokens = append(tokens, r.read(r.bare(piece)).tokens...)
	}
	for i, token := range tokens {
		if token == "{piles}" || token == "{number}" {
			tokens[i] = numbersPlace
		}
	}
	return strings.Join(tokens, r.sep), f
}

// countOf returns how often a token occurs.
func countOf(tokens []string, token string) (n int) {
	for _, t := range tokens {
		if t == token {
			n++
		}
	}
	return n
}

// bare returns the words of a text that mean something, numbers in digits.
func (r formReader) bare(text string) []string {
	return r.withoutFillers(r.inDigits(r.split(text)))
}

// read finds sets, numbers and names among words; things and piles are left out.
func (r formReader) read(spoken []string) (s said) {
	for i := 0; i < len(spoken); {
		switch means, n := r.nameAt(spoken[i:]); means {
		case "":
		case upTo:
			if i+n < len(spoken) && isNumber(spoken[i+n]) {
				most, _ := strconv.ParseUint(spoken[i+n], 10, 64)
				s.take("{1-" + strconv.FormatUint(most, 10) + "}")
				i += n + 1
				continue
			}
		case anyNumber:
			s.any, s.tokens = true, append(s.tokens, "{set}")
			i += n
			continue
		case butNot:
			s.except = true
			i += n
			continue
		case splitting:
			s.split, s.tokens = true, append(s.tokens, "{split}")
			i += n
			continue
		case orWords, toWords:
		default:
			s.take("{" + means + "}")
			i += n
			continue
		}
		i += r.readWord(spoken[i:], &s)
	}
	return s
}

// take notes the set.
func (s *said) take(set string) {
	s.set, s.tokens = set, append(s.tokens, "{set}")
}

// readWord reads what no list names: numbers, a game, or a word.
func (r formReader) readWord(spoken []string, s *said) (n int) {
	if v, n := r.valueAt(spoken); n > 0 && v.option == "game" {
		s.games, s.tokens = append(s.games, v.value), append(s.tokens, "{game}")
		return n
	}
	if _, err := strconv.ParseUint(spoken[0], 10, 64); err != nil { // also "1v1", and a number that is too large
		if role := r.move.roles[spoken[0]]; role != thing && role != pile {
			s.tokens = append(s.tokens, spoken[0])
		}
		return 1
	}
	var run []uint64
	joined, ranged, linked := false, false, false
	for n < len(spoken) {
		means, _ := r.nameAt(spoken[n:])
		role := r.move.roles[spoken[n]]
		v, err := strconv.ParseUint(spoken[n], 10, 64)
		switch {
		case err == nil && ranged && len(run) > 0 && v > run[len(run)-1] && v-run[len(run)-1] <= mostNamed:
			for k := run[len(run)-1] + 1; k <= v; k++ {
				run = append(run, k)
			}
			ranged = false
		case err == nil && !linked && r.breaks(run, v):
			s.add(run, joined)
			return n
		case err == nil:
			run, linked = append(run, v), false
		case means == orWords && r.numberFollows(spoken[n+1:]):
			joined, linked = true, true
		case means == toWords && r.numberFollows(spoken[n+1:]) && larger(spoken[n+1], run):
			joined, ranged = true, true
		case means != toWords && (r.between[spoken[n]] || r.move.joins[spoken[n]]) && r.numberFollows(spoken[n+1:]):
			linked = true
		case role == thing || role == pile:
		default:
			s.add(run, joined)
			return n
		}
		n++
	}
	s.add(run, joined)
	return n
}

// breaks reports whether a number begins another run: in "9から1か2", only a particle stood between 9 and 1.
func (r formReader) breaks(run []uint64, v uint64) bool {
	return r.sep == "" && len(run) > 0 && v < run[len(run)-1]
}

// mostNamed is the largest number of numbers of a set.
const mostNamed = 64

// numberFollows reports whether the next word is a number.
func (r formReader) numberFollows(spoken []string) bool {
	return len(spoken) > 0 && isNumber(spoken[0])
}

// larger reports whether a number may end a range that begins with the last one of a run: "from 9, 1" is none.
func larger(digits string, run []uint64) bool {
	v, err := strconv.ParseUint(digits, 10, 64)
	return err == nil && len(run) > 0 && v > run[len(run)-1]
}

// add notes a run of numbers.
func (s *said) add(run []uint64, joined bool) {
	s.numbers, s.joined, s.tokens = append(s.numbers, run), append(s.joined, joined), append(s.tokens, numbersPlace)
}

// nameAt returns what the longest name at the start of the words means.
func (r formReader) nameAt(spoken []string) (means string, n int) {
	for n = min(r.setNames.Longest, len(spoken)); n > 0; n-- {
		if means := r.setNames.Means.of(strings.Join(spoken[:n], r.sep)); means != "" {
			return means, n
		}
	}
	return "", 0
}

// numericSet makes the first run of numbers that are joined by an "or" the set if there is no other.
func (s *said) numericSet() {
	run := slices.Index(s.joined, true)
	if run < 0 || s.set != "" || s.except || len(s.numbers[run]) < 2 {
		return
	}
	s.set = "{" + joinNumbers(s.numbers[run], ",") + "}"
	s.numbers = slices.Delete(s.numbers, run, run+1)
	for i, token := range s.tokens {
		if token == numbersPlace {
			if run == 0 {
				s.tokens[i] = "{set}"
				return
			}
			run--
		}
	}
}

func joinNumbers(numbers []uint64, sep string) string {
	var texts []string
	for _, n := range numbers {
		texts = append(texts, strconv.FormatUint(n, 10))
	}
	return strings.Join(texts, sep)
}

// ReadForm answers a sentence with places for numbers and names. ok is false for all others. A game begins only for a
// whole form that names its piles, and for a person who plays already it is only offered.
func (t *Interpreter) ReadForm(text string, st Situation) (a Answer, ok bool) {
	if len(t.forms.Hashes) == 0 || quotesPart(text) {
		return Answer{}, false
	}
	r := formReader{t}
	s := r.read(r.withoutFillers(t.inDigits(t.conversation().withoutCourtesies(t.split(t.fold(text))))))
	if f := t.forms.of(strings.Join(s.tokens, t.sep)); f.Topic != "" && f.Topic != saidRules {
		return s.tells(f)
	}
	s.numericSet()
	f := t.forms.of(strings.Join(s.tokens, t.sep))
	found := f.Topic != ""
	takes := slices.ContainsFunc(s.tokens, func(w string) bool { return t.move.taking[w] })
	asks := slices.ContainsFunc(s.tokens, func(w string) bool { return t.negations[w] })
	plays := st.Running && st.IsPlayer
	now := found && f.Piles && !plays && !strings.Contains(text, "?")
	named := s.set != "" && !s.except || s.set == "" && s.any && s.except
	switch {
	case !named, plays && !found, !found && (!takes || asks):
		return Answer{}, false
	case s.except:
		return s.allBut()
	case s.split:
		return s.splits(now)
	}
	return s.begins(now)
}

// usualPile is the pile of a game whose rules were said without one.
const usualPile = "20"

// piles returns the sizes that were named, or the usual pile.
func (s said) piles() string {
	if len(s.numbers) == 0 {
		return usualPile
	}
	return joinNumbers(s.numbers[len(s.numbers)-1], " ")
}

// begins begins the game in which a set of numbers may be taken, or asks about it.
func (s said) begins(now bool) (Answer, bool) {
	setup := s.piles() + " " + s.set
	if now {
		return run("start " + setup), true
	}
	return Answer{Say: words.New("talk.said-set", "set", s.set), Buttons: []string{"start " + setup, "predict " + setup}}, true
}

// splits leads to the octal game in which some numbers may be taken and what is left may be split.
func (s said) splits(now bool) (Answer, bool) {
	const mostDigits = 9
	code := []byte(strings.Repeat("0", mostDigits))
	for field := range strings.SplitSeq(strings.Trim(s.set, "{}"), ",") {
		first, last, ranged := strings.Cut(field, "-")
		if !ranged {
			last = first
		}
		a, errA := strconv.Atoi(first)
		b, errB := strconv.Atoi(last)
		if errA != nil || errB != nil || a < 1 || b > mostDigits {
			return Answer{}, false
		}
		for ; a <= b; a++ {
			code[a-1] = '7'
		}
	}
	key := "octal:0." + strings.TrimRight(string(code), "0")
	start := "start game:" + key
	if len(s.numbers) > 0 {
		start = "start " + s.piles() + " game:" + key
	}
	if now {
		return run(start), true
	}
	return Answer{Say: words.New("talk.said-split", "code", key), Buttons: []string{start, "rules " + key}}, true
}

// allBut leads to the set of all numbers up to the largest pile but some.
func (s said) allBut() (Answer, bool) {
	if len(s.numbers) == 0 {
		return Answer{}, false
	}
	left, largest := s.numbers[0], uint64(0)
	s.numbers = s.numbers[1:]
	piles := s.piles()
	for field := range strings.FieldsSeq(piles) {
		n, _ := strconv.ParseUint(field, 10, 64)
		largest = max(largest, n)
	}
	if largest > mostNamed {
		return Answer{Say: words.New("talk.said-but", "numbers", joinNumbers(left, ", "), "max", mostNamed), Buttons: []string{"rules", "games"}}, true
	}
	var runs []string
	for a := uint64(1); a <= largest; a++ {
		b := a
		for ; b <= largest && !slices.Contains(left, b); b++ {
		}
		switch {
		case b == a+1:
			runs = append(runs, strconv.FormatUint(a, 10))
		case b > a:
			runs = append(runs, strconv.FormatUint(a, 10)+"-"+strconv.FormatUint(b-1, 10))
		}
		a = b
	}
	setup := piles + " {" + strings.Join(runs, ",") + "}"
	return Answer{Say: words.New("talk.said-but", "numbers", joinNumbers(left, ", "), "max", mostNamed), Buttons: []string{"start " + setup, "predict " + setup}}, true
}

// tells answers a question about values, and shows a demonstration.
func (s said) tells(f form) (Answer, bool) {
	switch f.Topic {
	case saidDemo:
		return run("demo"), true
	case saidGrundy:
		return explainTerm("mex"), true
	case saidTheorem:
		return Answer{Say: words.New("talk.theorem"), Buttons: []string{"learn 11", "start game:" + sums().Key, "predict " + sums().Examples[0]}}, true
	}
	if f.Game >= len(s.games) {
		return Answer{}, false
	}
	line := "values " + s.games[f.Game]
	if len(s.numbers) > 0 && len(s.numbers[0]) == 1 {
		line += " " + strconv.FormatUint(s.numbers[0][0], 10)
	}
	if _, err := command.Parse(line); err != nil {
		return Answer{}, false
	}
	return run(line), true
}

// sums returns the game that adds up others.
func sums() rules.Game {
	games := rules.Games()
	return games[slices.IndexFunc(games, func(g rules.Game) bool { return g.Group == rules.SumGames })]
}
