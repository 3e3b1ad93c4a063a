package chat_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nimbot/chat/chattest"
	"nimbot/exchange"
)

// Words of sentences that speak of beginning, ending, accepting, refusing and taking back,
// and words that turn them: denials, questions, conditions, reports, politeness.
var (
	deeds  = []string{"start", "play", "begin", "accept", "yes", "sure", "agree", "decline", "no", "refuse", "undo", "take it back", "go back", "resign", "give up", "stop", "end it", "quit", "cancel", "confirm", "rematch", "again", "new game", "open a game", "challenge bob", "withdraw", "share it"}
	denied = []string{"don't", "do not", "never", "please don't", "I won't", "I'd never", "nobody should", "not going to", "I didn't", "we can't", "I don't want to"}
	asked  = []string{"should I", "did you", "why did he", "what happens if I", "how do I", "when does one", "what does it mean to", "who said", "is it wise to", "do people", "where do I"}
	told   = []string{"bob told me to", "he said", "she would", "if I", "when I", "unless I", "before I", "suppose we", "yesterday I did", "my friend says I should", "later I may", "tomorrow we"}
	known  = []string{"lemme fight bob in", "can me and bob play", "I want to play my friend Bob in", "who will play against bob at"}
	tried  = []string{"do I only get one try, or", "can I try again if I", "don't count that as I'd maybe", "is a hint allowed before I", "not lost, so no", "how can it be lost if I"}
	around = []string{"", "", "", "please", "hmm", "lol", "the", "really", "bot", "ok so", "thanks", "maybe", "banana", "this"}
)

// unasked is a random sentence that asks for none of its deeds: something denies it, asks
// about it or only tells of it. A slip may be in it.
func unasked(r *rand.Rand) string {
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	turn := [][]string{denied, asked, told, known, tried}[r.IntN(5)]
	words := []string{pick(around), pick(turn), pick(deeds), pick(around)}
	text := strings.Join(strings.Fields(strings.Join(words, " ")), " ")
	if r.IntN(3) == 0 {
		text += "?"
	}
	if r.IntN(4) == 0 {
		text = slipped(r, text)
	}
	return text
}

// slipped swaps two letters inside a word of a text.
func slipped(r *rand.Rand, text string) string {
	words := strings.Fields(text)
	i := r.IntN(len(words))
	if w := []byte(words[i]); len(w) > 4 {
		j := 1 + r.IntN(len(w)-3)
		w[j], w[j+1] = w[j+1], w[j]
		words[i] = string(w)
	}
	return strings.Join(words, " ")
}

// situated are the situations in which something can be begun, ended, accepted, refused
// or taken back by ana.
var situated = map[string][]string{
	"nothing":    nil,
	"mine":       {"ana start 3 4 5", "ana A1"},
	"theirs":     {"bob challenge @ana 3 4 5 first:them", "ana accept", "ana B1"},
	"over":       {"ana start 1", "ana A1"},
	"invited":    {"bob challenge @ana 3 4 5"},
	"open":       {"bob open 3 4 5"},
	"offering":   {"ana challenge @bob 3 4 5"},
	"requested":  {"bob challenge @ana 3 4 5 first:me", "ana accept", "bob B1", "ana C1", "bob undo"},
	"confirming": {"ana start 3 4 5", "ana start 1 2"},
	"lesson":     {"ana learn 1"},
	"puzzle":     {"ana puzzle"},
}

// What isn't plainly asked for is never done: hundreds of sentences that deny, ask about
// or tell of a deed change nothing, in any situation, and nobody else hears of them.
func TestNothingUnaskedIsDone(t *testing.T) {
	const each = 60 // more of them find slips next to a name without @, which still begin a game
	r := rand.New(rand.NewPCG(20, 26))
	for name, lines := range situated {
		c := chattest.NewWholeRoom(t)
		for _, line := range lines {
			who, text, _ := strings.Cut(line, " ")
			c.Says(who, text)
		}
		for range each {
			text := unasked(r)
			before := stateOf(c.Says("zoe", "games"))
			reply := c.Says("ana", text)
			if stateOf(reply) == before && allPrivate(reply) && !strings.Contains(c.Text(reply), "With a hint") {
				continue
			}
			t.Errorf("%s: %q did something: %s", name, text, c.Text(reply))
			c = chattest.NewWholeRoom(t)
			for _, line := range lines {
				who, text, _ := strings.Cut(line, " ")
				c.Says(who, text)
			}
		}
	}
}

// changing are the topics whose sentences may change something that others see.
var changing = map[string]bool{"start": true, "setup": true, "rematch": true, "open": true, "accept": true, "no": true, "nod": true, "nevermind": true, "undo": true, "withdraw": true, "share": true, "about-game": true}

// In every situation a phrase of every topic is understood, and only those change
// something that say so. Nothing said in an exercise is seen by others.
func TestEveryTopicInEverySituation(t *testing.T) {
	for name, lines := range situated {
		learns := name == "lesson" || name == "puzzle"
		for topic, phrases := range chattest.Catalogue(t).Talk("en").Phrases {
			c := chattest.NewWholeRoom(t)
			for _, line := range lines {
				who, text, _ := strings.Cut(line, " ")
				c.Says(who, text)
			}
			text := phrases[len(phrases)-1]
			if topic == "setup" || topic == "about-game" {
				text += " chomp"
			}
			before := stateOf(c.Says("zoe", "games"))
			reply := c.Says("ana", text)
			if strings.Contains(c.Text(reply), "didn't understand") {
				t.Errorf("%s: %s %q isn't understood", name, topic, text)
			}
			if changed := stateOf(reply) != before || !allPrivate(reply); changed && (learns || !changing[topic]) {
				t.Errorf("%s: %s %q changed something: %s", name, topic, text, c.Text(reply))
			}
		}
	}
}

// stateOf is the state of the room: its game, who is to move, and the version that a new
// offer, a request or a declined one raises. A hint raises it, too, and is private.
func stateOf(r exchange.Reply) string {
	if r.State == nil {
		return "none"
	}
	st := r.State
	return fmt.Sprint(st.ID, st.Position, st.ToMove, st.Turn, st.Over)
}

// allPrivate reports whether nobody but its asker sees a reply.
func allPrivate(r exchange.Reply) bool {
	for _, m := range r.Messages {
		if m.To == nil {
			return false
		}
	}
	return true
}
