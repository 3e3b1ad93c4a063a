package web

import "testing"

// What a browser needn't fetch is dropped, and what stands in strings and regular expressions stays.
func TestWithoutBlanks(t *testing.T) {
	for line, want := range map[string]string{
		`const a = (b, c) => b && { c: "x, y = z" };`: `const a=(b,c)=>b&&{c:"x, y = z"};`,
		`n = a + +b;`:                    `n=a + +b;`,
		`s.replace(/a , b/, "") ;`:       `s.replace(/a , b/, "") ;`,
		"t = `a , b` ;":                  "t = `a , b` ;",
		`u = "a \" , b" ;`:               `u = "a \" , b" ;`,
		`return x ? "a ; b" : { d: 1 };`: `return x?"a ; b":{d:1};`,
	} {
		if got := string(withoutBlanks([]byte(line))); got != want {
			t.Errorf("withoutBlanks(%s) = %s, want %s", line, got, want)
		}
	}
}
