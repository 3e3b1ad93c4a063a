// Package rank ranks what a sentence may be about by examples. It learns a multinomial
// logistic regression over hashed words and letter sequences: sentences that share parts of
// words with the examples of a topic are probably about it. It is deterministic, knows no
// language, and has no dependencies.
package rank

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
)

// The size of the model and the length of its training, chosen by cross-validation on the German,
// Polish and Japanese phrases. More buckets or rounds didn't help.
const (
	buckets = 1 << 12 // of hashed features
	rounds  = 3       // passes over all examples
	rate    = 2.0     // learning rate of the first round
	longest = 4       // letters of the longest sequence
)

// Guess is a topic and its probability.
type Guess struct {
	Topic string
	P     float64
}

// Ranker ranks topics. It is safe for concurrent use.
type Ranker struct {
	topics  []string
	weights []float32 // of each bucket for each topic
}

// Train learns from examples by topic.
func Train(examples map[string][]string) *Ranker {
	r := &Ranker{topics: slices.Sorted(maps.Keys(examples))}
	r.weights = make([]float32, buckets*len(r.topics))
	type example struct {
		features []uint16
		topic    int
	}
	var all []example
	for i, topic := range r.topics {
		for _, text := range examples[topic] {
			all = append(all, example{features(text), i})
		}
	}
	p := make([]float32, len(r.topics))
	seed := uint32(1)
	for round := range rounds {
		for i := len(all) - 1; i > 0; i-- { // the same order each time
			seed = seed*1664525 + 1013904223
			j := int(seed>>8) % (i + 1)
			all[i], all[j] = all[j], all[i]
		}
		step := rate / (1 + float32(round)/4)
		for _, e := range all {
			r.probabilities(e.features, p)
			r.learn(e.features, e.topic, p, step)
		}
	}
	return r
}

// learn moves the weights of an example towards its topic. p are the probabilities that
// they give it now.
func (r *Ranker) learn(features []uint16, topic int, p []float32, step float32) {
	const negligible = 1e-3 // an error in a probability that isn't worth a step
	share := step / root(len(features))
	for i, q := range p {
		err := -q
		if i == topic {
			err++
		}
		if -negligible < err && err < negligible {
			continue
		}
		for _, f := range features {
			r.weights[int(f)*len(p)+i] += share * err
		}
	}
}

// probabilities writes the probability of each topic to p.
func (r *Ranker) probabilities(features []uint16, p []float32) {
	clear(p)
	for _, f := range features {
		for i, w := range r.weights[int(f)*len(p) : (int(f)+1)*len(p)] {
			p[i] += w
		}
	}
	most, sum, share := slices.Max(p), float32(0), 1/root(len(features))
	for i, s := range p {
		p[i] = float32(math.Exp(float64((s - most) * share)))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
}

func root(n int) float32 { return float32(math.Sqrt(float64(max(1, n)))) }

// Rank returns the topics, the most probable first.
func (r *Ranker) Rank(text string) []Guess {
	if len(r.topics) == 0 {
		return nil
	}
	p := make([]float32, len(r.topics))
	r.probabilities(features(text), p)
	ranked := make([]Guess, len(p))
	for i, q := range p {
		ranked[i] = Guess{r.topics[i], float64(q)}
	}
	slices.SortStableFunc(ranked, func(a, b Guess) int { return cmp.Compare(b.P, a.P) })
	return ranked
}

// features returns the buckets of a text's words, pairs of words and sequences of letters,
// each once.
func features(text string) []uint16 {
	var found []uint16
	add := func(kind byte, s string) {
		h := (uint32(2166136261) ^ uint32(kind)) * 16777619
		for i := range len(s) {
			h = (h ^ uint32(s[i])) * 16777619
		}
		found = append(found, uint16((h^h>>16)%buckets)) // below buckets
	}
	words := strings.Fields(text)
	for i, w := range words {
		add('w', w)
		if i > 0 {
			add('p', words[i-1]+" "+w)
		}
	}
	letters := []rune(" " + strings.Join(words, " ") + " ")
	for n := 3; n <= longest; n++ {
		for i := range max(0, len(letters)-n+1) {
			add('l', string(letters[i:i+n]))
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}
