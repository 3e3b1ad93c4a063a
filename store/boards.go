package store

import (
	"context"
	"fmt"
	"iter"
	"math"
)

// Boards keeps boards: lists of members in the order of one score each, the
// highest first; equal scores are in the order of the members' names. A board
// is there as long as it has a line. All methods may be called at the same time.
// Every implementation passes storetest.Run.
type Boards interface {
	// SetLine puts a line on a board in place of the member's line before,
	// unless that has a later version.
	SetLine(ctx context.Context, board string, l Line) error
	// RemoveLine takes a member's line off a board, if there is one.
	RemoveLine(ctx context.Context, board, member string) error
	// Lines returns at most n lines of a board from a rank on, the first rank
	// being 0, and how many lines there are in all.
	Lines(ctx context.Context, board string, from, n int) (lines []Line, total int, err error)
	// Rank is the member's rank on a board, -1 without a line.
	Rank(ctx context.Context, board, member string) (int, error)
	// AllLines yields the lines of all boards, in no promised order; an error
	// ends it.
	AllLines(ctx context.Context) iter.Seq2[BoardLine, error]
}

// Line is what a board says of one member.
type Line struct {
	Member string  // 1 to MaxMember bytes of any kind
	Score  float64 // finite
	// Version is that of the document from which the score comes: of two
	// processes that set a line, the one that read the later document wins.
	Version uint64
}

// BoardLine is a line with the board that it stands on.
type BoardLine struct {
	Board string
	Line
}

// MaxMember is the longest name of a member, in bytes.
const MaxMember = 256

// CheckLine returns ErrInvalid for a line that no store takes.
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
