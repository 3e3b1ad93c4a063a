package rules

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

const octalPrefix = "octal:"

// octalFamily reads the key of any octal game: "octal:0.137". ok is false for other
// keys.
func octalFamily(key string) (g Game, ok bool, err error) {
	code, ok := strings.CutPrefix(key, octalPrefix)
	if !ok {
		return Game{}, false, nil
	}
	r, err := octalCode(code)
	if err != nil {
		return Game{}, true, err
	}
	return octalGame(r), true, nil
}

// octalGame returns the game of one code.
func octalGame(r *octalRules) Game {
	example := r.example()
	return Game{
		Key:      octalPrefix + r.code,
		Title:    "Octal game " + r.code,
		Endings:  []Ending{Normal, Misere},
		Costly:   []Ending{Normal, Misere},
		Examples: []string{example},
		Decoded:  r.decoded(),
		Parse: func(text string) (Position, error) {
			h, err := r.parse(text, example)
			if err != nil {
				return nil, err
			}
			return r.at(h), nil
		},
		Random: r.random,
		Bounds: r.bounds,
		Grows:  r.grows,
	}
}

// decoded says what each digit of the code allows.
func (r *octalRules) decoded() []Wording {
	var all []Wording
	for k, d := range r.digits {
		switch {
		case d == 0:
		case k == 0:
			all = append(all, Wording{Code: "octal.split"})
		default:
			all = append(all, Wording{Code: fmt.Sprint("octal.", d), Args: []any{"taken", k}})
		}
	}
	return all
}

// example returns a position in which there is a move.
func (r *octalRules) example() string {
	h := heaps{9, 4}
	for h[0] = 9; Over(r.position(h)) && h[0] < maxDigits; {
		h[0]++
	}
	for Over(r.position(h)) && h[0] > 1 {
		h[0]--
	}
	return h.String()
}

// random draws heaps; it returns the example if there is no move on the drawn ones.
func (r *octalRules) random(rnd *rand.Rand, e Ending) string {
	least := uint64(2)
	if r.digits[0] != 0 {
		least = 1 // small heaps: breaking them makes a long game
	}
	text := fairHeaps(rnd, e, 2, least, least+9, func(h heaps) withLive { return r.position(h) })
	if p, err := r.parse(text, text); err != nil || Over(r.position(p)) {
		return r.example()
	}
	return text
}
