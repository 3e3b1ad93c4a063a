package chat

import (
	"errors"
	"fmt"

	"nimbot/exchange"
	"nimbot/game"
	"nimbot/typed"
	"nimbot/words"
)

// refusal is an error that is shown to the person.
type refusal struct {
	text    words.Text
	how     exchange.Result
	buttons []exchange.Button // what to do instead
	whom    *exchange.Whom    // or the person to choose
}

func (r *refusal) Error() string { return fmt.Sprint(r.text.Key, " ", r.text.Args) }

func refuse(key string, args ...any) error {
	return &refusal{text: text(key, args...), how: exchange.Refused}
}

// refusalOf words an error of the rules, of package typed or of chat for the person. It
// returns nil for any other error.
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

// text makes a sentence from a key of the catalogue and pairs of argument names and
// values.
func text(key string, args ...any) words.Text { return words.New(key, args) }
