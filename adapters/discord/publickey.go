package discord

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"unicode/utf8"
)

// ParsePublicKey reads an application's public key in hexadecimal. The error says what is wrong
// and what to do; it doesn't repeat the key.
func ParsePublicKey(digits string) (ed25519.PublicKey, error) {
	const copyIt = "; copy it from the application's General Information page"
	if n := utf8.RuneCountInString(digits); n != hex.EncodedLen(ed25519.PublicKeySize) {
		return nil, fmt.Errorf("has %d characters and not 64 hexadecimal digits"+copyIt, n)
	}
	key, err := hex.DecodeString(digits)
	if err != nil {
		return nil, errors.New("not 64 hexadecimal digits, 0 to 9 and a to f" + copyIt)
	}
	return key, nil
}
