package rules

import (
	"strings"
	"testing"
)

// BenchmarkOctalTable fills the whole table of a new code, with one digit and with as
// many as a code can have.
func BenchmarkOctalTable(b *testing.B) {
	for _, code := range []string{"0.007", "0." + strings.Repeat("0", 15) + "7", "0.5637251463725147", "4." + strings.Repeat("7", 16), "4." + strings.Repeat("4", 16)} {
		b.Run(code, func(b *testing.B) {
			digits, err := readOctal(code)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				newOctal(code, digits).table.growTo(maxTable)
			}
		})
	}
}
