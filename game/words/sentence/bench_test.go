package sentence

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/rules"
)

// BenchmarkSentence reads the tables' sentences in every way that a line may be read: as a
// move, as a sentence, and as what is said to an exercise. Each is read as if for the first
// time. The distribution is over the sentences, each at its best round, so that what else
// the machine does counts little: run it with -benchtime 5x.
func BenchmarkSentence(b *testing.B) {
	t, lines := english(b), sentences(b)
	g, err := rules.Lookup(rules.Default)
	if err != nil {
		b.Fatal(err)
	}
	p, err := g.Parse("3 4 5")
	if err != nil {
		b.Fatal(err)
	}
	best := map[string]time.Duration{}
	for b.Loop() {
		for _, text := range lines {
			t.move.vocabulary.memo.forget()
			t.splits.forget()
			t.move.normal.forget()
			begun := time.Now()
			t.Exercise().ReadAnswer(p, text)
			t.Exercise().ReadRequest(text)
			t.ReadMove(p, text)
			if _, understood := t.Read(text); !understood {
				t.Guess(text, Situation{})
			}
			t.LikelyCommands(text, "", Situation{})
			if took, before := time.Since(begun), best[text]; before == 0 || took < before {
				best[text] = took
			}
		}
	}
	slices.SortFunc(lines, func(a, b string) int { return int(best[a] - best[b]) })
	for name, share := range map[string]int{"p50-µs": 500, "p90-µs": 900, "p99-µs": 990, "most-µs": 1000} {
		b.ReportMetric(float64(best[lines[(len(lines)-1)*share/1000]].Microseconds()), name)
	}
	b.Logf("the slowest: %q", lines[len(lines)-3:])
}

// sentences are those of the conversation's tables.
func sentences(b *testing.B) (lines []string) {
	files, err := filepath.Glob("../../chat/testdata/talk*.txt")
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
