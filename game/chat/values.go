package chat

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach/analysis"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// The bounds of a list of values.
const (
	mostValues  = 200
	firstValues = 20 // the last number of a list that names none
	valuesInRow = 10
)

// valueList is the list of values that a line asks for.
type valueList struct {
	game        rules.Game
	set         string // "{1-3}"
	first, last uint64
}

// showValues lists the Grundy values of the single piles of a game. Those of a game that is on here, and whose
// players get no hints, stay untold, and a player who asks has had a hint. It computes after the lane: a table may be long.
func showValues(e *execution) error {
	list, err := readValues(e)
	if err != nil {
		return err
	}
	if err := mayListValues(e, list.game); err != nil {
		return err
	}
	return computeAside(e, func(context.Context) error {
		of, ok, err := rules.SinglesOf(list.game, list.set, list.first, list.last)
		switch {
		case !ok:
			return refuse(noSingles(list.game), "title", words.Title(list.game.Key), "example", rules.TypedSetup(list.game.Key, list.game.Examples[0]))
		case err != nil:
			return valuesRefused(list.game, err)
		}
		m := dialog.Message{
			To: &e.r.User, Open: true, Lines: valuesLines(list.game, of), Buttons: message.LessonButton(list.game),
			Advice: &dialog.Advice{Kind: dialog.Explanation},
		}
		if list.first == list.last {
			m.Buttons = append(message.CommandButtons([]string{"values " + list.typed() + " 0-" + strconv.Itoa(firstValues)}), m.Buttons...)
		}
		e.show(m)
		return nil
	})
}

// noSingles is the refusal of a game without single piles.
func noSingles(g rules.Game) string {
	if g.Loopy {
		return "values.loopy"
	}
	return "values.no-piles"
}

var (
	inBraces = regexp.MustCompile(`\{[^}]*\}?`)
	rangeOf  = regexp.MustCompile(`^(\d+)(?:(?: ?(?:-|–|\.\.|…) ?| to | )(\d+))?$`)
)

// readValues reads "kayles 0-30", "subtraction {1-3} 20".
func readValues(e *execution) (list valueList, err error) {
	text := strings.ToLower(e.line.Rest)
	list.set = inBraces.FindString(text)
	text = strings.Replace(text, list.set, " ", 1)
	var misere bool
	var key string
	var numbers []string
	for _, w := range strings.Fields(text) {
		name := strings.TrimPrefix(w, "game:")
		switch {
		case w == "misere" || w == "misère":
			misere = true
		case w == rules.Normal.String():
		case key == "" && (name != w || !strings.ContainsAny(w[:1], "0123456789")):
			key = name
		default:
			numbers = append(numbers, w)
		}
	}
	if key == "" && list.set != "" { // only one game has sets
		key, _ = rules.NamedBy([]string{"1", list.set})
	}
	if key == "" {
		return list, refuse("values.what")
	}
	if list.game, err = rules.LookupTyped(key); err != nil {
		return list, command.UnknownGame(key, err)
	}
	between := strings.Join(numbers, " ")
	if err := list.readRange(between); err != nil || !misere {
		return list, err
	}
	return list, refuse("values.misere", "example", strings.TrimSpace("values "+list.typed()+" "+between))
}

// typed is the game as it stands in the command.
func (l valueList) typed() string { return strings.TrimSpace(l.game.Key + " " + l.set) }

// readRange reads "0-30" or "30"; "" is the usual range.
func (l *valueList) readRange(text string) error {
	if text == "" {
		l.last = firstValues
		return nil
	}
	m := rangeOf.FindStringSubmatch(text)
	if m == nil {
		return refuse("values.range", "part", command.Abridge(text), "game", l.typed())
	}
	first, last := "0", m[1]
	if m[2] != "" {
		first, last = m[1], m[2]
	}
	a, errA := strconv.ParseUint(first, 10, 64)
	b, errB := strconv.ParseUint(last, 10, 64)
	switch {
	case errA != nil || errB != nil || b > rules.MaxHeap:
		return refuse("values.large", "max", uint64(rules.MaxHeap), "game", l.typed())
	case a > b:
		return refuse("values.range", "part", command.Abridge(text), "game", l.typed())
	case b-a >= mostValues:
		return refuse("values.many", "count", b-a+1, "max", mostValues, "game", l.typed(), "first", a, "last", a+mostValues-1)
	}
	l.first, l.last = a, b
	return nil
}

