package rules

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// sumOfGames: positions of several games side by side; move in one of them. In normal play each
// part counts as one pile of Nim, of the size of its Grundy value (Sprague 1935, Grundy
// 1939). Misère play is offered if all parts are tame: then only parts are added that are
// firm or fickle (Conway, On Numbers and Games, ch. 12). See worth.go.
var sumOfGames = Game{
	Key:      "sum",
	Title:    "Sum of games",
	Group:    SumGames,
	Endings:  []Ending{Normal, Misere},
	Costly:   []Ending{Normal, Misere},
	Examples: []string{sumExample, "nim 5 + chomp 2x4", "subtraction 21 {1-3} + stairs 2 0 3 + nim 2"},
	Parse:    func(text string) (Position, error) { return parseSum(text, Normal) },
	Start:    startSum,
	Draw:     drawSum,
	Bounds:   func(Ending) Size { return Size{} }, // each part has the bounds of its own game
	Grows:    func(Size) Size { return Size{} },
	InSetup:  inSum,
	Named: func(words []string) bool {
		return slices.Contains(words, plus) && slices.ContainsFunc(words, isKey) && !isStranger(words[0])
	},
}

const (
	sumExample = "nim 3 4 + kayles 4 + chomp 2x3"
	plus       = "+"

	minSum, maxSum = 2, 4 // the number of parts
)

// The list of games holds this one, so what asks the list is set after it.
var (
	// isKey reports whether a word that a person types is the key of another game.
	isKey func(word string) bool
	// readPart reads a part of a sum, which is numbered from 1.
	readPart func(number int, words []string, e Ending) (component, error)
)

func init() {
	isKey = func(word string) bool {
		g, known, err := find(strings.ToLower(word))
		return known && err == nil && g.Group != SumGames
	}
	readPart = readComponent
}

// isStranger reports whether a setup can't begin with a word, which then belongs to a sentence.
func isStranger(word string) bool { return isWord(word) && !isKey(word) }

// inSum reports whether words[i] is the key of a part, which would otherwise name the game
// of the whole setup.
func inSum(words []string, i int) bool {
	if !isKey(words[i]) {
		return false
	}
	return i > 0 && words[i-1] == plus || slices.Contains(words[i:], plus)
}

// parseSum reads positions with their games' keys in front and a plus sign between them.
// A setup is read under an ending, because it may mean another start there.
func parseSum(text string, e Ending) (Position, error) {
	parts := [][]string{nil}
	for _, f := range sumWords(text) {
		if f == plus {
			parts = append(parts, nil)
			continue
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], f)
	}
	if len(parts) < minSum || len(parts) > maxSum {
		return nil, notation("sum.parts", Args{"part": clip(text), "count": len(parts), "min": minSum, "max": maxSum, "example": sumExample})
	}
	p := sumPosition{make([]component, len(parts))}
	for i, words := range parts {
		c, err := readPart(i+1, words, e)
		if err != nil {
			return nil, err
		}
		p.parts[i] = c
	}
	return p, nil
}

// readComponent is readPart.
func readComponent(number int, words []string, e Ending) (component, error) {
	args := Args{"number": number, "part": clip(strings.Join(words, " ")), "example": sumExample}
	if len(words) == 0 {
		return component{}, notation("sum.empty", args)
	}
	g, err := Lookup(strings.ToLower(words[0]))
	switch {
	case err != nil:
		return component{}, notation("sum.no-game", args)
	case g.Loopy || g.Group == SumGames:
		args["title"] = Title(g.Key)
		return component{}, notation("sum.no-part", args)
	case len(words) == 1:
		args["title"], args["own"] = Title(g.Key), g.Key+" "+g.Examples[0]
		return component{}, notation("sum.no-position", args)
	}
	if !g.Offers(e) {
		e = Normal
	}
	p, err := g.Read(strings.Join(words[1:], " "), e)
	switch {
	case err != nil:
		return component{}, ofSum(err, g)
	case !p.Size().Within(summandOf(g, p)):
		bound := summandOf(g, p)
		args["title"], args["largest"], args["parts"], args["example"] = Title(g.Key), bound.Largest, bound.Parts, sumWith(g)
		return component{}, &Error{Kind: ErrTooLarge, Code: "sum.too-large", Args: args}
	case !addable(p):
		args["title"] = Title(g.Key)
		return component{}, notation("sum.no-part", args)
	}
	return newComponent(g, p), nil
}

