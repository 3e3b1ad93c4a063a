package person

import (
	"slices"
	"time"

	"nimbot/store"
)

// Practice is what goes with a person from server to server. It stays below
// 32 kB: every list in it is bounded by what writes it, and by Fold.
type Practice struct {
	Format  int    `json:"v"`
	Version uint64 `json:"n"`
	// Write marks the last write.
	Write uint64 `json:"w"`
	// Level is the level of the bot that the person prefers, "" for none.
	Level string `json:"level,omitempty"`
	// Turn stamps buttons. It rises with everything that happens to Now.
	Turn int `json:"turn,omitempty"`
	// Now is the exercise that is open, or the last one that was.
	Now *Exercise `json:"now,omitempty"`
	// Recent are hashes of the last typed deliveries that changed something,
	// so that one that comes again is known; the oldest first.
	Recent []uint64 `json:"recent,omitempty"`
	// Puzzles is how strong the person is at puzzles, nil before the first.
	Puzzles *Strength `json:"puzzles,omitempty"`
	// Set are the puzzles that were set lately, by game, the game of the last
	// one last.
	Set []Set `json:"set,omitempty"`
	// Lessons are those that were begun.
	Lessons []Lesson `json:"lessons,omitempty"`
	// Daily is what the person did on the last dates, the latest last.
	Daily []Day `json:"daily,omitempty"`
	// Streak are the dates in a row on which the daily was done.
	Streak Streak `json:"streak,omitzero"`
	// Mistakes are wins that the person gave away, to be found again.
	Mistakes []Mistake `json:"mistakes,omitempty"`
	// After is the ID of the mark after which the document began, 0 for none.
	After   uint64        `json:"after,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Exercise is something that was asked, and how far the person got.
type Exercise struct {
	Kind     string `json:"kind"` // package practice's
	Game     string `json:"game,omitempty"`
	Ending   string `json:"ending,omitempty"`
	Position string `json:"position,omitempty"`
	Start    string `json:"start,omitempty"` // of a game, in which Position moves on
	Asks     string `json:"asks,omitempty"`  // a puzzle's kind
	Seed     uint64 `json:"seed,omitempty"`
	Lesson   int    `json:"lesson,omitempty"`
	Date     string `json:"date,omitempty"` // of a daily or of a mistake, "2026-11-21"
	// Step counts the steps that are done.
	Step int `json:"step,omitempty"`
	// Plies counts the moves of a game.
	Plies int `json:"plies,omitempty"`
	// Unclear is a move that was asked back about, since it may have been meant
	// for another.
	Unclear string `json:"unclear,omitempty"`
	// Wrong: the present step was answered wrongly once.
	Wrong bool `json:"wrong,omitempty"`
	// Missed: some step was not right at the first try.
	Missed bool `json:"missed,omitempty"`
	// Rated is a puzzle's solver's rating before the first try.
	Rated float64 `json:"rated,omitempty"`
	// Hinted: there was help with it. It can be answered, and counts as not found.
	Hinted bool `json:"hinted,omitempty"`
	// Done: nothing is asked any more.
	Done    bool          `json:"done,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Strength is a Glicko-2 rating, and how many answers it rests on.
type Strength struct {
	Rating     float64    `json:"rating"`
	Deviation  float64    `json:"deviation"`
	Volatility float64    `json:"volatility"`
	At         store.Unix `json:"at"`
	Answers    int        `json:"answers"`
	Right      int        `json:"right"`
	// Left is how many of Answers weren't given: who left the exercise had them
	// count as wrong. Skipped is how many exercises were left for nothing.
	Left    int `json:"left,omitempty"`
	Skipped int `json:"skipped,omitempty"`
	// Scale is the scale of Rating. Another one than package practice's begins anew.
	Scale   int           `json:"scale,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Set are the puzzles of a game that were set lately.
type Set struct {
	Game string `json:"game"`
	// Hashes has three bytes for each, the oldest first.
	Hashes  []byte        `json:"hashes"`
	Unknown store.Unknown `json:",embed"`
}

// Lesson is how far a person got in a lesson.
type Lesson struct {
	Number int `json:"number"`
	// Read counts the pages that were read.
	Read int `json:"read,omitempty"`
	// Seed is that of the row of exercises that the blocks are cut from.
	Seed uint64 `json:"seed,omitempty"`
	// Failed counts the blocks of the row that weren't passed.
	Failed int `json:"failed,omitempty"`
	// Block has "1" or "0" for each exercise of the present block that was
	// right at the first try, or was not.
	Block string `json:"block,omitempty"`
	// Wins counts the games that were won, in a lesson that has some.
	Wins int `json:"wins,omitempty"`
	// Passed is when the lesson was passed, 0 if it never was.
	Passed  store.Unix    `json:"passed,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Day is a date's daily.
type Day struct {
	Date string `json:"date"`
	// Answers has "1" or "0" for each position that was answered rightly, or
	// was not.
	Answers string `json:"answers,omitempty"`
	Shared  bool   `json:"shared,omitempty"`
	// Hinted are the numbers, from 0, of the positions with which there was help
	// before they were open.
	Hinted  string        `json:"hinted,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Streak is a run of dates, and what came shortly before it: dates may be done in any
// order, and a date that lies between may join two runs.
type Streak struct {
	Last    string `json:"last,omitempty"`
	Days    int    `json:"days,omitempty"`
	Longest int    `json:"longest,omitempty"`
	// Earlier are other runs, the oldest first, at most MaxEarlier: before this one, or
	// from when the clock was wrong.
	Earlier []Run         `json:"earlier,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Run is a run of dates that ended.
type Run struct {
	Last    string        `json:"last"`
	Days    int           `json:"days"`
	Unknown store.Unknown `json:",embed"`
}

// MaxEarlier is how many earlier runs a Streak keeps.
const MaxEarlier = 3

// Mistake is a win that was given away in a game. It is asked again when it is
// due, at a distance that grows with its box.
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
	MaxMistakes   = 50
	MaxMistake    = 80 // bytes of a mistake's position; a longer one isn't kept
	MaxFailed     = 9  // failed blocks of a row; then another row is drawn
	maxPosition   = 2000
	maxRecent     = 64
	maxSets       = 20
	maxSetHashes  = 200
	setHashLength = 3
	maxDays       = 4
)

// Practices keeps what goes with the person.
type Practices = Keeper[Practice, *Practice]

// NewPractices makes the keeper of the documents under PracticeKey, which are
// forgotten when they weren't changed for as long as keep; 0 keeps them for ever.
func NewPractices(s store.Store, now func() time.Time, keep time.Duration) *Practices {
	return newPersonal[Practice](s, now, keep)
}

func (p *Practice) begin(format int, version, write uint64) {
	p.Format, p.Version, p.Write = format, version, write
	p.fold()
}

func (p *Practice) began() *uint64 { return &p.After }

// fold drops the oldest of every list that is too long.
func (p *Practice) fold() {
	p.Recent = last(p.Recent, maxRecent)
	p.Set = last(p.Set, maxSets)
	for i := range p.Set {
		p.Set[i].Hashes = last(p.Set[i].Hashes, maxSetHashes*setHashLength)
	}
	p.Daily = last(p.Daily, maxDays)
	p.Mistakes = last(p.Mistakes, MaxMistakes)
}

// last is the end of a list, at most n of it.
func last[E any](list []E, n int) []E { return list[max(0, len(list)-n):] }

func (p *Practice) flaw() string {
	switch now := p.Now; {
	case p.Turn < 0:
		return "a negative turn"
	case slices.ContainsFunc(p.Lessons, func(l Lesson) bool { return l.Failed < 0 || l.Failed > MaxFailed }):
		return "a lesson with too many blocks"
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

// Remember notes a typed delivery, by a hash of its id.
func (p *Practice) Remember(delivery uint64) { p.Recent = append(p.Recent, delivery) }

// Lesson is the person's own record of a lesson, made if there is none.
func (p *Practice) Lesson(number int) *Lesson {
	for i := range p.Lessons {
		if p.Lessons[i].Number == number {
			return &p.Lessons[i]
		}
	}
	p.Lessons = append(p.Lessons, Lesson{Number: number})
	return &p.Lessons[len(p.Lessons)-1]
}

// Day is the person's own record of a date's daily, made if there is none.
func (p *Practice) Day(date string) *Day {
	for i := range p.Daily {
		if p.Daily[i].Date == date {
			return &p.Daily[i]
		}
	}
	p.Daily = append(p.Daily, Day{Date: date})
	return &p.Daily[len(p.Daily)-1]
}

// SetOf are the hashes of a game's puzzles that were set lately, the oldest
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

// NoteSet notes that a puzzle of a game was set.
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
