package slack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

// messageCollector makes every kind of message that the bot can send.
type messageCollector struct {
	*world
	place   dialog.Place
	locales []string // the languages of the messages
	locale  string   // that of the next message
	check   func(sample)
	made    int
	n       int
}

// sample is one message, and how it came about.
type sample struct {
	name string
	json map[string]any
}

// longName is the longest name that is shown, of characters that must be
// escaped.
var longName = strings.Repeat("<&>é", 10)

func (a *messageCollector) says(who, text string) dialog.Reply {
	a.n++
	r := dialog.Request{
		ID: fmt.Sprint(a.n), Place: a.place, User: dialog.User{ID: userID(who), Name: longName + who, Moderator: who == "mo"}, Text: text,
		Mentions: map[string]dialog.User{},
	}
	for _, word := range strings.Fields(text) {
		if id, ok := strings.CutPrefix(word, "@"); ok {
			r.Mentions[id] = dialog.User{ID: id, Name: longName}
		}
	}
	reply := a.handler.Handle(context.Background(), r)
	for i, m := range reply.Messages {
		for _, a.locale = range a.locales {
			a.add(fmt.Sprintf("%s/%s: %s (%d)", a.locale, who, text, i), a.adapter.render.message(m, a.place, a.locale))
		}
	}
	return reply
}

// add checks a message, and what remains of it after it was retired.
func (a *messageCollector) add(name string, m message) {
	a.t.Helper()
	retired := a.adapter.render.retired(m, a.locale)
	for _, p := range []struct {
		name string
		message
	}{{name, m}, {name + ", retired", retired}} {
		data, err := json.Marshal(p.message)
		if err != nil {
			a.t.Fatal(err)
		}
		p := sample{name: p.name}
		if err := json.Unmarshal(data, &p.json); err != nil {
			a.t.Fatal(err)
		}
		a.made++
		a.check(p)
	}
}

// newChannel moves to a channel without a game.
func (a *messageCollector) newChannel(name string) {
	a.place = dialog.Place{Platform: Platform, Guild: slacktest.Team, Channel: "C" + name}
}

// chooseLongest follows a move step by step, with the last choice of each step, which is
// the longest.
func (a *messageCollector) chooseLongest(r dialog.Reply) {
	for range 8 {
		var menu *dialog.Menu
		for _, m := range r.Messages {
			if m.Menu != nil {
				menu = m.Menu
			}
		}
		if menu == nil || len(menu.Items) == 0 {
			return
		}
		next := menu.Items[len(menu.Items)-1].Command
		r = a.says("ana", next)
		if !strings.HasPrefix(next, "pick") {
			return
		}
	}
}

// game plays g in every way that shows something.
func (a *messageCollector) game(g rules.Game, setup string, e rules.Ending) {
	a.newChannel(fmt.Sprintf("%s-%v-%d", g.Key, e, a.made))
	suffix := " game:" + g.Key
	if e == rules.Misere {
		suffix += " misere"
	}
	a.says("ana", "start "+setup+suffix)
	for _, text := range []string{"hint", "hint 2", "hint 3", "explain", "nonsense", "A0", "Z99", "board"} {
		a.chooseLongest(a.says("ana", text))
	}
	a.says("cleo", "A1")
	a.says("ana", "predict "+setup+suffix)
	a.says("ana", "start 1 2")
	a.says("ana", "resign")
	a.says("ana", "rematch")
	a.says("ana", "rules "+g.Key)
	a.newChannel(fmt.Sprintf("%s-%v-%d-open", g.Key, e, a.made))
	a.says("ana", "challenge @UBOB "+setup+suffix+" clock:10m")
	a.says("bob", "accept")
	a.says("ana", "undo")
	a.says("ana", "stop")
}

// everything calls check for every kind of message, of every game, in these languages, and
// returns how many there were.
func everything(t testing.TB, locales []string, check func(sample)) int {
	a := &messageCollector{world: newWorld(t), locales: locales, check: check}
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			a.game(g, g.Examples[0], e)
		}
		for _, setup := range g.Examples[1:] {
			a.game(g, setup, rules.Normal)
		}
	}
	nim, err := rules.Lookup("nim")
	if err != nil {
		t.Fatal(err)
	}
	a.game(nim, strings.Repeat("1000000000 ", 25), rules.Normal)
	a.game(nim, strings.Repeat("999999999 ", 24)+"1", rules.Misere)
	a.offers()
	a.tables()
	for _, a.locale = range a.locales {
		a.own()
	}
	return a.made
}

