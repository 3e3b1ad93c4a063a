package web

import (
	"strings"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/storetest"
)

// What a later version has put into the document of a name outlives its being
// renewed.
func TestUnknownMembersOfANameAreKept(t *testing.T) {
	s := storetest.NewMemory()
	p := &people{store: s, now: time.Now}
	doc := `{"v":1,"n":1,"id":"w1","name":"Ana","owner":"o","seen":1,"avatar":{"hue":7}}`
	if _, err := s.Commit(t.Context(), key("Ana"), store.Write{Data: []byte(doc)}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.join(t.Context(), "o", "Ana", false); err != nil {
		t.Fatal(err)
	}
	rec, err := s.Get(t.Context(), key("Ana"))
	if err != nil || rec.Version == 1 || !strings.HasSuffix(string(rec.Data), `,"avatar":{"hue":7}}`) {
		t.Errorf("the name became version %d, %s, %v, want its avatar kept", rec.Version, rec.Data, err)
	}
}
