package slack

import (
	"encoding/json"
	"time"

	slackapi "github.com/slack-go/slack"

	"nimbot/exchange"
)

// shownBoard is the board of a place as last sent, or as seen by a person who pressed
// it.
type shownBoard struct {
	ts      string  // "" if it was shown through a response_url
	message message // without text if unknown
}

// boardLog remembers the present board of each place, so that its buttons can be removed
// when the next one is shown. It is in memory only: a forgotten board keeps its buttons,
// which then answer that they are stale.
type boardLog struct {
	*memory[exchange.Place, boardState]
}

type boardState struct {
	shownBoard
	sent    uint64 // the version of the latest board that was sent or queued
	handled uint64 // the latest version of the document handled by this process
	logAt   string // the message whose thread holds the game's moves
}

func newBoardLog(now func() time.Time) *boardLog {
	return &boardLog{newMemory[exchange.Place, boardState](boardsMost, boardsFor, now)}
}

// noteHandled records a command handled by this process that took the document from one
// version to another. If other processes wrote in between, the remembered board is
// unknown.
func (l *boardLog) noteHandled(p exchange.Place, found, version uint64) {
	l.change(p, func(b *boardState) {
		if b.handled != 0 && found > b.handled {
			b.message = message{}
		}
		b.handled = max(b.handled, version)
	})
}

// notePressed notes the board that somebody pressed, as they saw it.
func (l *boardLog) notePressed(p exchange.Place, seen shownBoard) {
	if seen.ts == "" || seen.message.Text == "" {
		return
	}
	l.change(p, func(b *boardState) {
		if b.ts == "" || b.ts == seen.ts {
			b.shownBoard = seen
		}
	})
}

// newest is the version of the latest board that was sent or queued, 0 if there is none.
func (l *boardLog) newest(p exchange.Place) (version uint64) {
	l.change(p, func(b *boardState) { version = b.sent })
	return version
}

// next reports whether a board of a version may be sent, and records it: replies may
// arrive in another order than their commands were done, and an older board must not
// follow a newer one. known is what newest returned when the command began. A command
// that then read an older document has read a store that was restored.
func (l *boardLog) next(p exchange.Place, version, known uint64) (ok bool) {
	l.change(p, func(b *boardState) {
		if ok = version >= b.sent || known == b.sent; ok {
			b.sent = version
		}
	})
	return ok
}

// noteShown notes the present board, and returns the one before it.
func (l *boardLog) noteShown(p exchange.Place, shown shownBoard) (before shownBoard) {
	l.change(p, func(b *boardState) {
		before, b.shownBoard = b.shownBoard, shown
		if b.logAt == "" {
			b.logAt = shown.ts
		}
	})
	return before
}

// seenMessage is a message as an interaction repeats it.
type seenMessage struct {
	Text   string          `json:"text"`
	Blocks json.RawMessage `json:"blocks"`
}

// message converts it to a message that can be sent, without text if it can't be read.
func (m seenMessage) message() message {
	var b slackapi.Blocks
	if len(m.Blocks) == 0 || json.Unmarshal(m.Blocks, &b) != nil {
		return message{}
	}
	return message{Text: m.Text, Blocks: b.BlockSet}
}
