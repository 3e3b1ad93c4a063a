package person

import (
	"slices"
	"time"

	"nimbot/store"
)

// Member is the stored data about a person in one server.
type Member struct {
	store.Head
	// Name is the person's name as last shown there.
	Name string `json:"name,omitempty"`
	// Seen is when the person last finished a game or practised there.
	Seen store.Unix `json:"seen,omitempty"`
	// Private hides the profile from others, and keeps the person off leaderboards.
	Private bool `json:"private,omitempty"`
	// Games are the sums over all games, by game.
	Games []Games `json:"games,omitempty"`
	// Rating is the present rating, nil before the first rated pair.
	Rating *Rating `json:"rating,omitempty"`
	// Base is the rating before the oldest of Pairs, from which Rating can be
	// recomputed; nil while Pairs holds every pair.
	Base *Rating `json:"base,omitempty"`
	// Pairs are the last rated pairs, the oldest first, at most MaxPairs.
	Pairs []Pair `json:"pairs,omitempty"`
	// PairsBegun are the rated pairs that began lately. Only the player whose id sorts
	// first keeps them.
	PairsBegun []BegunPair `json:"begun,omitempty"`
	// Running are the places in which the person began rated pairs or took part in rounds, the
	// latest last; only the places know whether these still run. If a platform's ids are the same
	// in all servers, the document of direct messages has this list.
	Running []string `json:"running,omitempty"`
	// Open are the places in which games of the person may be running; see PlaysIn. They are in the
	// same document as Running, NoPings and Language.
	Open []Open `json:"open,omitempty"`
	// NoPings reports that the person doesn't want to be notified of their turns.
	NoPings bool `json:"no_pings,omitempty"`
	// Language is the language of messages that only the person reads; "": the platform's. It is in
	// the same document as NoPings.
	Language string `json:"language,omitempty"`
	// CountedResults are the recently counted results. See Take.
	CountedResults string `json:"taken,omitempty"`
	// Forgot is the end time of the latest result dropped from CountedResults.
	Forgot store.Unix `json:"forgot,omitempty"`
	// LateResults counts the results that came too late to tell whether they had been
	// counted.
	LateResults int `json:"refused,omitempty"`
	// PracticeSummary is the part of the person's practice that the server shows, nil if there
	// is none.
	PracticeSummary *Practised `json:"practised,omitempty"`
	// Leaderboards are the kinds of leaderboards that list the person.
	Leaderboards []string `json:"boards,omitempty"`
	// Race are the points of rounds, nil if there are none.
	Race *Race `json:"race,omitempty"`
	// Places are the channels that have the person's name, the latest last, at most MaxPlaces. They
	// are cleared first when the person leaves.
	Places []string `json:"places,omitempty"`
	// After is the ID of the mark after which the document began, 0 if there is none.
	After uint64 `json:"after,omitempty"`
	// LeaderboardsStale reports that the leaderboards may not reflect this document yet.
	LeaderboardsStale bool          `json:"behind,omitempty"`
	Unknown           store.Unknown `json:",embed"`
}

// Games are sums over the games of one kind that a person played.
type Games struct {
	Game    string        `json:"game"` // the key of the family; "" for all games beyond MaxGames
	Bot     Count         `json:"bot,omitzero"`
	People  Count         `json:"people,omitzero"`
	Skill   Skill         `json:"skill,omitzero"`
	Unknown store.Unknown `json:",embed"`
}

