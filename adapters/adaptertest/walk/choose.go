package walk

import (
	"fmt"
	"strings"
	"time"

	"nimbot/adapters/adaptertest"
	"nimbot/game/rules"
)

// kind is a kind of action.
type kind uint8

const (
	says kind = iota
	presses
	waits
)

// action is one step of a walk.
type action struct {
	kind    kind
	who     adaptertest.Person
	channel string
	text    string
	on      Seen
	button  adaptertest.Button
	wait    time.Duration
	again   bool // it is a repeated delivery
}

func (a action) String() string {
	switch a.kind {
	case says:
		return fmt.Sprintf("%s types %q in %s", a.who.Name, a.text, a.channel)
	case presses:
		return fmt.Sprintf("%s presses %q (%s) in %s", a.who.Name, a.button.Label, strings.ReplaceAll(a.button.Token, "\n", " "), a.channel)
	}
	return fmt.Sprintf("%s pass", a.wait)
}

// choose picks a random action: the player to move presses a button of the board, anybody
// presses a button of a message seen so far, anybody types a line, or time passes.
func (w *walker) choose() action {
	a := action{who: one(w.rng, People), channel: one(w.rng, Channels)}
	if w.rng.IntN(8) == 0 {
		for channel, name := range Direct {
			if a.who.Name == name {
				a.channel = channel
			}
		}
	}
	switch n := w.rng.IntN(100); {
	case n < 3:
		a.kind, a.wait = waits, one(w.rng, []time.Duration{time.Second, time.Minute, 6 * time.Minute, 11 * time.Minute, 11 * time.Minute, 26 * time.Hour})
		return a
	case n < 40:
		if b, ok := w.awaitedPress(&a); ok {
			if a.kind, a.on, a.button = presses, b, one(w.rng, b.Buttons); n < 6 { // a typed line instead of the press
				a.kind, a.text = says, one(w.rng, []string{"undo", "stop", "hint", "explain"})
			}
			return a
		}
	}
	if w.rng.IntN(2) == 0 {
		if m, b, ok := w.button(a); ok {
			a.kind, a.on, a.button = presses, m, b
			return a
		}
	}
	a.text = w.line()
	return a
}

// awaitedPress returns the newest board of a random table or private game of the channel, and
// makes the player for whom it waits the one who acts. Without it, games between people
// would hardly ever advance. It reports false if there is no board.
func (w *walker) awaitedPress(a *action) (Seen, bool) {
	all := w.model.tables(a.channel)
	if len(all) == 0 || Direct[a.channel] != "" {
		return Seen{}, false
	}
	at := one(w.rng, all)
	b := w.model.boards[at]
	for i := range w.model.seen[a.channel] {
		m := w.model.seen[a.channel][len(w.model.seen[a.channel])-1-i]
		if m.ID != b.id || m.stamp() != b.stamp {
			continue
		}
		for _, p := range People {
			if at.owner == p.Name || w.model.states[at].Mover == p.Name || strings.Contains(b.state, "challenged "+Shown(p.Name)) {
				a.who = p
			}
		}
		return m, true
	}
	return Seen{}, false
}

// button returns a random button of a message that the person can see in the channel, or could
// see earlier. It reports false if it found none.
func (w *walker) button(a action) (Seen, adaptertest.Button, bool) {
	for range 8 {
		seen := w.model.seen[a.channel]
		if len(seen) == 0 {
			break
		}
		back := 6
		if w.rng.IntN(6) == 0 { // a late press
			back = 60
		}
		m := seen[len(seen)-1-w.rng.IntN(min(back, len(seen)))]
		if m.To != "" && m.To != a.who.Name || len(m.Buttons) == 0 {
			continue
		}
		return m, one(w.rng, m.Buttons), true
	}
	return Seen{}, adaptertest.Button{}, false
}

// lines are what people type. "KEY" is replaced by a game, "WHO" by a person, "N" by a small
// number, and "MOVE" by a move.
var lines = []string{
	"start", "start 3 4 5", "start 1 2", "start KEY", "start KEY", "start KEY", "start KEY misere", "start KEY level:easy", "start 11 18 8 first:bot",
	"start 8 11 18", "start 3 game:stairs", "start 100 4 5 level:hard",
	"challenge WHO", "challenge WHO 3 4 5", "challenge WHO KEY", "challenge WHO rated", "challenge WHO 8 9 clock:1m", "challenge @bot 1 2", "challenge",
	"open", "open KEY", "open rated", "open 1 2 seats:2", "open KEY seats:3", "simul", "accept", "decline", "confirm",
	"MOVE", "MOVE", "MOVE", "MOVE", "take 2 from B", "A1, B2", "A1; xyzzy", "board", "board", "hint", "hint N", "explain", "undo", "resign", "stop", "rematch",
	"games", "rules", "rules KEY", "help", "review", "share", "leaders", "leaders lessons", "profile", "profile WHO", "export me",
	"visibility private", "visibility public", "forget me", "forget everywhere",
	"settings", "settings pings:on", "settings pings:off", "settings hints:off", "settings hints:on", "settings daily:09:00 days:mon-fri", "settings daily:off",
	"puzzle", "puzzle KEY", "puzzle mine", "puzzle KEY misere", "daily", "learn", "learn N", "learn N", "answer MOVE", "answer won", "answer lost", "answer next", "answer N", "answer",
	"predict 3 4 5", "predict 8 11 18 KEY", "predict 5 game:octal:0.07", "begin", "level easy",
	"hi", "yes", "no", "ok", "nvm", "thanks", "show me the board", "draw?", "who is winning?", "I give up", "I want to stop", "play chomp", "again", "what now?", "can you predict game:chomp 3x4",
	"race", "race KEY seconds:off rounds:2", "race 3 4 5 seconds:10", "guess", "guess MOVE", "guess won", "reveal", "reveal", "leaders month",
	"watch", "watch N", "stop N", "publish",
	"@everyone", "<!channel> *x*", "``` x", "~1.abc", "\u202eB2", "settings language:xx", "forget WHO", "start 0 0", "start 99999999999", "xyzzy",
}

// line returns a random line to type.
func (w *walker) line() string {
	text := one(w.rng, lines)
	if strings.Contains(text, "KEY") {
		text = strings.ReplaceAll(text, "KEY", "game:"+one(w.rng, rules.Games()).Key)
		if strings.HasPrefix(text, "rules ") {
			text = strings.Replace(text, "game:", "", 1)
		}
	}
	for strings.Contains(text, "WHO") {
		text = strings.Replace(text, "WHO", "@"+one(w.rng, People).Name, 1)
	}
	text = strings.ReplaceAll(text, "MOVE", one(w.rng, []string{"A1", "A2", "B1", "B2", "C1", "C3", "A0", "1,1", "2,3", "1", "5-4", "9-6", "2:1", "top1", "A1:1+1", "Z9"}))
	return strings.ReplaceAll(text, "N", fmt.Sprint(1+w.rng.IntN(12)))
}
