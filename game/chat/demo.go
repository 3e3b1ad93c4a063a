package chat

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"strconv"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// demoMoves is how many moves one message of a demonstration has.
const demoMoves = 12

// showDemo plays both sides of a game and says why. It plays after the lane, like a review.
func showDemo(e *execution) error {
	if err := takesNoTerms(e); err != nil {
		return err
	}
	a, t, err := foresee(e)
	if err != nil {
		return err
	}
	hidden := untoldGames(e)
	return computeAside(e, func(context.Context) error {
		m, err := demonstrate(e, a, t, hidden)
		if err == nil {
			e.show(m)
		}
		return err
	})
}

// untoldGames are the situations that a demonstration may not come to, with the refusals: the open
// questions that the person sees, and where the games at this place are.
func untoldGames(e *execution) map[string]string {
	hidden := map[string]string{}
	for t := range e.Tables {
		if t.Playing() {
			hidden[teach.SituationKey(rules.Situation{Game: t.Game.Key, Ending: t.Match.Setup().Ending, Position: t.Match.Position()})] = "demo.in-play"
		}
	}
	for key, refusal := range e.secrets {
		hidden[key] = refusal
	}
	return hidden
}

// demonstrate plays as far as the part that was asked for and shows that part.
func demonstrate(e *execution, a solve.Analysis, t rules.Setup, hidden map[string]string) (m dialog.Message, err error) {
	d, err := explain.NewDemo(e.Words, t)
	if err != nil {
		return m, err
	}
	var random *rand.Rand
	if e.line.Options.Random { // the same start gives the same moves, so that the parts fit together
		seed := fnv.New64a()
		_, _ = seed.Write([]byte(t.Start)) // never fails
		random = rand.New(rand.NewPCG(seed.Sum64(), 0))
	}
	from := demoMoves * (max(1, e.line.Options.Part) - 1)
	for range from + demoMoves {
		if err := d.Play(random); err != nil {
			return m, err
		}
		if refusal := hidden[teach.SituationKey(rules.Situation{Game: t.Game, Ending: t.Ending, Position: d.Position()})]; refusal != "" {
			return m, refuse(refusal)
		}
	}
	return demoMessage(e, a, t, &d, min(from, len(d.Moves())))
}

// demoMessage shows the moves of a demonstration from the one with index from on. Errors are those of Demo.From.
func demoMessage(e *execution, a solve.Analysis, t rules.Setup, d *explain.Demo, from int) (dialog.Message, error) {
	shown, err := d.From(from)
	if err != nil {
		return dialog.Message{}, err
	}
	start := shown.Match.Positions()[0].Diagram()
	m := dialog.Message{To: &e.r.User, Diagram: &start, Review: &dialog.Review{Match: shown.Match, Said: shown}}
	if from == 0 {
		m.Lines = e.Predict(a, t).Lines[:1:1]
	} else {
		m.Lines = []words.Text{words.New("demo.goes-on", "position", rules.Typed(d.Positions()[from]))}
	}
	m.Lines = append(m.Lines, d.Lines(from)...)
	typed, part, over := message.TypedGame(t), from/demoMoves+2, d.Result().Winner != rules.Nobody
	switch {
	case over:
	case part > command.MostParts:
		left := rules.Setup{Game: t.Game, Ending: t.Ending, Start: d.Position().String()}
		m.Lines = append(m.Lines, words.New("demo.ends", "moves", demoMoves*command.MostParts, "typed", message.TypedGame(left)))
	default:
		more := "demo " + typed
		if e.line.Options.Random {
			more += " against:random"
		}
		m.Buttons = append(m.Buttons, dialog.Button{Label: words.New("button.more"), Style: dialog.Primary, Command: more + " part:" + strconv.Itoa(part)})
	}
	first := " first:me"
	if a.Outcome == rules.P {
		first = " first:bot"
	}
	m.Buttons = append(m.Buttons, dialog.Button{Label: words.New("button.demo-play"), Style: dialog.Plain, Command: "start " + typed + first})
	return m, nil
}
