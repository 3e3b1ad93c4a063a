package web

import "nimbot/game/dialog"

// The kinds of private messages that the page distinguishes besides dialog.Kind. A message
// without a kind answers what was typed, or pressed in another message than a board.
const (
	greeting = "greeting" // to somebody who opened the page, and asked for nothing
	refusal  = "refusal"
	remark   = "remark" // answers what was pressed on a board
	noted    = "noted"  // says what somebody answered in a round
	begun    = "begun"  // says that a round begins, as its question does
)

// kindOf returns what a private message is, "" for a public one. Only the server knows that: the
// page can't tell a greeting from the first hint by looking at them.
func kindOf(a replyContext, reply dialog.Reply, m dialog.Message) string {
	switch {
	case m.To == nil:
		return ""
	case a.greets:
		return greeting
	case m.Advice != nil:
		return string(m.Advice.Kind)
	case len(m.Lines) > 0 && (m.Lines[0].Key == "race.noted" || m.Lines[0].Key == "race.answered"):
		return noted
	case len(m.Lines) > 0 && m.Lines[0].Key == "race.begun":
		return begun
	case reply.Result != dialog.Done && reply.Result != dialog.Told:
		return refusal
	case reply.Round != nil: // beside its question
		return remark
	case a.atBoard && !m.IsBoard() && m.Menu == nil:
		return remark
	}
	return ""
}
