package command

import "strings"

// Nearest returns the known word that was probably meant, "" if none is near.
func Nearest(word string, known []string) string {
	letters := []rune(strings.ToLower(word))
	best, least := "", 1+min(2, len(letters)/2)
	for _, k := range known {
		if d := Distance(letters, []rune(strings.ToLower(k))); d < least {
			best, least = k, d
		}
	}
	return best
}

// longest is the length of the longest words that Distance compares.
const longest = 40

// Distance counts the letters to insert, remove, replace or swap with their neighbour to turn a into b
// (optimal string alignment). If a word is longer than longest, it's the length of the longer word.
func Distance(a, b []rune) int {
	if len(a) > longest || len(b) > longest {
		return max(len(a), len(b))
	}
	var rows [3][longest + 1]int // of the table: the one before last, the last, this one
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
