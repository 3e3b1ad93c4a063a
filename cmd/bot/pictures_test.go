package main

import (
	"bytes"
	"image/gif"
	"image/png"
	"reflect"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"nimbot/game/rules"
)

// picture checks a picture's kind, its width and, of an animation, its frames:
//
//	picture nim.png png 800
//	picture game.gif gif 800 3
func picture(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: picture FILE png|gif WIDTH [FRAMES]")
	}
	data := bytes.NewReader([]byte(ts.ReadFile(args[0])))
	var got []string
	switch args[1] {
	case "png":
		img, err := png.Decode(data)
		ts.Check(err)
		got = []string{strconv.Itoa(img.Bounds().Dx())}
	case "gif":
		all, err := gif.DecodeAll(data)
		ts.Check(err)
		got = []string{strconv.Itoa(all.Config.Width), strconv.Itoa(len(all.Image))}
	}
	for i, want := range args[2:] {
		if i >= len(got) || got[i] != want {
			ts.Fatalf("%s has %v, want %v", args[0], got, args[2:])
		}
	}
}

// A stored game is drawn even if it could no longer be started: misère Dawson's
// Kayles may start with at most 80 pins.
func TestFramesOfAGameThatCouldNotBeStartedNow(t *testing.T) {
	frames, err := framesOf([]byte(`{"v":3,"n":1,"game":{"id":"x","game":"dawson-kayles","ending":"misere","start":"90",` +
		`"players":[{"id":"ana"},{"id":"bob"}],"events":"A2 A2:1+85 !undo:1 A2","since":1}}`))
	if err != nil || len(frames) != 3 {
		t.Fatalf("framesOf = %d frames, %v; want 3", len(frames), err)
	}
	want := [][]rules.Mark{nil, {{Deed: rules.Took, From: 89, To: 90}}, {{By: 1, Deed: rules.Took, From: 87, To: 88}}}
	for i, d := range frames { // moves that were taken back aren't marked
		if !reflect.DeepEqual(d.Marks, want[i]) {
			t.Errorf("frame %d is marked %v, want %v", i, d.Marks, want[i])
		}
	}
}
