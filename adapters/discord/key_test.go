package discord_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"nimbot/adapters/discord"
)

// hasSmallOrder are all encodings of the points whose order divides 8, those that
// aren't reduced included.
var hasSmallOrder = []string{
	"0100000000000000000000000000000000000000000000000000000000000000", // order 1
	"0100000000000000000000000000000000000000000000000000000000000080",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", // order 2
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"0000000000000000000000000000000000000000000000000000000000000000", // order 4
	"0000000000000000000000000000000000000000000000000000000000000080",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", // order 8
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
}

// TestKeysForWhichAnybodyCanSign forges a signature for each of them, which the
// standard library verifies, and has the key refused.
func TestKeysForWhichAnybodyCanSign(t *testing.T) {
	b := newBot(t, false)
	identity, _ := hex.DecodeString(hasSmallOrder[0])
	for _, digits := range hasSmallOrder {
		key, err := hex.DecodeString(digits)
		if err != nil {
			t.Fatal(err)
		}
		forged := false
		for n := range byte(255) { // one in eight messages will do
			forged = forged || ed25519.Verify(key, []byte{n}, append(slices.Clone(identity), make([]byte, 32)...))
		}
		if !forged {
			t.Errorf("no forged signature of the key %s is verified, so that it proves nothing", digits)
		}
		if _, err := b.adapter.Endpoint(digits); err == nil || !strings.Contains(err.Error(), "discord.public_key") || !strings.Contains(err.Error(), "small order") {
			t.Errorf("Endpoint(%q) = %v, want that discord.public_key is of small order", digits, err)
		}
	}
}

func TestPublicKeys(t *testing.T) {
	for range 200 {
		public, _, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := discord.ParsePublicKey(hex.EncodeToString(public)); err != nil || !got.Equal(public) {
			t.Errorf("ParsePublicKey(%x) = %x, %v; want the key", public, got, err)
		}
	}
	for digits, want := range map[string]string{
		"":                              "64 hexadecimal digits",
		strings.Repeat("ab", 31):        "64 hexadecimal digits",
		strings.Repeat("xy", 32):        "64 hexadecimal digits",
		"02" + strings.Repeat("00", 31): "no Ed25519 key", // (y²-1)/(d·y²+1) is no square
		"08" + strings.Repeat("00", 31): "no Ed25519 key",
	} {
		if _, err := discord.ParsePublicKey(digits); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "General Information") {
			t.Errorf("ParsePublicKey(%q) = %v, want %q and where to copy it", digits, err, want)
		}
	}
}
