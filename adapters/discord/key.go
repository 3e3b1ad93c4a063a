package discord

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"math/big"
	"slices"
)

// copyKey is the remedy for every key that can't be used.
const copyKey = "; copy it from the application's General Information page"

// ParsePublicKey reads an application's public key in hexadecimal. It refuses what
// [ed25519.Verify] doesn't: a key that is no point of the curve, so that no request
// could ever be verified, and a point of small order, for which anybody can make
// signatures without a private key (Chalkias, Garillot and Nikolaenko, "Taming the
// many EdDSAs", 2020). The error says what is wrong and what to do; it doesn't
// repeat the key.
func ParsePublicKey(digits string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(digits)
	switch {
	case err != nil || len(key) != ed25519.PublicKeySize:
		return nil, errors.New("not 64 hexadecimal digits" + copyKey)
	case !isOnCurve(key):
		return nil, errors.New("no Ed25519 key, so that nothing could be verified by it" + copyKey)
	case hasSmallOrder(key):
		return nil, errors.New("a key of small order, for which anybody can forge requests" + copyKey)
	}
	return key, nil
}

// prime is the number of elements of the curve's field, 2^255 - 19, and curveD the
// d of the curve -x² + y² = 1 + d·x²·y² (RFC 8032, 5.1).
var (
	fieldPrime = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	curveD, _  = new(big.Int).SetString("52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3", 16)
)

// yOf returns the coordinate y of an encoded point, reduced. The highest bit is the
// sign of x.
func yOf(key ed25519.PublicKey) *big.Int {
	b := slices.Clone(key)
	slices.Reverse(b) // it's little-endian
	b[0] &= 0x7f
	y := new(big.Int).SetBytes(b)
	return y.Mod(y, fieldPrime)
}

// isOnCurve reports whether there is an x to the key's y: whether x² = (y²-1)/(d·y²+1) is a
// square. The divisor is never 0. Multiplying by it instead of dividing doesn't change
// whether the result is a square.
func isOnCurve(key ed25519.PublicKey) bool {
	y2 := yOf(key)
	y2.Mul(y2, y2)
	divisor := new(big.Int).Mul(curveD, y2)
	divisor.Add(divisor, big.NewInt(1))
	x2 := y2.Sub(y2, big.NewInt(1))
	x2.Mul(x2, divisor).Mod(x2, fieldPrime)
	return big.Jacobi(x2, fieldPrime) >= 0
}

// yOfOrder8 is the y of the points of order 8, up to its sign.
var yOfOrder8, _ = new(big.Int).SetString("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826", 16)

// hasSmallOrder reports whether the key's point is one of the eight whose order
// divides 8: y is 1 (order 1), -1 (2), 0 (4) or that of order 8.
func hasSmallOrder(key ed25519.PublicKey) bool {
	y := yOf(key)
	negative := new(big.Int).Sub(fieldPrime, y)
	for _, small := range []*big.Int{new(big.Int), big.NewInt(1), yOfOrder8} {
		if y.Cmp(small) == 0 || negative.Cmp(small) == 0 {
			return true
		}
	}
	return false
}
