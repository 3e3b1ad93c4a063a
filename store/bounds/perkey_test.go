package bounds_test

import (
	"testing"

	"nimbot/store/bounds"
)

// Each key has places of its own, and a key with nothing running is forgotten.
func TestPerKey(t *testing.T) {
	p := bounds.NewPerKey(2)
	enter := func(key string, want bool) (leave func()) {
		t.Helper()
		leave, ok := p.Enter(key)
		if ok != want {
			t.Fatalf("Enter(%q) = %t, want %t", key, ok, want)
		}
		return leave
	}
	first, second := enter("ana", true), enter("ana", true)
	enter("ana", false)
	third := enter("bob", true)
	if n := p.Keys(); n != 2 {
		t.Errorf("Keys() = %d, want 2", n)
	}
	first()
	first = enter("ana", true)
	enter("ana", false)
	for _, leave := range []func(){first, second, third} {
		leave()
	}
	if n := p.Keys(); n != 0 {
		t.Errorf("after all have left, Keys() = %d, want 0", n)
	}
}
