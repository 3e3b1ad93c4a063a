package slowtest_test

import (
	"testing"

	"nimbot/slowtest"
)

func TestVariableEnablesSlowTests(t *testing.T) {
	for _, tt := range []struct {
		value   string
		skipped bool
		count   int
	}{{"", true, 3}, {"1", false, 40}} {
		t.Setenv("NIM_TEST_SLOW", tt.value)
		var inner *testing.T
		t.Run("inner", func(t *testing.T) {
			inner = t
			slowtest.Only(t)
		})
		if n := slowtest.Count(3, 40); inner.Skipped() != tt.skipped || n != tt.count {
			t.Errorf("with %q a slow test is skipped: %v, and counts %d; want %v and %d", tt.value, inner.Skipped(), n, tt.skipped, tt.count)
		}
	}
}
