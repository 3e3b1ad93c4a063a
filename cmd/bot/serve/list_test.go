package serve_test

import (
	"testing"

	"nimbot/cmd/bot/serve"
	"nimbot/store/platform"
)

// The rules about people have to know every platform.
func TestFactsAboutEveryPlatform(t *testing.T) {
	for _, name := range serve.Platforms() {
		if !platform.Listed(name) {
			t.Errorf("package platform doesn't list %s", name)
		}
	}
}
