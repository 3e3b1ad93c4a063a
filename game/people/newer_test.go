package people_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/store"
	"nimbot/store/storetest"
)

// TestADocumentOfANewerVersion asks for a profile that a newer version has written: the
// bot says that an upgrade is under way, and changes nothing.
func TestADocumentOfANewerVersion(t *testing.T) {
	c := routertest.NewRoom(t)
	c.Says("ana", "visibility private") // writes her document
	all := map[string]string{}
	for e, err := range c.Store.(store.Archive).All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(e.Key, "member:") {
			continue
		}
		data := fmt.Appendf(nil, `{"v":%d,"n":%d,"later":true}`, store.Format+1, e.Record.Version+1)
		c.Store.(storetest.Planter).Plant(t, e.Key, data)
		all[e.Key] = string(data)
	}
	if len(all) == 0 {
		t.Fatal("ana has no document")
	}
	r := c.Expect(c.Says("ana", "profile"), "I'm being upgraded")
	if r.Result != dialog.Unavailable {
		t.Errorf("Result = %v, want %v", r.Result, dialog.Unavailable)
	}
	for key, want := range all {
		if _, err := c.Store.Get(t.Context(), key); !errors.Is(err, store.ErrNewer) {
			t.Errorf("%q, which was %s, is %v now, want it as it was", key, want, err)
		}
	}
}
