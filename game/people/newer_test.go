package people_test

import (
	"fmt"
	"strings"
	"testing"

	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/store"
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
		if _, err := c.Store.Commit(t.Context(), e.Key, store.Write{Expect: e.Record.Version, Data: data}); err != nil {
			t.Fatal(err)
		}
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
		if rec, err := c.Store.Get(t.Context(), key); err != nil || string(rec.Data) != want {
			t.Errorf("%q became %s, %v, want it as it was", key, rec.Data, err)
		}
	}
}
