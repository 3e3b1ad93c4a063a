package command

import (
	"errors"
	"strings"

	"nimbot/game/words"
)

// MeantAsCommand reports whether a line that names no command and isn't a legal move was
// probably meant as a command or a sentence rather than as a move. unread is the error of
// reading it as a move.
func (l Line) MeantAsCommand(unread error) bool {
	if !l.Bare || l.Pressed() || IsAmbiguous(unread) {
		return false
	}
	text := strings.ToLower(l.Rest)
	word, rest, _ := strings.Cut(text, " ")
	if Nearest(word, harmless) != "" && IsWord(word) && !BeginsLikeMove(text) {
		return true
	}
	// A text with words of moves is refused as a move, so that the refusal says what is wrong with
	// it.
	return !strings.ContainsAny(text, "0123456789") && len(word)+len(rest) > 2 && !BeginsLikeMove(text)
}

// IsAmbiguous reports whether err refuses a text that can mean several moves.
func IsAmbiguous(err error) bool {
	var r *Refusal
	return errors.As(err, &r) && AsksWhich(r.Text)
}

// AsksWhich reports whether a refusal asks which move was meant, and lists the moves.
func AsksWhich(refusal words.Text) bool {
	return refusal.Key == "move.ambiguous" || refusal.Key == "move.meant" || refusal.Key == "move.several"
}

// IsDoubtful reports whether err asks about a text that its position has doubts about: no other reading may play a
// move.
func IsDoubtful(err error) bool {
	var r *Refusal
	return errors.As(err, &r) && AsksWhich(r.Text) && r.Text.Key != "move.ambiguous"
}

// UnknownCommand refuses a line that is neither a command nor a move, and proposes a
// command with a similar name unless that ends something. The words after the misspelt
// name are proposed with it if the command takes them and they are short enough to
// repeat.
func UnknownCommand(text string) error {
	word, rest, _ := strings.Cut(text, " ")
	if near := Nearest(word, harmless); near != "" && (rest == "" || Distance([]rune(strings.ToLower(word)), []rune(near)) == 1) {
		if Find(near).says() && rest != "" && string(Abridge(rest)) == rest {
			near += " " + rest
		}
		return refuse("unknown-near", words.Args{"word", Abridge(word), "near", near})
	}
	if rest == "" {
		return refuse("unknown", words.Args{"word", Abridge(word)})
	}
	return refuse("unknown-sentence", nil)
}

// IsUnknown reports whether err refuses a text that is neither a command nor a move.
func IsUnknown(err error) bool {
	var r *Refusal
	return errors.As(err, &r) && strings.HasPrefix(r.Text.Key, "unknown")
}

// NearCommand returns the command that err proposes for a misspelt first word, with the
// words after it; "" if it proposes none.
func NearCommand(err error) string {
	var r *Refusal
	if !errors.As(err, &r) || r.Text.Key != "unknown-near" {
		return ""
	}
	near, _ := r.Text.Args.Value("near").(string)
	return near
}
