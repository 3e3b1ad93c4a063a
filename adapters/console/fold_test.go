package console

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestFold(t *testing.T) {
	for _, tt := range []struct {
		line  string
		width int
		want  []string
	}{
		{"one two three", 0, []string{"one two three"}},
		{"one two three", 13, []string{"one two three"}},
		{"one two three", 12, []string{"one two", "three"}},
		{"one two three", 7, []string{"one two", "three"}},
		{"one two three", 1, []string{"one", "two", "three"}},
		{"onetwothree four", 5, []string{"onetwothree", "four"}},
		{"   one  two", 6, []string{"   one", "two"}},
		{"●●● ● ●", 5, []string{"●●● ●", "●"}},
		{"/nim settings zone:Europe/Berlin", 20, []string{"/nim settings", "zone:Europe/Berlin"}},
		{"山Bから石を2つ取りました。", 12, []string{"山Bから石を", "2つ取りまし", "た。"}},
		{"", 5, []string{""}},
		{"      ", 5, []string{"      "}},
	} {
		if diff := cmp.Diff(tt.want, fold(tt.line, tt.width)); diff != "" {
			t.Errorf("fold(%q, %d) (-want +got):\n%s", tt.line, tt.width, diff)
		}
	}
}

// Output is never broken inside a word or a button.
func TestATerminalBreaksLinesAtBlanks(t *testing.T) {
	var out bytes.Buffer
	o := options(t, "/nim start 12 20 30\n/nim help\n!1\n", &out)
	o.Person, o.Color, o.Width = true, true, func() int { return 40 }
	if err := Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	seen := regexp.MustCompile("\x1b\\[[0-9]*m").ReplaceAllString(out.String(), "")
	for _, line := range strings.Split(seen, "\n") {
		if utf8.RuneCountInString(line) > 40 || strings.HasSuffix(line, "Take") {
			t.Errorf("%q is no line for 40 characters", line)
		}
	}
}
