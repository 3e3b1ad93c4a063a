package discord

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// everything is an interaction with all that is read, and with all kinds of
// values that are not.
const everything = `{"id":"1","application_id":"2","type":2,"version":1,"token":"t","guild_id":"3","channel_id":"4",
	"locale":"en-US","guild_locale":"de","context":0,"authorizing_integration_owners":{"0":"3","1":null},
	"member":{"user":{"id":"5","username":"ana","global_name":null,"bot":true},"nick":"\u00c4n\ud83d\ude00 \"a\"","permissions":"8","roles":["1",2]},
	"user":{"id":"6","global_name":"Bob","bot":false},
	"message":{"id":"7","flags":32768,"components":[{"type":17,"components":[{"type":10,"content":"🔵\n"},[],{}]}],"pinned":false,"n":-1.5e+3},
	"data":{"name":"nim","custom_id":"c:A1","values":["a",null,"b"],"component_type":3,
		"options":[{"name":"start","type":1,"options":[{"name":"piles","value":"3 4","focused":true},{"name":"n","value": [1, {"a":null}] }]},{"options":null,"value":null}],
		"resolved":{"users":{"8":{"id":"8"},"9":null},"members":{"8":{"nick":"n"},"9":null},"roles":{}},
		"components":[{"type":18,"component":{"custom_id":"piles","value":"3"}},{"custom_id":"game","values":["nim"],"component":null}]}}`

