package person

import (
	"time"

	"nimbot/store"
)

// Practice is what goes with a person from server to server.
type Practice struct {
	Format  int    `json:"v"`
	Version uint64 `json:"n"`
	// Write marks the last write.
	Write uint64 `json:"w"`
	// Level is the level of the bot that the person prefers, "" for none.
	Level   string        `json:"level,omitempty"`
	Unknown store.Unknown `json:"-"`
}

// Practices keeps what goes with the person.
type Practices = Keeper[Practice, *Practice]

// NewPractices makes the keeper of the documents under PracticeKey, which are
// forgotten when they weren't changed for as long as keep; 0 keeps them for ever.
func NewPractices(s store.Store, now func() time.Time, keep time.Duration) *Practices {
	return newKeeper[Practice](s, now, keep)
}

func (p *Practice) begin(format int, version, write uint64) {
	p.Format, p.Version, p.Write = format, version, write
}

func (p *Practice) flaw() string { return "" }
