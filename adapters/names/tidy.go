package names

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// Tidy makes one plain line of a name that its platform vouches for: blanks are
// single, and controls, marks of direction, fillers and marks that stack up on
// a letter vanish. Characters that join several code points into one emoji
// stay: joiners between them, and the tags of a flag. A name in which nothing
// can be seen is "".
func Tidy(name string) string {
	if isWord(name) {
		return name
	}
	var t tidier
	for rest, state := name, -1; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		t.add([]rune(cluster))
	}
	line := strings.Join(strings.Fields(t.String()), " ")
	if strings.TrimSpace(Visible(line)) == "" {
		return ""
	}
	return line
}

// isWord reports whether name is one word of printable ASCII. Tidy returns such
// a name unchanged without looking at Unicode's tables; most names are of this
// kind.
func isWord(name string) bool {
	for i := range len(name) {
		if name[i] <= ' ' || name[i] > '~' {
			return false
		}
	}
	return true
}

// maxMarks is how many marks a letter may have.
const maxMarks = 2

// tidier collects the characters of a tidy name.
type tidier struct {
	strings.Builder
	marks int // on the last letter
}

// add adds the characters of a grapheme cluster (Unicode's UAX #29) that stay.
func (t *tidier) add(cluster []rune) {
	flag := isTagged(cluster)
	for i, r := range cluster {
		switch {
		case r == joiner && joins(cluster, i) || flag && isTag(r):
			t.WriteRune(r)
		case unicode.IsSpace(r):
			t.WriteRune(' ')
		case unicode.Is(unicode.C, r) || r == unicode.ReplacementChar || !unicode.Is(unicode.M, r) && isInvisible(r):
		case unicode.Is(unicode.M, r):
			if t.marks++; t.marks <= maxMarks {
				t.WriteRune(r)
			}
		default:
			t.marks = 0
			t.WriteRune(r)
		}
	}
}

// joins reports whether the joiner at i stands between two characters of an emoji.
func joins(cluster []rune, i int) bool {
	return i > 0 && i+1 < len(cluster) && isPicture(cluster[0]) && isPicture(cluster[i+1])
}

// blackFlag, the tags of a region, and lastTag make the flag of that region, such as
// Scotland's.
const (
	blackFlag = '\U0001f3f4'
	lastTag   = '\U000e007f'
)

func isTag(r rune) bool { return '\U000e0020' <= r && r <= lastTag }

// isTagged reports whether a cluster is a flag that is written with tags.
func isTagged(cluster []rune) bool {
	return len(cluster) > 1 && cluster[0] == blackFlag && cluster[len(cluster)-1] == lastTag
}
