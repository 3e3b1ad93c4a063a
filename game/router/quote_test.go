package router

import (
	"testing"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// What a reply quotes has people's names in place of ids, however deep it stands.
func TestNameMentioned(t *testing.T) {
	quoted := words.Text{Key: "unknown", Args: words.Args{"word", words.Quote("<@1000> @1000 <@!1000> 1000 `@77`")}}
	reply := dialog.Reply{Messages: []dialog.Message{{Lines: []words.Text{quoted, {Key: "sentences", Args: words.Args{"first", quoted, "second", "@1000"}}}}}}
	nameMentioned(&reply, map[string]dialog.User{"1000": {ID: "1000", Name: "C`y"}, "77": {ID: "77"}})
	const want = words.Quote("@C'y @C'y @C'y 1000 `@77`")
	lines := reply.Messages[0].Lines
	if got := lines[0].Args.Value("word"); got != want {
		t.Errorf("the quote is %q, want %q", got, want)
	}
	inner, _ := lines[1].Args.Value("first").(words.Text)
	if got := inner.Args.Value("word"); got != want || lines[1].Args.Value("second") != "@1000" {
		t.Errorf("the inner quote is %q, beside %q; want %q and the rest as it was", got, lines[1].Args.Value("second"), want)
	}
	if quoted.Args[1] == want {
		t.Error("the arguments of the text itself have changed")
	}
}
