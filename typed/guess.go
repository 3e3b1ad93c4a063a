package typed

import (
	"errors"
	"slices"
	"strings"

	"nimbot/words"
)

// MeantAsCommand reports whether a line that names no command and isn't a legal
// move was probably meant as a command or as talk, rather than as a move. unread
// is why it can't be read as a move.
func (l Line) MeantAsCommand(unread error) bool {
	if !l.Bare || l.Pressed() || IsAmbiguous(unread) {
		return false
	}
	text := strings.ToLower(l.Rest)
	word, rest, _ := strings.Cut(text, " ")
	if Nearest(word, harmless) != "" && IsWord(word) && !BeginsLikeMove(text) {
		return true
	}
	// Words that stand in moves do not hide what is wrong with the move.
	return !strings.ContainsAny(text, "0123456789") && len(word)+len(rest) > 2 && !BeginsLikeMove(text)
}

// IsAmbiguous reports whether err refuses what can mean several moves.
func IsAmbiguous(err error) bool {
	var r *Refusal
	return errors.As(err, &r) && r.Text.Key == "move.ambiguous"
}

// UnknownCommand refuses a line that is neither a command nor a move. A near
// command is guessed unless it ends something. What stood behind the misspelt
// word is kept where it means something, unless it is too long to repeat. In a
// sentence, a command's name may stand anywhere.
func UnknownCommand(text string) error {
	word, rest, _ := strings.Cut(text, " ")
	if near := Nearest(word, harmless); near != "" && (rest == "" || Distance(strings.ToLower(word), near) == 1) {
		if Find(near).says() && rest != "" && Abridge(rest) == rest {
			near += " " + rest
		}
		return refuse("unknown-near", words.Args{"word", Abridge(word), "near", near})
	}
	if rest == "" {
		return refuse("unknown", words.Args{"word", Abridge(word)})
	}
	for word := range strings.FieldsSeq(strings.ToLower(rest)) {
		if word = strings.Trim(word, around+",;:"); slices.Contains(harmless, word) {
			return refuse("unknown-sentence-near", words.Args{"near", word})
		}
	}
	return refuse("unknown-sentence", nil)
}

// NearCommand is the command that err proposes for a misspelt first word, with what
// stood behind it; "" where it proposes none.
func NearCommand(err error) string {
	var r *Refusal
	if !errors.As(err, &r) || r.Text.Key != "unknown-near" {
		return ""
	}
	near, _ := r.Text.Args.Value("near").(string)
	return near
}
