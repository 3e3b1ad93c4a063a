package store

import (
	crand "crypto/rand"
	"encoding/binary"
)

// Random returns 64 random bits for ids and seeds. They are crypto/rand's, because
// testing/cryptotest can make these repeat, and a simulation needs that.
func Random() uint64 {
	var b [8]byte
	_, _ = crand.Read(b[:]) // never fails
	return binary.NativeEndian.Uint64(b[:])
}
