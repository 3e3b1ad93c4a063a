package game

// Wording is something to be said, as data: a code that the catalogue words,
// with its arguments. The method that returns the Wording says to which family
// of keys the code belongs.
type Wording struct {
	Code string
	// Args alternates names and values. A value is a string, a number, Numbers, a
	// Decimal, or a Wording, a list of them or a Series, which are entries
	// "words.<Code>". One that is named "count" chooses the plural form.
	Args []any
}

// Numbers are a value of Args that's said as a list: "2, 5, 9".
type Numbers []uint64

// Decimal is a number in digits, with a point before its decimals, as a value of Args. It's
// said with the decimal mark of the language.
type Decimal string

// Series are wordings that belong together in a sentence, as in "6, 4 and 1": a
// value of Args.
type Series []Wording

// Worded is a position with its own wording for itself, its moves and their
// steps; everything else is shown in notation. The wording has no effect on the
// rules.
type Worded interface {
	Position
	// Headline is the position, catalogue entry "position.<Code>". Besides
	// its own, the entry has the arguments title, the game's; piles, the rows
	// of the diagram; and their count.
	Headline() Wording
	// MoveWords are what the legal move m does, catalogue entries
	// "moved.<Code>", somebody did it, and "do.<Code>", one could. Besides its
	// own, the entries have the arguments player and move, the notation.
	MoveWords(m Move) Wording
	// StepWords returns the heading for choosing the step after prefix,
	// catalogue entry "menu.<Code>". It is asked only for a prefix that is not
	// empty and has Choices.
	StepWords(prefix string) Wording
}

// Loose is a position that understands its moves as people word them.
type Loose interface {
	// Readings returns the notations that text may mean, the likeliest first, in capitals
	// or small letters; they need not be legal. The text is in small letters with single
	// blanks, its numbers in digits.
	Readings(text string) []string
}
