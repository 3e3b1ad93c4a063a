package rounds

import (
	"cmp"
	"context"
	"errors"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store/round"
)

// countedAtOnce is for how many people points are counted before a press is answered; a worker
// counts the others.
const countedAtOnce = 10

// revealOrGoOn reveals the answers, or after the reveal continues with the round.
func (e *execution) revealOrGoOn(ctx context.Context) error {
	var before round.Round
	asked, ends := false, e.ends()
	err := e.drawingNext(ctx, e.place(), func(n next) (*round.Round, error) {
		err := e.change(ctx, func(r *round.Round) (bool, error) {
			if err := e.mayLead(r); err != nil {
				return false, err
			}
			asked, r.Touched, before = r.Phase == round.Asked, e.now, *r
			if asked {
				r.Reveal(e.now)
			}
			switch {
			case ends && r.Phase != round.Over:
				r.Finish(e.now)
			case !asked:
				err := n.apply(r, round.MilliOf(e.Now())) // drawing took time
				return err == nil, err
			}
			return true, nil
		})
		return &e.shown, err
	})
	if err != nil {
		return err
	}
	e.Handler.reportStep(e.place(), asked, &e.shown)
	if asked && !ends {
		m := e.presentMessage(e.place(), &e.shown)
		m.Edit = e.line.Pressed()
		e.messages = append(e.messages, m)
	}
	if r := &e.shown; r.Phase == round.Over && len(r.Standings()) <= countedAtOnce {
		_ = e.countPoints(ctx, e.place(), r) // if it fails, a worker counts the points and logs the error
	}
	switch {
	case asked && !ends:
		return nil
	case e.line.Name() == "stop":
		return e.postMessage(ctx, words.New("race.stopped"))
	case e.line.Pressed():
		m := e.revealMessage(e.place(), &before, false)
		m.Edit, m.Post = true, nil
		e.messages = append(e.messages, m)
		return e.postMessage(ctx)
	}
	return e.postMessage(ctx, words.New("race.goes-on"))
}

// hold stops the time of a question or of a reveal, so that the round waits for whoever leads it.
func (e *execution) hold(ctx context.Context) error {
	err := e.change(ctx, func(r *round.Round) (bool, error) {
		if err := e.mayLead(r); err != nil {
			return false, err
		}
		return r.Hold(e.now), nil
	})
	if err != nil {
		return err
	}
	m := e.presentMessage(e.place(), &e.shown)
	m.Edit = e.line.Pressed()
	e.messages = append(e.messages, m)
	return nil
}

// mayLead refuses a person who may not reveal the answers or go on now.
func (e *execution) mayLead(r *round.Round) error {
	switch err := e.checkStamp(r); {
	case err != nil:
		return err
	case r.Phase == "" || r.Phase == round.Over:
		return refuse("race.nothing-open")
	case e.line.Pressed() && e.line.Rest == "" && !e.ends() && r.Phase != round.Asked: // "Reveal", pressed twice
		return dialog.RefuseAs(dialog.Stale, "race.stale")
	case !r.MayLead(e.r.User.ID, e.r.User.Moderator, e.now):
		return refuse("race.not-yours", "player", dialog.User{ID: r.Host.ID, Name: r.Host.Name})
	}
	return nil
}

// The words after "reveal" that end the round, and that stop the time to the next question.
const (
	endWord  = "end"
	waitWord = "wait"
)

// ends reports whether the line ends the round.
func (e *execution) ends() bool { return e.line.Name() == "stop" || e.line.Rest == endWord }

// running refuses because a round is on, with buttons to take part in it or to end it.
func (e *execution) running(r *round.Round) error {
	refusal := dialog.Refuse("race.running")
	if r.Phase == round.Asked {
		refusal.Buttons = []dialog.Button{e.buttonIn(e.place(), r, words.New("button.race-answer"), dialog.Primary, "guess")}
	} else {
		refusal.Text = words.New("race.between")
	}
	if b, ok := e.endButton(e.r, r, e.now); ok {
		refusal.Buttons = append(refusal.Buttons, b)
	}
	return refusal
}

