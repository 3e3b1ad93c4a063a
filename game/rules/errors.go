package rules

import "errors"

// The kinds of refusal. Every *Error of this package is one of them.
var (
	ErrIllegal     = errors.New("illegal move")
	ErrNotation    = errors.New("bad notation")
	ErrTooLarge    = errors.New("too large")
	ErrUnknownGame = errors.New("unknown game")
	ErrNotOffered  = errors.New("ending not offered")
	ErrMatch       = errors.New("not possible in this match")
)

// illegal returns an ErrIllegal with a code of the catalogue.
func illegal(code string, args Args) error {
	return &Error{Kind: ErrIllegal, Code: code, Args: args}
}

// notation returns an ErrNotation with a code of the catalogue. Args should hold
// "part", the offending piece, and "example", a valid position; "max", if it is a
// uint64, is the largest size of a part that can be written.
func notation(code string, args Args) error {
	return &Error{Kind: ErrNotation, Code: code, Args: args}
}

// withExample adds the first legal move of p, if there is one, as an example to the
// refusal of a move.
func withExample(p Position, err error) error {
	var refusal *Error
	if errors.As(err, &refusal) {
		for m := range p.Moves() {
			refusal.Args["example"] = string(m)
			break
		}
	}
	return err
}

// Title is an argument of an error: the key of a game, for which package words says the title.
type Title string

// TooLarge returns an ErrTooLarge that names the largest size that works.
func TooLarge(key string, max Size) error {
	example := ""
	if g, err := Lookup(key); err == nil {
		example = g.Examples[0]
	}
	return tooLarge(key, max, example)
}

// tooLarge is TooLarge for the games themselves, which know their example.
func tooLarge(key string, max Size, example string) error {
	code := "start.too-large"
	if max.Splits {
		code = "start.too-large-splits"
	}
	args := Args{"game": key, "title": Title(key), "parts": max.Parts, "largest": max.Largest, "total": max.Total}
	if example != "" {
		args["example"] = example
	}
	return &Error{Kind: ErrTooLarge, Code: code, Args: args}
}

func notOffered(g Game, e Ending) error {
	return &Error{Kind: ErrNotOffered, Code: "ending.not-offered", Args: Args{"game": g.Key, "ending": e.String()}}
}

func startIsOver(g Game, p Position) error {
	return &Error{Kind: ErrNotation, Code: "start.over", Args: Args{"position": p.String(), "example": g.Examples[0]}}
}
