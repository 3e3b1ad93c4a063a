package draw_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nimbot/game/draw"
	"nimbot/game/rules"
)

// Bundles of one size stand below each other, and each pile has all of its stones.
func TestBundles(t *testing.T) {
	d := bundled(counts(rules.Piles, 1, 3, 5, 4))
	for _, c := range []struct {
		style draw.Style
		want  string
	}{
		{draw.Code, "A         ● 1\nB      ●● ● 3\nC ●●●●    ● 5\nD ●●●●      4"},
		{draw.ASCII, "A         o 1\nB      oo o 3\nC oooo    o 5\nD oooo      4"},
		{draw.Emoji, "A 🔵 1\nB 🔵🔵 🔵 3\nC 🔵🔵🔵🔵 🔵 5\nD 🔵🔵🔵🔵 4"},
	} {
		if got := draw.Text(d, c.style); got != c.want {
			t.Errorf("Text of bundles =\n%s\nwant\n%s", got, c.want)
		}
	}
	at := stonesAt(t, drawSVG(t, bundled(counts(rules.Piles, 15, 1, 6, 9, 12)), draw.Options{}))
	first := map[string][]int{"A": {8, 4, 2, 1}, "B": {1}, "C": {4, 2}, "D": {8, 1}, "E": {8, 4}}
	for label, sizes := range first {
		n := 0
		for _, size := range sizes {
			for i := range size {
				whole := at["A"]
				if got, want := at[label][n+i], whole[15-(2*size-1)+i]; got != want {
					t.Errorf("stone %d of pile %s stands at %d, that of the same bundle of pile A at %d", n+i+1, label, got, want)
				}
			}
			n += size
		}
		if len(at[label]) != n {
			t.Errorf("pile %s has %d stones, want %d", label, len(at[label]), n)
		}
	}
	for i := 1; i < 15; i++ {
		if at["A"][i] <= at["A"][i-1] {
			t.Errorf("stone %d of pile A stands at %d, the one before at %d", i+1, at["A"][i], at["A"][i-1])
		}
	}
}

// stonesAt returns where the stones of each pile stand in a picture, from left to right.
func stonesAt(t *testing.T, svg string) map[string][]int {
	t.Helper()
	at := map[string][]int{}
	for _, group := range strings.Split(svg, "<g ")[1:] {
		label := regexp.MustCompile(`data-label="(\w+)"`).FindStringSubmatch(group)
		if label == nil {
			continue
		}
		for _, stone := range regexp.MustCompile(`class="stone[^>]*`).FindAllString(group, -1) {
			x := regexp.MustCompile(`\bc?x="(\d+)`).FindStringSubmatch(stone)
			if x == nil {
				t.Fatalf("a stone without a place: %s", stone)
			}
			n, err := strconv.Atoi(x[1])
			if err != nil {
				t.Fatal(err)
			}
			at[label[1]] = append(at[label[1]], n)
		}
	}
	return at
}

// Beside each tree of a bush stands the stalk to which it is equal, with its height.
func TestATreeBecomesItsStalk(t *testing.T) {
	g, err := rules.Lookup("bush")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		position string
		heights  []int // by the colon principle
	}{
		{"0-1", []int{1}},
		{"0-1 1-2 1-3", []int{1}},
		{"0-1 1-2 0-3 3-4 3-5 5-6", []int{2, 4}},
		{"0-1 1-2 1-3 0-4 4-5 4-6 6-7", []int{1, 4}},
	} {
		p, err := g.Parse(c.position)
		if err != nil {
			t.Fatal(err)
		}
		d := p.Diagram()
		branches := count(t, drawSVG(t, d, draw.Options{}), "branch")
		d.Stalks = rules.Stalks(p)
		svg, limbs := drawSVG(t, d, draw.Options{}), 0
		for _, n := range c.heights {
			limbs += n
			if want := ">= " + strconv.Itoa(n) + "</text>"; !strings.Contains(svg, want) {
				t.Errorf("%s: no stalk says %q", c.position, want)
			}
		}
		if got := count(t, svg, "stalk"); got != limbs || len(d.Stalks) != len(c.heights) {
			t.Errorf("%s: %d stalks with %d edges, want %v", c.position, len(d.Stalks), got, c.heights)
		}
		if got := count(t, svg, "branch"); got != branches {
			t.Errorf("%s has %d branches beside its stalks, want %d as without", c.position, got, branches)
		}
	}
}
