package slowtest_test

import (
	"flag"
	"testing"

	"nimbot/internal/slowtest"
)

func TestVariablesEnableSlowTests(t *testing.T) {
	for _, tt := range []struct {
		slow, nightly    string
		only, everyNight bool // whether these tests are skipped
		count, counts    int
	}{
		{"", "", true, true, 3, 3},
		{"1", "", false, true, 40, 40},
		{"1", "1", false, false, 500, 40},
	} {
		t.Setenv("NIM_TEST_SLOW", tt.slow)
		t.Setenv("NIM_TEST_NIGHTLY", tt.nightly)
		var only, nightly *testing.T
		t.Run("only", func(t *testing.T) {
			only = t
			slowtest.Only(t)
		})
		t.Run("nightly", func(t *testing.T) {
			nightly = t
			slowtest.Nightly(t)
		})
		n, all := slowtest.Sizes(3, 40, 500), slowtest.Count(3, 40)
		if only.Skipped() != tt.only || nightly.Skipped() != tt.everyNight || n != tt.count || all != tt.counts {
			t.Errorf("with %q and %q a slow test is skipped: %v, a nightly one: %v, and there are %d and %d; want %+v", tt.slow, tt.nightly, only.Skipped(), nightly.Skipped(), n, all, tt)
		}
	}
}

func TestSomeTestsWaitTogether(t *testing.T) {
	set := flag.Lookup("test.parallel").Value
	defer func(before string) { _ = set.Set(before) }(set.String())
	slowtest.WaitTogether(5)
	if got := set.String(); got != "5" {
		t.Errorf("after WaitTogether(5) %s tests run side by side", got)
	}
}
