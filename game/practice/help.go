package practice

import (
	"context"
	"strconv"
	"strings"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/store/person"
)

// If another command tells a person about a position (predict, explain, a game's hint or
// review, a game in which the bot moves first there, the page's analysis), that counts as
// help with an exercise about the same position. The exercise then counts as not found.

// RecordHelp records that a person will be told about a position outside the conversation, as help
// with their exercise. It returns an *dialog.Refusal if they may not be told, or the store's
// error.
func (h *Handler) RecordHelp(ctx context.Context, p dialog.Place, u dialog.User, of rules.Situation) error {
	if err := h.Chat.MayTell(ctx, p, u, of); err != nil {
		return err
	}
	return h.recordSolved(ctx, dialog.Request{Place: p, User: u}, []rules.Situation{of})
}

// recordSolved marks a person's exercises about positions as hinted.
func (h *Handler) recordSolved(ctx context.Context, r dialog.Request, all []rules.Situation) error {
	told := map[string]bool{}
	for _, of := range all {
		told[teach.SituationKey(of)] = true
	}
	_, err := h.People.Change(ctx, h.key(r), func(doc *person.Practice) (bool, error) {
		e := h.newExecution(ctx, r, input{}, doc, dialog.Reply{})
		if doc.Version > 0 { // the person has a practice document
			e.markHinted(told)
		}
		markTold(e, told)
		return e.dirty, nil
	})
	return err
}

// markHinted marks the open exercise as hinted if it asks about one of the positions in told.
func (e *execution) markHinted(told map[string]bool) {
	x := e.doc.Now
	if x == nil || x.Done || isGame(x) || x.Kind == kindPage {
		return
	}
	step, err := e.presentStep()
	if err == nil && step.Puzzle.Position != nil && told[teach.SituationKey(solvedOf(step.Puzzle))] {
		e.countHint(step)
	}
}

// solvedOf returns the position of a puzzle in the form in which commands report that they solved
// it.
func solvedOf(p teach.Puzzle) rules.Situation {
	return rules.Situation{Game: p.Game.Key, Ending: p.Ending, Position: p.Position}
}

// countHint makes the open exercise count as not found. It can still be answered.
func (e *execution) countHint(step teach.Step) {
	x := e.doc.Now
	if x.Hinted {
		return
	}
	if !x.Wrong {
		ratePuzzle(e, step, false)
	}
	e.miss()
	x.Hinted, e.dirty = true, true
}

// markTold marks positions of the daily, on every date that can still be answered. Positions
// that aren't open yet are marked too, because the day's post shows them to everybody.
func markTold(e *execution, told map[string]bool) {
	for at := e.now.UTC().Add(lastZone); !at.After(e.now.UTC().Add(firstZone)); at = at.Add(24 * time.Hour) {
		markHintedOn(e, at, told)
	}
	markHintedOn(e, e.now.UTC().Add(firstZone), told)
}

// markHintedOn is markHinted for the date of a time.
func markHintedOn(e *execution, at time.Time, told map[string]bool) {
	day := formatDate(at)
	for n, p := range teach.Daily(at.Date()) {
		d := e.dayRecord(day)
		index := strconv.Itoa(n)
		if !told[teach.SituationKey(solvedOf(p))] || n < len(d.Answers) || strings.Contains(d.Hinted, index) {
			continue
		}
		e.doc.Day(day).Hinted += index
		e.dirty = true
	}
}

// applyEarlierHint makes the daily position that was just opened count as not found if the person
// had help with it before.
func applyEarlierHint(e *execution, day string, n int) {
	if !strings.Contains(e.dayRecord(day).Hinted, strconv.Itoa(n)) {
		return
	}
	if step, err := e.presentStep(); err == nil {
		e.countHint(step)
	}
}
