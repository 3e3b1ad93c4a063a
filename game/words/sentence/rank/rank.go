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

// The size of the model and the length of its training, chosen by cross-validation on lines in eleven
// languages. More buckets or rounds didn't help.
const (
	buckets = 1 << 13 // of hashed features
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
	weights []int8  // of each bucket for each topic
	unit    float32 // the weight that 1 stands for
}

// learner is a Ranker that is being trained.
type learner struct {
	topics  int
	weights []float32
}

// example is a sentence of a topic.
type example struct {
	features []uint16
	topic    int
	known    bool // what is surely ranked right teaches nothing more
}

// known is the probability from which an example isn't repeated in the next round.
const known = 0.9

// Train learns from examples by topic.
func Train(examples map[string][]string) *Ranker {
	r := &Ranker{topics: slices.Sorted(maps.Keys(examples))}
	var all []example
	for i, topic := range r.topics {
		for _, text := range examples[topic] {
			all = append(all, example{features: features(text), topic: i})
		}
	}
	l := learner{len(r.topics), make([]float32, buckets*len(r.topics))}
	p := make([]float32, len(r.topics))
	seed := uint32(1)
	for round := range rounds {
		for i := len(all) - 1; i > 0; i-- { // the same order each time
			seed = seed*1664525 + 1013904223
			j := int(seed>>8) % (i + 1)
			all[i], all[j] = all[j], all[i]
		}
		step := rate / (1 + float32(round)/4)
		for i := range all {
			if e := &all[i]; !e.known {
				probabilities(l.weights, 1, e.features, p)
				e.known = p[e.topic] > known
				l.learn(e, p, step)
			}
		}
	}
	r.weights, r.unit = quantized(l.weights)
	return r
}

// learn moves the weights of an example towards its topic. p are the probabilities that
// they give it now.
func (l learner) learn(e *example, p []float32, step float32) {
	const negligible = 5e-3 // an error in a probability that isn't worth a step
	share := step / root(len(e.features))
	for i, q := range p {
		err := -q
		if i == e.topic {
			err++
		}
		if -negligible < err && err < negligible {
			continue
		}
		for _, f := range e.features {
			l.weights[int(f)*l.topics+i] += share * err
		}
	}
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

// probabilities writes the probability of each topic to p.
func probabilities[W float32 | int8](weights []W, unit float32, features []uint16, p []float32) {
	clear(p)
	for _, f := range features {
		for i, w := range weights[int(f)*len(p) : (int(f)+1)*len(p)] {
			p[i] += float32(w)
		}
	}
	most, sum, share := slices.Max(p), float32(0), unit/root(len(features))
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
	probabilities(r.weights, r.unit, features(text), p)
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
