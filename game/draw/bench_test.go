package draw_test

import (
	"bytes"
	"sync"
	"testing"

	"nimbot/game/draw"
	"nimbot/game/rules"
)

// The aims: a PNG of about 800×400 in 10 ms and 15 kB, a GIF of 12 moves in
// 150 ms and 150 kB.

func BenchmarkPNG(b *testing.B) {
	boards := []struct {
		fixture
		o draw.Options
	}{
		{fixture{"piles-800x396", counts(rules.Piles, 7, 12, 5, 20, 16)}, draw.Options{}},
		{fixture{"pins-800x424", counts(rules.Pins, 12, 7, 16, 20)}, draw.Options{}},
		{fixture{"cake-800x406", grid(6, 12, 1, 2)}, draw.Options{}},
		{fixture{"bar-10x10", squares(rules.Bar, "@#########", "##########", "##########", "##########", "##########", "##########", "##########", "##########", "##########", "##########")}, draw.Options{}},
		{fixture{"piles-480x260", counts(rules.Piles, 3, 4, 5)}, draw.Options{Width: 480}},
		{fixture{"piles-480x396", counts(rules.Piles, 9, 8, 7, 6, 5)}, draw.Options{Width: 480}},
	}
	for _, f := range boards {
		b.Run(f.name, func(b *testing.B) {
			b.ReportAllocs()
			var out bytes.Buffer
			for b.Loop() {
				out.Reset()
				if err := draw.PNG(&out, f.d, f.o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(out.Len()), "bytes/picture")
		})
	}
}

func BenchmarkGIF(b *testing.B) {
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := draw.GIF(&out, played[0].frames, draw.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(out.Len()), "bytes/picture")
}

func BenchmarkText(b *testing.B) {
	d := counts(rules.Piles, 7, 12, 5, 20, 16)
	for _, s := range styles {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				draw.Text(d, s.style)
			}
		})
	}
}

// Type faces are not safe for concurrent use; pictures are.
func TestConcurrentPictures(t *testing.T) {
	want := map[string][]byte{}
	for _, f := range fixtures {
		want[f.name] = drawPNG(t, f.d, draw.Options{})
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for _, f := range fixtures {
				if got := drawPNG(t, f.d, draw.Options{}); !bytes.Equal(got, want[f.name]) {
					t.Errorf("PNG(%s) differs when others are drawn at the same time", f.name)
				}
			}
		})
	}
	wg.Wait()
}
