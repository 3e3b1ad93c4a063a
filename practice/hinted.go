package practice

import (
	"context"
	"strconv"
	"strings"
	"time"

	"nimbot/exchange"
	"nimbot/game"
	"nimbot/person"
	"nimbot/teach"
)

// If another command (predict, explain, a game's hint, the page's analysis) tells a person
// about a position, that counts as help with an exercise about the same position. The exercise
// then counts as not found.

// Tell asks whether a person may be told about a position outside the conversation, and
// records it as help with their exercise. A refusal is an *exchange.Refusal, any other
// error the store's.
func (h *Handler) Tell(ctx context.Context, p exchange.Place, u exchange.User, of exchange.Solved) error {
	if err := h.Chat.MayTell(ctx, p, u, of); err != nil {
		return err
	}
	return h.noteSolved(ctx, exchange.Request{Place: p, User: u}, of)
}

// noteSolved marks a person's exercises about a position as hinted.
func (h *Handler) noteSolved(ctx context.Context, r exchange.Request, of exchange.Solved) error {
	_, err := h.People.Change(ctx, h.key(r), func(doc *person.Practice) (bool, error) {
		s := h.begin(r, asked{}, doc, exchange.Reply{})
		if doc.Version > 0 { // the person has a practice document
			s.helped(of)
		}
		daily{s}.helped(of)
		return s.dirty, nil
	})
	return err
}

// helped marks the open exercise as hinted if it asks about the position.
func (s *session) helped(of exchange.Solved) {
	x := s.doc.Now
	if x == nil || x.Done || isGame(x) || x.Kind == kindPage {
		return
	}
	step, err := s.present()
	if err == nil && step.Puzzle.Position != nil && of.Alike(solvedBy(step.Puzzle)) {
		s.hint(step)
	}
}

// solvedBy returns the position of an exercise as other commands would tell about it.
func solvedBy(p teach.Puzzle) exchange.Solved {
	return exchange.Solved{Game: p.Game.Key, Ending: p.Ending, Position: p.Position}
}

// hint makes the open exercise count as not found. It can still be answered.
func (s *session) hint(step teach.Step) {
	x := s.doc.Now
	if x.Hinted {
		return
	}
	if !x.Wrong {
		puzzles{s}.rate(step, false)
	}
	s.miss()
	x.Hinted, s.dirty = true, true
}

// helped marks positions of the daily, on every date that can still be answered. Positions
// that aren't open yet are marked too, because the day's post shows them to everybody.
func (s daily) helped(of exchange.Solved) {
	if of.Ending != game.Normal {
		return
	}
	for at := s.now.UTC().Add(lastZone); !at.After(s.now.UTC().Add(firstZone)); at = at.Add(24 * time.Hour) {
		s.helpedOn(at, of)
	}
	s.helpedOn(s.now.UTC().Add(firstZone), of)
}

// helpedOn is helped for the date that a time falls on.
func (s daily) helpedOn(at time.Time, of exchange.Solved) {
	day := date(at)
	for n, p := range teach.Daily(at.Date()) {
		d := s.daySoFar(day)
		index := strconv.Itoa(n)
		if !of.Alike(solvedBy(p)) || n < len(d.Answers) || strings.Contains(d.Hinted, index) {
			continue
		}
		s.doc.Day(day).Hinted += index
		s.dirty = true
	}
}

// hintedBefore makes the daily position that was just opened count as not found if the person
// had help with it before.
func (s daily) hintedBefore(day string, n int) {
	if !strings.Contains(s.daySoFar(day).Hinted, strconv.Itoa(n)) {
		return
	}
	if step, err := s.present(); err == nil {
		s.hint(step)
	}
}
