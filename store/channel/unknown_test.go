package channel_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/channel"
)

// object is a JSON object whose members have an order.
type object []member

type member struct {
	name  string
	value any // object, []any, string, json.Number, bool, nil
}

// parse reads a JSON value.
func parse(t *testing.T, d *json.Decoder) any {
	t.Helper()
	d.UseNumber()
	token, err := d.Token()
	if err != nil {
		t.Fatal(err)
	}
	switch token {
	case json.Delim('{'):
		o := object{}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				t.Fatal(err)
			}
			o = append(o, member{name.(string), parse(t, d)})
		}
		_, _ = d.Token() // the end, which More has seen
		return o
	case json.Delim('['):
		a := []any{}
		for d.More() {
			a = append(a, parse(t, d))
		}
		_, _ = d.Token()
		return a
	}
	return token
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		name, _ := json.Marshal(m.name) // a string never fails
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%s:%s", name, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// later adds unknown members, as a later version might write, to an object and to all
// objects inside it, after the record's header.
func later(r *rand.Rand, value any, header int) any {
	switch v := value.(type) {
	case []any:
		for i := range v {
			v[i] = later(r, v[i], 0)
		}
	case object:
		for i := range v {
			v[i].value = later(r, v[i].value, 0)
		}
		for n := range r.IntN(3) {
			at := header + r.IntN(len(v)-header+1)
			v = append(v[:at:at], append(object{{fmt.Sprintf("later %d <\"%d\">", n, r.IntN(100)), anything(r, 3)}}, v[at:]...)...)
		}
		return v
	}
	return value
}

// anything returns a random JSON value, at most deep levels deep.
func anything(r *rand.Rand, deep int) any {
	switch r.IntN(7) {
	case 0:
		return nil
	case 1:
		return r.IntN(2) == 0
	case 2:
		return json.Number(fmt.Sprint(r.Int64()))
	case 3:
		return json.Number("1.50e+300")
	case 4:
		if deep == 0 {
			return []any{}
		}
		return []any{anything(r, deep-1), anything(r, deep-1)}
	case 5:
		if deep == 0 {
			return object{}
		}
		return object{{"id", anything(r, deep-1)}, {"", anything(r, deep-1)}}
	}
	return "Ünï 🎲 {\"}],: \\ <b>\u2028"
}

// sorted decodes JSON so that the order of members doesn't matter in comparisons.
func sorted(t *testing.T, data []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return v
}

// TestUnknownMembersAreKept reads and writes documents with members of a later
// version in all their parts: each is written back where it was.
func TestUnknownMembersAreKept(t *testing.T) {
	slowtest.Sequential(t)
	const version = 1_800_000_000_000_000
	const header = 2 // members that stay first
	for seed := range uint64(slowtest.Count(50, 300)) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := filled("x", 1)
		c.Version, c.Unknown = version, nil
		if seed%3 == 0 {
			c.Offer, c.Confirm, c.Settings = nil, nil, channel.Settings{}
		}
		data, err := json.Marshal(later(r, parse(t, json.NewDecoder(bytes.NewReader(c.Encode()))), header))
		if err != nil {
			t.Fatal(err)
		}
		got, err := channel.Decode(data)
		if err != nil {
			t.Fatalf("Decode(%s) = %v", data, err)
		}
		again := got.Encode()
		if !reflect.DeepEqual(sorted(t, again), sorted(t, data)) {
			t.Fatalf("seed %d: Encode(Decode()) =\n%s, want the members of\n%s", seed, again, data)
		}
		twice, err := channel.Decode(again)
		if twice.Encode(); err != nil || !reflect.DeepEqual(twice, got) { // both have written their tables
			t.Fatalf("seed %d: Decode(Encode(Decode())) = %+v, %v, want %+v", seed, twice, err, got)
		}
		if _, err := store.ParseRecord("key", again); err != nil {
			t.Errorf("seed %d: ParseRecord(%s) = %v", seed, again, err)
		}
	}
}

