package chat

import (
	"context"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules/solve"
	"nimbot/game/words/command"
	"nimbot/store/channel"
)

// prepared is what was looked up or done for a job outside its lane, each at most once. The
// job's sessions begin with it.
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

	pairing   *Pairing          // for the rated pair that is accepted
	made      *drawn            // the start of the new game
	isNew     newGames          // nil: not looked up yet
	level     solve.Level       // of the person's last game against the bot, "" before they won any
	elsewhere map[string]string // the result of askedElsewhere; nil: not looked up yet
	pings     map[string]bool   // who wants pings, as far as it was looked up
}

// needs is what a session still needs prepared outside its lane. If it needs anything, the command
// is run again afterwards.
type needs struct {
	needsOwn     bool           // the private game
	erasesOwn    bool           // its deletion
	own          bool           // to run in the person's own place
	instead      *command.Line  // to run this line where the person plays the bot
	needsPairing *channel.Offer // a pair for this offer
	needsPings   string         // whether this person wants to be notified
	needsWins    bool           // what the person has won
	needsPairs   bool           // the person's rated pairs
	needsStart   *drawing       // a start of the new game
	resultsFull  bool           // room for results: the waiting ones must be counted
	costly       *command.Line  // the solution of a command that a sentence means
}

// unmade reports whether the session's result must be discarded because it lacks what it needs.
func (n *needs) unmade() bool {
	return n.needsOwn || n.instead != nil || n.erasesOwn || n.needsPairs || n.needsWins || n.needsPings != "" || n.needsStart != nil
}

// unready reports whether the command must be run again after something was prepared.
func (s *session) unready() bool {
	return s.unmade() || s.own || s.costly != nil || s.resultsFull && !s.counted || s.needsPairing != nil
}

// outside holds what a command needs from outside its lane.
type outside struct{ *Handler }

// prepare does, outside the lane, what a command needs before it is run again, each thing once.
// refused is the reply if that isn't possible.
func (h outside) prepare(ctx context.Context, heard dialog.ParsedRequest, j *job) (refused dialog.Reply, err error) {
	defer catch(&err)
	switch s := &j.session; {
	case s.needsOwn:
		err = h.findOwn(ctx, j)
	case s.erasesOwn:
		j.ownErased = true
		err = h.EraseOwn(ctx, j.request.Place, j.request.User.ID)
	case s.instead != nil:
		refused = h.lead(ctx, heard, j)
	case s.own:
		j.enterOwn()
	case s.costly != nil:
		refused, _ = h.workOut(ctx, heard, j, *s.costly)
	case s.needsPings != "":
		h.askPings(ctx, j)
	case s.needsWins:
		h.findWins(ctx, j)
	case s.needsStart != nil:
		if err := h.draw(ctx, j); err != nil {
			return dialog.RefusalOf(err).Reply(heard.User), nil
		}
	case s.needsPairs:
		j.elsewhere, err = h.askedElsewhere(ctx, heard.Place, heard.User)
	case s.resultsFull:
		j.counted = true
		_ = h.count(ctx, j.request.Place, placeTables{s}.results()) // a worker retries and logs it
	default:
		err = h.preparePair(ctx, j)
	}
	return refused, err
}

// lead has the line run that the session wants instead, where the person plays the bot.
func (h outside) lead(ctx context.Context, heard dialog.ParsedRequest, j *job) (refused dialog.Reply) {
	s := &j.session
	j.line, j.parseErr, j.led = *s.instead, nil, true
	switch {
	case s.playsShared:
		j.request.Place, j.request.Private = s.r.Place.Shared(), false
		j.playsShared, j.lookedForOwn = false, false
	case s.ownGame != nil:
		j.enterOwn()
		j.lookedForOwn = false // the session's games include changes that are discarded
	}
	if j.line.TakesWork() {
		refused, _ = h.workOut(ctx, heard, j, j.line)
	}
	return refused
}

// enterOwn moves the job from its channel to the person's own place there.
func (j *job) enterOwn() {
	s := &j.session
	j.request.Place, j.request.Private = s.r.Place.Own(s.r.User.ID), true
	j.ownGame, j.ownLast = nil, nil
	j.playsShared, j.lookedForOwn = s.PlaysBot(s.r.User.ID), true
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
