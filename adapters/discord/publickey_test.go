package discord_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"strings"
	"testing"

	"nimbot/adapters/discord"
)

func TestPublicKeys(t *testing.T) {
	public, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := discord.ParsePublicKey(hex.EncodeToString(public)); err != nil || !got.Equal(public) {
		t.Errorf("ParsePublicKey(%x) = %x, %v; want the key", public, got, err)
	}
	for _, digits := range []string{"", strings.Repeat("ab", 31), strings.Repeat("ab", 33), strings.Repeat("xy", 32)} {
		if _, err := discord.ParsePublicKey(digits); err == nil || !strings.Contains(err.Error(), "64 hexadecimal digits") || !strings.Contains(err.Error(), "General Information") {
			t.Errorf("ParsePublicKey(%q) = %v, want its length and where to copy it", digits, err)
		}
	}
}