// samples are texts that a reader can take or get wrong.
var samples = []string{
	everything, strings.ReplaceAll(everything, ":", " :\r\n\t "), `{}`, ` {"type":1} `, `null`, `nul`, `nullx`, `true`, `[]`, `""`, `1`, ``, ` `, `{`, `{"`, `{"id`, `{"id"`,
	`{"id":`, `{"id":"1"`, `{"id":"1",`, `{"id":"1",}`, `{,}`, `{"id" "1"}`, `{"id":"1" "a":1}`, `{id:1}`, `{} {}`, `{}x`, "{}\x00", `{"\u0069d":"1"}`,
	`{"id":null,"type":null,"member":null,"data":null,"context":null,"message":null,"authorizing_integration_owners":null}`,
	`{"data":{"options":null,"values":null,"components":[],"resolved":null}}`, `{"data":[]}`, `{"data":{"options":{}}}`, `{"data":{"resolved":{"users":[]}}}`,
	`{"member":[]}`, `{"member":{"user":{"bot":1}}}`, `{"member":{"user":{"bot":nil}}}`, `{"message":"x"}`, `{"id":1}`, `{"id":[]}`, `{"type":"1"}`, `{"type":1.0}`, `{"type":1e0}`,
	`{"type":256}`, `{"type":-1}`, `{"type":-0}`, `{"version":-0}`, `{"version":-7}`, `{"version":9223372036854775808}`, `{"version":99999999999999999999}`,
	`{"context":18446744073709551615}`, `{"context":-1}`, `{"type":01}`, `{"x":01}`, `{"x":-}`, `{"x":1.}`, `{"x":.5}`, `{"x":1e}`, `{"x":1E-5}`, `{"x":+1}`, `{"x":--1}`, `{"x":-0.0}`,
	`{"x":tru}`, `{"x":[1,]}`, `{"x":[,]}`, `{"x":[1 2]}`, `{"x":[1}`, `{"x":{]}`, `{"x":"\x"}`, `{"x":"\u12"}`, `{"x":"\u12G4"}`, `{"x":"\`, `{"x":"\u0041`, "{\"x\":\"\n\"}",
	"{\"id\":\"\xff\"}", "{\"\xff\":\"\"}", `{"id":"\ud800"}`, `{"id":"\ud800\u0041"}`, `{"id":"\/\b\f\n\r\t\\\""}`, "{\"id\":\"\u2028\x7f\"}", "{\"x\":\"\xff\"}", "\ufeff{}",
}

// TestDecodeReadsWhatTheLibraryReads holds the reader against encoding/json.
func TestDecodeReadsWhatTheLibraryReads(t *testing.T) {
	for _, text := range samples {
		compare(t, []byte(text))
	}
	for n := range everything { // what was cut off
		compare(t, []byte(everything[:n]))
	}
	for _, depth := range []int{maxNesting - 1, maxNesting} {
		for _, nested := range []string{
			strings.Repeat("[", depth) + strings.Repeat("]", depth),
			strings.Repeat(`{"":`, depth) + "1" + strings.Repeat("}", depth),
			strings.Repeat("[", depth),
		} {
			compare(t, []byte(`{"x":`+nested+`}`))
		}
		compare(t, []byte(`{"data":`+strings.Repeat(`{"options":[`, depth/2)+strings.Repeat("]}", depth/2)+`}`))
	}
}

// TestEverythingIsEverything looks for a member that the tests above never read.
func TestEverythingIsEverything(t *testing.T) {
	var i interaction
	if err := json.Unmarshal([]byte(everything), &i); err != nil {
		t.Fatal(err)
	}
	read := map[string]bool{}
	note(read, reflect.ValueOf(i))
	for name, was := range read {
		if !was {
			t.Errorf("%s is in no sample", name)
		}
	}
}

// note notes of every member of a struct in v whether it is set in one.
func note(set map[string]bool, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			note(set, v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			note(set, v.Index(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			note(set, v.MapIndex(k))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Name() + "." + v.Type().Field(i).Name
			set[name] = set[name] || !v.Field(i).IsZero()
			note(set, v.Field(i))
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, text := range samples {
		f.Add([]byte(text))
	}
	f.Fuzz(compare)
}

// compare reads raw as encoding/json does.
func compare(t *testing.T, raw []byte) {
	if is, _ := ambiguous(json.NewDecoder(bytes.NewReader(raw))); is {
		return
	}
	var got, want interaction
	r := reader{data: raw}
	r.interaction(&got)
	err, wanted := r.end(), json.Unmarshal(raw, &want)
	if (err == nil) != (wanted == nil) {
		t.Fatalf("%.300q gave %v, want %v", raw, err, wanted)
	}
	if err == nil && !reflect.DeepEqual(got, want) { // cmp is slow where all is nested
		t.Errorf("%.300q was read otherwise (- want, + got):\n%s", raw, cmp.Diff(want, got))
	}
}

// ambiguous reports that the next value has members that encoding/json takes
// for one another: of one name, or of one but for its case. The error is not
// nil where the value is none.
func ambiguous(d *json.Decoder) (bool, error) {
	token, err := d.Token()
	bracket, nested := token.(json.Delim)
	if err != nil || !nested {
		return false, err
	}
	seen := map[string]bool{}
	for d.More() {
		if bracket == '{' {
			token, err := d.Token()
			if err != nil {
				return false, err
			}
			name := token.(string)
			if seen[name] || strings.ToLower(strings.ToUpper(name)) != name {
				return true, nil
			}
			seen[name] = true
		}
		if is, err := ambiguous(d); is || err != nil {
			return is, err
		}
	}
	_, err = d.Token()
	return false, err
}

// click is as Discord sends one.
const click = `{"app_permissions":"2147483647","application_id":"111111111111111111","authorizing_integration_owners":{"0":"222222222222222222"},"channel":{"id":"333333333333333333","type":0},"channel_id":"333333333333333333","context":0,"data":{"component_type":2,"custom_id":"c:A1 ~1.1","id":5},"entitlements":[],"guild_id":"222222222222222222","guild_locale":"en-US","id":"444444444444444444","locale":"en-US","member":{"nick":null,"permissions":"2147483647","roles":[],"user":{"avatar":null,"bot":false,"discriminator":"0","global_name":"Ana","id":"555555555555555555","username":"ana"}},"message":{"attachments":[],"author":{"bot":true,"id":"111111111111111111","username":"nim"},"channel_id":"333333333333333333","components":[{"accent_color":5793266,"components":[{"content":"Piles A 9, B 8, C 7, D 6, E 5. Ana to move (takes the last stone to win).\nA 🔵🔵🔵🔵🔵🔵🔵🔵🔵 9\nB 🔵🔵🔵🔵🔵🔵🔵🔵 8\nC 🔵🔵🔵🔵🔵🔵🔵 7\nD 🔵🔵🔵🔵🔵🔵 6\nE 🔵🔵🔵🔵🔵 5","id":2,"type":10},{"components":[{"custom_id":"c:pick A ~1.1","id":4,"label":"A (9)","style":2,"type":2},{"custom_id":"c:pick B ~1.1","id":5,"label":"B (8)","style":2,"type":2},{"custom_id":"c:pick C ~1.1","id":6,"label":"C (7)","style":2,"type":2}],"id":3,"type":1}],"id":1,"type":17}],"content":"","edited_timestamp":null,"embeds":[],"flags":32768,"id":"666666666666666666","mention_everyone":false,"mentions":[],"pinned":false,"timestamp":"2024-01-01T00:00:00.000000+00:00","tts":false,"type":0},"token":"aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTA","type":3,"version":1}`

// BenchmarkDecode reads a click on a board.
func BenchmarkDecode(b *testing.B) {
	raw := []byte(click)
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := decode(raw); err != nil {
			b.Fatal(err)
		}
	}
}