// Unknown members belong to the part that holds them: changing one part keeps those of
// the others, and a new game starts without those of the last one.
func TestUnknownMembersBelongToTheirPart(t *testing.T) {
	const data = `{"v":3,"n":5,"turn":3,"game":{"id":"x","game":"nim","ending":"normal","start":"3 4","players":[{"id":"ana","rating":1500},{"id":"bob"}],"events":"A1","since":1,"rated":true},"settings":{"ratings":false},"delivery":{"thread":"7"},"result":{"id":"w"}}`
	c, err := channel.Decode([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	g := *c.Game
	g.Events += " B1"
	c.Game = &g
	c.Settings.Pings = true
	c.Delivery.Message = "m"
	for _, want := range []string{`"rating":1500`, `"rated":true`, `{"pings":true,"ratings":false}`, `{"message":"m","thread":"7"}`, `"result":{"id":"w"}}`, `"events":"A1 B1"`} {
		if got := string(c.Encode()); !strings.Contains(got, want) {
			t.Errorf("Encode() = %s, want it to hold %s", got, want)
		}
	}
	c.Game = &channel.Game{ID: "y", Key: "nim", Players: [2]channel.Player{{ID: "eve"}, {ID: "bot"}}}
	if got := string(c.Encode()); strings.Contains(got, "rating\"") || strings.Contains(got, "rated") {
		t.Errorf("Encode() of another game = %s, want nothing of the last one", got)
	}
}

func TestCorruptDocuments(t *testing.T) {
	const (
		players = `"players":[{"id":"ana"},{"id":"bob"}]`
		game    = `"id":"x","game":"nim","ending":"normal","start":"3 4","events":"","since":1`
		offer   = `"id":"o","game":"nim","ending":"normal","start":"3 4","first":1,"expires":9`
	)
	good := []string{
		``, `"game":null`, `"game":{` + game + `,` + players + `}`, `"offer":{` + offer + `,"from":{"id":"ana"}}`,
		`"offer":{` + offer + `,"from":{"id":"ana"},"seats":2,"guests":[{"who":{"id":"bob"}}]}`,
		`"confirm":{"by":"ana","text":"start","expires":1}`, `"results":[{` + game + `,` + players + `}]`, `"recent":"rubbish @@ x"`,
	}
	for _, parts := range good {
		if _, err := channel.Decode(record(parts)); err != nil {
			t.Errorf("Decode(%s) = %v, want it read", record(parts), err)
		}
	}
	for _, parts := range []string{
		`"game":{` + game + `}`,
		`"game":{` + game + `,"players":[]}`,
		`"game":{` + game + `,"players":null}`,
		`"game":{` + game + `,"players":[{"id":"ana"}]}`,
		`"game":{` + game + `,"players":[{"id":"ana"},{}]}`,
		`"game":{` + game + `,"players":[{"id":"ana"},{"id":"bob"},{"id":"eve"}]}`,
		`"game":{` + game + `,"players":{}}`,
		`"game":{}`,
		`"game":{"id":"x",` + players + `}`,
		`"game":{"game":"nim",` + players + `}`,
		`"game":[]`,
		`"game":{` + game + `,` + players + `,"clock":-1}`,
		`"game":{` + game + `,` + players + `,"clock":"1m"}`,
		`"game":{` + game + `,` + players + `,"pair":{"game":3}}`,
		`"game":{` + game + `,` + players + `,"pair":{"game":1,"before":[{"rating":"x"}]}}`,
		`"results":[{` + game + `}]`,
		`"results":{}`,
		`"turn":-1`,
		`"turn":"3"`,
		`"turn":1.5`,
		`"offer":{}`,
		`"offer":{` + offer + `}`,
		`"offer":{` + offer + `,"from":{"name":"Ana"}}`,
		`"offer":{` + offer + `,"from":{"id":"ana"},"to":{}}`,
		`"offer":{` + offer + `,"from":{"id":"ana"},"first":2}`,
		`"offer":{` + offer + `,"from":{"id":"ana"},"first":-1}`,
		`"offer":{` + offer + `,"from":{"id":"ana"},"clock":-1}`,
		`"offer":{` + offer + `,"from":{"id":"ana"},"seats":21}`,
		`"offer":{` + offer + `,"from":{"id":"ana"},"seats":2,"guests":[{"who":{}}]}`,
		`"offer":{` + offer + `,"from":{"id":"ana"},"seats":2,"guests":[{"who":{"id":"bob"},"table":-1}]}`,
		`"offer":{"id":"o","from":{"id":"ana"}}`,
		`"offer":{"game":"nim","from":{"id":"ana"}}`,
		`"confirm":{}`,
		`"confirm":{"by":"ana"}`,
		`"confirm":{"text":"start"}`,
		`"settings":[]`,
		`"recent":7`,
		`"recent":"abc@1 \"def"`,
		`"recent":"abc@1 É"`,
		`"delivery":"m"`,
		`"day_post":{"date":"2026-11-21","lines":[{"answers":"101"}]}`,
		`"day_post":{"lines":{}}`,
	} {
		if c, err := channel.Decode(record(parts)); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("Decode(%s) = %+v, %v, want %v", record(parts), c, err, store.ErrCorrupt)
		}
	}
}

// record returns a document with these parts.
func record(parts string) []byte {
	return []byte(strings.TrimSuffix(`{"v":3,"n":1,"turn":1,`+parts, ",") + "}")
}

// laterDocument has the fields that a later version would add.
type laterDocument struct {
	channel.Document
	Awards []struct {
		Game  string  `json:"game"`
		Delta float64 `json:"delta"`
	} `json:"awards"`
	Last *channel.Game `json:"last"`
}

// TestVersionsSideBySide lets a later version write a document, this version change
// it, and the later version read it again.
func TestVersionsSideBySide(t *testing.T) {
	const written = `{"v":3,"n":5,"turn":3,"awards":[{"game":"w","delta":-1.5},{"game":"z","delta":2}],"recent":"x@1","last":{"id":"w","game":"nim","ending":"normal","start":"1","players":[{"id":"a"},{"id":"b"}],"events":"A1","since":4}}`
	read := func(data []byte) (d laterDocument) {
		t.Helper()
		if err := json.Unmarshal(data, &d); err != nil {
			t.Fatal(err)
		}
		return d
	}
	c, err := channel.Decode([]byte(written))
	if err != nil {
		t.Fatal(err)
	}
	c.Version, c.Turn = 6, 4
	c.Settings.Pings = true
	want, got := read([]byte(written)), read(c.Encode())
	want.Version, want.Turn, want.Settings.Pings = 6, 4, true
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the later version reads %+v, want %+v", got, want)
	}
}