// offers makes the messages of challenges, however they end, and of the channel's settings.
func (a *messageCollector) offers() {
	for _, end := range []string{"accept", "decline", "board", ""} {
		a.newChannel("offer-" + end)
		a.says("ana", "challenge @UBOB 3 4 5")
		a.says("cleo", "accept")
		a.says("bob", end)
		a.says("ana", "open 3 4 5")
		a.says("ana", "decline")
	}
	a.newChannel("nothing")
	for _, text := range []string{"", "help", "games", "settings", "settings pings:on", "forget me", "hint", "undo", "confirm", "accept", "stop", "rematch", "challenge", "start x", "rules x", strings.Repeat("x", 2000)} {
		a.says("ana", text)
		a.says("mo", text)
	}
}

// own adds the adapter's own sentences, and those of a chat whose store fails.
func (a *messageCollector) own() {
	for _, key := range []string{"slack.invite", "slack.archived", "slack.barred", "slack.not-shown", "slack.file.sent", "slack.form.failed", "store.away", "store.full", "store.unreadable", "store.newer", "broken", "limited", "again"} {
		a.add(a.locale+"/"+key, a.adapter.render.message(dialog.Message{To: &dialog.User{ID: "UANA"}, Lines: []words.Text{words.New(key)}}, a.place, a.locale))
	}
	d := home{}
	for i := range homeGames {
		g := homeGame{Channel: "C1", Key: rules.Games()[i%len(rules.Games())].Key, Other: "UBOB", Name: longName, Over: i > 4, Turn: i < 2}
		if g.Over {
			g.Result = []string{"won", "lost", "drawn"}[i%3]
		}
		d.Games = append(d.Games, g)
	}
	for _, tables := range []bool{true, false} {
		a.add(fmt.Sprint(a.locale, "/home ", tables), message{Text: "home", Blocks: a.adapter.render.home(d, a.fullStanding(), tables).Blocks.BlockSet})
	}
	a.add(a.locale+"/form", message{Text: "form", Blocks: a.adapter.render.form(a.locale, "").Blocks.BlockSet})
	a.add(a.locale+"/ping", a.adapter.render.message(dialog.Message{Lines: []words.Text{words.New("your-turn", "player", dialog.User{ID: "UBOB"})}, Ping: []dialog.User{{ID: "UBOB"}}}, a.place, a.locale))
}

// fullStanding returns a profile page that has everything it can have.
func (a *messageCollector) fullStanding() profilePage {
	cell := func(key string, args ...any) dialog.Cell {
		return dialog.Cell{Text: words.New(key, args...), Number: 1, Numeric: true}
	}
	long := words.Person{ID: "UBOB", Name: longName}
	leaders := dialog.Message{
		Lines: []words.Text{words.New("leaders.title.rating")},
		Table: &dialog.Table{Head: []words.Text{words.New("leaders.head.rank"), words.New("leaders.head.player"), words.New("leaders.head.rating")}},
	}
	for rank := range tableRows {
		leaders.Lines = append(leaders.Lines, words.New("leaders.line.rating", "rank", rank+1, "player", long, "score", "1500?"))
		leaders.Table.Rows = append(leaders.Table.Rows, []dialog.Cell{
			cell("leaders.cell.rank", "rank", rank+1), {Text: words.New("leaders.cell.player", "player", long)}, cell("leaders.cell.rating", "score", "1500?"),
		})
	}
	profile := dialog.Message{Lines: []words.Text{words.New("profile.title", "player", long), words.New("profile.rating", "rating", "1500?", "pairs", "50+"), words.New("profile.skill-unknown")}}
	return profilePage{who: dialog.User{ID: "UANA", Name: longName}, locale: a.locale, profile: &profile, leaders: &leaders}
}

