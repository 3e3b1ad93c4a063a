// Package rank ranks what a sentence may be about by examples. It counts hashed words and letter
// sequences, and weighs each by how much oftener it occurs in the examples of a topic than in all
// others (naive Bayes in its complement form; Rennie and others, "Tackling the poor assumptions of
// naive Bayes text classifiers", 2003): sentences that share parts of words with the examples of a
// topic are probably about it. It is deterministic, knows no language, and has no dependencies.
package rank

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
)

// The size of the model, chosen by cross-validation on lines in eleven languages. More buckets didn't
// help.
const (
	buckets = 1 << 13 // of hashed features
	longest = 4       // letters of the longest sequence
	unseen  = 1.0     // how often a feature counts that a topic's examples lack

	// correlated is what a feature weighs besides others: its letters are parts of its words.
	correlated = 0.8
)

// Guess is a topic and its probability.
type Guess struct {
	Topic string
	P     float64
}

// Ranker ranks topics. It is safe for concurrent use.
type Ranker struct {
	topics  []string
	weights []int8  // of each bucket for each topic
	unit    float32 // the weight that 1 stands for
}

// Train learns from examples by topic.
func Train(examples map[string][]string) *Ranker {
	r := &Ranker{topics: slices.Sorted(maps.Keys(examples))}
	counts := make([]float32, buckets*len(r.topics))
	ofTopic, ofBucket, all := make([]float64, len(r.topics)), make([]float64, buckets), 0.0
	for i, topic := range r.topics {
		for _, text := range examples[topic] {
			for _, f := range features(text) {
				counts[int(f)*len(r.topics)+i]++
				ofTopic[i]++
				ofBucket[f]++
				all++
			}
		}
	}
	for f := range buckets {
		row := counts[f*len(r.topics) : (f+1)*len(r.topics)]
		for i, count := range row {
			inside := (float64(count) + unseen) / (ofTopic[i] + unseen*buckets)
			outside := (ofBucket[f] - float64(count) + unseen) / (all - ofTopic[i] + unseen*buckets)
			row[i] = float32(correlated * math.Log(inside/outside))
		}
	}
	r.weights, r.unit = quantized(counts)
	return r
}

// quantized returns weights in a quarter of the memory, and what 1 stands for.
func quantized(weights []float32) (small []int8, unit float32) {
	most := float32(0)
	for _, w := range weights {
		most = max(most, w, -w)
	}
	small, unit = make([]int8, len(weights)), most/math.MaxInt8
	for i, w := range weights {
		if w != 0 {
			small[i] = int8(math.Round(float64(w / unit)))
		}
	}
	return small, unit
}

// Rank returns the topics, the most probable first.
func (r *Ranker) Rank(text string) []Guess {
	if len(r.topics) == 0 {
		return nil
	}
	found, scores := features(text), make([]int32, len(r.topics))
	for _, f := range found {
		for i, w := range r.weights[int(f)*len(scores) : (int(f)+1)*len(scores)] {
			scores[i] += int32(w)
		}
	}
	// Many features say the same, so that a long sentence isn't surer than a short one.
	most, sum, share := slices.Max(scores), 0.0, float64(r.unit)/math.Sqrt(float64(max(1, len(found))))
	ranked := make([]Guess, len(scores))
	for i, score := range scores {
		ranked[i] = Guess{r.topics[i], math.Exp(float64(score-most) * share)}
		sum += ranked[i].P
	}
	for i := range ranked {
		ranked[i].P /= sum
	}
	slices.SortStableFunc(ranked, func(a, b Guess) int { return cmp.Compare(b.P, a.P) })
	return ranked
}

// isSyllable reports whether a letter is a syllable or a word by itself, so that short sequences say
// something.
func isSyllable(letter rune) bool {
	return unicode.In(letter, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// features returns the buckets of a text's words, pairs of words and sequences of letters,
// each once.
func features(text string) []uint16 {
	words := strings.Fields(text)
	text = " " + strings.Join(words, " ") + " "
	found := make([]uint16, 0, 3*len(text))
	add := func(kind byte, s string) {
		h := (uint32(2166136261) ^ uint32(kind)) * 16777619
		for i := range len(s) {
			h = (h ^ uint32(s[i])) * 16777619
		}
		found = append(found, uint16((h^h>>16)%buckets)) // below buckets
	}
	shortest := 3
	if strings.ContainsFunc(text, isSyllable) {
		shortest = 1
	}
	end := 1 // where the words before end, and a space follows
	for i, w := range words {
		add('w', w)
		if i > 0 {
			add('p', text[end-1-len(words[i-1]):end+len(w)])
		}
		end += len(w) + 1
	}
	var starts [longest + 1]int // where the last letters begin, the latest last
	letters := 0
	for i := range text {
		copy(starts[:], starts[1:])
		starts[longest] = i
		for n := shortest; n <= longest; n++ {
			if letters >= n {
				add('l', text[starts[longest-n]:i])
			}
		}
		letters++
	}
	for n := shortest; n <= min(longest, letters); n++ {
		add('l', text[starts[longest+1-n]:])
	}
	slices.Sort(found)
	return slices.Compact(found)
}
