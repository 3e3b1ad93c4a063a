package words

import "nimbot/game/rules"

// Where is a channel, or a message in it, to which a text leads.
type Where struct {
	Guild, Channel string
	Message        string // "": the channel itself
}

// Args are the named arguments of a Text, alternating names and values:
// Args{"count", 3, "player", p}. A value may be a string, a number, a Person or
// something Named (rendered as the platform names people), a Where, a Text, a []Text
// (rendered first; a list is joined in the language's manner) or a diagram's
// rows ([]rules.Row, "A 3, B 4"). An argument named "count" chooses the plural
// form.
//
// Numbers are joined as a list is, and a Decimal has the language's decimal mark.
//
// It isn't a map, because a board has dozens of Texts and each map would cost
// several hundred bytes.
type Args []any

// Decimal is a number in digits, with a point before its decimals.
type Decimal = rules.Decimal

// Value returns the argument of that name, the last one if there are several, nil if there is none.
func (a Args) Value(name string) any {
	for i := len(a)/2*2 - 2; i >= 0; i -= 2 {
		if n, _ := a[i].(string); n == name {
			return a[i+1]
		}
	}
	return nil
}

// person returns the first person that the arguments name.
func (a Args) person() (p Person, ok bool) {
	for i := 1; i < len(a); i += 2 {
		switch v := a[i].(type) {
		case Person:
			return v, true
		case Named:
			return v.Person(), true
		}
	}
	return Person{}, false
}

// Text is an unrendered sentence: a catalogue key with its arguments.
type Text struct {
	Key  string
	Args Args
}

// New makes a Text. A test checks the literal keys of all calls in the module
// against the catalogue.
func New(key string, args ...any) Text { return Text{Key: key, Args: args} }

// TextOf converts a code of package rules and its arguments to a Text.
func TextOf(key string, args rules.Args) Text {
	t := Text{Key: key}
	for k, a := range args {
		t.Args = append(t.Args, k, a)
	}
	return t
}
