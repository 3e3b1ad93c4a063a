package game

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

// illegal is an ErrIllegal with a code of the catalogue.
func illegal(code string, args Args) error {
	return &Error{Kind: ErrIllegal, Code: code, Args: args}
}

// notation is an ErrNotation with a code of the catalogue. Args should hold
// "part", the offending piece, and "example", a right one.
func notation(code string, args Args) error {
	return &Error{Kind: ErrNotation, Code: code, Args: args}
}

// TooLarge is an ErrTooLarge that names the largest size that works.
func TooLarge(key string, max Size) error {
	return &Error{Kind: ErrTooLarge, Code: "start.too-large", Args: Args{
		"game": key, "parts": max.Parts, "largest": max.Largest, "total": max.Total,
	}}
}