// mayListValues refuses the values of a game in which somebody gets no help, and counts as a hint what a player asks about
// their own.
func mayListValues(e *execution, g rules.Game) error {
	if err := e.lacks(command.Secrets); err != nil {
		return err
	}
	isIn := func(situation string) bool { return strings.Contains(" "+situation, " "+g.Key+" ") } // also as a part of a sum
	for key, refusal := range e.secrets {
		if isIn(key) {
			return refuse(refusal)
		}
	}
	e.putBack()
	for t := range e.Tables {
		if !t.Playing() || !isIn(t.Game.Key+" "+t.Match.Position().String()) {
			continue
		}
		if err := mayHintAt(e, &t); err != nil {
			return err
		}
		if _, plays := t.SeatOf(e.r.User.ID); plays {
			e.sitAt(t.Number)
			if err := countHint(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// valuesRefused gives the refusal of a set or a number an example of this command.
func valuesRefused(g rules.Game, err error) error {
	r := dialog.RefusalOf(err)
	if r == nil {
		return err
	}
	example := "values " + g.Key
	if g.Set != "" {
		example += " " + g.Set
	}
	r.Text.Args = append(r.Text.Args, "example", example+" 0-"+strconv.Itoa(firstValues))
	return r
}

// valuesLines words a list of values, in rows that begin with whole tens.
func valuesLines(g rules.Game, of rules.Singles) []words.Text {
	last := of.First + uint64(len(of.Values)) - 1
	typed := g.Key + " " + of.Notation("n")
	lines := []words.Text{words.New("values.head", "title", words.Title(g.Key), "of", typed, "first", of.First, "last", last)}
	if of.First == last {
		typed = g.Key + " " + of.At(last)
		lines[0] = words.New("values.one", "title", words.Title(g.Key), "of", typed, "value", of.Values[0])
		if left, ok := valuesLeft(g, of.At(last)); ok {
			lines = append(lines, words.New("values.mex", "values", left, "value", of.Values[0]))
		}
	}
	for n := of.First; n <= last && of.First < last; {
		end := min(n+valuesInRow-1-n%valuesInRow, last)
		var row []string
		for ; n <= end; n++ {
			row = append(row, strconv.FormatUint(of.Values[n-of.First], 10))
		}
		key := "values.row"
		if len(row) == 1 {
			key = "values.row-of-one"
		}
		lines = append(lines, words.New(key, "first", end+1-uint64(len(row)), "last", end, "values", strings.Join(row, " ")))
	}
	switch {
	case of.Length > 0:
		lines = append(lines, words.New("values.period", "period", of.Length, "from", of.From))
	case of.Searched:
		lines = append(lines, words.New("values.no-period"))
	}
	return append(lines, words.New("values.meaning"))
}

// mostMoves is the largest number of moves whose values are listed for one position.
const mostMoves = 200

// valuesLeft lists the values that the moves from a position leave, each once; ok is false if there are no or too
// many moves, or values that aren't known.
func valuesLeft(g rules.Game, position string) (list string, ok bool) {
	p, err := g.Parse(position)
	if err != nil {
		return "", false
	}
	moves, more := analysis.FirstMoves(p.Moves(), mostMoves)
	if more { // before any is solved: a pile can be huge
		return "", false
	}
	var left []uint64
	for _, m := range moves {
		q, err := p.Play(m)
		if err != nil {
			return "", false
		}
		a, err := solve.Analyze(q, rules.Normal)
		if err != nil || !a.HasGrundy {
			return "", false
		}
		left = append(left, a.Grundy)
	}
	slices.Sort(left)
	left = slices.Compact(left)
	texts := make([]string, len(left))
	for i, v := range left {
		texts[i] = strconv.FormatUint(v, 10)
	}
	return strings.Join(texts, ", "), len(left) > 0
}
