package discord

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha512"
	"sync"

	"filippo.io/edwards25519"
)

// verifier verifies Ed25519 signatures of one public key. It accepts exactly what
// [ed25519.Verify] accepts, in a third of the time: the key stays the same for
// as long as the bot runs, so that multiples of its point pay for their 660 kB.
// With the library, the signature took a fifth of a signed command's processor.
//
// Nothing here is secret, so that its time may depend on what it is given.
type verifier struct {
	key    ed25519.PublicKey
	base   *multiples // of the generator B
	negKey *multiples // of -A, where A is the key's point; nil if it's none: then nothing is signed
}

// newVerifier makes one for a key of [ed25519.PublicKeySize] bytes.
func newVerifier(key ed25519.PublicKey) *verifier {
	v := &verifier{key: key}
	if a, err := new(edwards25519.Point).SetBytes(key); err == nil {
		v.base, v.negKey = multiplesOfBase(), multiplesOf(a.Negate(a))
	}
	return v
}

// verify reports whether signature is the key's, of message: whether its halves
// R and S are such that R = S·B - k·A, where k is the hash of R, A and the message
// (RFC 8032, 5.1.7, without the cofactor).
func (v *verifier) verify(message, signature []byte) bool {
	if v.negKey == nil || len(signature) != ed25519.SignatureSize {
		return false
	}
	r, half := signature[:32], signature[32:]
	s, err := edwards25519.NewScalar().SetCanonicalBytes(half)
	if err != nil {
		return false
	}
	hash := sha512.New()
	for _, part := range [][]byte{r, v.key, message} {
		hash.Write(part) // a hash never fails
	}
	k, err := edwards25519.NewScalar().SetUniformBytes(hash.Sum(make([]byte, 0, sha512.Size)))
	if err != nil {
		return false // a hash always has that length
	}
	sum := edwards25519.NewIdentityPoint()
	v.base.add(sum, s)
	v.negKey.add(sum, k)
	return bytes.Equal(sum.Bytes(), r)
}

// multiples are those of a point P by which any other is a sum of 32: the one at
// [i][d] is d·256^i·P.
type multiples [32][129]edwards25519.Point

var multiplesOfBase = sync.OnceValue(func() *multiples { return multiplesOf(edwards25519.NewGeneratorPoint()) })

func multiplesOf(p *edwards25519.Point) *multiples {
	var m multiples
	unit := new(edwards25519.Point).Set(p) // 256^i·P
	for i := range m {
		m[i][0].Set(edwards25519.NewIdentityPoint())
		for d := 1; d < len(m[i]); d++ {
			m[i][d].Add(&m[i][d-1], unit)
		}
		unit.Add(&m[i][128], &m[i][128])
	}
	return &m
}

// add adds s·P to sum. It takes 200·256^i as 256^(i+1) - 56·256^i, which halves
// the tables. A scalar is less than 2^253, so that nothing is left to carry.
func (m *multiples) add(sum *edwards25519.Point, s *edwards25519.Scalar) {
	carry := 0
	for i, b := range s.Bytes() { // little-endian
		d := int(b) + carry
		if carry = 0; d > 128 {
			d, carry = d-256, 1
			sum.Subtract(sum, &m[i][-d])
		} else {
			sum.Add(sum, &m[i][d])
		}
	}
}
