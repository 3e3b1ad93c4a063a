// Package freeport chooses addresses for the programs that tests start.
package freeport

import (
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
)

// Ports are chosen from this range. It lies below those that Linux, macOS and Windows give
// to connections and to listeners on port 0 (from 32768 up), so nothing can be given a
// chosen port before the program that it is for listens there.
const (
	first = 16384
	count = 16384
)

var (
	mu     sync.Mutex
	chosen = map[int]bool{} // by this process
)

// Address returns an address of the loopback interface on which nobody listens. It returns
// each address only once.
func Address(t testing.TB) string {
	t.Helper()
	address, err := Choose()
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// Choose is Address where there is no test at hand. The error says that no port is free.
func Choose() (string, error) {
	mu.Lock()
	defer mu.Unlock()
	start := rand.IntN(count)
	for i := range count {
		port := first + (start+i)%count
		if chosen[port] {
			continue
		}
		address := fmt.Sprintf("127.0.0.1:%d", port)
		l, err := net.Listen("tcp", address)
		if err != nil {
			continue // somebody listens there
		}
		chosen[port] = true
		return address, l.Close()
	}
	return "", fmt.Errorf("no free port from %d to %d", first, first+count-1)
}
