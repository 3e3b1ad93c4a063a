package chat_test

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/words/command"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/storetest"
)

// actingOnce are commands that change the place's document. TestEveryCommandActsOnce delivers them.
var actingOnce = []struct {
	before  string // what is said first; see hears
	who     string
	typed   string
	pressed string // the label of the button, "" when there is none
}{
	{"", "ana", "start 3 4 5", ""},
	{"ana: start 3 4 5", "ana", "A2", ""},
	{"ana: start 9 9", "ana", "hint", "Hint"},
	{"ana: start 9 9, ana: A1", "ana", "undo", ""},
	{"ana: start 3 4 5", "ana", "resign", "Resign"},
	{"ana: start 3 4 5", "ana", "stop", ""},
	{"ana: start 3 4 5", "ana", "start 7 7", ""},
	{"ana: start 3 4 5, ana: start 7 7", "ana", "confirm", ""},
	{"ana: start 3 4 5, ana: resign", "ana", "rematch", "Rematch"},
	{"ana: start 1 4 5", "ana", "begin", "Let the bot begin"},
	{"ana: start 3 4 5", "ana", "level easy", "Level: easy"},
	{"", "ana", "challenge @bob 3 4 5", ""},
	{"", "ana", "open 3 4 5", ""},
	{"ana: challenge @bob 3 4 5", "bob", "accept", "Accept"},
	{"ana: challenge @bob 3 4 5", "bob", "decline", "Decline / take back"},
	{begin + ", ana: A1, bob: A1, ana: stop", "bob", "accept", "Yes"},
	{begin + ", ana: A1, bob: A1, ana: stop", "bob", "decline", "No"},
	{begin + ", ana: A1", "ana", "undo", ""},
	{"ana: start 3 4 5", "mod", "settings pings:on", ""},
	{"ana: start 3 4 5, ana: resign", "ana", "forget me yes", ""},
	{"", "ana", "quick", ""},
	{begin, "ana", "explain", ""},
}

// Why commands aren't among actingOnce.
const (
	changesNothing = "it only shows something"
	hasStamp       = "only a button sends it, whose stamp is out of date after the first time"
	actsElsewhere  = "it changes the document of the person's own place"
)

var notActing = map[string]string{
	"play": changesNothing, "board": changesNothing, "menu": changesNothing, "help": changesNothing, "games": changesNothing,
	"rules": changesNothing, "mygames": changesNothing, "watch": changesNothing, command.Step: changesNothing,
	"review": changesNothing, "share": changesNothing, "predict": changesNothing, "demo": changesNothing, "values": changesNothing,
	"simul": hasStamp, "publish": hasStamp, "retry": actsElsewhere,
}

// Each command of chat is among actingOnce, or has a reason why it isn't.
func TestEveryCommandIsDeliveredTwice(t *testing.T) {
	cases := map[string]bool{}
	for _, c := range actingOnce {
		line, err := command.Parse(c.typed)
		if err != nil {
			t.Fatalf("Parse(%q) = %v", c.typed, err)
		}
		cases[cmp.Or(line.Name(), "move")] = true // a move needs no name
	}
	for _, c := range command.Commands() {
		if c.Of == command.Chat && cases[c.Name] == (notActing[c.Name] != "") {
			t.Errorf("%q is in actingOnce: %t, and in notActing: %q; want one of both", c.Name, cases[c.Name], notActing[c.Name])
		}
	}
}

// TestEveryCommandActsOnce delivers each command twice to two replicas, the
// second time a while later: it changes nothing then, whatever it was and
// however it came.
func TestEveryCommandActsOnce(t *testing.T) {
	slowtest.Sequential(t)
	for _, c := range actingOnce {
		for _, text := range []string{c.typed, c.pressed} {
			if text == "" {
				continue
			}
			for _, wait := range []time.Duration{0, time.Minute, 5 * time.Minute} {
				t.Run(fmt.Sprint(c.before, "/", text, "/", wait), func(t *testing.T) {
					first, second := chattest.NewRoom(t), chattest.NewRoom(t)
					second.Store = first.Store
					second.Restart()
					hears(first, c.before)
					r := first.Request(c.who, text)
					if text == c.pressed {
						r.Text = first.Button(first.Says(c.who, "board"), text)
					}
					r.User.Moderator = c.who == "mod"
					if got := first.Handler.Handle(t.Context(), r); got.Result != dialog.Done {
						t.Fatalf("%q gave %v, want %v:\n%s", r.Text, got.Result, dialog.Done, first.Text(got))
					}
					want := effect(first)
					second.Pass(wait)
					again := second.Handler.Handle(t.Context(), r)
					if got := effect(second); got != want {
						t.Errorf("%q again gave %v and changed the document from\n%s to\n%s", r.Text, again.Result, want, got)
					}
				})
			}
		}
	}
}

// effect returns the document without the parts that a repetition may change.
func effect(c *chattest.Room) string {
	doc := c.Document()
	doc.Version, doc.Recent, doc.Delivery = 0, "", channel.Delivery{}
	if doc.Confirm != nil {
		waits := *doc.Confirm
		waits.Expires = 0
		doc.Confirm = &waits
	}
	return string(doc.Encode())
}

