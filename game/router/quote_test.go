package router

import (
	"fmt"
	"reflect"
	"strings"
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

// Wherever a message quotes what people typed, in labels and titles too, it has their names.
func TestNamesStandEverywhere(t *testing.T) {
	var m dialog.Message
	if n := quoteIn(reflect.ValueOf(&m).Elem()); n < 10 {
		t.Fatalf("the message has %d texts, want more", n)
	}
	m.Board, m.Drawn = &dialog.Board{Terms: m.Board.Terms}, nil // the rest of a board says nothing that was typed
	reply := dialog.Reply{Messages: []dialog.Message{m}}
	nameMentioned(&reply, map[string]dialog.User{"1000": {ID: "1000", Name: "Cy"}})
	said := fmt.Sprintf("%+v", []any{m.Lines, m.Buttons, *m.Menu, *m.Terms(), *m.Form, *m.Whom, *m.Table})
	if strings.Contains(said, "@1000") || strings.Count(said, "@Cy") < 24 {
		t.Errorf("the message quotes %s, want names in place of ids", said)
	}
}

// quoteIn fills every text in a value with quotes, alone, in a text and in a list of texts, and returns
// how many texts it has filled.
func quoteIn(v reflect.Value) (n int) {
	if v.Type() == reflect.TypeFor[words.Text]() {
		quoted := words.Text{Key: "k", Args: words.Args{"word", words.Quote("<@1000>")}}
		v.Set(reflect.ValueOf(words.Text{Key: "k", Args: words.Args{"word", words.Quote("@1000"), "one", quoted, "several", []words.Text{quoted}}}))
		return 1
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Struct:
		if of := v.Type(); of.Name() == "Played" || of.Kind() == reflect.Struct && of.PkgPath() != reflect.TypeFor[dialog.Message]().PkgPath() {
			return 0
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.CanSet() {
			v.Set(reflect.New(v.Type().Elem()))
			n = quoteIn(v.Elem())
		}
	case reflect.Slice:
		if v.CanSet() && v.Type().Elem().Kind() != reflect.Uint8 {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			n = quoteIn(v.Index(0))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			n += quoteIn(v.Field(i))
		}
	}
	return n
}
