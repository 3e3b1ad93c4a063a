package store

import (
	"context"
	"fmt"
	"iter"
	"math"
)

// Leaderboards keeps leaderboards: members ordered by one score each, the highest first; equal
// scores are ordered by the members' names. A board exists as long as it has a line. All
// methods may be called concurrently. Every implementation passes storetest.Run.
type Leaderboards interface {
	// SetLine replaces the member's line on a board, unless the present one has a later
	// version. The error is ErrInvalid for what CheckLine refuses, ErrUnavailable, ErrFull,
	// or that of ctx.
	SetLine(ctx context.Context, board string, l Line) error
	// RemoveLine removes a member's line from a board, if there is one. The error is
	// ErrUnavailable, ErrCorrupt, ErrFull, or that of ctx.
	RemoveLine(ctx context.Context, board, member string) error
	// Lines returns at most n lines of a board, beginning at the rank from, counted from 0,
	// and the number of all lines. A negative rank is 0, a negative n none. A board that
	// doesn't exist has no lines. The error is ErrUnavailable, ErrCorrupt, or that of ctx.
	Lines(ctx context.Context, board string, from, n int) (lines []Line, total int, err error)
	// Rank returns the member's rank, counted from 0, or -1 if there is no
	// line. The error is ErrUnavailable, ErrCorrupt, or that of ctx.
	Rank(ctx context.Context, board, member string) (int, error)
	// AllLines yields the lines of all boards in any order; an error ends the iteration.
	AllLines(ctx context.Context) iter.Seq2[LeaderboardLine, error]
}

// Line is a member's line on a board.
type Line struct {
	Member string  // 1 to MaxMember bytes of any kind
	Score  float64 // finite
	// Version is the version of the document that the score comes from. If two processes
	// set a line, the later document wins.
	Version uint64
}

// LeaderboardLine is a line and the name of its board.
type LeaderboardLine struct {
	Board string
	Line
}

// MaxMember is the longest name of a member, in bytes.
const MaxMember = 256

// CheckLine returns ErrInvalid for a line that stores must refuse.
func CheckLine(board string, l Line) error {
	if err := CheckKey(board); err != nil {
		return err
	}
	if n := len(l.Member); n == 0 || n > MaxMember {
		return fmt.Errorf("%w: a member's name of %d bytes, want 1 to %d", ErrInvalid, n, MaxMember)
	}
	if math.IsNaN(l.Score) || math.IsInf(l.Score, 0) || l.Version == 0 {
		return fmt.Errorf("%w: a line with the score %v of version %d", ErrInvalid, l.Score, l.Version)
	}
	return nil
}
