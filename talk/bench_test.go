package talk

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game"
)

// BenchmarkSentence reads the tables' sentences in every way that a line may be read: as a
// move, as a sentence, and as what is said to an exercise. p99 is of whole sentences.
func BenchmarkSentence(b *testing.B) {
	t, lines := english(b), sentences(b)
	g, err := game.Lookup(game.Default)
	if err != nil {
		b.Fatal(err)
	}
	p, err := g.Parse("3 4 5")
	if err != nil {
		b.Fatal(err)
	}
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		text := lines[i%len(lines)]
		begun := time.Now()
		t.Exercise().ReadAnswer(p, text)
		t.Exercise().ReadRequest(text)
		t.ReadMove(p, text)
		if _, ok := t.Read(text); !ok {
			t.Guess(text)
		}
		t.Likely(text, "", Situation{})
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// sentences are those of the conversation's tables.
func sentences(b *testing.B) (lines []string) {
	files, err := filepath.Glob("../chat/testdata/talk*.txt")
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			b.Fatal(err)
		}
		for s := bufio.NewScanner(f); s.Scan(); {
			if cells := strings.Split(s.Text(), " | "); len(cells) > 2 {
				lines = append(lines, cells[1])
			}
		}
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
	}
	return lines
}
