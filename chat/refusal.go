package chat

import (
	"errors"
	"fmt"

	"nimbot/exchange"
	"nimbot/game"
	"nimbot/typed"
	"nimbot/words"
)

// refusal is an error that is told to the person.
type refusal struct {
	text    words.Text
	how     exchange.Result
	buttons []exchange.Button // what could be done instead
	whom    *exchange.Whom    // or the person that was missing
}

func (r *refusal) Error() string { return fmt.Sprint(r.text.Key, " ", r.text.Args) }

func refuse(key string, args ...any) error {
	return &refusal{text: text(key, args...), how: exchange.Refused}
}

// refusalOf words an error of the rules, of what was typed or of chat for the
// person; nil is for any other error.
func refusalOf(err error) (r *refusal) {
	if errors.As(err, &r) {
		return r
	}
	var t *typed.Refusal
	if errors.As(err, &t) {
		return &refusal{text: t.Text, how: exchange.Refused}
	}
	var g *game.Error
	if errors.As(err, &g) {
		return &refusal{text: typed.Abridged(g), how: exchange.Refused}
	}
	return nil
}

// text is a sentence: a key of the catalogue, and its arguments by name and value.
func text(key string, args ...any) words.Text { return words.New(key, args) }
