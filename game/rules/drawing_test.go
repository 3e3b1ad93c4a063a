package rules

import (
	"errors"
	"strings"
	"testing"
)

// A game is refused where its name is typed if no pile that is drawn for it has a move. A stored match
// of it is still read.
func TestGamesWithoutAStart(t *testing.T) {
	for code, want := range map[string]string{
		"0.1": "octal.no-start", "0.10": "octal.no-start", "0.000000000007": "octal.no-start", "0.0000000000000001": "octal.no-start",
		"0." + strings.Repeat("0", 60): "octal.no-move", "0." + strings.Repeat("0", 60) + "1": "octal.too-long",
		"0.01": "", "0.111": "", "0.00000000007": "", "4.0": "", "0.137": "",
	} {
		_, err := LookupTyped("octal:" + code)
		var refused *Error
		errors.As(err, &refused)
		if refused != nil && refused.Code != want || refused == nil && want != "" {
			t.Errorf("LookupTyped(octal:%s) = %v, want %q", code, err, want)
		}
		if g, err := Lookup("octal:" + code); want == "octal.no-start" {
			if err != nil {
				t.Fatalf("Lookup(octal:%s): %v", code, err)
			}
			if _, err := g.Begin(g.Examples[0], Normal); err != nil {
				t.Errorf("Begin(%s) of octal:%s: %v", g.Examples[0], code, err)
			}
		}
	}
}
