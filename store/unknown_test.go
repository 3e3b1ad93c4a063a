package store_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"nimbot/internal/slowtest"
	"nimbot/store"
)

// document has members of all kinds, as one version of a program knows them.
type document struct {
	Format   int             `json:"v"`
	Version  uint64          `json:"n"`
	To       *docParty       `json:"to,omitempty"`
	Pages    []docPage       `json:"pages,omitempty"`
	Pair     [2]docParty     `json:"pair"`
	Plain    struct{ A int } `json:"plain"`
	Raw      json.RawMessage `json:"raw,omitempty"`
	Untagged string
	Unknown  store.Unknown `json:",embed"`
}

type docParty struct {
	Name    string        `json:"name"`
	Unknown store.Unknown `json:",embed"`
}

// docPage keeps its unknown members in its first field, the other types in
// their last.
type docPage struct {
	Unknown store.Unknown `json:",embed"`
	Text    string        `json:"text,omitempty"`
}

func TestUnmarshalAndMarshal(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"nothing unknown", `{"v":3,"n":2,"pair":[{"name":"a"},{"name":"b"}],"plain":{"A":1},"Untagged":""}`, ""},
		{
			"everywhere",
			`{"v":3,"n":2,"later":[1],"to":{"x":null,"name":"t"},"pages":[{"text":"p","y":{"text":"q"}},{},{"z":1e400}],"pair":[{"name":"a","k":true},{"name":"b","\"":"\\"}],"plain":{"A":1},"raw":{"any":[]},"Untagged":"u","last":""}`,
			`{"v":3,"n":2,"to":{"name":"t","x":null},"pages":[{"text":"p","y":{"text":"q"}},{},{"z":1e400}],"pair":[{"name":"a","k":true},{"name":"b","\"":"\\"}],"plain":{"A":1},"raw":{"any":[]},"Untagged":"u","later":[1],"last":""}`,
		},
		{"nulls", `{"v":3,"n":2,"to":null,"pages":null,"pair":[{"name":""},{"name":""}],"plain":{"A":0},"Untagged":"","later":null}`,
			`{"v":3,"n":2,"pair":[{"name":""},{"name":""}],"plain":{"A":0},"Untagged":"","later":null}`},
		{"a part that is not of the program's", `{"v":3,"n":2,"pair":[{"name":""},{"name":""}],"plain":{"A":0,"later":1},"Untagged":""}`,
			`{"v":3,"n":2,"pair":[{"name":""},{"name":""}],"plain":{"A":0},"Untagged":""}`},
		{"what looks like JSON in text", `{"v":3,"n":2,"to":{"name":"}]\"{","x":["\\",{"y":"],\""}]},"pair":[{"name":"a"},{"name":"b"}],"plain":{"A":1},"raw":[1,[2]],"Untagged":"","a\"b":-1e3,"later":""}`, ""},
		{"blanks", "{ \"v\":1,\n\"n\":2, \"later\" : [ 1,\t2 ],\"pair\":[ {\"name\":\"a\"},{\"name\":\"b\"}], \"plain\":{\"A\":1},\"Untagged\":\"\" }",
			"{\"v\":1,\"n\":2,\"pair\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"plain\":{\"A\":1},\"Untagged\":\"\",\"later\":[1,2]}"},
	} {
		var l document
		if err := store.Unmarshal([]byte(c.data), &l); err != nil {
			t.Errorf("%s: Unmarshal(%s) = %v", c.name, c.data, err)
			continue
		}
		want := c.want
		if want == "" {
			want = c.data
		}
		got, err := store.Marshal(l)
		if err != nil || string(got) != want {
			t.Errorf("%s: Marshal(Unmarshal()) =\n%s, %v, want\n%s", c.name, got, err, want)
		}
		var again document
		if err := store.Unmarshal(got, &again); err != nil {
			t.Errorf("%s: Unmarshal(Marshal()) = %v", c.name, err)
		}
		if twice, err := store.Marshal(again); err != nil || string(twice) != want {
			t.Errorf("%s: written twice it is\n%s, %v, want\n%s", c.name, twice, err, want)
		}
	}
	for _, data := range []string{``, `[]`, `{"v":"1"}`, `{"v":1`, `{"pair":[]}`, `{"pair":[{},{},{}]}`, `{"pages":{}}`} {
		var l document
		if err := store.Unmarshal([]byte(data), &l); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("Unmarshal(%s) = %v, want %v", data, err, store.ErrCorrupt)
		}
	}
}

// FuzzUnmarshal checks that every member of a document that Unmarshal accepts
// is written back, once.
func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte(`{"v":3,"n":2,"to":{"x":null,"name":"t"},"pages":[{"y":{"text":"]"}},{}],"pair":[{"k":"\""},{}],"later":[1,{}]}`))
	f.Add([]byte(" {\t\"later\" : [ 1,\n2 ] , \"raw\":[ ] } "))
	f.Add([]byte(`{"\u0074o":{"name":"t"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		slowtest.Input(t)
		var l document
		if store.Unmarshal(data, &l) != nil {
			return
		}
		written, err := store.Marshal(l)
		if err != nil || !json.Valid(written) {
			t.Fatalf("Marshal(Unmarshal(%q)) = %q, %v", data, written, err)
		}
		var before, after map[string]any
		if json.Unmarshal(data, &before) != nil || json.Unmarshal(written, &after) != nil {
			return // such as null, or a number beyond a float's range
		}
		known := reflect.TypeFor[document]()
		for name, value := range before {
			isKnown := false
			for i := range known.NumField() {
				tag, _, _ := strings.Cut(known.Field(i).Tag.Get("json"), ",")
				isKnown = isKnown || strings.EqualFold(name, tag) || strings.EqualFold(name, known.Field(i).Name)
			}
			if got, ok := after[name]; !isKnown && (!ok || !reflect.DeepEqual(got, value)) {
				t.Errorf("Marshal(Unmarshal(%q)) = %q, whose %q is lost", data, written, name)
			}
		}
		if err := store.Unmarshal(written, new(document)); err != nil {
			t.Errorf("Unmarshal(%q) = %v", written, err)
		}
	})
}