// When a channel can't remember more deliveries, typed changes are refused; presses still
// work, and typing works again after ten minutes.
func TestFullDeliveryListRefusesTypedChanges(t *testing.T) {
	slowtest.Sequential(t)
	const most = 1024
	c := chattest.NewRoom(t)
	c.Says("ana", "start 100000 100000")
	for n := 1; n < most-1; n++ {
		text := "A1"
		switch n % 400 { // a game is shorter than all of them
		case 398:
			text = "stop"
		case 399:
			text = "start 100000 100000"
		}
		if r := c.Says("ana", text); r.Result != dialog.Done {
			t.Fatalf("command %d, %q, gave %v, want %v", n, text, r.Result, dialog.Done)
		}
	}
	question := c.Says("ana", "start 7 7") // the last that is remembered
	if n := len(strings.Fields(c.Document().Recent)); n != most {
		t.Errorf("%d deliveries are remembered, want %d", n, most)
	}
	before := effect(c)
	r := c.Expect(c.Says("ana", "A1"), "[ana] So much was typed here")
	if r.Result != dialog.Flooded || effect(c) != before {
		t.Errorf("a move beyond what is remembered gave %v, want %v and nothing changed", r.Result, dialog.Flooded)
	}
	board := c.Says("ana", "board")
	if board.Result != dialog.Told {
		t.Errorf("board gave %v, want %v", board.Result, dialog.Told)
	}
	if r := c.Says("ana", "hint "+stampOf(board)); r.Result != dialog.Done {
		t.Errorf("a pressed hint gave %v, want %v", r.Result, dialog.Done)
	}
	c.Expect(c.Says("ana", "confirm "+stampOf(question)), "Piles: A 7, B 7")
	if r := c.Says("ana", "A1"); r.Result != dialog.Flooded {
		t.Errorf("a move in the next game gave %v, want %v", r.Result, dialog.Flooded)
	}
	c.Pass(10*time.Minute + time.Second)
	if r := c.Says("ana", "A1"); r.Result != dialog.Done {
		t.Errorf("ten minutes later a move gave %v, want %v", r.Result, dialog.Done)
	}
}

// A channel that can't remember more deliveries still posts the board, whose buttons are
// what people are told to use, however old the last one is.
func TestFullDeliveryListPostsTheBoard(t *testing.T) {
	slowtest.Sequential(t)
	c := chattest.NewRoom(t)
	hears(c, begin)
	for n := 0; ; n++ {
		if doc := c.Document(); !doc.CanRemember(c.Now) {
			break
		}
		r := c.Request("mod", "settings pings:"+[]string{"on", "off"}[n%2])
		r.User.Moderator = true
		c.Handler.Handle(t.Context(), r)
	}
	c.Pass(2 * time.Minute)
	if r := c.Says("ana", "A1"); r.Result != dialog.Flooded {
		t.Fatalf("a move gave %v, want %v", r.Result, dialog.Flooded)
	}
	c.Expect(c.Says("ana", ""), "ana's move")
	c.Pass(2 * time.Minute)
	board := c.Expect(c.Says("ana", "board"), "ana's move")
	if r := c.Press("ana", board, "Take 1"); r.Result != dialog.Done {
		t.Errorf("a move by the board's buttons gave %v, want %v", r.Result, dialog.Done)
	}
}

// repeating is a store that makes every write twice, as a client does when an answer is
// lost on the way: the second write conflicts with the first.
type repeating struct{ store.Store }

func (r repeating) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	if rec, err := r.Store.Commit(ctx, key, w); err != nil {
		return rec, err
	}
	return r.Store.Commit(ctx, key, w)
}

// overtaken is a store whose first write of each kind is stored, but its answer is lost.
// When it is repeated, a later write has replaced it.
type overtaken struct {
	store.Store
	meanwhile func() // writes over it
}

func (o *overtaken) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	rec, err := o.Store.Commit(ctx, key, w)
	if err != nil || o.meanwhile == nil {
		return rec, err
	}
	over := o.meanwhile
	o.meanwhile = nil
	over()
	if rec, err = o.Get(ctx, key); err == nil {
		err = store.ErrRepeated
	}
	return rec, err
}

// A press whose write was stored, but overtaken before that was known, isn't told that
// nothing was done.
func TestOvertakenPressIsNotCalledUndone(t *testing.T) {
	c, other := chattest.NewRoom(t), chattest.NewRoom(t)
	lossy := &overtaken{Store: storetest.NewMemory()}
	other.Store = lossy.Store
	other.Restart()
	c.Store = lossy
	c.Restart()
	hears(c, begin)
	board := c.Says("ana", "board")
	bobTakes := func() {
		r := other.Request("bob", "A1")
		r.ID = "other " + r.ID
		other.Handler.Handle(t.Context(), r)
	}
	lossy.meanwhile = bobTakes
	c.Expect(c.Press("ana", board, "Take 1"), "I don't know whether that went through", "Pile: A 98")

	lossy.meanwhile = bobTakes
	c.Expect(c.Says("ana", "A1"), "already done")
	c.Expect(c.Says("ana", "board"), "Pile: A 96")
}

func TestConflictWithOwnWriteIsSuccess(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Store = repeating{storetest.NewMemory()}
	c.Restart()
	c.Expect(c.Says("ana", "start 9 9"), "Piles: A 9, B 9")
	board := c.Says("ana", "board")
	if r := c.Says("ana", "A1 "+stampOf(board)); r.Result != dialog.Done {
		t.Errorf("a press gave %v, want %v", r.Result, dialog.Done)
	}
	if r := c.Says("ana", "A1"); r.Result != dialog.Done {
		t.Errorf("a typed move gave %v, want %v", r.Result, dialog.Done)
	}
}
