package sentence

import "strings"

// corePhrase returns the longest phrase in a sentence that has only fillers around it:
// "well played" of "well played, everybody". If there is none, it returns the sentence.
func (t *Interpreter) corePhrase(rest []string) []string {
	filler := func(w string) bool { return t.fillers[w] }
	first, last := 0, len(rest)
	for first < last && filler(rest[first]) {
		first++
	}
	for last > first && filler(rest[last-1]) {
		last--
	}
	if first == last { // only fillers, any of which may be a phrase: "alright then"
		first, last = len(rest), 0
	}
	for n := len(rest); n > max(0, last-first); n-- {
		for i := max(0, last-n); i <= min(first, len(rest)-n); i++ {
			if _, ok := t.phrases[strings.Join(rest[i:i+n], " ")]; ok {
				return rest[i : i+n]
			}
		}
	}
	return rest
}

// trimPoliteStart drops polite words from the start of a sentence.
func (t *Interpreter) trimPoliteStart(spoken []string) []string {
	for len(spoken) > 0 && t.isPolite(spoken[0]) {
		spoken = spoken[1:]
	}
	return spoken
}

// trimPoliteEnd drops polite words from the end of a sentence.
func (t *Interpreter) trimPoliteEnd(spoken []string) []string {
	for len(spoken) > 0 && t.isPolite(spoken[len(spoken)-1]) {
		spoken = spoken[:len(spoken)-1]
	}
	return spoken
}

func (t *Interpreter) isPolite(word string) bool { return t.polite[word] != "" }

func (t *Interpreter) withoutFillers(spoken []string) []string {
	short := make([]string, 0, len(spoken))
	for _, w := range spoken {
		if !t.fillers[w] {
			short = append(short, w)
		}
	}
	return short
}
