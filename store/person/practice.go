package person

import (
	"slices"
	"time"

	"nimbot/store"
)

// Practice has a person's data that applies in all servers. It stays below 32 kB: trim drops
// the oldest entries of its lists.
type Practice struct {
	store.Head
	// Level is the bot's level that the person played last, "" if none.
	Level string `json:"level,omitempty"`
	// Turn stamps buttons. It rises with every change of Now.
	Turn int `json:"turn,omitempty"`
	// Now is the open exercise, or the last one.
	Now *Exercise `json:"now,omitempty"`
	// Recent are hashes of the last typed deliveries that changed something, the oldest
	// first. They recognize a repeated delivery.
	Recent []uint64 `json:"recent,omitempty"`
	// Puzzles is the person's strength at puzzles, nil before the first.
	Puzzles *Strength `json:"puzzles,omitempty"`
	// Set lists the puzzles that the person got lately, by game, the latest game last.
	Set []Set `json:"set,omitempty"`
	// Solved is the puzzle that was found last at the first try, nil before the first.
	Solved *Solved `json:"solved,omitempty"`
	// Lessons are the lessons that the person began.
	Lessons []Lesson `json:"course,omitempty"`
	// Placing is the placement test, nil before the first.
	Placing *Placing `json:"placing,omitempty"`
	// Checking is the open check, nil if there is none.
	Checking *Checking `json:"checking,omitempty"`
	// Checks are the checks that were made, the latest last.
	Checks []Check `json:"checks,omitempty"`
	// Daily has the person's dailies of recent dates, the latest last.
	Daily []Day `json:"daily,omitempty"`
	// Streak is the run of dates on which the daily was done.
	Streak Streak `json:"streak,omitzero"`
	// Mistakes are wins that the person gave away, to be asked again.
	Mistakes []Mistake `json:"mistakes,omitempty"`
	// After is the ID of the mark after which the document began, 0 if there is none.
	After   uint64        `json:"after,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Exercise is one exercise, and how far the person got.
type Exercise struct {
	Kind     string `json:"kind"` // one of package practice's kinds
	Game     string `json:"game,omitempty"`
	Ending   string `json:"ending,omitempty"`
	Position string `json:"position,omitempty"`
	Start    string `json:"start,omitempty"` // of a game, whose Position changes
	Asks     string `json:"asks,omitempty"`  // a puzzle's kind
	Seed     uint64 `json:"seed,omitempty"`
	Lesson   string `json:"course,omitempty"` // the lesson's ID
	Date     string `json:"date,omitempty"`   // of a daily or of a mistake, "2026-11-21"
	// Band is the difficulty of a puzzle, if the person chose one.
	Band string `json:"band,omitempty"`
	// Twin reports that the puzzle is Practice.Solved disguised as another game.
	Twin bool `json:"twin,omitempty"`
	// Step counts the completed steps.
	Step int `json:"step,omitempty"`
	// Plies counts the moves of a game.
	Plies int `json:"plies,omitempty"`
	// Turned is the position of a game from which the person's move TurnedBy gave the win away, as move
	// TurnedAt of both; the last such one, "" for none.
	Turned   string `json:"turned,omitempty"`
	TurnedBy string `json:"turnedBy,omitempty"`
	TurnedAt int    `json:"turnedAt,omitempty"`
	// Unclear is a move that the bot wasn't sure about: it asked the person which one they meant.
	Unclear string `json:"unclear,omitempty"`
	// Wrong reports that the first answer to the present step was wrong.
	Wrong bool `json:"wrong,omitempty"`
	// WrongAnswer is the last wrong answer to the present step, if it was a move or numbers.
	WrongAnswer string `json:"wrongAnswer,omitempty"`
	// Missed reports that the first try at some step was wrong, or on a page that a second hint was
	// given.
	Missed bool `json:"missed,omitempty"`
	// Rated is the person's puzzle rating before the first try.
	Rated float64 `json:"rated,omitempty"`
	// Hinted reports that the person had help. The exercise can still be answered, but counts as
	// not found.
	Hinted bool `json:"hinted,omitempty"`
	// Done reports that the exercise is finished.
	Done bool `json:"done,omitempty"`
	// Left reports that the person left the exercise with "stop": what they type isn't meant for it
	// until they come back.
	Left    bool          `json:"left,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Strength is a Glicko-2 rating, and the number of answers that it is based on.
type Strength struct {
	Rating     float64       `json:"rating"`
	Deviation  float64       `json:"deviation"`
	Volatility float64       `json:"volatility"`
	At         store.Unix    `json:"at"`
	Answers    int           `json:"answers"`
	Right      int           `json:"right"`
	Unknown    store.Unknown `json:",embed"`
}

// Solved is a position of normal play in which the person found a winning move.
type Solved struct {
	Game     string        `json:"game"`
	Position string        `json:"position"`
	Unknown  store.Unknown `json:",embed"`
}

// Set lists the puzzles of one game that the person got lately.
type Set struct {
	Game string `json:"game"`
	// Hashes has three bytes for each puzzle, the oldest first.
	Hashes  []byte        `json:"hashes"`
	Unknown store.Unknown `json:",embed"`
}

// Lesson is a person's progress in a lesson.
type Lesson struct {
	ID string `json:"id"` // the lesson's ID in package teach
	// Read counts the pages read.
	Read int `json:"read,omitempty"`
	// Seed is the seed of the series of exercises, of which Asked were asked.
	Seed  uint64 `json:"seed,omitempty"`
	Asked int    `json:"asked,omitempty"`
	// Evidence, Right, Last and Restarts are the state of the lesson's test.
	Evidence float64 `json:"evidence,omitempty"`
	Right    int     `json:"right,omitempty"`
	Last     bool    `json:"last,omitempty"`
	Restarts int     `json:"restarts,omitempty"`
	// Ready reports that the exercises are passed.
	Ready bool `json:"ready,omitempty"`
	// Wins counts the games won after the exercises.
	Wins int `json:"wins,omitempty"`
	// Passed is when the lesson was passed, 0 if it wasn't.
	Passed  store.Unix    `json:"passed,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Day is the daily of one date.
type Day struct {
	Date string `json:"date"`
	// Answers has "1" for each position answered rightly at the first try, "2" for each answered rightly
	// with help, and "0" for each other.
	Answers string `json:"answers,omitempty"`
	// Given are the answers themselves: "won", "lost", a move or numbers; "" for one that wasn't given.
	Given  []string `json:"given,omitempty"`
	Shared bool     `json:"shared,omitempty"`
	// Hinted are the numbers, from 0, of the positions with which the person had help
	// before they were open.
	Hinted  string        `json:"hinted,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Streak is a run of dates, and earlier runs: dates may be done in any order, and a date
// between two runs joins them.
type Streak struct {
	Last    string `json:"last,omitempty"`
	Days    int    `json:"days,omitempty"`
	Longest int    `json:"longest,omitempty"`
	// Earlier are other runs, the oldest first, at most MaxEarlier. They may also stem
	// from a time when the clock was wrong.
	Earlier []Run         `json:"earlier,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Run is a run of dates.
type Run struct {
	Last    string        `json:"last"`
	Days    int           `json:"days"`
	Unknown store.Unknown `json:",embed"`
}

// MaxEarlier is how many earlier runs a Streak keeps.
const MaxEarlier = 3

// Mistake is a win given away in a game. It comes back at growing intervals (Leitner
// boxes).
type Mistake struct {
	Game     string        `json:"game"`
	Ending   string        `json:"ending"`
	Position string        `json:"position"`
	Date     string        `json:"date"` // of the game
	Box      int           `json:"box,omitempty"`
	Due      store.Unix    `json:"due"`
	Unknown  store.Unknown `json:",embed"`
}

// The bounds of a Practice.
const (
	MaxMistakes   = 50 // in Practice.Mistakes
	MaxMistake    = 80 // bytes of a mistake's position; a longer one isn't kept
	maxLessons    = 60 // the twelve, and those of games
	maxAsked      = 60 // exercises of a series; then another series is drawn
	maxPosition   = 2000
	maxRecent     = 64
	maxSets       = 20
	maxSetHashes  = 200
	setHashLength = 3
	maxDays       = 4
	maxChecks     = 2
	maxPlaced     = 8
)

// Practices keeps practice documents.
type Practices = Keeper[Practice, *Practice]

// NewPractices makes the keeper of the documents under PracticeKey. They expire when
// unchanged for keep; 0 keeps them for ever.
func NewPractices(s store.Store, now func() time.Time, keep time.Duration) *Practices {
	return newPersonal[Practice](s, now, keep)
}

// Stamp implements Document.
func (p *Practice) Stamp(version uint64, now time.Time) {
	p.Head.Stamp(version, now)
	p.trim()
}

func (p *Practice) afterMark() *uint64 { return &p.After }

// trim drops the oldest entries of every list beyond its bound.
func (p *Practice) trim() {
	p.Recent = last(p.Recent, maxRecent)
	p.Set = last(p.Set, maxSets)
	for i := range p.Set {
		p.Set[i].Hashes = last(p.Set[i].Hashes, maxSetHashes*setHashLength)
	}
	p.Lessons = last(p.Lessons, maxLessons)
	for i, l := range p.Lessons {
		if l.Asked >= maxAsked {
			p.Lessons[i].Seed, p.Lessons[i].Asked = 0, 0
		}
	}
	p.Daily = last(p.Daily, maxDays)
	p.Checks = last(p.Checks, maxChecks)
	if p.Placing != nil {
		p.Placing.Answers = last(p.Placing.Answers, maxPlaced)
	}
	p.Mistakes = last(p.Mistakes, MaxMistakes)
}

// last returns the end of a list, at most n elements.
func last[E any](list []E, n int) []E { return list[max(0, len(list)-n):] }

func (p *Practice) flaw() string {
	switch now := p.Now; {
	case p.Turn < 0:
		return "a negative turn"
	case slices.ContainsFunc(p.Lessons, func(l Lesson) bool { return l.Asked < 0 || l.Asked > maxAsked || l.Read < 0 || l.Wins < 0 }):
		return "a lesson with too many exercises"
	case now != nil && (now.Step < 0 || now.Plies < 0):
		return "an exercise with a negative step"
	case now != nil && len(now.Position) > maxPosition:
		return "an exercise with an endless position"
	}
	for _, s := range p.Set {
		if len(s.Hashes)%setHashLength != 0 {
			return "hashes of puzzles that were cut"
		}
	}
	return ""
}

// Remember records a typed delivery by a hash of its id.
func (p *Practice) Remember(delivery uint64) { p.Recent = append(p.Recent, delivery) }

// Lesson returns the record of a lesson, which it creates if missing.
func (p *Practice) Lesson(id string) *Lesson {
	for i := range p.Lessons {
		if p.Lessons[i].ID == id {
			return &p.Lessons[i]
		}
	}
	p.Lessons = append(p.Lessons, Lesson{ID: id})
	return &p.Lessons[len(p.Lessons)-1]
}

// Day returns the record of a date's daily, which it creates if missing.
func (p *Practice) Day(date string) *Day {
	for i := range p.Daily {
		if p.Daily[i].Date == date {
			return &p.Daily[i]
		}
	}
	p.Daily = append(p.Daily, Day{Date: date})
	return &p.Daily[len(p.Daily)-1]
}

// SetOf returns the hashes of a game's puzzles that the person got lately, the oldest
// first.
func (p *Practice) SetOf(game string) (hashes [][setHashLength]byte) {
	for _, s := range p.Set {
		if s.Game != game {
			continue
		}
		for h := s.Hashes; len(h) >= setHashLength; h = h[setHashLength:] {
			hashes = append(hashes, [setHashLength]byte(h))
		}
	}
	return hashes
}

// NoteSet records that the person got a puzzle of a game.
func (p *Practice) NoteSet(game string, hash [setHashLength]byte) {
	set := Set{Game: game}
	for i, s := range p.Set {
		if s.Game == game {
			set = s
			p.Set = append(p.Set[:i:i], p.Set[i+1:]...)
			break
		}
	}
	set.Hashes = append(set.Hashes[:len(set.Hashes):len(set.Hashes)], hash[:]...)
	p.Set = append(p.Set, set)
}
