package channel_test

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/channel"
)

// filled returns a document in which every member is set, also those that are added later.
func filled(text string, n int64) channel.Document {
	var c channel.Document
	setAll(reflect.ValueOf(&c).Elem(), text, n)
	c.Format = 2
	for i := range c.Tables {
		c.Tables[i].Number = i + 2
	}
	c.Recent = strings.Map(func(r rune) rune { // only this package writes Recent, so its characters are restricted
		if strings.ContainsRune("0123456789abcdefghijklmnopqrstuv@ ", r) {
			return r
		}
		return -1
	}, text)
	return c
}

func setAll(v reflect.Value, text string, n int64) {
	if v.Type() == reflect.TypeFor[store.Unknown]() {
		unknown := jsontext.Value(`{"later":{"a":[1,null]},"and":""}`)
		v.Set(reflect.ValueOf(&unknown))
		return
	}
	switch v.Kind() {
	case reflect.String:
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
			if v.Field(i).CanSet() {
				setAll(v.Field(i), text, n)
			}
		}
	default:
		panic("a member of kind " + v.Kind().String())
	}
}

// Stored documents, with every field set and unknown members in every part, are decoded and
// encoded byte for byte.
func TestDocumentsRoundTripUnchanged(t *testing.T) {
	stored, err := os.ReadFile("testdata/documents.golden")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range bytes.Lines(stored) {
		lines++
		line = bytes.TrimSuffix(line, []byte("\n"))
		var c channel.Document
		if err := store.Unmarshal(line, &c); err != nil {
			t.Fatalf("Unmarshal(%s) = %v", line, err)
		}
		if got := c.Encode(); !bytes.Equal(got, line) {
			t.Errorf("Encode() = %s\nwant %s", got, line)
		}
	}
	if lines < 5 {
		t.Errorf("%d documents were read, want at least 5", lines)
	}
}

func TestDecodeReadsWhatEncodeWrites(t *testing.T) {
	for _, c := range []channel.Document{
		{Format: 3, Version: 1},
		filled("x", 1),
		{
			Format: 3, Version: 2,
			Play: channel.Play{Game: &channel.Game{ID: "x", Key: "nim", Players: [2]channel.Player{{ID: "ana"}, {ID: "bob"}}},
				Last:    &channel.Game{ID: "w", Key: "nim", Players: [2]channel.Player{{ID: "ana"}, {ID: "bob"}}, Events: "A1 B2"},
				Offer:   &channel.Offer{ID: "o", Key: "nim", From: channel.Player{ID: "ana"}},
				Confirm: &channel.Confirm{By: "ana", Text: "start"}},
		},
		{Format: 3, Version: 3, Settings: channel.Settings{Pings: true}, Delivery: channel.Delivery{Unseated: true}},
	} {
		got, err := channel.Decode(c.Encode())
		if got.Encode(); err != nil || !reflect.DeepEqual(got, c) { // both have written their tables
			t.Errorf("Decode(Encode()) = %+v, %v, want %+v", got, err, c)
		}
	}
}

// FuzzEncode checks that any valid UTF-8 text survives encoding and decoding.
func FuzzEncode(f *testing.F) {
	f.Add("Ana", int64(1))
	f.Add("\"A\\na\" <b> & Ünï 🎲 \x00\x7f\xff\u2028", int64(-1<<63))
	f.Fuzz(func(t *testing.T, text string, n int64) {
		slowtest.Input(t)
		c := filled(strings.ToValidUTF8(text, "�"), n)
		data := c.Encode()
		var got channel.Document
		err := store.Unmarshal(data, &got)
		if got.Encode(); err != nil || !reflect.DeepEqual(got, c) { // both have written their tables
			t.Errorf("Unmarshal(%s) = %+v, %v, want %+v", data, got, err, c)
		}
		if _, err := store.ParseHeader(data); n != 0 && err != nil {
			t.Errorf("ParseHeader(%s) = %v", data, err)
		}
	})
}
