package sentence

// insideWeight is how much likelier a topic of exercises is while one is open.
const insideWeight = 2

// mentionWeight is how much likelier a challenge is where somebody is mentioned.
const mentionWeight = 5

// weights say how much likelier a topic is for a speaker in a role than elsewhere: the model learns
// from phrases alone, which don't tell where they are said. Those above 1 come from the shares of the
// topics among 2000 lines that people wrote for the situations (game/chat/testdata/contact): the ratio of
// the share in the situation to that in all, to the power of 0.6, which did best where it wasn't learned. Those
// below 1 are set by hand, as are Requested, OpenToAll and Watcher, and what ends or takes back something is held low.
var weights = map[Role]map[Topic]float64{
	Confirming: {No: 9.5, Consequence: 9, Accept: 7, NeverMind: 6, Counting: 3, Choose: 2, Condition: 1.9, Board: 1.7, Thinking: 1.5, Resign: 0.2, Undo: 0.2, Nudge: 0.1, Review: 0.1, Waiting: 0.1},
	Requested:  {No: 4, Accept: 3, Consequence: 3, NeverMind: 2, Resign: 0.2, Undo: 0.2, Nudge: 0.1, Review: 0.1, Waiting: 0.1},
	Invited:    {No: 10, Accept: 8.5, Consequence: 5.5, Clock: 2.5, Settings: 2.5, Condition: 1.9, Pause: 1.8, Help: 1.4, Rematch: 0.3, Stop: 0.2, Withdraw: 0.2, Judge: 0.1, LastMove: 0.1, Nudge: 0.1, Resign: 0.1, Solution: 0.1, Review: 0.05, Undo: 0.05},
	OpenToAll:  {Accept: 3, Join: 3, Consequence: 2, Waiting: 0.3, Review: 0.2, Resign: 0.1, Undo: 0.1},
	Offering:   {Withdraw: 6, Unaccepted: 9, Waiting: 7, Nudge: 6.5, Challenge: 4.5, Clock: 3, Seen: 2.5, Beginning: 2, Sizes: 2, Open: 1.7, Start: 1.7, Explain: 0.3, Rematch: 0.3, Judge: 0.1, LastMove: 0.1, Accept: 0.05, Nod: 0.05, Resign: 0.05, Review: 0.05},
	Mover:      {Next: 3.5, Resign: 1.5, Easier: 2.5, Judge: 2.5, Notation: 2.5, Advice: 2, Choose: 2, Despair: 2, Stop: 1.5, Thinking: 2, NoHelp: 1.9, Rules: 1.9, Undo: 1.8, Beginning: 1.5, Explain: 1.5, Hotseat: 1.4, Bye: 1, Pause: 1, Join: 0.3, No: 0.3, Accept: 0.1, Withdraw: 0.1},
	Waiter:     {Nudge: 7, Waiting: 6, Clock: 4, Secret: 3, Undo: 3, LastMove: 2.5, Referee: 2.5, Resign: 1.5, Turn: 2.5, Permit: 2, Stop: 1.5, Study: 2, Advice: 1.9, Judge: 1.8, Pause: 1.7, Board: 1.5, NoHelp: 1.4, Bye: 1, Join: 0.3, No: 0.3, Withdraw: 0.2, Accept: 0.1},
	Watcher:    {Join: 3, Accept: 0.3, No: 0.3, Resign: 0.1, Undo: 0.1},
	Finisher:   {Rematch: 8, Review: 7.5, Thanks: 4, Praise: 3.5, Resume: 3, Bye: 2.5, Self: 2.5, Share: 2.5, Easier: 2, Rating: 2, Another: 1.9, Study: 1.9, Privacy: 1.8, Counting: 1.5, Learn: 1.5, Recommend: 1.5, Theory: 1.5, Turn: 0.3, Accept: 0.2, Waiting: 0.2, Nudge: 0.1, Resign: 0.05, Withdraw: 0.05},
	Visitor:    {Games: 5, Bot: 4, Recommend: 4, Start: 4, Challenge: 3, Hello: 3, Language: 3, Open: 2.5, Remind: 2.5, Help: 2, Learn: 2, Puzzle: 2, Theory: 2, Another: 1.9, Daily: 1.9, Hotseat: 1.9, Ranks: 1.9, Term: 1.9, Rules: 1.8, Settings: 1.8, Privacy: 1.4, Advice: 0.3, Review: 0.3, Turn: 0.3, Judge: 0.2, No: 0.2, Stop: 0.2, Accept: 0.1, Nudge: 0.1, Undo: 0.1, Waiting: 0.1, LastMove: 0.05, Resign: 0.05, Withdraw: 0.05},
	Learner:    {Others: 3.5, Skip: 3.5, Solution: 3.5, Tries: 3.5, Back: 3, Forward: 3, Grasped: 3, Hurry: 3, Progress: 3, Reason: 3, Again: 3, Yesterday: 3, Harder: 2.5, Join: 2.5, Daily: 2, Despair: 2, Explain: 2, NoHelp: 2, Permit: 2, Term: 2, Next: 1.9, Notation: 1.7, No: 0.3, Resign: 0.3, Accept: 0.1, Nudge: 0.1, Waiting: 0.1, Withdraw: 0.1},
}

// unlisted is the weight of a topic that isn't listed for a role, because people in it seldom say it.
const unlisted = 0.5

// weightIn returns how much likelier a topic is for somebody in these roles.
func weightIn(roles []Role, topic Topic) float64 {
	for _, role := range roles {
		if w, known := weights[role][topic]; known {
			return w
		}
	}
	return unlisted
}
