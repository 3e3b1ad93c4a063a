package solve_test

import (
	"encoding/binary"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

func TestSearchRefusesWhatIsTooLarge(t *testing.T) {
	for _, c := range []struct {
		game, position string
		largest        uint64
	}{
		{"dawson-kayles", "81", 80},
		{"grundy", "95", 90},
		{"octal:0.137", "41", 40},
		{"octal:0.137", "1000000000000000000", 40},
	} {
		_, err := solve.Analyze(position(t, c.game, c.position), rules.Misere)
		var refusal *rules.Error
		if !errors.As(err, &refusal) || !errors.Is(err, rules.ErrTooLarge) {
			t.Errorf("Analyze(%s %s, misere) = %v, want game.ErrTooLarge", c.game, c.position, err)
			continue
		}
		if refusal.Args["game"] != c.game || refusal.Args["total"] != c.largest {
			t.Errorf("Analyze(%s %s, misere) names %v, want %s and %d", c.game, c.position, refusal.Args, c.game, c.largest)
		}
	}
}

// A table finds keys even if it is filled with colliding ones.
func TestPositionsThatCollide(t *testing.T) {
	for _, k := range []rules.Key{{}, {0: 1}, {15: 200}} {
		if !solve.FindsLastSlot(k) {
			t.Errorf("position %v isn't found in a full table, want it in the last slot", k)
		}
	}
}

// The limit of Grundy's game counts splits, and the refusal says so: a pile of
// 91 can be played though the limit is 90.
func TestGrundysLimitIsInSplits(t *testing.T) {
	if _, err := solve.Analyze(position(t, "grundy", "91"), rules.Misere); err != nil {
		t.Errorf("Analyze(grundy 91, misere) = %v, want an answer", err)
	}
	for text, code := range map[string]string{"grundy 92": "start.too-large-splits", "dawson-kayles 81": "start.too-large"} {
		key, start, _ := strings.Cut(text, " ")
		_, err := solve.Analyze(position(t, key, start), rules.Misere)
		var refusal *rules.Error
		if !errors.As(err, &refusal) || refusal.Code != code {
			t.Errorf("Analyze(%s, misere) = %v, want a refusal %s", text, err, code)
		}
	}
}

// Every start within the bounds must be decided; these are the hardest known ones.
func TestSearchDecidesTheLargest(t *testing.T) {
	for _, c := range []struct{ game, position string }{
		{"dawson-kayles", "80"}, {"grundy", "90"}, {"octal:0.777", "40"}, {"octal:0.7725", "5 16 11 8"}, {"octal:4.7", "10 10 10 10"},
	} {
		if _, err := solve.Analyze(position(t, c.game, c.position), rules.Misere); err != nil {
			t.Errorf("Analyze(%s %s, misere) = %v, want an answer", c.game, c.position, err)
		}
	}
}

// Search results are kept: asking again doesn't search.
func TestSearchResultsAreKept(t *testing.T) {
	solve.ForgetSearches()
	ask := func(text string) int {
		if _, err := solve.Analyze(position(t, "dawson-kayles", text), rules.Misere); err != nil {
			t.Fatalf("Analyze(%s): %v", text, err)
		}
		return solve.PositionsSearched()
	}
	first := ask("30 20")
	if again := ask("20 30 1"); first == 0 || again != first {
		t.Errorf("%d positions after the first search, %d after asking again", first, again)
	}
}

func TestSearchIsSafeForConcurrentUse(t *testing.T) {
	solve.ForgetSearches()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			key, text := []string{"dawson-kayles", "grundy"}[i%2], "20 21 5"
			a, err := solve.Analyze(position(t, key, text), rules.Misere)
			if err != nil {
				t.Errorf("Analyze(%s %s): %v", key, text, err)
			}
			for range a.Winning() {
			}
		})
	}
	wg.Wait()
}

// counting is a fake game with a given depth: (depth, n) leads to (depth−1, 2n) and
// (depth−1, 2n+1). It records the largest memory of the tables that it sees.
type counting struct {
	rules.Position
	depth uint64
	most  *int
}

