package channel_test

import (
	"reflect"
	"strings"
	"testing"

	"nimbot/channel"
	"nimbot/store"
)

// filled is a document in which every member is set, new ones included.
func filled(text string, n int64) channel.Document {
	var c channel.Document
	setAll(reflect.ValueOf(&c).Elem(), text, n)
	c.Format = store.Format
	c.Recent = strings.Map(func(r rune) rune { // the only text that nobody but the package writes
		if strings.ContainsRune("0123456789abcdefghijklmnopqrstuv@ ", r) {
			return r
		}
		return -1
	}, text)
	return c
}

func setAll(v reflect.Value, text string, n int64) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[store.Unknown]() {
			text = `"later":{"a":[1,null]},"and":""`
		}
		v.SetString(text)
	case reflect.Int, reflect.Int64:
		v.SetInt(n)
	case reflect.Uint64:
		v.SetUint(uint64(n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(float64(n) / 3)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			setAll(v.Index(i), text, n)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		setAll(v.Elem(), text, n)
	case reflect.Array:
		for i := range v.Len() {
			setAll(v.Index(i), text, n)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			setAll(v.Field(i), text, n)
		}
	default:
		panic("a member of kind " + v.Kind().String())
	}
}

func TestEncodeWritesWhatTheLibraryWrites(t *testing.T) {
	for _, c := range []channel.Document{
		{Format: store.Format, Version: 1},
		filled("x", 1),
		{
			Format: store.Format, Version: 2,
			Game:    &channel.Game{ID: "x", Key: "nim", Players: [2]channel.Player{{ID: "ana"}, {ID: "bob"}}},
			Last:    &channel.Game{ID: "w", Key: "nim", Players: [2]channel.Player{{ID: "ana"}, {ID: "bob"}}, Events: "A1 B2"},
			Offer:   &channel.Offer{ID: "o", Key: "nim", From: channel.Player{ID: "ana"}},
			Confirm: &channel.Confirm{By: "ana", Text: "start"},
		},
		{Format: store.Format, Version: 3, Settings: channel.Settings{Pings: true}, Delivery: channel.Delivery{Unseated: true}},
	} {
		want, err := store.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Encode(); string(got) != string(want) {
			t.Errorf("Encode() = %s, want %s", got, want)
		}
		if got, err := channel.Decode(c.Encode()); err != nil || !reflect.DeepEqual(got, c) {
			t.Errorf("Decode(Encode()) = %+v, %v, want %+v", got, err, c)
		}
	}
}

func FuzzEncode(f *testing.F) {
	f.Add("Ana", int64(1))
	f.Add("\"A\\na\" <b> & Ünï 🎲 \x00\x7f\xff\u2028", int64(-1<<63))
	f.Fuzz(func(t *testing.T, text string, n int64) {
		c := filled(text, n)
		want, err := store.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Encode(); string(got) != string(want) {
			t.Errorf("Encode() = %s, want %s", got, want)
		}
	})
}
