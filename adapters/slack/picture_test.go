package slack

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/dialog"
	"nimbot/game/draw"
	"nimbot/game/rules"
)

func withPictures(c *Config) { c.PublicURL = "https://nim.example.com/" }

// image returns the address of a message's picture, "" for none.
func image(m slacktest.Message) string {
	for _, b := range m.Blocks {
		if block := b.(map[string]any); block["type"] == "image" {
			return block["image_url"].(string)
		}
	}
	return ""
}

// A picture's alternative text names the player to move, even if the message mentions
// them.
func TestPicturesAreReadOutWithNames(t *testing.T) {
	w := newWorld(t, withPictures)
	w.typeCommand("mo", "general", "settings pings:on")
	w.typeCommand("ana", "general", "challenge @bob 1 1 2")
	w.press("bob", "general", "Accept")
	w.typeCommand("ana", "general", "A1")
	pictures := 0
	for _, s := range w.slack.Shown() {
		for _, b := range s.Blocks {
			if block := b.(map[string]any); block["type"] == "image" {
				pictures++
				if alt := block["alt_text"].(string); !strings.Contains(alt, "'s move") && alt != "ana challenged bob to a game." || strings.Contains(alt, "UANA") || strings.Contains(alt, "UBOB") {
					t.Errorf("the picture is read out as %q, want names", alt)
				}
			}
		}
	}
	if pictures < 2 {
		t.Errorf("%d pictures were shown, want those of two boards", pictures)
	}
}

// If Slack gives no name for a person, the message shows a placeholder, never the id.
func TestNobodyIsShownAsAnID(t *testing.T) {
	w := newWorld(t)
	for range 10 {
		w.slack.Fail("users.info", slices.Repeat([]string{"missing_scope"}, 100)...)
	}
	w.send(w.slack.Mention("UX9", channelID("general"), "", "challenge <@UCY> 1 2"))
	w.typeCommand("bob", "general", "open 3 4")
	w.send(w.slack.Mention("UCY", channelID("general"), "", "accept"))
	for _, m := range w.slack.Messages(channelID("general")) {
		blocks, _ := json.Marshal(m.Blocks)
		for _, id := range []string{"UX9", "UCY"} {
			if said := m.Text + string(blocks); strings.Contains(strings.ReplaceAll(strings.ReplaceAll(said, "<@"+id+">", ""), `\u003c@`+id+`\u003e`, ""), id) {
				t.Errorf("a message shows %s: %s", id, said)
			}
		}
	}
	w.wantBoard("Someone's move")
}

// Each state of a game has an address of its own, from which the board can be
// drawn.
func TestBoardsArePictures(t *testing.T) {
	w := newWorld(t, withPictures)
	seen := map[string]bool{}
	for _, step := range []struct{ text, position string }{{"start 1 1 2", "1 1 2"}, {"C2", "0 1 0"}, {"take 1", "0 0 0"}, {"share", "0 0 0"}} {
		w.typeCommand("ana", "general", step.text)
		w.settle()
		all := w.slack.Messages(channelID("general"))
		address := image(all[len(all)-1])
		u, err := url.Parse(address)
		if err != nil || !strings.HasPrefix(address, "https://nim.example.com/board/") || seen[address] {
			t.Fatalf("after %s the picture is at %q, want a new address of the site", step.text, address)
		}
		seen[address] = true
		if p, err := draw.ParsePath(u.EscapedPath()); err != nil || len(strings.Fields(p.Position)) != 3 {
			t.Errorf("after %s: ParsePath(%q) = %v, %v", step.text, u.EscapedPath(), p, err)
		}
	}
}

// A message that Slack refuses with a picture is shown in emoji, and for a while no message
// is sent with one.
func TestRefusedPicturesAreShownInEmoji(t *testing.T) {
	w := newWorld(t, withPictures)
	w.slack.Fail("chat.postMessage", "invalid_blocks")
	w.typeCommand("ana", "general", "start 1 1 2")
	m := w.wantBoard("ana's move")
	if got := image(m); got != "" {
		t.Errorf("the refused picture is shown at %q", got)
	}
	if len(pressable(m)) == 0 {
		t.Error("the board without its picture has no buttons")
	}
	w.wantLog("http.public_url")
	w.typeCommand("ana", "general", "C2")
	w.settle()
	if got := image(w.wantBoard("ana took 2")); got != "" {
		t.Errorf("right after a refusal a picture is tried at %q", got)
	}
}

// Pictures are sent again after refusedFor.
func TestPicturesAreTriedAgain(t *testing.T) {
	match, err := rules.NewMatch(rules.Setup{Game: "nim", Start: "3 4 5"})
	if err != nil {
		t.Fatal(err)
	}
	m := dialog.Message{Board: &dialog.Board{Game: &dialog.Game{Match: match}}, Diagram: &rules.Diagram{}}
	p, now := newPictures("https://nim.example.com"), time.Unix(1e9, 0)
	p.refused(now)
	for after, want := range map[time.Duration]string{9 * time.Minute: "", 10 * time.Minute: "https://nim.example.com/board/light/nim/3_4_5/-.png"} {
		if got := p.of(m, now.Add(after)); got != want {
			t.Errorf("%v after a refusal the picture is at %q, want %q", after, got, want)
		}
	}
}

// Without https there are no pictures.
func TestNoPicturesWithoutHTTPS(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.PublicURL = "http://nim.example.com" })
	w.typeCommand("ana", "general", "start 1 1 2")
	if got := image(w.wantBoard("ana's move")); got != "" {
		t.Errorf("over http the board has a picture at %q", got)
	}
}