func (c counting) Game() string            { return "counting" }
func (c counting) SearchBound() rules.Size { return rules.Size{} }
func (c counting) Size() rules.Size        { return rules.Size{Parts: 1} }

func (c counting) Key() (rules.Key, bool) { return countingKey(c.depth, 0), true }

func countingKey(depth, n uint64) (k rules.Key) {
	binary.LittleEndian.PutUint64(k[:8], depth)
	binary.LittleEndian.PutUint64(k[8:], n)
	return k
}

func (c counting) Next(k rules.Key) iter.Seq[rules.Key] {
	depth, n := binary.LittleEndian.Uint64(k[:8]), binary.LittleEndian.Uint64(k[8:])
	*c.most = max(*c.most, solve.SearchBytes())
	return func(yield func(rules.Key) bool) {
		if depth > 0 && yield(countingKey(depth-1, 2*n)) {
			yield(countingKey(depth-1, 2*n+1))
		}
	}
}

func (c counting) Moves() iter.Seq[rules.Move] { return slices.Values([]rules.Move(nil)) }

// until is a counting, too large to search, that ends once a lookup has been answered.
type until struct {
	counting
	ask      func() // started by the search
	asked    *sync.Once
	answered *atomic.Bool
}

func (u until) Next(k rules.Key) iter.Seq[rules.Key] {
	u.asked.Do(u.ask)
	if u.answered.Load() {
		return func(func(rules.Key) bool) {}
	}
	return u.counting.Next(k)
}

// Lookups are answered during another search.
func TestConcurrentLookupsDontWaitForASearch(t *testing.T) {
	solve.ForgetSearches()
	known := position(t, "dawson-kayles", "20 21 5")
	if _, err := solve.Analyze(known, rules.Misere); err != nil {
		t.Fatal(err)
	}
	most, answered := 0, atomic.Bool{}
	var asking sync.WaitGroup
	u := until{counting: counting{depth: 60, most: &most}, asked: &sync.Once{}, answered: &answered}
	u.ask = func() {
		asking.Go(func() {
			if _, err := solve.Analyze(known, rules.Misere); err != nil {
				t.Error(err)
			}
			answered.Store(true)
		})
	}
	if _, err := solve.Analyze(u, rules.Normal); err != nil {
		t.Errorf("the search ended with %v before a remembered answer was told", err)
	}
	asking.Wait()
}

// A search that needs more memory than it may use is refused, and leaves the
// memory free.
func TestSearchStaysWithinMemory(t *testing.T) {
	const limit = 4 << 20
	solve.LimitSearches(t, limit)
	solve.ForgetSearches()
	most := 0
	_, err := solve.Analyze(counting{depth: 60, most: &most}, rules.Normal)
	if !errors.Is(err, rules.ErrTooLarge) {
		t.Errorf("Analyze of a game without end = %v, want game.ErrTooLarge", err)
	}
	// While a table doubles, the old one of half its size is still in memory.
	if peak := most + most/2; peak > limit || peak < limit/4 {
		t.Errorf("the search used up to %d bytes, want at most %d and a good part of it", peak, limit)
	}
	if n := solve.PositionsSearched(); n != 0 {
		t.Errorf("%d positions are kept after a refusal, want none", n)
	}
}

// With little memory, tables of finished searches are dropped to make room.
func TestSearchesMakeRoom(t *testing.T) {
	ask := func(key, text string) {
		t.Helper()
		if _, err := solve.Analyze(position(t, key, text), rules.Misere); err != nil {
			t.Errorf("Analyze(%s %s, misere) = %v, want an answer", key, text, err)
		}
	}
	all := func() {
		ask("dawson-kayles", "56")
		ask("grundy", "70")
		ask("dawson-kayles", "57")
		ask("dawson-kayles", "19 20 21")
		ask("grundy", "23 23 24")
	}
	solve.ForgetSearches()
	all()
	limit := solve.SearchBytes() // too little, because a table that doubles also needs its old memory
	solve.LimitSearches(t, limit)
	solve.ForgetSearches()
	all()
	if n := solve.SearchBytes(); n == 0 || n >= limit {
		t.Errorf("the tables take %d bytes, want less than %d", n, limit)
	}
}
