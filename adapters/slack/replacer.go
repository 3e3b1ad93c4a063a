package slack

import "strings"

// replacer is a [strings.Replacer] that allocates nothing where there's nothing
// to replace, as in nearly every sentence.
type replacer struct {
	first [256]bool // the first bytes of the old texts
	with  *strings.Replacer
}

// newReplacer takes pairs of old and new texts, like [strings.NewReplacer]. No old text may
// be empty.
func newReplacer(pairs ...string) *replacer {
	r := &replacer{with: strings.NewReplacer(pairs...)}
	for i := 0; i < len(pairs); i += 2 {
		r.first[pairs[i][0]] = true
	}
	return r
}

func (r *replacer) Replace(s string) string {
	for i := range len(s) {
		if r.first[s[i]] {
			return r.with.Replace(s)
		}
	}
	return s
}