// endButton returns the button that ends the round, if the person may do that.
func (h *Handler) endButton(r dialog.Request, of *round.Round, now round.Milli) (b dialog.Button, ok bool) {
	if !of.MayLead(r.User.ID, r.User.Moderator, now) {
		return b, false
	}
	return h.buttonIn(r.Place.Shared(), of, words.New("button.race-end"), dialog.Plain, "stop"), true
}

// Stoppable reports whether a round is on in a place, and returns the button that ends it, nil if
// the person may not do that. The error is the store's.
func (h *Handler) Stoppable(ctx context.Context, r dialog.Request) (b *dialog.Button, on bool, err error) {
	of, err := h.rounds.Read(ctx, r.Place.Shared().String())
	if err != nil || of.Phase != round.Asked && of.Phase != round.Shown {
		return nil, false, err
	}
	if end, ok := h.endButton(r, &of, round.MilliOf(h.Now())); ok {
		b = &end
	}
	return b, true, nil
}

// reportStep reports the events of a step to Config.Happened: the reveal of a question, the end of
// the round, or both.
func (h *Handler) reportStep(p dialog.Place, revealed bool, r *round.Round) {
	if revealed {
		h.Happened(p.Platform, dialog.RoundRevealed)
	}
	if r.Phase == round.Over {
		h.Happened(p.Platform, dialog.RoundOver)
	}
}

// beginAgain begins another round on the terms of the one that is over.
func (e *execution) beginAgain(ctx context.Context) error {
	locale, err := e.checkAllowed(ctx)
	if err != nil {
		return err
	}
	r, err := e.rounds.Read(ctx, e.place().String())
	switch {
	case err != nil:
		return err
	case r.Phase != round.Over || e.line.Stamp != stamp(e.place(), &r):
		return dialog.RefuseAs(dialog.Stale, "race.stale-again")
	}
	t := r.Terms
	t.Start = "" // everybody knows that position now
	return e.begin(ctx, t, locale)
}

// Settle applies what time has decided in the round of a place. The reply has the message that must
// be shown now, if any; if present is true, it has the present message in any case. late is how long
// ago the decision was due. The error is the store's.
func (h *Handler) Settle(ctx context.Context, p dialog.Place, present bool) (reply dialog.Reply, late time.Duration, err error) {
	now := round.MilliOf(h.Now())
	shows, decided, asked := false, round.Nothing, false
	var r round.Round
	err = h.drawingNext(ctx, p, func(n next) (_ *round.Round, err error) {
		r, err = h.rounds.Change(ctx, p.String(), func(r *round.Round) (changed bool, err error) {
			shows, late = present, 0
			due := r.Due()
			decided, asked = r.StepDue(now), r.Phase == round.Asked
			switch decided {
			case round.Reveals:
				r.RevealUnseen(now)
			case round.GoesOn:
				if err := n.apply(r, round.MilliOf(h.Now())); err != nil {
					return false, err
				}
			case round.Ends:
				if r.Phase == round.Asked {
					r.Reveal(now)
				}
				r.Finish(now)
			default:
				if r.RedrawAt == 0 || r.RedrawAt > now {
					return false, nil
				}
				r.BeginEdit(now)
				shows = true
				return true, nil
			}
			shows, late = true, (now - round.MilliOf(due)).Duration()
			return true, nil
		})
		return &r, err
	})
	if err != nil {
		return dialog.Reply{}, 0, err
	}
	if decided != round.Nothing {
		h.reportStep(p, asked, &r)
	}
	if r.Phase == round.Over && !r.Counted {
		if err := h.countPoints(ctx, p, &r); err != nil {
			h.Log.WarnContext(ctx, "the points of a round are counted later", "place", p.String(), "error", err)
		}
	}
	if !shows || r.Phase == "" {
		return dialog.Reply{}, 0, nil
	}
	return h.reply(p, &r), late, nil
}

