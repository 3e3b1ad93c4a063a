package draw

import (
	"strings"
	"testing"

	"nimbot/game/rules"
)

// SumOf draws a sum of games.
func SumOf(t *testing.T, setup string) rules.Diagram {
	t.Helper()
	g, err := rules.Lookup("sum")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(setup)
	if err != nil {
		t.Fatal(err)
	}
	return p.Diagram()
}

// Titles are whole, stand to the left above their parts, and touch nothing.
func TestTheTitlesOfPartsAreWholeAndApart(t *testing.T) {
	for _, o := range []Options{{}, {Width: 480}, {Width: minWidth}} {
		s := plan(SumOf(t, "bush 0-1 1-2 1-3 0-4 4-5 4-6 2-7 + pass 3 5 + kayles 25 + nimble 2 5"), o)
		var titles []item
		for _, g := range s.groups {
			if g.class == "part" {
				titles = append(titles, g.items[0])
			}
		}
		for i, want := range []string{"1 Green Hackenbush on trees", "2 Nim with one pass per pile", "3 Kayles", "4 Nimble with stacking"} {
			if titles[i].text != want || titles[i].size != titles[0].size {
				t.Errorf("at %d pixels the title is %q in size %d, want %q in size %d", o.Width, titles[i].text, titles[i].size, want, titles[0].size)
			}
		}
		for _, g := range s.groups {
			for _, m := range g.items {
				for _, title := range titles {
					below := title.y + title.h*3/4
					if g.class != "part" && m.h > 0 && m.y < below && m.y+m.h > title.y && m.x >= title.x-2*margin && m.x < title.x+s.width/2-margin {
						t.Errorf("at %d pixels %q touches %s %+v", o.Width, title.text, m.kind, m)
					}
				}
			}
		}
	}
}

// The size of a part, which a page needs to arrange the parts, is that of its drawing with the title.
func TestTheSizesOfParts(t *testing.T) {
	for _, setup := range []string{"kayles 25 + nim 3", "chomp 2x3 + stairs 2 1 1 + coins 2 5 9", "bush 0-1 1-2 1-3 + pass 1 4"} {
		s := plan(SumOf(t, setup), Options{})
		var title group
		for _, g := range s.groups {
			if g.class == "part" {
				title = g
			}
			for _, m := range g.items {
				if m.kind == kindText {
					continue // its width is estimated
				}
				right, below := title.items[0].x-margin+title.wide, title.items[0].y+title.tall
				if m.x+m.w > right || m.y+m.h > below {
					t.Errorf("in %s, %s of part %s ends at %d, %d, and the part at %d, %d", setup, m.kind, title.label, m.x+m.w, m.y+m.h, right, below)
				}
			}
		}
	}
}

// Narrow parts begin below their titles, wherever the others end.
func TestPartsBeginBelowTheirTitles(t *testing.T) {
	s := plan(SumOf(t, "kayles 25 + chomp 2x3 + nim 3"), Options{Width: 480})
	title := 0
	for _, g := range s.groups {
		if g.class == "part" {
			title = g.items[0].x
			continue
		}
		left := g.items[0].x
		for _, m := range g.items {
			left = min(left, m.x)
		}
		if left < title-margin || left > title+2*margin {
			t.Errorf("a %s begins at %d, and its title at %d", g.class, left, title)
		}
	}
}

// A note that is too long for the picture goes on in the next line.
func TestALongNoteIsBroken(t *testing.T) {
	p := planner{scene: scene{width: minWidth}}
	got := p.noteLines(rules.Diagram{Note: "Numbers you can take: 1, 3, 4, 7, 8, 19."})
	if want := "Numbers you can take: 1, 3,|4, 7, 8, 19."; strings.Join(got, "|") != want {
		t.Errorf("noteLines() = %q, want %q", got, want)
	}
}

// What the type face can't write is left out whole.
func TestLegibleWords(t *testing.T) {
	for text, want := range map[string]string{"2 ウィゾフ 0.137": "2 ", "4個まで取れます。": "", "Взять можно до 4.": "Взять можно до 4."} {
		if got, _ := painters.Get().(*painter).legible(faceKey{size: sizeNote}, text); got != want {
			t.Errorf("legible(%q) = %q, want %q", text, got, want)
		}
	}
}
