package slack

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// Keys encrypt tokens (AES-256-GCM). The first key encrypts; all of them decrypt. To
// change the key, put the new one in front, and remove the old one after every
// installation has been used once.
type Keys []sealKey

type sealKey struct {
	id   string // the first bytes of the key's SHA-256, to find it again
	aead cipher.AEAD
}

// ErrKeys means that the encryption key can't be used.
var ErrKeys = errors.New("slack.encryption_key is not one or more keys of 32 bytes, in base64 or hexadecimal, with commas between them; `openssl rand -base64 32` makes one")

// ParseKeys reads one or more keys of 32 bytes, in hexadecimal or base64, with commas
// between them. The first one is to encrypt. The error is ErrKeys for anything else.
func ParseKeys(s string) (Keys, error) {
	var keys Keys
	for part := range strings.SplitSeq(s, ",") {
		key, err := hex.DecodeString(strings.TrimSpace(part))
		if err != nil || len(key) != 32 {
			key, err = base64.StdEncoding.DecodeString(strings.TrimSpace(part))
		}
		if err != nil || len(key) != 32 {
			return nil, ErrKeys
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		aead, err := cipher.NewGCM(block)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(key)
		keys = append(keys, sealKey{hex.EncodeToString(sum[:4]), aead})
	}
	return keys, nil
}

// sealed is a secret as it is stored: "KEYID:BASE64". "" is sealed as "".
type sealed string

// errSealed means that no key opens a stored token.
var errSealed = errors.New("slack: a stored token cannot be opened; put the key that sealed it into slack.encryption_key as well, or let the workspace install again")

// seal encrypts secret with record as additional data: open needs the same record.
func (k Keys) seal(secret, record string) sealed {
	if secret == "" {
		return ""
	}
	nonce := make([]byte, k[0].aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	data := k[0].aead.Seal(nonce, nonce, []byte(secret), []byte(record))
	return sealed(k[0].id + ":" + base64.StdEncoding.EncodeToString(data))
}

// open decrypts what seal wrote for record.
func (k Keys) open(s sealed, record string) (string, error) {
	if s == "" {
		return "", nil
	}
	id, text, _ := strings.Cut(string(s), ":")
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", fmt.Errorf("%w: it is damaged", errSealed)
	}
	for _, key := range k {
		if n := key.aead.NonceSize(); key.id == id && len(data) > n {
			secret, err := key.aead.Open(nil, data[:n], data[n:], []byte(record))
			if err != nil {
				return "", fmt.Errorf("%w: it was changed", errSealed)
			}
			return string(secret), nil
		}
	}
	return "", fmt.Errorf("%w: sealed with key %s", errSealed, id)
}

// current reports whether s was sealed with the first key.
func (k Keys) current(s sealed) bool {
	return s == "" || strings.HasPrefix(string(s), k[0].id+":")
}
