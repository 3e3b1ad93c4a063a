package chat

import (
	"context"
	"errors"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules/solve"
	"nimbot/game/words/command"
	"nimbot/store"
)

// prepared is what was looked up or done for a job outside its lane. The job's executions begin with
// it.
type prepared struct {
	mayWork bool // costly positions were solved outside the lane, or may be solved inside it
	counted bool // the waiting results were counted, if that was possible

	lookedForOwn bool           // ownGame is up to date
	ownGame      *message.Table // the person's private game in this place, nil if there is none
	ownLast      *message.Table // the same where it has ended and Request.OwnGame is set
	playsShared  bool           // this is a private place, and the person plays the bot in its channel
	led          bool           // the line was led to that game once
	doneInOwn    bool           // the delivery was handled in the person's own place before
	ownErased    bool           // the person's private game here was deleted

	pairing *Pairing        // for the rated pair that is accepted
	made    *drawnStart     // the start of the new game
	pings   map[string]bool // who wants pings, as far as it was looked up

	fetched command.Needs     // what was looked up about the person
	isNew   newGames          // with command.Wins
	level   solve.Level       // with command.Wins: of the person's last game against the bot, "" before they won any
	secrets map[string]string // with command.Secrets: the result of askedElsewhere
}

// preparation does outside the lane what an execution needs before its command is run again. refused is
// the reply if that isn't possible.
type preparation func(ctx context.Context, h outside, heard dialog.ParsedRequest, j *job) (refused dialog.Reply, err error)

// errUnprepared ends a command that must be prepared first.
var errUnprepared = errors.New("chat: something must be prepared outside the lane")

// prepare has something done outside the lane, and then the command run again. It is for what only
// the document or a sentence tells; what a command needs in any case is in its row (command.Needs).
// What this run has done is discarded.
func (e *execution) prepare(first preparation) error {
	e.first = first
	return errUnprepared
}

// discardUnprepared discards what a command has done that must be prepared and run again.
func (e *execution) discardUnprepared() {
	if e.first != nil {
		e.dirty, e.staleOK, e.out.Messages = false, true, nil
	}
}

// lacks returns errUnprepared unless the needs were looked up. They were, if the line's row names them.
func (e *execution) lacks(needs command.Needs) error {
	if e.h.people == nil || e.fetched&needs == needs {
		return nil
	}
	return e.prepare(func(ctx context.Context, h outside, _ dialog.ParsedRequest, j *job) (dialog.Reply, error) {
		return dialog.Reply{}, h.fetch(ctx, j, needs)
	})
}

// outside holds what is done for commands outside their lanes.
type outside struct{ *Handler }

// fetch looks needs up, in documents that it reads with one call.
func (h outside) fetch(ctx context.Context, j *job, needs command.Needs) (err error) {
	defer catch(&err)
	if needs &^= j.fetched; h.people == nil || needs == 0 {
		return nil
	}
	j.fetched |= needs
	place, id := j.request.Place, j.request.User.ID
	if err := h.readAhead(ctx, place, id, needs); err != nil {
		return err
	}
	if needs&command.Wins != 0 {
		h.findWins(ctx, j)
	}
	if needs&command.Secrets != 0 {
		j.secrets, err = h.askedElsewhere(ctx, place, j.request.User)
	}
	if needs&command.Pings != 0 && err == nil {
		if wants, err := h.people.WantsPings(ctx, place, id); err == nil { // else it's asked when it matters
			j.pings = withPings(j.pings, id, wants)
		}
	}
	return err
}

// readAhead reads the documents of a person's needs with one call.
func (h outside) readAhead(ctx context.Context, p dialog.Place, id string, needs command.Needs) error {
	keys, err := h.people.Documents(ctx, p, id, needs)
	if err != nil {
		return err
	}
	return store.ReadAhead(ctx, h.store, keys)
}

// again runs a job again as often as it has to be prepared, or enters another place. reply is the
// result of the first run.
func (h outside) again(ctx context.Context, heard dialog.ParsedRequest, j *job, reply dialog.Reply) (_ dialog.Reply, err error) {
	defer catch(&err)
	for j.execution.unready() {
		if j.execution.rerunPrivately {
			j.enterOwn()
		} else if refused, err := j.execution.first(ctx, h, heard, j); err != nil || len(refused.Messages) > 0 {
			return refused, err
		}
		if reply, err = h.do(ctx, j); err != nil {
			return reply, err
		}
	}
	return reply, nil
}

// unready reports whether the command must be run again.
func (e *execution) unready() bool { return e.first != nil || e.rerunPrivately }

// lead has a line run instead, where the person plays the bot.
func (h outside) lead(ctx context.Context, heard dialog.ParsedRequest, j *job, line command.Line) (refused dialog.Reply) {
	e := &j.execution
	j.line, j.parseErr, j.led = line, nil, true
	switch {
	case e.playsShared:
		j.request.Place, j.request.Private = e.r.Place.Shared(), false
		j.playsShared, j.lookedForOwn = false, false
	case e.ownGame != nil:
		j.enterOwn()
		j.lookedForOwn = false // the execution's games include changes that are discarded
	}
	if j.line.TakesWork() {
		refused, _ = h.workOut(ctx, heard, j, j.line)
	}
	return refused
}

// enterOwn moves the job from its channel to the person's own place there.
func (j *job) enterOwn() {
	e := &j.execution
	j.request.Place, j.request.Private = e.r.Place.Own(e.r.User.ID), true
	j.ownGame, j.ownLast = nil, nil
	j.playsShared, j.lookedForOwn = e.PlaysBot(e.r.User.ID), true
}

// workOut solves the position before the job enters its lane, so that no other command waits for
// that.
func (h outside) workOut(ctx context.Context, heard dialog.ParsedRequest, j *job, line command.Line) (refused dialog.Reply, failed bool) {
	if j.mayWork {
		return dialog.Reply{}, false
	}
	j.mayWork = true
	if key := heard.Precompute(ctx, heard.Request, line); key != "" {
		return dialog.RefuseAs(dialog.Limited, key).Reply(heard.User), true
	}
	return dialog.Reply{}, false
}