// TestEveryMessage checks every kind of message against Slack's limits: in English, in a
// language of long words and in one of wide characters, and in .ci/run in all.
func TestEveryMessage(t *testing.T) {
	slowtest.Sequential(t)
	locales := []string{"en", "de", "ja"}
	if slowtest.Wanted() {
		catalogue, err := words.Load()
		if err != nil {
			t.Fatal(err)
		}
		locales = catalogue.Languages()
	}
	limits, validator := limitChecker(t), validatorChecker(t, 400)
	n := everything(t, locales, func(p sample) {
		limits(p)
		validator(p)
		checkButtonLength(t, p)
	})
	if n < 1000 {
		t.Fatalf("%d messages, want every kind of every game", n)
	}
}

// limitChecker returns a function that checks a message against Slack's limits. If Slack's
// schema exists, it checks the English messages against that, too, and one in five others.
func limitChecker(t *testing.T) func(sample) {
	judge, n := judgeWithSchema(t), 0
	return func(p sample) {
		text, _ := p.json["text"].(string)
		blocks, _ := p.json["blocks"].([]any)
		bad := slacktest.Judge(text, blocks)
		if n++; judge != nil && len(blocks) > 0 && (n%5 == 0 || strings.HasPrefix(p.name, "en/")) {
			bad = append(bad, judge("message", p.json)...)
		}
		for _, b := range bad {
			t.Errorf("%s: %s", p.name, b)
		}
	}
}

// validatorChecker returns a function that passes every of-th message to slack-validate, if
// that exists: starting a process for each message takes long.
func validatorChecker(t *testing.T, of int) func(sample) {
	tool, ok := shared(t, "tools/slack-validate")
	if !ok || !slowtest.Wanted() {
		return func(sample) {} // TestWithSlacksOwnSchema reports that it is missing
	}
	bin := filepath.Join(t.TempDir(), "slack-validate")
	if out, err := exec.Command("go", "build", "-C", tool, "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("slack-validate cannot be built: %v\n%s", err, out)
	}
	schemaFile, err := filepath.Abs("../../../shared/data/slack-blockkit.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	return func(p sample) {
		if n++; n%of != 0 && !strings.Contains(p.name, "/home") && !strings.Contains(p.name, "/form") {
			return
		}
		data, err := json.Marshal(p.json)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(bin, "-schema", schemaFile)
		cmd.Stdin = bytes.NewReader(data)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("slack-validate of %s: %s\n%s", p.name, out, data)
		}
	}
}

// checkButtonLength checks that each command fits a button.
func checkButtonLength(t *testing.T, p sample) {
	blocks, _ := p.json["blocks"].([]any)
	for _, e := range pressable(slacktest.Message{Blocks: blocks}) {
		if n := utf8.RuneCountInString(e.value); n > maxButtonValue {
			t.Errorf("%s: a button's command has %d characters, want at most %d", p.name, n, maxButtonValue)
		}
	}
}

// Commands that are too long for a select are shown as buttons.
func TestCommandsTooLongForASelect(t *testing.T) {
	long := make([]dialog.Button, 12)
	for i := range long {
		long[i] = dialog.Button{Label: words.New("notation.plain", "move", fmt.Sprint(i)), Command: fmt.Sprint("pick ", i, strings.Repeat(" x", 40))}
	}
	w := newWorld(t)
	m := w.adapter.render.message(dialog.Message{Lines: []words.Text{words.New("again")}, Menu: &dialog.Menu{Title: words.New("again"), Items: long}}, dialog.Place{}, "")
	data, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(data), "static_select") || strings.Count(string(data), `"type":"button"`) != len(long) {
		t.Errorf("commands too long for a select are drawn as %s, want buttons", data)
	}
}

// A message never keeps the block ids of the one before.
func TestBlockIDsAreNew(t *testing.T) {
	w := newWorld(t)
	m := dialog.Message{Lines: []words.Text{words.New("again")}, Buttons: []dialog.Button{{Label: words.New("button.hint"), Command: "hint"}}}
	seen := map[string]bool{}
	for range 20 {
		for _, b := range w.adapter.render.message(m, dialog.Place{}, "").Blocks {
			if id := b.ID(); seen[id] || id == "" {
				t.Errorf("the block id %q comes again", id)
			} else {
				seen[id] = true
			}
		}
	}
}
