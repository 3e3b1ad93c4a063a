package slack

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"nimbot/game/draw"
)

// A board of several games is a picture, too: its address holds the parts and what was moved in each.
func TestSumsArePictures(t *testing.T) {
	w := newWorld(t, withPictures)
	w.typeCommand("ana", "general", "start nim 3 4 + kayles 5 + chomp 2x3")
	w.typeCommand("ana", "general", "2.A1")
	found := 0
	for _, m := range w.slack.Shown() {
		address := image(m.Message)
		if address == "" {
			continue
		}
		found++
		u, err := url.Parse(address)
		if err != nil || len(address) > maxImageURL || strings.ContainsAny(address, "+ %") {
			t.Errorf("the address is %q (%v), want one without escapes that a proxy may change", address, err)
			continue
		}
		p, err := draw.ParsePath(u.Path)
		if err != nil || p.Game != "sum" || strings.Count(p.Position, " + ") != 2 {
			t.Errorf("ParsePath(%q) = %+v, %v, want a sum of three games", u.Path, p, err)
		}
		var b bytes.Buffer
		if err := p.PNG(&b, 800); err != nil || b.Len() == 0 {
			t.Errorf("PNG of %q: %d bytes, %v", u.Path, b.Len(), err)
		}
	}
	if found < 2 {
		t.Errorf("%d boards are pictures, want 2", found)
	}
}
