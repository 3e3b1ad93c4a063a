package discord

import (
	"context"
	"encoding/json"
	"reflect"
	"testing"

	"nimbot/chat"
	"nimbot/store/storetest"
)

// filled is a message in which every member is set, new ones included, and
// components stand in one another.
func filled(text string, n int) message {
	var m message
	fill(reflect.ValueOf(&m).Elem(), text, n, 3)
	return m
}

// fill sets every member of v that is exported; what would nest deeper than
// depth is left as it is.
func fill(v reflect.Value, text string, n, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Int:
		v.SetInt(int64(n))
	case reflect.Uint:
		v.SetUint(uint64(uint32(n)))
	case reflect.Bool:
		v.SetBool(n%2 == 0)
	case reflect.Pointer:
		if depth > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), text, n, depth-1)
		}
	case reflect.Slice:
		if depth > 0 {
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
			fill(v.Index(0), text, n, depth-1)
			fill(v.Index(1), text, n+1, depth-1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), text, n, depth)
			}
		}
	default:
		panic("a member of kind " + v.Kind().String())
	}
}

// sameBytes holds what is sent of a message against encoding/json.
func sameBytes(t *testing.T, m message) {
	t.Helper()
	want, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	m.picture = nil
	if got, err := m.body(); err != nil || got.kind != jsonType || string(got.data) != string(want) {
		t.Errorf("body() = %s %s, %v, want %s", got.kind, got.data, err, want)
	}
	for _, data := range []any{m, choices{[]choice{}}, form{Title: "t"}, nil} {
		r := response{Type: 7, Data: data}
		want, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.body(); err != nil || got.kind != jsonType || string(got.data) != string(want) {
			t.Errorf("body() = %s %s, %v, want %s", got.kind, got.data, err, want)
		}
	}
}

func TestEncodeWritesWhatTheLibraryWrites(t *testing.T) {
	sameBytes(t, message{})
	sameBytes(t, message{Components: []component{}, AllowedMentions: mentions{Parse: []string{}, Users: []string{}}, Attachments: []attachment{}})
	sameBytes(t, message{Components: []component{{Components: []component{}, Options: []selectOption{}, Items: []galleryItem{}}}})
	sameBytes(t, filled("", 0))
	sameBytes(t, filled("x", 1))
	for c := range 256 {
		sameBytes(t, filled("a"+string(rune(c))+"b", c))
		sameBytes(t, filled("a"+string([]byte{byte(c)})+"b", -c))
	}
}

func FuzzEncode(f *testing.F) {
	f.Add("Ana", 1)
	f.Add("\"A\\na\" <b> & Ünï\n🎲 \x00\x7f\xff\u2028", -1<<31)
	f.Fuzz(func(t *testing.T, text string, n int) { sameBytes(t, filled(text, n)) })
}

// BenchmarkAnswer writes the answer that shows a board: its message, and that
// as JSON.
func BenchmarkAnswer(b *testing.B) {
	words, err := chat.LoadWords()
	if err != nil {
		b.Fatal(err)
	}
	handler := chat.New(chat.Config{Store: storetest.NewMemory(), Words: words, Seed: 1})
	reply := handler.Handle(context.Background(), chat.Request{
		ID: "1", Place: chat.Place{Platform: Platform, Guild: "1", Channel: "1"}, User: chat.User{ID: "1", Name: "Ana"}, Text: "start 9 8 7 6 5 level:easy",
	})
	w := writer{words: words, locale: "en-US", own: "en-US"}
	b.Run("message", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			w.message(reply.Messages[0], false)
		}
	})
	r := response{Type: 7, Data: w.message(reply.Messages[0], false)}
	b.Run("json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := r.body(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
