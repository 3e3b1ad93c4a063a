package rules

import (
	"errors"
	"strings"
	"testing"
)

// A game is refused by its name if no pile that is drawn for it has a move.
func TestGamesWithoutAStart(t *testing.T) {
	for code, want := range map[string]string{
		"0.1": "octal.no-start", "0.10": "octal.no-start", "0.000000000007": "octal.no-start", "0.0000000000000001": "octal.no-start",
		"0." + strings.Repeat("0", 60): "octal.no-move", "0." + strings.Repeat("0", 60) + "1": "octal.too-long",
		"0.01": "", "0.111": "", "0.00000000007": "", "4.0": "", "0.137": "",
	} {
		_, err := Lookup("octal:" + code)
		var refused *Error
		errors.As(err, &refused)
		if refused != nil && refused.Code != want || refused == nil && want != "" {
			t.Errorf("Lookup(octal:%s) = %v, want %q", code, err, want)
		}
	}
}
