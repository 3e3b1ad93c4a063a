package rules

// Wording is something to be said, as data: a code that the catalogue words,
// with its arguments. The method that returns the Wording says to which family
// of keys the code belongs.
type Wording struct {
	Code string
	// Args alternates names and values. A value is a string, a number, Numbers, a
	// Decimal, a Wording, a list of Wordings or a Series. Wordings among the values are
	// entries "words.<Code>". The value named "count" chooses the plural form.
	Args []any
}

// Numbers are a value of Args that is written as a list: "2, 5, 9".
type Numbers []uint64

// Decimal is a value of Args: a number in digits, with a point before its decimals. It is
// written with the decimal mark of the language.
type Decimal string

// Series is a value of Args: wordings that a sentence joins, as in "6, 4 and 1".
type Series []Wording

// Worded is a position with its own wording for itself and its moves; everything else is shown in
// notation. The wording has no effect on the rules.
type Worded interface {
	Position
	// Headline words the position, catalogue entry "position.<Code>". Besides
	// its own arguments, the entry has title, the game's title; piles, the rows
	// of the diagram; and count, their number.
	Headline() Wording
	// MoveWords words the legal move m: the catalogue entry "moved.<Code>" says
	// that a player made it, "do.<Code>" names it as a move to make. Besides
	// their own arguments, the entries have player, and move, its notation.
	MoveWords(m Move) Wording
}

// Stepwise is a position whose moves are chosen in several steps, with its own wording for the later
// ones.
type Stepwise interface {
	Position
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

// Doubtful is a position in which some texts have to be asked about, even if only one legal move fits.
type Doubtful interface {
	// Doubts returns the notations that such a text may mean, in capitals or small letters; they need
	// not be legal. several reports that it names several moves. There are none for other texts. The
	// text is as for Loose.
	Doubts(text string) (notations []string, several bool)
}
