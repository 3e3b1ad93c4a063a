package store

import (
	"context"
	"fmt"
	"time"
)

// Scores is the second interface of a store: boards of people ordered by
// score, one board per server or workspace. Every backend has it.
type Scores interface {
	// AddResult adds a finished game's points to a board, once per game id:
	// the same game again changes nothing. Ids are remembered for
	// ResultMemory.
	AddResult(ctx context.Context, board string, r Result) error
	// Top returns up to limit standings from the best on, after skipping the
	// first skip; equal scores come in descending order of their names.
	Top(ctx context.Context, board string, skip, limit int) ([]Standing, error)
	// StandingOf returns one member's standing, with Rank 0 when the board
	// does not have the member.
	StandingOf(ctx context.Context, board, member string) (Standing, error)
	// ForgetMember removes a member from a board.
	ForgetMember(ctx context.Context, board, member string) error
}

// ResultMemory is for how long after a game its id is remembered: far longer
// than any delivery of its result can be late.
const ResultMemory = 90 * 24 * time.Hour

// MaxPoints bounds a member's score on either side: all backends count exactly
// up to here.
const MaxPoints = 1 << 53

// Result is what one finished game is worth.
type Result struct {
	Game   string           // the game's own id
	Ended  time.Time        // when it ended
	Points map[string]int64 // by member; negative takes away
}

// Check returns ErrInvalid for a result that no store takes.
func (r Result) Check(board string) error {
	if err := CheckKey(board); err != nil {
		return err
	}
	if err := CheckKey(r.Game); err != nil {
		return err
	}
	for member, points := range r.Points {
		if err := CheckKey(member); err != nil {
			return err
		}
		if points > MaxPoints || points < -MaxPoints {
			return fmt.Errorf("%w: %d points", ErrInvalid, points)
		}
	}
	return nil
}

// Standing is a member's place on a board.
type Standing struct {
	Member string
	Score  int64
	Rank   int // 1 + the number of members with more points, so that equals share it
}

// Rank fills in the ranks of standings that follow each other, from the best
// on, after the first skip of a board. first is the rank of the first of them.
func Rank(standings []Standing, skip, first int) {
	for i := range standings {
		switch {
		case i == 0:
			standings[i].Rank = first
		case standings[i].Score == standings[i-1].Score:
			standings[i].Rank = standings[i-1].Rank
		default:
			standings[i].Rank = skip + i + 1
		}
	}
}