// Present returns the present message of the round of a place, or a reply without messages if there
// is no round. The error is the store's.
func (h *Handler) Present(ctx context.Context, p dialog.Place) (dialog.Reply, error) {
	r, err := h.rounds.Read(ctx, p.String())
	if err != nil || r.Phase == "" {
		return dialog.Reply{}, err
	}
	return h.reply(p, &r), nil
}

// reply returns the present message of a round as a reply.
func (h *Handler) reply(p dialog.Place, r *round.Round) dialog.Reply {
	return dialog.Reply{
		Messages: []dialog.Message{h.presentMessage(p, r)}, Own: true, Round: stateOf(r), Locale: r.Locale, Result: dialog.Done,
		Version: r.Version, Changed: r.Version, Found: r.Version,
	}
}

// errNoPublisher means that the bot can't post on the platform unasked.
var errNoPublisher = errors.New("rounds: nothing can be posted here unasked")

// publish posts the present message of a round, or edits it. If that fails, a worker does it later.
func (h *Handler) publish(ctx context.Context, p dialog.Place, r *round.Round) error {
	x := h.Chat.Publisher(p.Platform)
	if x == nil {
		return errNoPublisher
	}
	shown := h.reply(p, r)
	post, err := x.Publish(ctx, p, dialog.Delivery{Locale: r.Locale}, shown)
	if noted := h.RecordPost(ctx, p, shown, post, err); err == nil && noted == nil {
		err = h.Shown(ctx, p, shown.Version)
	}
	return err
}

// RecordPost records what became of the round's message in the reply shown: post is the platform's id
// of the message, "" if unknown, and failure says why it wasn't posted, nil if it was. The error says
// why the message must be shown again: a failure that may pass, or the store's.
func (h *Handler) RecordPost(ctx context.Context, p dialog.Place, shown dialog.Reply, post string, failure error) error {
	m := shown.Messages[0]
	note := func(r *round.Round) bool {
		return r.RecordPost(m.Post.Name, cmp.Or(post, r.Message), shown.Round.Version, round.MilliOf(h.Now()), h.editInterval(p))
	}
	switch {
	case errors.Is(failure, dialog.ErrCannotPost):
		h.Log.InfoContext(ctx, "a round ends: nothing can be posted here", "place", p.String(), "error", failure)
		ends := false
		note = func(r *round.Round) bool {
			if ends = r.PostName() == m.Post.Name && r.Phase != round.Over; ends {
				r.Finish(round.MilliOf(h.Now()))
			}
			return ends
		}
		defer func() {
			if ends {
				h.Happened(p.Platform, dialog.RoundMuted)
			}
		}()
	case errors.Is(failure, dialog.ErrPostGone):
		note = func(r *round.Round) bool { return r.RecordLost(m.Post.Name) }
	case failure != nil:
		return failure
	}
	_, err := h.rounds.Change(ctx, p.String(), func(r *round.Round) (bool, error) { return note(r), nil })
	return err
}

// Shown confirms that the message of a round was shown as of a version. The error is the store's.
func (h *Handler) Shown(ctx context.Context, p dialog.Place, version uint64) error {
	return h.rounds.Shown(ctx, p.String(), version)
}

// Leave deletes a person's data from the round of a place. The error is the store's.
func (h *Handler) Leave(ctx context.Context, p dialog.Place, id string) error {
	return h.rounds.Leave(ctx, p.Shared().String(), id)
}

// countPoints hands over the points of a round that is over, then records that. The error is the
// store's.
func (h *Handler) countPoints(ctx context.Context, p dialog.Place, r *round.Round) error {
	if h.People != nil {
		if err := h.People.CountRound(ctx, p, r); err != nil {
			return err
		}
	}
	_, err := h.rounds.Change(ctx, p.String(), func(now *round.Round) (bool, error) {
		counted := now.ID == r.ID && !now.Counted
		now.Counted = now.Counted || counted
		return counted, nil
	})
	return err
}
