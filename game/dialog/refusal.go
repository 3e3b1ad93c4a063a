package dialog

import (
	"errors"
	"fmt"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// Refusal is an error that the person is told about: why the bot did nothing, and what the
// person can do instead.
type Refusal struct {
	Text    words.Text
	How     Result
	Buttons []Button      // that do something else
	Whom    *PersonPicker // asks the person to choose somebody; nil: no choice is needed
}

func (r *Refusal) Error() string { return fmt.Sprint(r.Text.Key, " ", r.Text.Args) }

// Refuse makes a refusal from a key of the catalogue and pairs of argument names and
// values.
func Refuse(key string, args ...any) *Refusal { return RefuseAs(Refused, key, args...) }

// RefuseAs is like Refuse, but its Reply has another result than Refused.
func RefuseAs(how Result, key string, args ...any) *Refusal {
	return &Refusal{Text: words.New(key, args...), How: how}
}

// RefusalOf returns the refusal for an error of the rules, or of package command, or err itself if it
// is one. It returns nil for any other error.
func RefusalOf(err error) (r *Refusal) {
	var t *command.Refusal
	var g *rules.Error
	switch {
	case errors.As(err, &r):
		return r
	case errors.As(err, &t):
		return &Refusal{Text: t.Text, How: Refused}
	case errors.As(err, &g):
		return &Refusal{Text: command.Abridged(g), How: Refused}
	}
	return nil
}

// Reply returns the refusal as a private message to u. It is Open: others may read it, too.
func (r *Refusal) Reply(u User) Reply {
	return Reply{Result: r.How, Messages: []Message{{To: &u, Open: true, Lines: []words.Text{r.Text}, Buttons: r.Buttons, Whom: r.Whom}}}
}
