package analysis

import (
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
)

// MoveError says which move of a list is illegal.
type MoveError struct {
	Number int         // from 1
	Move   string      // as it was given
	Before rules.Match // the match in which it is illegal
	Err    error
}

func (e *MoveError) Error() string { return e.Err.Error() }

// Unwrap returns why the rules refuse the move: an error of package rules.
func (e *MoveError) Unwrap() error { return e.Err }

// Replay plays moves one after the other in the match m. read reads each move in the
// position in which it is played. After an illegal move, Replay returns the match before
// it; the error is a *MoveError.
func Replay(m rules.Match, moves []string, read func(rules.Position, string) (rules.Move, error)) (rules.Match, error) {
	for i, text := range moves {
		mv, err := read(m.Position(), text)
		next := m
		if err == nil {
			next, err = m.Play(m.ToMove(), mv)
		}
		if err != nil {
			return m, &MoveError{i + 1, text, m, err}
		}
		m = next
	}
	return m, nil
}

// Review is a reviewed game.
type Review struct {
	Game      string     `json:"game"`
	Ending    string     `json:"ending"`
	Start     string     `json:"start"`
	Position  string     `json:"position"` // the last one
	Over      bool       `json:"over"`
	Winner    *string    `json:"winner"` // null while the game isn't over, and if nobody won
	Decisions []Decision `json:"decisions"`
	Players   Players    `json:"players"`
	Truncated bool       `json:"truncated,omitempty"` // the game has further decisions that aren't listed
}

// Decision is one turn of a game.
type Decision struct {
	Turn     int          `json:"turn"`
	Player   string       `json:"player"`
	Position string       `json:"position"`
	Move     rules.Move   `json:"move"`
	Legal    int          `json:"legal"`   // legal moves, counted up to teach.MaxLegal + 1
	Winning  int          `json:"winning"` // winning moves, counted up to teach.MaxLegal + 1
	Judged   bool         `json:"judged"`
	Kept     bool         `json:"kept"`
	Better   []rules.Move `json:"better"`
	To       string       `json:"to"`
}

// Players are the two players of a game.
type Players struct {
	First  Player `json:"first"`
	Second Player `json:"second"`
}

// Player is how one player decided.
type Player struct {
	Judged   int      `json:"judged"`
	Kept     int      `json:"kept"`
	Credit   float64  `json:"k"`
	Chance   float64  `json:"p"`
	Leeway   float64  `json:"one_minus_p"`
	Variance float64  `json:"variance"`
	Skill    *float64 `json:"skill"` // null, like its bounds Low and High, while there are not enough decisions
	Low      *float64 `json:"low"`
	High     *float64 `json:"high"`
}

// seatNames are the names of the seats in JSON.
var seatNames = [2]string{"first", "second"}

// ReviewOf returns r as data.
func ReviewOf(r teach.Review) Review {
	out := Review{
		Game: r.Setup.Game, Ending: r.Setup.Ending.String(), Start: r.Setup.Start, Position: r.Position.String(),
		Over: r.Result.Over, Decisions: []Decision{}, Truncated: r.Truncated,
		Players: Players{playerOf(r.Skill[0]), playerOf(r.Skill[1])},
	}
	if r.Result.Winner != rules.Nobody {
		out.Winner = &seatNames[r.Result.Winner]
	}
	for _, d := range r.Decisions {
		out.Decisions = append(out.Decisions, decisionOf(r.Setup.Ending, d))
	}
	return out
}

func decisionOf(e rules.Ending, d teach.Decision) Decision {
	out := Decision{
		Turn: d.Turn, Player: seatNames[d.Seat], Position: d.Before.String(), Move: d.Move,
		Legal: d.Legal, Winning: d.Winning, Judged: d.Judged(), Kept: d.Kept(), Better: []rules.Move{}, To: d.After.String(),
	}
	if d.Legal > teach.MaxLegal && d.Winning > 0 { // package teach doesn't count these
		if a, err := solve.Analyze(d.Before, e); err == nil {
			out.Winning = teach.CountMoves(a.Winning())
		}
	}
	out.Better = append(out.Better, d.Better...)
	return out
}

func playerOf(s teach.Skill) Player {
	out := Player{Judged: s.Judged, Kept: s.Kept, Credit: s.Credit, Chance: s.Chance, Leeway: s.Leeway, Variance: s.Variance}
	if s.Rough() {
		value := s.Value()
		low, high := s.Interval()
		out.Skill, out.Low, out.High = &value, &low, &high
	}
	return out
}
