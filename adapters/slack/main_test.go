package slack

import (
	"os"
	"testing"

	"nimbot/internal/slowtest"
)

func TestMain(m *testing.M) {
	slowtest.WaitTogether(16)
	os.Exit(m.Run())
}