// summandOf returns the bound of a part of a sum.
func summandOf(g Game, p Position) Size {
	if p, ok := p.(interface{ summand() Size }); ok {
		return p.summand()
	}
	return g.Summand
}

// ofSum makes the example in the refusal of a part of g one of a whole sum.
func ofSum(err error, g Game) error {
	var refusal *Error
	if errors.As(err, &refusal) {
		refusal.Args["example"] = sumWith(g)
	}
	return err
}

// sumWith returns an example of a sum with a part of g.
func sumWith(g Game) string {
	if g.Key == Default {
		return sumExample
	}
	return g.Key + " " + g.Examples[0] + " " + plus + " " + Default + " 3 4"
}

func newComponent(g Game, p Position) component { return component{g, p, worthOf(g, p)} }

// startSum reads a setup, and refuses it in misère play if no theory covers a part.
func startSum(setup string, e Ending) (Position, error) {
	p, err := parseSum(setup, e)
	if err != nil || e == Normal {
		return p, err
	}
	for i, c := range p.(sumPosition).parts {
		if c.wild {
			return nil, &Error{Kind: ErrNotOffered, Code: "sum.wild", Args: Args{"number": i + 1, "title": Title(c.game.Key), "position": c.String()}}
		}
	}
	return p, nil
}

// addends are small positions of games for random sums; the tame ones also occur in
// misère play.
var addends = []struct {
	key  string
	draw func(r *rand.Rand) string
	wild bool
}{
	{key: "nim", draw: func(r *rand.Rand) string { return differentHeaps(r, 1+r.IntN(2), 1, 7).String() }},
	{key: "kayles", draw: func(r *rand.Rand) string { return differentHeaps(r, 1, 3, 9).String() }, wild: true},
	{key: "chomp", draw: func(r *rand.Rand) string { return chompPosition{[]uint64{2 + r.Uint64N(3), 2}}.String() }},
	{key: "subtraction", draw: func(r *rand.Rand) string { return differentHeaps(r, 1, 4, 12).String() + " {1-3}" }},
	{key: "stairs", draw: func(r *rand.Rand) string { return differentHeaps(r, 3, 1, 4).String() }},
	{key: "coins", draw: func(r *rand.Rand) string { return randomSquares(r, 3, 9).String() }},
	{key: "lasker", draw: func(r *rand.Rand) string { return differentHeaps(r, 1, 2, 7).String() }},
	{key: "turtles", draw: func(r *rand.Rand) string { return randomSquares(r, 2, 7).String() }},
	{key: "cake", draw: func(r *rand.Rand) string { return "3x5@2," + strconv.Itoa(1+r.IntN(5)) }},
	{key: "wythoff", draw: func(r *rand.Rand) string { return differentHeaps(r, 2, 1, 6).String() }},
	{key: "grundy", draw: func(r *rand.Rand) string { return differentHeaps(r, 1, 5, 11).String() }},
}

// drawSum draws two or three parts of different games.
func drawSum(d *Drawing, e Ending) string {
	return fair(d, e, func() Position {
		count := 2 + d.IntN(2)
		var parts []string
		for _, i := range d.Perm(len(addends)) {
			if a := addends[i]; len(parts) < count && (e == Normal || !a.wild) {
				parts = append(parts, a.key+" "+a.draw(d.Rand))
			}
		}
		p, err := startSum(strings.Join(parts, " "+plus+" "), e)
		if err != nil || p.(sumPosition).live() < 2 {
			return nil
		}
		return p
	})
}