// Count counts finished games by result.
type Count struct {
	Played  int           `json:"played,omitempty"`
	Won     int           `json:"won,omitempty"`
	Drawn   int           `json:"drawn,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Skill holds the sums over judged decisions from which skill is computed. p is the
// chance that a guesser keeps the win, and k is 1 if the person kept it, else 0. JSON has
// Σk as "k" and Σp as "p".
type Skill struct {
	Judged   int           `json:"judged,omitempty"`   // decisions
	Kept     int           `json:"kept,omitempty"`     // decisions that kept the win
	Credit   float64       `json:"k,omitempty"`        // Σk
	Chance   float64       `json:"p,omitempty"`        // Σp
	Leeway   float64       `json:"leeway,omitempty"`   // Σ(1 − p)
	Variance float64       `json:"variance,omitempty"` // Σp(1 − p)
	Unknown  store.Unknown `json:",embed"`
}

// Rating is a Glicko-2 rating.
type Rating struct {
	Rating     float64       `json:"rating"`
	Deviation  float64       `json:"deviation"`
	Volatility float64       `json:"volatility"`
	At         store.Unix    `json:"at,omitempty"` // of the last pair; 0: no pair was played
	Unknown    store.Unknown `json:",embed"`
}

// Pair is a played rated pair.
type Pair struct {
	At        store.Unix    `json:"at"`        // when its second game ended
	With      string        `json:"with"`      // the opponent's id
	Rating    float64       `json:"rating"`    // the opponent's rating when the pair was accepted
	Deviation float64       `json:"deviation"` // of that rating
	Score     float64       `json:"score"`     // 1, ½ or 0
	Game      string        `json:"game"`
	Start     string        `json:"start"` // the position from which it began
	Unknown   store.Unknown `json:",embed"`
}

// BegunPair is a rated pair that has begun.
type BegunPair struct {
	At      store.Unix    `json:"at"`
	With    string        `json:"with"`            // the opponent's id
	Offer   string        `json:"offer,omitempty"` // the id of the offer that was accepted
	Unknown store.Unknown `json:",embed"`
}

// Practised is the part of a person's practice that a server shows: in their profile, and on the
// leaderboard of lessons.
type Practised struct {
	Puzzles    int        `json:"puzzles,omitempty"`     // the puzzle rating; 0: none
	PuzzlesOff int        `json:"puzzles_off,omitempty"` // the deviation of Puzzles
	Streak     int        `json:"streak,omitempty"`      // days in a row
	Day        store.Unix `json:"day,omitempty"`         // the last day of the streak
	Lessons    int        `json:"lessons,omitempty"`     // how many were finished
	// Passed are the lessons that were passed, with spaces between them: the numbers of the
	// course's lessons, then the keys of the games whose own lesson was passed.
	Passed string `json:"passed,omitempty"`
	// Checks is how many checks the person has made, and Stuck how many positions they found in the
	// last one.
	Checks  int           `json:"checks,omitempty"`
	Stuck   int           `json:"stuck,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// The bounds that keep the document below 32 kB.
const (
	MaxPairs   = 50 // rated pairs in Member.Pairs
	maxGames   = 40
	maxTaken   = 400
	maxBegun   = 50
	maxRunning = 50
	// MaxPlaces and maxPlace bound Places: how many, and the bytes of one.
	MaxPlaces = 200
	maxPlace  = 60
)

// LeaderboardFor is how long an absent person stays on the leaderboards.
const LeaderboardFor = 90 * 24 * time.Hour

// leaderboardsWithin is how long the writer of a document has to update the leaderboards
// before a worker does.
const leaderboardsWithin = 15 * time.Second

// Members keeps the documents of one person in one server.
type Members = Keeper[Member, *Member]

// NewMembers makes the keeper of the documents under MemberKey. They expire when
// unchanged for keep; 0 keeps them for ever.
func NewMembers(s store.Store, now func() time.Time, keep time.Duration) *Members {
	return newPersonal[Member](s, now, keep)
}

// DecodeMember decodes a stored document. The error is store.ErrCorrupt or store.ErrNewer for one
// that this version can't read.
func DecodeMember(data []byte) (m Member, err error) {
	err = decode(data, &m)
	return m, err
}

func (m *Member) afterMark() *uint64 { return &m.After }

func (m *Member) since() time.Time { return m.Seen.Time() }

// due returns when a worker must process the document: soon, if the leaderboards may be
// stale; otherwise when the person has been absent for so long that the leaderboards drop
// them.
func (m *Member) due(now time.Time) time.Time {
	switch {
	case m.LeaderboardsStale:
		return now.Add(leaderboardsWithin)
	case len(m.Leaderboards) > 0:
		due := m.Seen.Time().Add(LeaderboardFor)
		if turns := m.Race.turns(now); !turns.IsZero() && turns.Before(due) {
			due = turns
		}
		return due
	}
	return time.Time{}
}

func (m *Member) flaw() string {
	for _, g := range m.Games {
		if g.Bot.flawed() || g.People.flawed() || g.Skill.flawed() {
			return "impossible sums of " + g.Game
		}
	}
	for _, r := range []*Rating{m.Rating, m.Base} {
		if r != nil && (r.Deviation <= 0 || r.Volatility <= 0) {
			return "an impossible rating"
		}
	}
	for _, p := range m.Pairs {
		if p.With == "" || p.Deviation <= 0 || p.Score < 0 || p.Score > 1 {
			return "an impossible pair"
		}
	}
	return ""
}

func (c Count) flawed() bool {
	return c.Played < 0 || c.Won < 0 || c.Drawn < 0 || c.Won+c.Drawn > c.Played
}

func (s Skill) flawed() bool { return s.Judged < 0 || s.Leeway < 0 }

// Of returns the sums of a game, which it creates if missing. Games beyond the bound
// share one sum.
func (m *Member) Of(game string) *Games {
	if len(m.Games) >= maxGames && m.find(game) == nil {
		game = ""
	}
	if g := m.find(game); g != nil {
		return g
	}
	m.Games = append(m.Games, Games{Game: game})
	return &m.Games[len(m.Games)-1]
}

// NoteIn records a channel that has the person's name.
func (m *Member) NoteIn(channel string) {
	if len(channel) > maxPlace || len(m.Places) > 0 && m.Places[len(m.Places)-1] == channel {
		return
	}
	others := slices.DeleteFunc(m.Places, func(p string) bool { return p == channel })
	m.Places = last(append(others, channel), MaxPlaces)
}

func (m *Member) find(game string) *Games {
	for i := range m.Games {
		if m.Games[i].Game == game {
			return &m.Games[i]
		}
	}
	return nil
}

// Rate records a pair and sets the rating. It drops the oldest pair if there are too
// many; after computes the rating after a pair from the rating before it.
func (m *Member) Rate(p Pair, now Rating, after func(before Rating, p Pair) Rating) {
	m.Rating, m.Pairs = &now, append(m.Pairs, p)
	for len(m.Pairs) > MaxPairs {
		var base Rating
		if m.Base != nil {
			base = *m.Base
		}
		base = after(base, m.Pairs[0])
		m.Base, m.Pairs = &base, m.Pairs[1:]
	}
}

// RunsIn records that the person has begun a rated pair, or takes part in a round, in a place. It reports
// whether that changes anything.
func (m *Member) RunsIn(place string) (changed bool) {
	if len(m.Running) > 0 && m.Running[len(m.Running)-1] == place {
		return false
	}
	m.Running = last(append(slices.DeleteFunc(m.Running, func(p string) bool { return p == place }), place), maxRunning)
	return true
}

// Begin records that a rated pair has begun, and drops pairs that began before since.
func (m *Member) Begin(b BegunPair, since store.Unix) {
	m.PairsBegun = append(slices.DeleteFunc(m.PairsBegun, func(b BegunPair) bool { return b.At < since }), b)
	m.PairsBegun = m.PairsBegun[max(0, len(m.PairsBegun)-maxBegun):]
}
