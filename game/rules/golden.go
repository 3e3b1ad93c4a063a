package rules

import "math/bits"

// The golden ratio φ = (1 + √5)/2 decides Wythoff's game and Euclid. It is computed
// with integers only, because floating point gives wrong answers from about 2^26 on.

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
// less than 1/q². So kφ exceeds kp/q by less than k/q² < 1/q, while the fractional
// part of kp/q is at most (q−1)/q: both have the same integer part.
func timesGolden(k uint64) uint64 {
	p, q := fibonacciNumbers[90], fibonacciNumbers[89]
	hi, lo := bits.Mul64(k, p)
	whole, _ := bits.Div64(hi, lo, q)
	return whole
}

// aboveGolden reports whether large/small > φ, for large ≥ small > 0. Since φ is the
// positive root of x² = x + 1, that holds exactly if large·(large − small) > small².
func aboveGolden(large, small uint64) bool {
	hi, lo := bits.Mul64(large, large-small)
	squareHi, squareLo := bits.Mul64(small, small)
	return hi > squareHi || hi == squareHi && lo > squareLo
}

// maxZeckendorf is the greatest number of parts of a Zeckendorf sum of a uint64.
const maxZeckendorf = 46

// zeckendorf appends to dst the distinct Fibonacci numbers, no two of them
// neighbours, whose sum is n, the smallest first. There is exactly one such sum
// (Lekkerkerker 1952, Zeckendorf 1972); it has at most maxZeckendorf parts.
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
