package serve

import (
	"fmt"
	"testing"
	"time"
)

// Addresses that ask for all they can get leave others their share.
func TestEverySourceGetsItsShareOfPictures(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	for _, many := range []int{1, 2, 3, 10, 50} {
		s := shares{now: func() time.Time { return now }}
		drawn, visits, refused := 0, 0, 0
		for window := range 6 {
			now = now.Add(shareWindow)
			for range 200 { // each time, all ask, and then somebody else for a picture each
				for a := range many {
					if s.allow(fmt.Sprint("flood", a)) {
						drawn++
					}
				}
			}
			if window == 0 {
				continue // nobody knows yet how many ask
			}
			for range 4 {
				visits++
				if !s.allow(fmt.Sprint("visitor", window)) {
					refused++
				}
			}
		}
		if refused > 0 {
			t.Errorf("while %d addresses ask for all they can get, another is refused %d pictures of %d, want none", many, refused, visits)
		}
		if most := 6 * (sharedPictures + sparePictures); drawn+visits > most {
			t.Errorf("%d addresses had %d pictures drawn, want at most %d", many, drawn+visits, most)
		}
		if least := 5 * min(200, sourcePictures, sharedPictures/(many+1)) * many; drawn < least {
			t.Errorf("%d addresses had %d pictures drawn, want at least their shares, %d", many, drawn, least)
		}
	}
}

// What is remembered about sources is bounded, and ends.
func TestSharesForget(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	s := shares{now: func() time.Time { return now }}
	for i := range 100_000 {
		s.allow(fmt.Sprint(i))
	}
	if n := len(s.drawn); n > sharedPictures+sparePictures {
		t.Errorf("%d sources are remembered, want at most one for each picture", n)
	}
	now = now.Add(time.Hour)
	for n := range sourcePictures {
		if !s.allow("alone") {
			t.Fatalf("an hour later, picture %d of a lone source is refused, want %d drawn", n+1, sourcePictures)
		}
	}
}
