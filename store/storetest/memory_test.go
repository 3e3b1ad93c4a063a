package storetest_test

import (
	"testing"

	"nimbot/store/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(*testing.T) storetest.Full { return storetest.NewMemory() })
}
