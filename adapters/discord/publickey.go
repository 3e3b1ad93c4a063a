package discord

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
)

// ParsePublicKey reads an application's public key in hexadecimal. The error says what is wrong
// and what to do; it doesn't repeat the key.
func ParsePublicKey(digits string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(digits)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("not 64 hexadecimal digits; copy it from the application's General Information page")
	}
	return key, nil
}
