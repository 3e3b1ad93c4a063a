package message

import (
	"fmt"
	"slices"
	"strconv"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/store/channel"
	"nimbot/store/platform"
)

// endButtons returns the buttons of a finished game.
func (s *Scene) endButtons() []dialog.Button {
	b := s.againButtons()
	if len(s.Match.Moves()) > 0 {
		b = append(b, s.Button(words.New("button.review"), dialog.Plain, "review"), s.Button(words.New("button.share"), dialog.Plain, "share"))
	}
	return b
}

// againButtons offer another game. Against the bot a rematch can be won, so nothing is
// asked about seats. First comes the same game at the next level: easier after a loss, harder after a
// win. After two losses the lesson of the game is offered.
func (s *Scene) againButtons() []dialog.Button {
	rematch := s.Button(words.New("button.rematch"), dialog.Primary, "rematch")
	bot, vsBot := s.AgainstBot()
	switch {
	case !vsBot && slices.ContainsFunc(s.Play.Game.Players[:], func(p channel.Player) bool { return p.ID == platform.ForgottenID }):
		return nil // a person who left can't be challenged
	case !vsBot:
		return []dialog.Button{rematch}
	}
	start := s.Match.Positions()[0]
	a, err := solve.Analyze(start, s.Match.Setup().Ending)
	if err != nil { // the start exceeds the present limits
		return []dialog.Button{rematch}
	}
	first := "first:me"
	if a.Outcome == rules.P {
		first = "first:them"
	}
	var b []dialog.Button
	if key, level := s.nextLevel(bot); level != "" && solve.LevelsMatter(s.Play.Game.Key, start, a.Ending, a.Outcome == rules.N) {
		b = append(b, s.Button(words.New(key, "level", levelText(level)), dialog.Primary, "rematch", "level:"+string(level), first))
		rematch.Style = dialog.Plain
	}
	b = append(append(b, rematch), s.tryAgain(bot)...)
	if s.Match.Result().Winner == bot && s.lostBefore(s.Player(bot.Other())) {
		if g, err := rules.Lookup(s.Play.Game.Key); err == nil {
			b = append(b, fittingLesson(g, a.Ending)...)
		}
	}
	return b
}

// tryAgain replays a game that the person lost from where they last gave the win away. In a
// game whose review takes long, only the review offers that.
func (s *Scene) tryAgain(bot rules.Seat) []dialog.Button {
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
			return []dialog.Button{s.Button(words.New("button.retry", "turn", rules.MoveNumber(d.Turn)), dialog.Plain, "retry", strconv.Itoa(i+1))}
		}
	}
	return nil
}

// LessonButton opens the lesson of a game, if it has one.
func LessonButton(g rules.Game) []dialog.Button {
	if _, ok := teach.LessonOf(g.Key); !ok {
		return nil
	}
	return []dialog.Button{{Label: words.New("button.lesson-of", "title", words.Title(g.Key)), Command: "learn " + g.Key, Style: dialog.Plain}}
}

// fittingLesson opens the lesson about the usual reason for losing a game: the ending in misère
// play, the balance in Nim, otherwise the game's own idea.
func fittingLesson(g rules.Game, e rules.Ending) []dialog.Button {
	l, ok := teach.LessonFor(g.Key, e)
	if !ok || l.Number == 0 {
		return LessonButton(g)
	}
	return []dialog.Button{{Label: words.New("button.lesson", "number", l.Number), Command: fmt.Sprint("learn ", l.Number), Style: dialog.Plain}}
}

// nextLevel returns the level to offer after a game against the bot and the button's key: a
// harder one after a win, an easier one after a loss, "" for none.
func (t *Table) nextLevel(bot rules.Seat) (key string, l solve.Level) {
	levels := solve.Levels()
	now := slices.Index(levels, LevelOf(t.Play.Game.Players[bot]))
	switch winner := t.Match.Result().Winner; {
	case winner == bot.Other() && now+1 < len(levels):
		return "button.again-harder", levels[now+1]
	case winner == bot && now > 0:
		return "button.again-easier", levels[now-1]
	}
	return "", ""
}

// lostBefore reports whether the person lost the previous game to the bot.
func (t *Table) lostBefore(u dialog.User) bool {
	g := t.Last
	if g == nil {
		return false
	}
	m, err := Replay(g)
	if err != nil {
		return false
	}
	winner := m.Result().Winner
	return winner != rules.Nobody && g.Players[winner].ID == platform.BotID && g.Players[winner.Other()].ID == u.ID
}

// levelText names a level.
func levelText(l solve.Level) words.Text { return words.New("level." + string(l)) }

// openingButtons returns the buttons of the first board against the bot. Every start offers
// the choice who begins, so that it reveals nothing.
func (s *Scene) openingButtons() []dialog.Button {
	bot, vsBot := s.AgainstBot()
	if !vsBot || s.Match.MoveCount(bot.Other()) > 0 {
		return nil
	}
	var b []dialog.Button
	if len(s.Match.Moves()) == 0 {
		b = append(b, s.Button(words.New("button.bot-begins"), dialog.Plain, "begin"))
	}
	if !solve.LevelsMatter(s.Play.Game.Key, s.Match.Position(), s.Match.Setup().Ending, true) {
		return b
	}
	for _, l := range solve.Levels() {
		if l != LevelOf(s.Play.Game.Players[bot]) {
			b = append(b, s.Button(words.New("button.level", "level", levelText(l)), dialog.Plain, "level", string(l)))
		}
	}
	return b
}
