package sentence

import (
	"slices"
)

// MostLikely is how many buttons answer a sentence that isn't understood.
const MostLikely = 3

// proposals are the commands that the bot proposes, by topic, after a sentence that it isn't
// sure of. None of them ends, accepts or refuses anything.
var proposals = map[Topic]string{
	Start: "start 3 4 5", Rematch: "rematch", Open: "open", Advice: "hint", Judge: "hint", Despair: "hint", Next: "hint", Choose: "hint", Solution: "hint",
	Explain: "explain", Theory: "learn", Term: "learn 5", Study: "explain", Review: "review", Rules: "rules", About: "rules", Learn: "learn", Puzzle: "puzzle",
	Ranks: "leaders", Self: "profile", Counting: "profile", Privacy: "export me", Games: "games", Help: "help", Beginning: "help", Share: "share", Settings: "settings",
	Board: "board", Turn: "board", Waiting: "board", LastMove: "board", Undo: "undo", Sizes: "menu",
}

// usualCommands are the commands that people most often want, by role.
var usualCommands = map[Role][]string{
	Mover: {"hint", "board"}, Waiter: {"board", "rules"}, Watcher: {"board", "rules"}, Finisher: {"rematch", "help"}, Offering: {"board"},
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
	for _, topic := range r.intents(text) {
		if !denied || !isGrave(topic) {
			add(proposals[topic])
		}
	}
	if near == "" && len(guesses) > 0 && r.topicOf(r.split(text)) != None && (guesses[0].Topic != string(None) || guesses[0].P <= sureOfNone) {
		for _, g := range guesses {
			if topic := Topic(g.Topic); g.P >= worthAButton && !(denied && isGrave(topic)) {
				add(proposals[topic])
			}
		}
	}
	return withUsual(likely, st)
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
