package slack

import (
	"os"
	"testing"

	"nimbot/slowtest"
)

func TestMain(m *testing.M) {
	slowtest.WaitTogether()
	os.Exit(m.Run())
}
