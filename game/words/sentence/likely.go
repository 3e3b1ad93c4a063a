package sentence

import (
	"slices"
	"strings"
)

// MostLikely is how many buttons answer a sentence that isn't understood.
const MostLikely = 3

// proposals are the commands that the bot proposes, by topic, after a sentence that it isn't sure of.
var proposals = map[Topic]string{
	Start: "start 3 4 5", Rematch: "rematch", Open: "open", Advice: "hint", Judge: "hint", Despair: "hint", Next: "hint", Choose: "hint", Solution: "hint",
	Explain: "explain", Theory: "learn", Term: "learn 5", Study: "explain", Review: "review", Rules: "rules", About: "rules", Learn: "learn", Puzzle: "puzzle",
	Ranks: "leaders", Self: "profile", Counting: "profile", Privacy: "export me", Games: "games", Help: "help", Beginning: "help", Share: "share", Settings: "settings",
	Board: "board", Turn: "board", LastMove: "board", Undo: "undo", Sizes: "menu",
	Challenge: "challenge", Join: "open", Rating: "profile", Another: "games", Recommend: "games", Harder: "level hard", Easier: "level easy", Daily: "daily", Bot: "help", Notation: "rules", Language: "settings", Remind: "settings", Progress: "learn", Again: "rematch", Reason: "explain",
}

// The topics that answer an open question with yes or no. While an offer of the speaker's own is open,
// those of withdrawing take it back.
var (
	yesTopics         = []Topic{Accept, Nod, Cheer, Start, Rematch}
	noTopics          = []Topic{No, NeverMind, Resume, Bye, Pause, Withdraw}
	withdrawingTopics = []Topic{Withdraw, NeverMind, No, Stop, Undo}
)

// proposal returns the command that is proposed for a topic in a situation, "" for none. Only a
// question that is open is answered, an offer of the speaker's own taken back, and a game of theirs
// ended.
func (st Situation) proposal(topic Topic) string {
	switch {
	case st.Asked != NoQuestion && slices.Contains(yesTopics, topic):
		return yesCommands[st.Asked]
	case st.Asked != NoQuestion && slices.Contains(noTopics, topic):
		return noCommands[st.Asked]
	case st.Offering && slices.Contains(withdrawingTopics, topic):
		return "decline"
	case topic == Resign && st.Running && st.IsPlayer:
		return "resign"
	case topic == Share && (!st.Game || st.Running):
		return ""
	}
	c := proposals[topic]
	switch {
	case (c == "hint" || c == "explain") && !st.Running && st.Game:
		return "review"
	case c == "explain" && !st.Running:
		return "rules"
	case (c == "hint" || c == "undo") && !st.Running, c == "review" && !st.Game:
		return ""
	}
	return c
}

// usualCommands are the commands that people most often want, by role.
var usualCommands = map[Role][]string{
	Confirming: {"confirm", "decline"}, Requested: {"accept", "decline"}, Invited: {"accept", "decline"}, OpenToAll: {"accept"},
	Mover: {"hint", "board"}, Waiter: {"board", "rules"}, Watcher: {"board", "rules"}, Finisher: {"rematch", "review", "help"}, Offering: {"decline", "start"},
}

// Intents are the topics of a sentence that says several things, of which the bot does none. The
// result is empty if it says one or none.
func (t *Interpreter) Intents(text string) []Topic { return t.conversation().intents(text) }

// LikelyCommands returns the commands that the speaker of a sentence that isn't understood probably
// wants, the likeliest first: near, the command whose name it nearly says; then what it says in one
// of several clauses; then what is ranked; then the usual ones. After a denial none of them begins
// anything.
func (t *Interpreter) LikelyCommands(text, near string, st Situation) (likely []string) {
	add := func(c string) {
		if c != "" && !slices.Contains(likely, c) && len(likely) < MostLikely {
			likely = append(likely, c)
		}
	}
	add(near)
	r := t.conversation()
	denied, guesses := r.denies(text), r.ranked(text, st)
	propose := func(topic Topic) {
		if c := st.proposal(topic); !denied || slices.Contains(refusalTopics, topic) || !isGrave(topic) && !begins(c) {
			add(c)
		}
	}
	for _, topic := range r.intents(text) {
		propose(topic)
	}
	if near == "" && r.topicOf(r.split(text)) != None {
		for _, g := range guesses {
			if yesCommands[st.Asked] != "" && len(likely) > 0 && g.P < certain { // leave room for the answers
				break
			}
			if topic := Topic(g.Topic); g.P >= worthAButton && (g.P >= worthAnEnd || topic != Resign) {
				propose(topic)
			}
		}
	}
	return withUsual(likely, st)
}

// begins reports whether a command begins or changes something.
func begins(cmd string) bool {
	name, _, _ := strings.Cut(cmd, " ")
	return slices.Contains([]string{"start", "rematch", "open", "challenge", "level", "undo", "resign", "stop"}, name)
}

// withUsual adds the usual commands of a situation to likely ones. Where nothing is on, there are none.
func withUsual(likely []string, st Situation) []string {
	for _, stand := range st.roles() {
		for _, c := range usualCommands[stand] {
			if !slices.Contains(likely, c) && len(likely) < MostLikely {
				likely = append(likely, c)
			}
		}
	}
	return likely
}

// LikelyRequests returns what a learner who isn't understood may want, the most probable first.
// After a negation, there are none.
func (t Exercise) LikelyRequests(text string) (likely []ExerciseRequest) {
	r := t.learner()
	if r.denies(text) {
		return nil
	}
	for _, g := range r.ranked(text, Situation{}) {
		request := NoRequest
		if react := reactions[Topic(g.Topic)][Learner]; react != nil && g.P >= worthAButton {
			a, _ := react(Meaning{Topic: Topic(g.Topic)}, Situation{ExerciseRole: Questioned})
			request = a.Request
		}
		if request != NoRequest && !slices.Contains(likely, request) {
			likely = append(likely, request)
		}
	}
	return likely
}
