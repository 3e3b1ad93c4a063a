package game

import "math/bits"

// Integers only: the golden ratio φ = (1 + √5)/2 decides Wythoff's game and
// Euclid, and floating point is wrong about it from about 2^26 on.

// fibonacciNumbers are F(2) = 1, F(3) = 2, F(4) = 3 … up to F(93), the last
// one that fits a uint64.
var fibonacciNumbers = func() (f [92]uint64) {
	f[0], f[1] = 1, 2
	for i := 2; i < len(f); i++ {
		f[i] = f[i-1] + f[i-2]
	}
	return f
}()

// timesGolden returns ⌊kφ⌋, exactly, for k below F(91) ≈ 4.66·10^18.
//
// With q = F(91) and p = F(92), p/q is a convergent of φ that is too small, by
// less than 1/q². So kφ exceeds kp/q by less than k/q² < 1/q, while the
// fraction of kp/q is at most (q−1)/q: both have the same integer part.
func timesGolden(k uint64) uint64 {
	p, q := fibonacciNumbers[90], fibonacciNumbers[89]
	hi, lo := bits.Mul64(k, p)
	whole, _ := bits.Div64(hi, lo, q)
	return whole
}

// aboveGolden reports whether large/small > φ, for large ≥ small > 0: φ is the
// root of x² = x + 1, so it asks whether large·(large − small) > small².
func aboveGolden(large, small uint64) bool {
	hi, lo := bits.Mul64(large, large-small)
	squareHi, squareLo := bits.Mul64(small, small)
	return hi > squareHi || hi == squareHi && lo > squareLo
}

// zeckendorf writes n as the sum of different, not neighbouring Fibonacci
// numbers, the smallest first; there is one way only (Lekkerkerker 1952,
// Zeckendorf 1972). They are appended to dst, at most 46 of them.
func zeckendorf(n uint64, dst []uint64) []uint64 {
	first := len(dst)
	for i := len(fibonacciNumbers) - 1; i >= 0 && n > 0; i-- {
		if f := fibonacciNumbers[i]; f <= n {
			dst, n = append(dst, f), n-f
		}
	}
	for i, j := first, len(dst)-1; i < j; i, j = i+1, j-1 {
		dst[i], dst[j] = dst[j], dst[i]
	}
	return dst
}
