package slack

import (
	"encoding/json"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	slackapi "github.com/slack-go/slack"

	"nimbot/game/dialog"
	"nimbot/game/words/command"
)

// shownBoard is the board of a table as it was last sent, or as a person saw it who
// pressed a button on it.
type shownBoard struct {
	ts      string  // "" if it was shown through a response_url
	message message // its Text is "" if unknown
}

// tableOf is a table of a place.
type tableOf struct {
	dialog.Place
	number int
}

// line returns the job.line of a table's messages.
func (t tableOf) line() string { return strconv.Itoa(t.number) }

// table returns the table that a message of c's reply is about, table 1 if it is about none.
func (c call) table(m dialog.Message) tableOf { return tableOf{c.place(), max(1, m.TableNumber)} }

// pressed returns the table whose board c's button is on. ok is false if it is on none.
func (c call) pressed() (t tableOf, ok bool) {
	_, stamp, ok := strings.Cut(c.text, " ~")
	return tableOf{c.place(), command.Line{Stamp: stamp}.Table()}, ok && c.kind == kindClick
}

// boardLog remembers the present board of each table, so that its buttons can be removed
// when the next one is shown. It is in memory only: a forgotten board keeps its buttons,
// which then answer that they are stale.
type boardLog struct {
	*ttlCache[tableOf, boardState]
	handled *ttlCache[dialog.Place, handledState]
	serial  atomic.Uint64 // of the latest board that was sent or queued, anywhere
}

type boardState struct {
	shownBoard
	noted         uint64 // the document's version when message was last known to be right
	queuedVersion uint64 // the document's version on the latest board that was sent or queued
	serial        uint64 // of that board, see boardLog.serial
	logAt         string // the message whose thread holds the game's moves
}

// handledState holds what this process knows about the versions of a place's document.
type handledState struct {
	version   uint64 // the latest that this process read or wrote
	elsewhere uint64 // the latest that another process wrote
}

func newBoardLog(now func() time.Time) *boardLog {
	return &boardLog{
		ttlCache: newTTLCache[tableOf, boardState](boardsMost, boardsFor, now),
		handled:  newTTLCache[dialog.Place, handledState](boardsMost, boardsFor, now),
	}
}

// noteHandled records a command handled by this process that took the document from one
// version to another. If other processes wrote in between, the boards that are remembered
// from before are unknown.
func (l *boardLog) noteHandled(p dialog.Place, found, version uint64) {
	l.handled.change(p, func(h *handledState) {
		if h.version != 0 && found > h.version {
			h.elsewhere = found
		}
		h.version = max(h.version, version)
	})
}

// notePressed records the board on which a person pressed a button, as they saw it.
// version is the document's version that the press found.
func (l *boardLog) notePressed(t tableOf, seen shownBoard, version uint64) {
	if seen.ts == "" || seen.message.Text == "" {
		return
	}
	l.change(t, func(b *boardState) {
		if b.ts <= seen.ts { // another process may have shown a later one
			b.shownBoard, b.noted = seen, version
		}
	})
}

// newest returns the serial number of the latest board sent or queued, for next.
func (l *boardLog) newest() (mark uint64) { return l.serial.Load() }

// next reports whether a board of a version may be sent, and records it: replies may
// arrive in another order than their commands were done, and an older board of a table
// must not follow a newer one. known is newest's result from the start of the command. A
// board of an older version may be sent if the table's latest board was queued before the
// command started: then the store was restored from a backup.
func (l *boardLog) next(t tableOf, version, known uint64) (ok bool) {
	l.change(t, func(b *boardState) {
		if ok = version >= b.queuedVersion || b.serial <= known; ok {
			b.queuedVersion, b.serial = version, l.serial.Add(1)
		}
	})
	return ok
}

// queued returns the version of a table's latest board that this process sent or queued.
func (l *boardLog) queued(t tableOf) uint64 {
	present, _ := l.get(t)
	return present.queuedVersion
}

// retired reports whether a message is a former board of a table: a later one is known.
func (l *boardLog) retired(t tableOf, ts string) bool {
	present, _ := l.get(t)
	return ts < present.ts // a message's id begins with its time
}

// noteShown records the present board of a table, and returns the one before it, without
// its message if another process may have changed it.
func (l *boardLog) noteShown(t tableOf, shown shownBoard, version uint64) (before shownBoard) {
	handled, _ := l.handled.get(t.Place)
	l.change(t, func(b *boardState) {
		before = b.shownBoard
		if b.noted < handled.elsewhere {
			before.message = message{}
		}
		b.shownBoard, b.noted = shown, version
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

// message converts m to a message that can be sent, an empty one if m can't be read.
func (m seenMessage) message() message {
	var b slackapi.Blocks
	if len(m.Blocks) == 0 || json.Unmarshal(m.Blocks, &b) != nil {
		return message{}
	}
	return message{Text: m.Text, Blocks: b.BlockSet}
}
