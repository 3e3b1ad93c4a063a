package slack

import (
	"encoding/json"
	"time"

	slackapi "github.com/slack-go/slack"

	"nimbot/exchange"
)

// shownBoard is the board of a place as it was last sent, or as somebody who
// pressed it saw it.
type shownBoard struct {
	ts      string  // "" when it was shown through a response_url
	message message // without text when it is not known
}

// boardLog remembers the present board of each place, so that its buttons can
// be taken off when the next one is shown. It is not kept anywhere: a board
// that nobody remembers keeps buttons that say that they are out of date.
type boardLog struct {
	*memory[exchange.Place, boardState]
}

type boardState struct {
	shownBoard
	sent    uint64 // the version of the latest board that was sent or is about to be
	handled uint64 // the latest version of the document that was handled here
	logAt   string // the message whose thread holds the game's moves
}

func newBoardLog(now func() time.Time) *boardLog {
	return &boardLog{newMemory[exchange.Place, boardState](boardsMost, boardsFor, now)}
}

// noteHandled notes that a command was handled here that found the document at
// one version and left it at another. When others were handled elsewhere since
// the last one, nobody here knows any more what the board looks like.
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

// newest is the version of the latest board that was sent or is about to be, 0
// for none.
func (l *boardLog) newest(p exchange.Place) (version uint64) {
	l.change(p, func(b *boardState) { version = b.sent })
	return version
}

// next reports whether a board of version is to be sent, and notes that it is:
// replies to commands on one place may come here in another order than the
// commands were done in, and an older board must not follow a newer one. known
// is what newest was when the command began: who has read an older document
// since has read a store that was set back.
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

// message is it as it could be sent, without text when it cannot be read.
func (m seenMessage) message() message {
	var b slackapi.Blocks
	if len(m.Blocks) == 0 || json.Unmarshal(m.Blocks, &b) != nil {
		return message{}
	}
	return message{Text: m.Text, Blocks: b.BlockSet}
}
