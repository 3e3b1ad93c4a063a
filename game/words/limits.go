package words

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// limits are the maximum lengths of sentences in characters, by the form of their keys.
// Platforms cut or refuse longer ones. A placeholder counts as two characters.
var limits = []struct {
	keys *regexp.Regexp
	most int
	of   string
}{
	{regexp.MustCompile(`^(?:command|discord)\.(?:option\.|choice\.)?[a-z-]+$`), 100, "a description on Discord"},
	{regexp.MustCompile(`^discord\.menu\.[a-z]+$`), 32, "a context menu on Discord"},
	{regexp.MustCompile(`^discord\.form\.[a-z]+$|^discord\.ask\.[a-z]+\.title$`), 45, "a form's label on Discord"},
	{regexp.MustCompile(`^slack\.form\.(?:title|submit|close)$`), 24, "a form's title on Slack"},
	{regexp.MustCompile(`^(?:discord\.)?button\.[a-z.-]+$`), 34, "a button that a phone shows"},
}

// checkLength checks a sentence against the platforms' limits. It skips whole sentences, which end
// in a full stop: their keys have the form of labels' keys.
func (c *checker) checkLength(key, form, said, english string) {
	if strings.HasSuffix(english, ".") || strings.HasSuffix(english, "!") {
		return
	}
	for _, l := range limits {
		if n := utf8.RuneCountInString(braces.ReplaceAllString(said, "00")); l.keys.MatchString(key) && n > l.most {
			c.fault(key, "%s: has %d characters; %s may have %d", form, n, l.of, l.most)
		}
	}
}
