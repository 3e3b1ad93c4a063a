package storetest_test

import (
	"testing"

	"nimbot/store"
	"nimbot/store/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Archive { return storetest.NewMemory() })
}
