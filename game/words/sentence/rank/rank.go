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
	"sync"
	"unicode"
)

// The size of the model, chosen by cross-validation on lines in eleven languages. More buckets didn't
// help.
const (
	buckets = 1 << 13 // of hashed features
	longest = 4       // letters of the longest sequence
	unseen  = 1       // how often a feature counts that a topic's examples lack

	// correlated is what a feature weighs besides others: its letters are parts of its words.
	correlated = 0.8

	// mostCounted bounds how often a feature counts for a topic, so that a count is a byte.
	mostCounted = math.MaxUint8
	maxTopics   = math.MaxUint8
	cell        = 2 // bytes: a topic and a count
)

// Guess is a topic and its probability.
type Guess struct {
	Topic string
	P     float64
}

// Ranker ranks topics. It is safe for concurrent use. It keeps the counts rather than the weights:
// a feature occurs in the examples of few topics, and its weight for all others is the same.
type Ranker struct {
	topics []string
	counts []byte    // a topic and a count for each topic whose examples have the feature, by bucket
	starts []uint32  // where the counts of each bucket begin, and the end
	common []float64 // what a feature that no examples have weighs for each topic
}

// Train learns from examples by topic, of which there are at most 255.
func Train(examples map[string][]string) *Ranker {
	topics := slices.Sorted(maps.Keys(examples))
	topics = topics[:min(len(topics), maxTopics)]
	counts := make([]int, buckets*len(topics))
	for i, topic := range topics {
		for _, text := range examples[topic] {
			for _, f := range features(text) {
				counts[int(f)*len(topics)+i]++
			}
		}
	}
	var cells []byte
	starts := make([]uint32, 1, buckets+1)
	for f := range buckets {
		for i, count := range counts[f*len(topics) : (f+1)*len(topics)] {
			if count > 0 {
				cells = append(cells, byte(i), byte(min(count, mostCounted)))
			}
		}
		starts = append(starts, uint32(len(cells)))
	}
	return newRanker(topics, slices.Clip(cells), starts)
}

// newRanker sums the counts up.
func newRanker(topics []string, counts []byte, starts []uint32) *Ranker {
	r := &Ranker{topics: topics, counts: counts, starts: starts, common: make([]float64, len(topics))}
	ofTopic, all := make([]float64, len(topics)), 0.0
	for i := 0; i < len(counts); i += cell {
		ofTopic[counts[i]] += float64(counts[i+1])
		all += float64(counts[i+1])
	}
	for i, inside := range ofTopic {
		r.common[i] = correlated * math.Log((all-inside+unseen*buckets)/(inside+unseen*buckets))
	}
	return r
}

// Rank returns the topics, the most probable first.
func (r *Ranker) Rank(text string) []Guess {
	if len(r.topics) == 0 {
		return nil
	}
	found, scores, logs := features(text), make([]float64, len(r.topics)), logs()
	logOf := func(n int) float64 {
		if n < len(logs) {
			return logs[n]
		}
		return math.Log(float64(n))
	}
	for i, w := range r.common {
		scores[i] = w * float64(len(found))
	}
	for _, f := range found {
		row := r.counts[r.starts[f]:r.starts[f+1]]
		ofBucket := 0
		for i := 1; i < len(row); i += cell {
			ofBucket += int(row[i])
		}
		for i := 0; i < len(row); i += cell {
			count := int(row[i+1]) // the logarithm of the feature's share inside to that outside, but for what is common
			scores[row[i]] += correlated * (logOf(count+unseen) - logOf(ofBucket-count+unseen) + logOf(ofBucket+unseen))
		}
	}
	// Many features say the same, so that a long sentence isn't surer than a short one.
	most, sum, share := slices.Max(scores), 0.0, 1/math.Sqrt(float64(max(1, len(found))))
	ranked := make([]Guess, len(scores))
	for i, score := range scores {
		ranked[i] = Guess{r.topics[i], math.Exp((score - most) * share)}
		sum += ranked[i].P
	}
	for i := range ranked {
		ranked[i].P /= sum
	}
	slices.SortStableFunc(ranked, func(a, b Guess) int { return cmp.Compare(b.P, a.P) })
	return ranked
}

// logs are the logarithms of the numbers up to the largest that most sums of counts reach.
var logs = sync.OnceValue(func() []float64 {
	all := make([]float64, 1<<12)
	for n := range all {
		all[n] = math.Log(float64(n))
	}
	return all
})

// Model is a Ranker as it is stored.
type Model struct {
	Topics []string
	Rows   []uint16 // how many counts each bucket has
	Counts []byte   // of each topic that has some, the topic and the count
}

// Model returns what New makes the Ranker of.
func (r *Ranker) Model() Model {
	m := Model{Topics: r.topics, Counts: r.counts}
	for f := range buckets {
		m.Rows = append(m.Rows, uint16((r.starts[f+1]-r.starts[f])/cell))
	}
	return m
}

// New makes the Ranker of a model. One that is damaged ranks nothing.
func New(m Model) *Ranker {
	starts := make([]uint32, 1, buckets+1)
	for _, n := range m.Rows {
		starts = append(starts, starts[len(starts)-1]+uint32(n)*cell)
	}
	if len(m.Rows) != buckets || int(starts[buckets]) != len(m.Counts) {
		return new(Ranker)
	}
	for i := 0; i < len(m.Counts); i += cell {
		if int(m.Counts[i]) >= len(m.Topics) {
			return new(Ranker)
		}
	}
	return newRanker(m.Topics, m.Counts, starts)
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
