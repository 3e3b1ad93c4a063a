package store

import (
	"math/rand/v2"
	"time"
)

// maxStep bounds the step of a version that the clock has not reached: about a
// second.
const maxStep = 1 << 20

// NextVersion is the version of a record that is written at now over version n,
// 0 for none: microseconds since 1970, so that no number comes twice, even when
// the store is emptied or set back to an older copy. A process that still holds
// a record of what is gone then meets a conflict, where counting from 1 would
// let it write over what others wrote since.
//
// Where n is not before now (a clock that was set back, another process whose
// clock is ahead, two changes within a microsecond) it goes on from n by a
// random step. Every writer may use it over any version, also over those that
// were counted one by one. The numbers stay below 2^53, to which programs that
// read numbers as floating point are exact, for more than two centuries.
//
// The step is not drawn from a source that is passed in: two processes may be
// seeded alike, and must not take the same steps.
func NextVersion(n uint64, now time.Time) uint64 {
	if at := now.UnixMicro(); at > 0 && uint64(at) > n {
		return uint64(at)
	}
	return n + 1 + rand.Uint64N(maxStep)
}
