package store

import (
	"time"
)

// maxStep bounds the random step of a version that is ahead of the clock, in microseconds:
// about a second.
const maxStep = 1 << 20

// NextVersion returns the version for a record written at now over version n, 0 if there is
// none. It is the time in microseconds, so that no number repeats, even if the store is
// emptied or restored from an older copy. A process with a cached record of the lost
// history then meets a conflict; with counted versions it could overwrite what others
// wrote since.
//
// If n isn't before now (a clock was set back, another process's clock is ahead, two
// changes fall in one microsecond) the version is n plus a random step. Every writer may
// use it over any version, counted ones included. For more than two centuries the
// numbers stay below 2^53, up to which floating-point readers are exact.
//
// The source of the step isn't passed in: two processes with equal seeds must not take
// equal steps.
func NextVersion(n uint64, now time.Time) uint64 {
	if at := now.UnixMicro(); at > 0 && uint64(at) > n {
		return uint64(at)
	}
	return n + 1 + Random()%maxStep
}
