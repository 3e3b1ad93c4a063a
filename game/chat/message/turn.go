package message

import (
	"strconv"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/platform"
)

// When people are notified of their turn. An edited board notifies nobody, so a ping is a
// new board.
const (
	buriedAfter = 15 * time.Minute // an older board has other messages below it
	pingsApart  = 10 * time.Minute // between two pings at one table
	minWarning  = time.Minute      // before the clock runs out
	maxWarning  = 2 * time.Hour
)

// BetweenPeople reports whether people play each other here, or may soon.
func (t *Table) BetweenPeople() bool {
	if t.Playing() {
		_, vsBot := t.AgainstBot()
		return !vsBot
	}
	return t.Offer != nil
}

// TurnPing returns the player to notify of a turn that begins now. due is false if a moderator
// turned pings off, the player acted just now, or nobody needs a notification because the
// clock is short and the board was posted a moment ago.
func (s *Scene) TurnPing(actor string, now time.Time) (who dialog.User, due bool) {
	set, at := s.Doc.Settings, store.UnixOf(now)
	if set.NoPings || !s.Playing() || !s.BetweenPeople() {
		return who, false
	}
	who = s.Player(s.Match.ToMove())
	if s.waitsElsewhere(&s.Table, who.ID) {
		return who, false
	}
	slow := s.Play.Game.Clock >= seconds(command.SlowClock) || at > s.Posted+unix(buriedAfter)
	return who, isCallable(who) && who.ID != actor && (slow || set.Pings) && at >= s.Pinged+unix(pingsApart)
}

// waitsElsewhere reports whether a person hosts the simul of a table, and another of its
// games waits for them, to which their own board leads.
func (k *Known) waitsElsewhere(at *Table, id string) bool {
	if at.Host() != id {
		return false
	}
	for t := range k.Tables {
		if t.Number != at.Number && t.Host() == id && t.Playing() && t.Mover().ID == id {
			return true
		}
	}
	return false
}

// Pings reports whether the present board notified its player of this turn.
func (t *Table) Pings() bool { return t.Playing() && t.Pinged != 0 && t.Pinged >= t.Game.Since }

// Mover returns the player who is to move.
func (t *Table) Mover() dialog.User { return t.Player(t.Match.ToMove()) }

// WarnAt returns when the player to move at a table is warned of the clock, 0 for never.
func (k *Known) WarnAt(t *Table) store.Unix {
	if !t.Playing() || t.Warned != 0 && t.Warned >= t.Game.TurnVersion() || k.Doc.Delivery.Unseated {
		return 0
	}
	clock := time.Duration(t.Game.Clock) * time.Second
	before := min(max(clock/10, minWarning), maxWarning)
	if end := t.ClockEnd(); end != 0 && before < clock && isCallable(t.Mover()) {
		return end - unix(before)
	}
	return 0
}

// ClockEnd returns when the clock of the present turn runs out, 0 if there is none.
func (t *Table) ClockEnd() store.Unix {
	if end, how := t.EndsAt(); how == rules.TimedOut {
		return end
	}
	return 0
}

// Warning tells a player that the clock will run out. again reports that the warning may already
// have been posted.
func (s *Scene) Warning(now time.Time, again bool) dialog.Message {
	who := s.Mover()
	return dialog.Message{
		Lines: []words.Text{words.New("clock.warning", "player", who, "time", TimeLeft(s.ClockEnd(), now), "other", s.Player(s.Match.ToMove().Other()))},
		Ping:  []dialog.User{who}, Post: &dialog.Post{Name: clockPost + s.Play.Game.ID + " " + strconv.Itoa(len(s.Match.Moves())), MaybePosted: again},
		TableNumber: s.Number,
		Buttons:     []dialog.Button{s.Button(words.New("button.show-board"), dialog.Primary, "board")},
	}
}

// TimeLeft words the time until a deadline, to the minute, hour or day below.
func TimeLeft(end store.Unix, now time.Time) words.Text {
	left := max(time.Second, end.Time().Sub(now)).Truncate(time.Second)
	for _, unit := range []time.Duration{24 * time.Hour, time.Hour, time.Minute} {
		if left >= 2*unit {
			left = left.Truncate(unit)
			break
		}
	}
	return words.Duration(int(left / time.Second))
}

// clockPost begins the name of a warning.
const clockPost = "clock "

// isCallable reports whether somebody can be notified.
func isCallable(u dialog.User) bool { return !u.IsBot() && u.ID != platform.ForgottenID }

func seconds(d time.Duration) store.Seconds { return store.Seconds(d / time.Second) }

func unix(d time.Duration) store.Unix { return store.Unix(d / time.Second) }
