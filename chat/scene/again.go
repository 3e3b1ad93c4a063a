package scene

import (
	"fmt"
	"slices"
	"strconv"

	"nimbot/channel"
	"nimbot/exchange"
	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/teach"
	"nimbot/words"
)

// endButtons returns the buttons of a finished game.
func (s *Scene) endButtons() []exchange.Button {
	b := s.againButtons()
	if len(s.Match.Moves()) > 0 {
		b = append(b, s.Button(text("button.review"), exchange.Plain, "review"), s.Button(text("button.share"), exchange.Plain, "share"))
	}
	return b
}

// againButtons offer another game. Against the bot a rematch can be won, so nothing is
// asked about seats; after two losses the lesson of the game is offered.
func (s *Scene) againButtons() []exchange.Button {
	rematch := s.Button(text("button.rematch"), exchange.Primary, "rematch")
	bot, vsBot := s.AgainstBot()
	switch {
	case !vsBot && slices.ContainsFunc(s.Play.Game.Players[:], func(p channel.Player) bool { return p.ID == channel.ForgottenID }):
		return nil // a person who left can't be challenged
	case !vsBot:
		return []exchange.Button{rematch}
	}
	start := s.Match.Positions()[0]
	a, err := solve.Analyze(start, s.Match.Setup().Ending)
	if err != nil { // the start exceeds the present limits
		return []exchange.Button{rematch}
	}
	first := "first:me"
	if a.Outcome == game.P {
		first = "first:them"
	}
	b := append(s.tryAgain(bot), rematch)
	if s.Match.Result().Winner == bot && s.lostBefore(s.Player(bot.Other())) {
		if g, err := game.Lookup(s.Play.Game.Key); err == nil {
			b = append(b, fittingLesson(g, a.Ending)...)
		}
	}
	if key, level := s.nextLevel(bot); level != "" && solve.LevelsMatter(s.Play.Game.Key, start, a.Ending, a.Outcome == game.N) {
		b = append(b, s.Button(text(key), exchange.Plain, "rematch", "level:"+string(level), first))
	}
	return b
}

// tryAgain replays a game that the person lost from where they last gave the win away. In a
// game whose review takes long, only the review offers that.
func (s *Scene) tryAgain(bot game.Seat) []exchange.Button {
	if s.Match.Result().Winner != bot {
		return nil
	}
	r, err := teach.NewReviewWithin(s.Match, teach.QuickWork/32)
	if err != nil {
		return nil
	}
	points := r.TurningPoints()
	for i, d := range slices.Backward(points) {
		if d.Seat != bot {
			return []exchange.Button{s.Button(text("button.retry", "turn", d.Turn), exchange.Plain, "retry", strconv.Itoa(i+1))}
		}
	}
	return nil
}

// LessonButton opens the lesson of a game, if it has one.
func LessonButton(g game.Game) []exchange.Button {
	if _, ok := teach.LessonOf(g.Key); !ok {
		return nil
	}
	return []exchange.Button{{Label: text("button.lesson-of", "title", words.Title(g.Key)), Command: "learn " + g.Key, Style: exchange.Plain}}
}

// fittingLesson opens the lesson about the usual reason for losing a game: the ending in misère
// play, the balance in Nim, otherwise the game's own idea.
func fittingLesson(g game.Game, e game.Ending) []exchange.Button {
	l, ok := teach.LessonFor(g.Key, e)
	if !ok || l.Number == 0 {
		return LessonButton(g)
	}
	return []exchange.Button{{Label: text("button.lesson", "number", l.Number), Command: fmt.Sprint("learn ", l.Number), Style: exchange.Plain}}
}

// nextLevel returns the level to offer after a game against the bot and the button's key: a
// harder one after a win, an easier one after a loss, "" for none.
func (t *Table) nextLevel(bot game.Seat) (key string, l solve.Level) {
	levels := solve.Levels()
	now := slices.Index(levels, LevelOf(t.Play.Game.Players[bot]))
	switch winner := t.Match.Result().Winner; {
	case winner == bot.Other() && now+1 < len(levels):
		return "button.harder", levels[now+1]
	case winner == bot && now > 0:
		return "button.easier", levels[now-1]
	}
	return "", ""
}

// lostBefore reports whether the person lost the previous game to the bot.
func (t *Table) lostBefore(u exchange.User) bool {
	g := t.Last
	if g == nil {
		return false
	}
	m, err := Replay(g)
	if err != nil {
		return false
	}
	winner := m.Result().Winner
	return winner != game.Nobody && g.Players[winner].ID == exchange.BotID && g.Players[winner.Other()].ID == u.ID
}

// levelText names a level.
func levelText(l solve.Level) words.Text { return text("level." + string(l)) }

// openingButtons returns the buttons of the first board against the bot. Every start offers
// the choice who begins, so that it reveals nothing.
func (s *Scene) openingButtons() []exchange.Button {
	bot, vsBot := s.AgainstBot()
	if !vsBot || s.Match.MoveCount(bot.Other()) > 0 {
		return nil
	}
	var b []exchange.Button
	if len(s.Match.Moves()) == 0 {
		b = append(b, s.Button(text("button.bot-begins"), exchange.Plain, "begin"))
	}
	if !solve.LevelsMatter(s.Play.Game.Key, s.Match.Position(), s.Match.Setup().Ending, true) {
		return b
	}
	for _, l := range solve.Levels() {
		if l != LevelOf(s.Play.Game.Players[bot]) {
			b = append(b, s.Button(text("button.level", "level", levelText(l)), exchange.Plain, "level", string(l)))
		}
	}
	return b
}
