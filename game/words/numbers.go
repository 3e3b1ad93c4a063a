package words

import (
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	decimals "golang.org/x/text/number"
)

// The keys of the marks between the thousands of a number and before its decimals.
const (
	groupMark   = "number.group"
	decimalMark = "number.decimal"
)

// numberMarks returns both marks of a language according to CLDR.
func numberMarks(tag language.Tag) (group, decimal string) {
	said := message.NewPrinter(tag).Sprint(decimals.Decimal(1234567.5)) // 1,234,567.5
	between := func(before, after string) string {
		_, rest, _ := strings.Cut(said, before)
		mark, _, _ := strings.Cut(rest, after)
		return mark
	}
	return between("1", "2"), between("7", "5")
}
