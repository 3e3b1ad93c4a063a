package bolt_test

import (
	"fmt"
	"testing"

	"nimbot/store/bolt"
	"nimbot/store/storetest"
)

func BenchmarkCommit(b *testing.B) {
	for _, callers := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			storetest.BenchmarkCommit(b, open(b, bolt.Options{}), callers)
		})
	}
}
