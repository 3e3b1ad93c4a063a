package people_test

import (
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/internal/slowtest"
)

// The position of a running rated pair is refused to its players everywhere on the
// platform, whatever the order of its piles, and explained to everybody else.
func TestARatedPairsPositionIsRefusedElsewhere(t *testing.T) {
	slowtest.Sequential(t)
	for _, platform := range []string{"discord", "slack", "test"} {
		c := routertest.NewRoom(t)
		c.Place = dialog.Place{Platform: platform, Guild: "g", Channel: "rated"}
		c.Play("ana: challenge @bob rated", "bob: accept")
		position := c.Document().Game.Start
		piles := strings.Fields(position)
		piles[0], piles[1] = piles[1], piles[0]
		swapped := strings.Join(piles, " ")
		places := []dialog.Place{{Platform: platform, Guild: "g", Channel: "other"}}
		if platform == "discord" { // ids are the same in all servers, and in direct messages
			places = append(places, dialog.Place{Platform: platform, Guild: "h", Channel: "far"}, dialog.Place{Platform: platform, Channel: "dm"})
		}
		for _, c.Place = range places {
			for _, who := range []string{"ana", "bob", "cy"} {
				c.Place.Channel = strings.TrimSuffix(c.Place.Channel, "'") + "'"
				for _, line := range []string{"predict " + position, "predict " + swapped, "who wins " + position + "?"} {
					check(t, c, who, line, c.Says(who, line))
				}
				c.Says(who, "start "+swapped)
				for _, line := range []string{"hint", "explain", "who is winning?"} {
					check(t, c, who, line, c.Says(who, line))
				}
				if r := c.Says(who, "predict 1 2 4"); r.Result == dialog.Refused {
					t.Errorf("another position is refused to %s: %s", who, c.Text(r))
				}
				c.Says(who, "resign")
			}
		}
		c.Place = dialog.Place{Platform: platform, Guild: "g", Channel: "rated"}
		c.Play("ana: resign", "bob: resign")
		c.Place.Channel = "other"
		if r := c.Says("ana", "predict "+position); r.Result == dialog.Refused {
			t.Errorf("after the pair its position is refused: %s", c.Text(r))
		}
	}
}

// check fails unless the players of the pair, and they alone, are refused.
func check(t *testing.T, c *chattest.Room, who, line string, r dialog.Reply) {
	t.Helper()
	refused := r.Result == dialog.Refused && strings.Contains(c.Text(r), "rated pair you're playing")
	if want := who != "cy"; refused != want {
		t.Errorf("%v: %q by %s: refused %v, want %v:\n%s", c.Place, line, who, refused, want, c.Text(r))
	}
}
