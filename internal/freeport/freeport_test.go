package freeport

import (
	"fmt"
	"net"
	"testing"
)

// TestAddressIsFree takes addresses while listeners on port 0 come up beside them, as
// other tests do: none gets a chosen address, and none is chosen twice.
func TestAddressIsFree(t *testing.T) {
	seen := map[string]bool{}
	for range 500 {
		address := Address(t)
		if seen[address] {
			t.Errorf("Address = %s, a second time", address)
		}
		seen[address] = true
	}
	for range 500 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		if seen[l.Addr().String()] {
			t.Errorf("a listener on port 0 was given %s, which had been chosen", l.Addr())
		}
	}
}

// TestAddressInUse leaves two ports to choose from, and listens on one.
func TestAddressInUse(t *testing.T) {
	used, free := Address(t), Address(t)
	l, err := net.Listen("tcp", used)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	before := chosen
	defer func() { chosen = before }()
	chosen = map[int]bool{}
	for port := first; port < first+count; port++ {
		address := fmt.Sprintf("127.0.0.1:%d", port)
		chosen[port] = address != used && address != free
	}
	if got := Address(t); got != free {
		t.Errorf("Address = %s, want %s; somebody listens on %s", got, free, used)
	}
}
