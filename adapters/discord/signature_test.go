package discord_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"nimbot/adapters/discord"
)

// order is that of the curve's main group: adding it to S makes a second
// signature from a first one, which must be refused.
var order, _ = new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)

func TestSignaturesAreVerifiedAsTheStandardLibraryDoes(t *testing.T) {
	for range 50 {
		public, private, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		verify := discord.Verifier(public)
		message := make([]byte, 1+int(public[0]))
		rand.Read(message)
		signature := ed25519.Sign(private, message)
		if !verify(message, signature) {
			t.Fatalf("key %x: verify(%x, %x) = false of a true signature", public, message, signature)
		}
		for name, forged := range forgeries(signature) {
			if want := ed25519.Verify(public, message, forged); verify(message, forged) != want {
				t.Errorf("key %x, %s: verify(%x, %x) = %v, want %v", public, name, message, forged, !want, want)
			}
		}
		message[0] ^= 1
		if verify(message, signature) {
			t.Errorf("key %x: verify(%x, %x) = true of another message", public, message, signature)
		}
	}
}

// forgeries are signatures made from a true one.
func forgeries(signature []byte) map[string][]byte {
	made := map[string][]byte{
		"none": nil, "short": signature[:63], "long": append(slices.Clone(signature), 0),
		"nothing but zeros": make([]byte, 64),
	}
	for _, bit := range []int{0, 100, 255, 256, 400, 511} {
		f := slices.Clone(signature)
		f[bit/8] ^= 1 << (bit % 8)
		made[fmt.Sprintf("bit %d turned", bit)] = f
	}
	s := slices.Clone(signature[32:])
	slices.Reverse(s) // it's little-endian
	again := new(big.Int).Add(new(big.Int).SetBytes(s), order).FillBytes(make([]byte, 32))
	slices.Reverse(again)
	made["S a group's order too large"] = append(slices.Clone(signature[:32]), again...)
	return made
}

// Points of small order, and points that are written in a way that isn't the
// only one, are where implementations differ (Chalkias, Garillot and
// Nikolaenko, "Taming the many EdDSAs", 2020).
func TestOddKeysAndPointsAreVerifiedAsTheStandardLibraryDoes(t *testing.T) {
	odd := [][]byte{}
	for _, digits := range []string{
		"0100000000000000000000000000000000000000000000000000000000000000", // the identity
		"0100000000000000000000000000000000000000000000000000000000000080", // the same, as it isn't written
		"0000000000000000000000000000000000000000000000000000000000000000", // of order 4
		"0000000000000000000000000000000000000000000000000000000000000080",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", // of order 2
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", // the identity, not reduced
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", // of order 4, not reduced
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", // of order 8
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
		"0200000000000000000000000000000000000000000000000000000000000000", // no point
	} {
		b, err := hex.DecodeString(digits)
		if err != nil {
			t.Fatal(err)
		}
		odd = append(odd, b)
	}
	verified := 0
	for _, key := range odd {
		verify := discord.Verifier(key)
		for _, r := range odd {
			for message := range byte(32) {
				signature := append(slices.Clone(r), make([]byte, 32)...) // S = 0
				want := ed25519.Verify(key, []byte{message}, signature)
				if got := verify([]byte{message}, signature); got != want {
					t.Errorf("key %x: verify(%d, %x) = %v, want %v", key, message, signature, got, want)
				}
				if want {
					verified++
				}
			}
		}
	}
	if verified == 0 {
		t.Error("none of these verifies with the standard library, so that nothing was compared")
	}
}

func FuzzVerify(f *testing.F) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(public), []byte("hello"), ed25519.Sign(private, []byte("hello")))
	f.Fuzz(func(t *testing.T, key, message, signature []byte) {
		if len(key) != ed25519.PublicKeySize {
			return
		}
		verify := discord.Verifier(key)
		want := ed25519.Verify(key, message, signature)
		if got := verify(message, signature); got != want {
			t.Errorf("key %x: verify(%x, %x) = %v, want %v", key, message, signature, got, want)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		b.Fatal(err)
	}
	verify := discord.Verifier(public)
	message := make([]byte, 1200)
	signature := ed25519.Sign(private, message)
	for name, verify := range map[string]func(message, signature []byte) bool{
		"tables":  verify,
		"library": func(message, signature []byte) bool { return ed25519.Verify(public, message, signature) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !verify(message, signature) {
					b.Fatal("a true signature isn't verified")
				}
			}
		})
	}
}
