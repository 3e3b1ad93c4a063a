package sentence

import (
	"sync"
	"testing"

	"nimbot/game/words"
)

// readEnglish makes one Interpreter for all tests, since making it is slow.
var readEnglish = sync.OnceValues(func() (*Interpreter, error) {
	catalogue, err := words.Load()
	if err != nil {
		return nil, err
	}
	return New(catalogue.Talk("en")), nil
})

func english(t testing.TB) *Interpreter {
	t.Helper()
	talk, err := readEnglish()
	if err != nil {
		t.Fatal(err)
	}
	return talk
}
