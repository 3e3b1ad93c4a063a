package sentence

// insideWeight is how much likelier a topic of exercises is while one is open.
const insideWeight = 2

// mentionWeight is how much likelier a challenge is where somebody is mentioned.
const mentionWeight = 5

// weights say how much likelier a topic is for a speaker in a role than elsewhere: the model learns
// from phrases alone, which don't tell where they are said.
var weights = map[Role]map[Topic]float64{
	Confirming: {Accept: 3, No: 4, NeverMind: 2, Consequence: 4, Rating: 2, Counting: 2, Withdraw: 0.5, Undo: 0.2, Resign: 0.2, Review: 0.1, Waiting: 0.1, Nudge: 0.1},
	Requested:  {Accept: 3, No: 4, NeverMind: 2, Consequence: 3, Undo: 0.2, Resign: 0.2, Review: 0.1, Waiting: 0.1, Nudge: 0.1},
	Invited:    {Accept: 4, No: 5, NeverMind: 2, Consequence: 3, Settings: 2, Clock: 2, Undo: 0.05, Resign: 0.1, Stop: 0.2, Review: 0.05, Rematch: 0.3, LastMove: 0.1, Next: 0.5, Solution: 0.1, Judge: 0.1, Withdraw: 0.2, Nudge: 0.1},
	OpenToAll:  {Accept: 3, Join: 3, Consequence: 2, Undo: 0.1, Resign: 0.1, Review: 0.2, Waiting: 0.3},
	Offering:   {Withdraw: 4, Nudge: 3, Waiting: 3, Clock: 2, Unaccepted: 3, Challenge: 2, Start: 2, Resign: 0.05, Undo: 0.5, Review: 0.05, Rematch: 0.3, Accept: 0.05, Nod: 0.05, No: 0.5, LastMove: 0.1, Judge: 0.1, Explain: 0.3},
	Mover:      {Next: 1.5, Undo: 1.5, Resign: 1.5, Stop: 1.5, LastMove: 1.5, Easier: 1.3, Harder: 1.3, NoHelp: 1.3, Accept: 0.1, No: 0.3, Withdraw: 0.1, Review: 0.6, Rematch: 0.7, Join: 0.3, Waiting: 0.4, Nudge: 0.4},
	Waiter:     {Waiting: 3, Nudge: 3, Undo: 1.5, Clock: 2, Pause: 1.5, Accept: 0.1, No: 0.3, Withdraw: 0.2, Review: 0.6, Rematch: 0.5, Join: 0.3},
	Watcher:    {Join: 3, Undo: 0.1, Resign: 0.1, Accept: 0.3, No: 0.3},
	Finisher:   {Review: 2.5, Rematch: 2.5, Praise: 1.5, Thanks: 1.5, Another: 1.5, Rating: 1.3, Undo: 0.4, Resign: 0.05, Stop: 0.4, Accept: 0.2, No: 0.4, Withdraw: 0.05, Waiting: 0.2, Nudge: 0.1, Explain: 0.7, LastMove: 0.5, Turn: 0.3},
	Visitor:    {Start: 1.5, Challenge: 1.5, Games: 1.5, Recommend: 1.5, Bot: 1.5, Remind: 1.3, Rules: 1.3, Resign: 0.05, Undo: 0.1, Stop: 0.2, Review: 0.3, LastMove: 0.05, Next: 0.5, Accept: 0.1, No: 0.2, Withdraw: 0.05, Waiting: 0.1, Nudge: 0.1, Board: 0.5, Turn: 0.3, Judge: 0.2, Advice: 0.3},
	Learner:    {Resign: 0.3, Accept: 0.1, No: 0.3, Withdraw: 0.1, Nudge: 0.1, Waiting: 0.1, Undo: 0.5, Start: 0.7},
}

// weightIn returns how much likelier a topic is for somebody in these roles.
func weightIn(roles []Role, topic Topic) float64 {
	for _, role := range roles {
		if w, known := weights[role][topic]; known {
			return w
		}
	}
	return 1
}
