package chat_test

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// deeds has words that speak of beginning, ending, accepting, refusing, taking back and
// showing.
var deeds = []string{
	"start", "play", "begin", "accept", "yes", "sure", "agree", "decline", "no", "refuse", "undo", "take it back", "go back", "resign", "give up", "stop", "end it", "quit",
	"cancel", "confirm", "rematch", "again", "new game", "open a game", "challenge bob", "withdraw", "share it", "let the bot begin", "play chomp", "play against bob", "make it public", "take my offer back",
}

// turns are the kinds of frames that make a sentence ask for none of the deeds in them:
// denials, questions, reports, other people, conditions, the past, quotes, two clauses.
// None of them is a plain refusal either, which would decline an offer.
var turns = map[string][]string{
	"denied": {"don't %s", "do not %s", "never %s", "please don't %s", "I won't %s", "I'd never %s", "nobody should %s", "not going to %s", "I didn't %s", "we can't %s", "I don't want to %s", "not that I %s", "nobody makes me %s"},
	"asked":  {"should I %s", "did you %s", "why did he %s", "what happens if I %s", "how do I %s", "when does one %s", "what does it mean to %s", "who said %s", "is it wise to %s", "do people %s", "where do I %s", "how would one %s", "which button do I press to %s"},
	"polite": {"could you tell me how to %s", "may I ask what happens when I %s", "would it be rude to %s", "excuse me, what would it mean to %s", "pardon me, is it usual to %s", "might I ask whether people %s", "would you kindly explain what it does to %s"},
	"told":   {"bob told me to %s", "he said %s", "she would %s", "my friend says I should %s", "they usually %s", "bob will %s", "bob wants to %s", "my brother always says %s", "carl and bob %s every day", "he was about to %s"},
	"others": {"lemme fight bob in %s", "can me and bob play %s", "I want to play my friend Bob in %s", "who will play against bob at %s", "bob %ss", "does bob %s", "tell bob to %s", "ask bob whether he may %s"},
	"when":   {"if I %s", "when I %s", "unless I %s", "before I %s", "suppose we %s", "later I may %s", "tomorrow we %s", "only if you %s", "as soon as I %s", "in case we %s", "even if I %s", "once bob is here we %s", "until then I %s"},
	"past":   {"yesterday I did %s", "I nearly did %s", "I wanted to %s", "we used to %s", "I had to %s", "I was going to %s", "I have often wanted to %s"},
	"quoted": {"he wrote \"%s\"", "what does \"%s\" do", "the button says \"%s\"", "is \"%s\" a word here", "I read '%s' in the help", "what is \u201c%s\u201d for"},
	"twice":  {"I could %s, but I won't", "bob likes to %s; I don't", "first I eat, then I may %s", "to %s or not to %s", "either I %s or I don't", "%s? not yet", "%s? why", "nice weather, and why would I %s", "I like it here. When do people %s?", "thanks, but what does it do to %s"},
	"tried":  {"do I only get one try, or %s", "can I try again if I %s", "don't count that as I'd maybe %s", "is a hint allowed before I %s", "not lost, so no %s", "how can it be lost if I %s"},
	"wonder": {"I wonder what happens when people %s", "not sure whether to %s", "no idea how to %s", "I'm thinking about whether to %s", "I wonder who would %s"},
}

// around has words that stand before or behind such a sentence.
var around = []string{"", "", "", "", "please", "hmm", "lol", "really", "bot", "ok so", "thanks", "maybe", "banana", "this", "😀", "🤔", "👋", ":)", "bob,", "ana", "in 3 4 5", "with 7", "2", "at easy level", "haha", "sorry", "if you don't mind", "dear bot"}

// unasked returns a random sentence that asks for none of its deeds. It may be in capitals or
// contain a typing slip.
func unasked(r *rand.Rand) string {
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	frame := pick(turns[pick(kinds)])
	said := strings.ReplaceAll(strings.ReplaceAll(frame, "%s", pick(deeds)), "yess", "says yes")
	text := strings.Join(strings.Fields(strings.Join([]string{pick(around), said, pick(around)}, " ")), " ")
	if r.IntN(3) == 0 {
		text += "?"
	}
	if r.IntN(4) == 0 {
		text = slipped(r, text)
	}
	if r.IntN(8) == 0 {
		text = strings.ToUpper(text)
	}
	return text
}

// kinds has the keys of turns, always in the same order.
var kinds = func() (all []string) {
	for kind := range turns {
		all = append(all, kind)
	}
	slices.Sort(all)
	return all
}()

// slipped swaps, drops or doubles letters inside a word of a text.
func slipped(r *rand.Rand, text string) string {
	words := strings.Fields(text)
	i := r.IntN(len(words))
	w := words[i]
	if len(w) < 5 || strings.Contains(w, "bob") {
		return text
	}
	switch j := 1 + r.IntN(len(w)-3); r.IntN(3) {
	case 0:
		words[i] = w[:j] + w[j+1:j+2] + w[j:j+1] + w[j+2:]
	case 1:
		words[i] = w[:j] + w[j+1:]
	default:
		words[i] = w[:j] + w[j:j+1] + w[j:]
	}
	return strings.Join(words, " ")
}
