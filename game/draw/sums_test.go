package draw_test

import (
	"bytes"
	"fmt"
	"image/gif"
	"strings"
	"testing"

	"nimbot/game/draw"
	"nimbot/game/rules"
)

// Each part of a sum stands below its number and its title; a part that is over has only those.
func TestTheTextOfASum(t *testing.T) {
	want := "1 Nim\nA ●●● 3\nB · 0\n2 Kayles ·\n3 Chomp\n   1 2\n 1 @ ■"
	if got := draw.Text(draw.SumOf(t, "nim 3 0 + kayles 0 + chomp 2"), draw.Code); got != want {
		t.Errorf("the sum is drawn\n%s\nwant\n%s", got, want)
	}
	tall := draw.Text(draw.SumOf(t, "chomp 8x8 + nim 1 2 3 4 5 6 7 8 9 10 11 12 + chomp 8x8 + nim 3"), draw.Code)
	if n := strings.Count(tall, "\n") + 1; n > draw.MaxLines || !strings.HasSuffix(tall, "4 Nim\nA ●●● 3") {
		t.Errorf("four tall parts have %d lines, want at most %d and the last part whole:\n%s", n, draw.MaxLines, tall)
	}
}

// What is over is grey, what isn't has its colours.
func TestAPartThatIsOverIsGrey(t *testing.T) {
	svg := drawSVG(t, draw.SumOf(t, "chomp 1 + turtles 0 + nim 3 + bush 0"), draw.Options{})
	for class, want := range map[string]bool{"p-faded": true, "p-chocolate": false, "p-stone": true, "p-bark": false} {
		if strings.Contains(svg, class+`"`) != want {
			t.Errorf("the picture has the paint %s: %v, want %v", class, !want, want)
		}
	}
	if label := `data-label="3.A"`; !strings.Contains(svg, label) {
		t.Errorf("the picture has no %s", label)
	}
}

// A drawing leaves the characters of others alone.
func TestACakeIsNotDrawnLikeTheBarBeforeIt(t *testing.T) {
	cake := draw.SumOf(t, "cake 2x2@1,1 + nim 1")
	before := draw.Text(cake, draw.Emoji)
	draw.Text(draw.SumOf(t, "chomp 2 2 + nim 1"), draw.Emoji)
	if after := draw.Text(cake, draw.Emoji); after != before {
		t.Errorf("after a bar the cake is drawn\n%s\nwant\n%s", after, before)
	}
}

// The address of a picture says in which part a move was.
func TestTheAddressOfASum(t *testing.T) {
	p := draw.Picture{Game: "sum", Position: "nim 3 + kayles 5 + chomp 3 1", Marks: []rules.Mark{{Part: 2, Deed: rules.Took, Row: 1, From: 2, To: 3}}}
	path, ok := p.Path()
	if !ok || !strings.Contains(path, "C0t1.2.3") {
		t.Errorf("Path() = %s, %v", path, ok)
	}
	if got, err := draw.ParsePath(path); err != nil || len(got.Marks) != 1 || got.Marks[0].Part != 2 {
		t.Errorf("ParsePath(%s) = %+v, %v", path, got, err)
	}
}

// Four parts have two columns in a narrow picture, too, and in each frame of an animation.
func TestFourPartsAreNotHigh(t *testing.T) {
	before, after := draw.SumOf(t, "nim 1 3 + kayles 5 + chomp 2x3 + stairs 2 1 1"), draw.SumOf(t, "nim 1 0 + kayles 2 2 + chomp 2x3 + stairs 2 1 1")
	var b bytes.Buffer
	if err := draw.GIF(&b, []rules.Diagram{before, after}, draw.Options{Width: 480}); err != nil {
		t.Fatal(err)
	}
	c, err := gif.DecodeConfig(&b)
	if err != nil || c.Height > c.Width || c.Width > 2*480 {
		t.Errorf("the animation has %d × %d pixels (%v), want it wider than high", c.Width, c.Height, err)
	}
}

// Where one can scroll, four games stand below each other, as wide as a phone.
func TestFourPartsMayStandBelowEachOther(t *testing.T) {
	four := draw.SumOf(t, "kayles 25 + nim 3 + cake 5x6@2,3 + coins 3 7 9")
	for tall, width := range map[bool]int{true: 400, false: 800} {
		svg := drawSVG(t, four, draw.Options{Width: 400, Tall: tall})
		var left, top, w, h int
		at := strings.Index(svg, `viewBox="`)
		if _, err := fmt.Sscanf(svg[at:], `viewBox="%d %d %d %d"`, &left, &top, &w, &h); err != nil {
			t.Fatal(err)
		}
		if w > width || tall != (w <= 400) {
			t.Errorf("a picture that may be tall (%v) is %d × %d, want at most %d wide", tall, w, h, width)
		}
	}
}
