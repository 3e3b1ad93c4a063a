package sentence

import (
	"slices"
)

// MostLikely is how many buttons answer a sentence that no rule reads.
const MostLikely = 3

// proposals are the commands that the bot proposes, by topic, after a sentence that it
// couldn't read. None of them ends, accepts or refuses anything.
var proposals = map[Topic]string{
	Start: "start 3 4 5", Rematch: "rematch", Open: "open", Advice: "hint", Judge: "hint", Despair: "hint", Next: "hint",
	Explain: "explain", Theory: "learn", Study: "explain", Review: "review", Rules: "rules", About: "rules", Learn: "learn", Puzzle: "puzzle",
	Ranks: "leaders", Self: "profile", Privacy: "export me", Games: "games", Help: "help", Share: "share", Settings: "settings",
	Board: "board", Turn: "board", Undo: "undo",
}

// proposableCommands are the commands that are proposed when a sentence says their name.
var proposableCommands = []string{"board", "hint", "rules", "games", "help", "review", "puzzle", "daily", "learn", "explain", "leaders", "profile", "settings", "share"}

// usualCommands are the commands that people most often want, by role.
var usualCommands = map[Role][]string{
	Mover: {"hint", "board"}, Waiter: {"board", "rules"}, Watcher: {"board", "rules"}, Finisher: {"rematch", "help"}, Offering: {"board"},
}

// LikelyCommands returns the commands that the speaker of a sentence that no rule reads probably
// wants, the likeliest first: near, the command whose name it nearly says; then one that its
// words speak of; then the usual ones. After a denial none of them begins anything.
func (t *Interpreter) LikelyCommands(text, near string, st Situation) (likely []string) {
	add := func(c string) {
		if c != "" && !slices.Contains(likely, c) && len(likely) < MostLikely {
			likely = append(likely, c)
		}
	}
	add(near)
	if t.learned != nil {
		for _, c := range (learner{t}).conversationReader().likelyCommands(text) {
			add(c)
		}
		return withUsual(likely, st)
	}
	spoken := t.correctedWords(text)
	for _, w := range spoken {
		if slices.Contains(proposableCommands, w) {
			add(w)
		}
	}
	topic := topicIndex{t}.topicOf(spoken)
	if near == "" && (!slices.ContainsFunc(spoken, plainnessReader{t}.denies) || !slices.Contains(deniableTopics, topic)) {
		add(proposals[topic])
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

// clearScore is the smallest score of a topic whose command is proposed. A word adds 1/n to each of
// the n topics in whose phrases it occurs.
const clearScore = 0.5

// topicIndex finds the topics that words occur in.
type topicIndex struct{ *Interpreter }

// topicOf returns the topic that the words of a sentence point to most clearly; "" if none is
// clear. A word that occurs in the phrases of many topics weighs little.
func (t topicIndex) topicOf(spoken []string) (best Topic) {
	score, most := map[Topic]float64{}, 0.0
	for _, w := range slices.Compact(slices.Sorted(slices.Values(t.same.replace(spoken)))) {
		for topic := range t.speaks[w] {
			score[topic] += 1 / float64(len(t.speaks[w]))
		}
	}
	for topic, n := range score {
		if proposals[topic] != "" && n >= clearScore && (n > most || n == most && topic < best) {
			best, most = topic, n
		}
	}
	return best
}

// collect collects, for each word that means something, the topics in whose phrases it occurs.
func (t topicIndex) collect() {
	t.speaks = map[string]map[Topic]bool{}
	note := func(topic Topic, words []string) {
		for _, w := range words {
			if t.fillers[w] || t.polite[w] != "" || t.negations[w] || t.questions[w] || t.move.asking[w] {
				continue
			}
			if t.speaks[w] == nil {
				t.speaks[w] = map[Topic]bool{}
			}
			t.speaks[w][topic] = true
		}
	}
	for topic, list := range t.words.Phrases {
		for _, phrase := range list {
			note(Topic(topic), t.same.replace(t.split(phrase)))
		}
	}
}
