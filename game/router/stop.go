package router

import (
	"context"

	"nimbot/game/dialog"
	"nimbot/game/words/command"
)

// stop handles "stop": it ends what is on for the person, be it a game, an offer, the round or
// their exercise, and asks which if that is several things. ok is false if only the conversation
// can have anything to end.
func (rt *Router) stop(ctx context.Context, h dialog.ParsedRequest) (reply dialog.Reply, ok bool) {
	if h.Line.Name() != "stop" || !h.Line.Plain() {
		return reply, false
	}
	if h.Line.Pressed() {
		if h.Line.Table() != dialog.RoundTable {
			return reply, false
		}
		return rt.c.Rounds.Answer(ctx, h), true
	}
	failed := func(err error) (dialog.Reply, bool) {
		return dialog.Failure(ctx, rt.c.Log, err, "store", "what is on here", "place", h.Place.String()).Reply(h.User), true
	}
	end, round, err := rt.c.Rounds.Stoppable(ctx, h.Request)
	if err != nil {
		return failed(err)
	}
	leave, exercise, err := rt.c.Practice.Stoppable(ctx, h.Request)
	if err != nil {
		return failed(err)
	}
	if !round && !exercise {
		return reply, false
	}
	all, err := rt.c.Chat.Stoppable(ctx, h.Request)
	if err != nil {
		return failed(err)
	}
	games := len(all)
	if end != nil {
		all = append(all, *end)
	}
	if exercise {
		all = append(all, leave)
	}
	switch {
	case len(all) > 1:
		which := dialog.RefuseAs(dialog.Told, "stop.which")
		which.Buttons = all
		return which.Reply(h.User), true
	case games == 1:
		return reply, false
	case exercise:
		h.Line, h.ParseErr = command.Parse("answer leave")
		return rt.c.Practice.Answer(ctx, h), true
	}
	return rt.c.Rounds.Answer(ctx, h), true
}
