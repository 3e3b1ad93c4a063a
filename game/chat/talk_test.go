package chat_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/sentence"
	"nimbot/internal/slowtest"
	"nimbot/store/person"
)

// Pieces of answers, by which a test recognizes what a sentence leads to.
const (
	welcome    = "Hello. Pick a game"
	greeting   = "Hello. ana's move. Piles: A 3, B 4, C 5"
	lobby      = "There's no game here yet"
	noGame     = "There's no game here."
	over       = "This game is over"
	asks       = "End it without a result and start the new one?"
	hinted     = "You're winning. "
	working    = "3 ⊕ 4 ⊕ 5 = 2"
	counts     = "it counts as a hint"
	rulesOfNim = "take as many stones as you like from one pile"
	chomp      = "poisoned square"
	games      = "These are my games"
	help       = "Press a button, or type what you want"
	bobs       = "bob's move. Piles: A 3, B 3, C 5"
	theBoard   = "ana's move. Piles: A 3, B 4, C 5"
	welcomed   = "You're welcome."
	played     = "Thanks"
	okay       = "Nothing changed."
	bye        = "See you."
	which      = "Which do you mean?"
	unknown    = "ry one of these, or"
	notYours   = "It's bob's turn"
	result     = "ana won in 1 move"
	notOver    = "This game isn't over yet"
	another    = "Do you want the rules of the other one"
	second     = "With perfect play, the second player wins"
	hisTurn    = "Hello. bob's move"
	nothing    = "no move to take back"
	quitting   = "Do you want to resign?"
	ending     = "Do you want to end this game"
	offered    = "ana offered a game"
	offer      = "ana challenged bob to a game"
	reviewed   = "Nim from 1. Whoever takes the last stone wins. ana won in 1 move"
	kayles     = "Knock down"
	first      = "With perfect play, the first player wins."
)

// states has the lines that lead to each state in which ana then says something.
var states = map[string][]string{
	"none":    nil,
	"mine":    {"ana start 3 4 5"},
	"theirs":  {"bob challenge @ana 3 4 5 first:them", "ana accept", "ana B1"},
	"people":  {"bob challenge @ana 3 4 5 first:them", "ana accept"},
	"over":    {"ana start 1", "ana A1"},
	"offered": {"bob challenge @ana 3 4 5 first:them"},
	"single":  {"ana start 13 {1,2,3} game:subtraction"},

	"away":     {"ana challenge @bob 3 4 5 first:me", "bob accept", "ana A1"},
	"made":     {"ana challenge @bob 3 4 5"},
	"received": {"bob challenge @ana 3 4 5"},
	"resigned": {"ana start 3 4 5", "ana A1", "ana resign"},
	"daily":    {"ana daily"},
	"watching": {"bob challenge @carl 3 4 5", "carl accept"},
	"two":      {"bob challenge @ana 3 4 5 first:them", "ana accept", "ana B1", "ana start 5 6 7"},

	"round": {"mo race 3 4 5"},

	"lesson": {"ana learn 1"}, "outcome": {"ana learn 3"}, "page": {"ana learn 5"}, "numbers": {"ana learn 5", "ana next", "ana A5", "ana A7"},
	"game": {"ana learn 1", "ana A5"}, "puzzle": {"ana puzzle medium"}, "done": {"ana puzzle", "ana show"}, "beside": {"ana learn 1", "bob start 3 4 5"},
}

// heard is one line of a table: state, sentence, what it may lead to.
type heard struct {
	state, text string
	want        []string
	missed      bool // a known failure: it leads elsewhere
}

// readHeard reads a table: lines "state | sentence | what it leads to", with
// "or" between two good answers, and " | missed" behind a known failure.
func readHeard(t *testing.T, file string) (table []heard) {
	t.Helper()
	for _, cells := range readCells(t, file) {
		missed := len(cells) == 4 && cells[3] == "missed"
		if len(cells) != 3 && !missed {
			t.Fatalf("%s: the line %q isn't three cells, nor has it %q as the fourth", file, cells, "missed")
		}
		table = append(table, heard{cells[0], cells[1], strings.Split(cells[2], " or "), missed})
	}
	return table
}

// readCells reads the cells of a table's lines.
func readCells(t *testing.T, file string) (lines [][]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines = append(lines, strings.Split(line, " | "))
		}
	}
	return lines
}

// answers maps the names of answers in the tables to pieces of them.
var answers = map[string]string{
	"welcome": welcome, "greeting": greeting, "lobby": lobby, "card": "How to play Nim", "menu": "What would you like to do?", "no-game": noGame, "over": over, "asks": asks, "hint": hinted,
	"working": working, "counts": counts, "rules": rulesOfNim, "rules-chomp": chomp, "rules-kayles": kayles, "games": games, "help": help, "yours": theBoard,
	"bobs": bobs, "board": theBoard, "welcomed": welcomed, "praised": played, "okay": okay, "bye": bye, "which": which,
	"unknown": unknown, "not-yours": notYours, "result": result, "nothing-to-undo": nothing, "resign?": quitting, "stop?": ending,
	"open": offered, "challenge": offer, "review": reviewed, "first-wins": first, "second-wins": second,
	"lessons": "twelve short lessons", "puzzles": "something to practise with", "not-over": notOver, "another-game": another, "greeting-theirs": hisTurn,
	"shall-play": "Shall I play", "begun": "Nim Bot took", "level": "I can play at another level", "rated": "a rated pair",
	"settings": "In this channel: language", "shared": "Shared by ana", "judge": "I don't judge a move", "which-pile": "From which pile", "how-many": "How many from pile", "play?": "Shall I play", "rest?": "but not the rest", "one-move": "One move at a time", "no-pile": "There's no pile",
	"leaders": "The best ratings here", "profile": "ana's profile", "no-profile": "You haven't finished a game here yet", "daily": "something to practise with", "privacy": "forget me` deletes", "refused": "A move looks like `/nim ", "no-such-game": "I don't know the game `foo`", "meant-chomp": "Try `/nim rules chomp`", "offer": "bob challenged ana to a game", "accepted": theBoard, "declined": "ana declined bob's challenge",
	"right": "Right: take 5 from A", "not-that": "Not that one.", "not-counted": "I haven't counted that", "idea": "After which move is nothing left for me?",
	"solution": "This wins:", "nothing-changed": "Nothing changed.", "page-1": "Here's a single pile of five", "page-2": "Now there are two piles",
	"nothing-next": "nothing to go on to yet", "other-lesson": "same for everybody", "same-for-all": "can't be made harder or easier", "why-what": "You haven't answered this question yet",
	"leave": "You've left the exercise", "no-game-begun": "so I started nothing", "no-undo": "An answer can't be taken back", "hint?": "Do you want a hint?",
	"not-understood": "so nothing changed. Type your answer", "right-lost": "Right: it's lost", "no-lost": "No, it's lost", "outcome-first": "Before you move",
	"page-judge": "two pairs of equal ones", "idea-judge": "If nothing is left, the position is lost", "page-next": "Balance means nim-sum 0", "page-last": "Now on your own", "page-first": "Bundles are quicker in columns",
	"hint-page": "nothing to solve on this page", "counted": "That's not it", "hint-numbers": "Break the numbers into bundles", "skipped": "Skipped: that one", "practice-move": "ana took 2 from B",
	"which-answer": "nothing is counted yet", "idea-mirror": "The two piles are equal, so whatever you take from one", "no-undo-game": "can't take back a move in a practice game", "game-1": "Piles: A 5, B 5", "which-wins": "Whoever takes the last stone wins",
	"made": "Your offer is still open", "received": "bob challenged ana to a game. Piles", "withdrawn": "was withdrawn", "turned-down": "ana declined bob's challenge", "away": "bob's move. Piles: A 2, B 4, C 5",
	"whom": "mention them: `/nim challenge @bob", "whom-kayles": "mention them: `/nim challenge @bob game:kayles", "whom-Bob": "mention them: `/nim challenge @Bob",
	"tries": "in the daily each position has one try", "allowed": "a hint is allowed", "thinking": "Nothing is counted until you answer", "outcomes": "Won means", "move-wanted": "This one asks for a move",
	"not-here": "no pile B here", "undo-over": "so nothing can be taken back", "bot-won": "Nim Bot won: ana resigned", "looked-back": "had the win to keep once",
	"show?": "Do you want to see the answer?", "undo-asked": "asked to take back", "too-many": "so you can take", "daily-again": "You have one try", "idea-puzzle": "Which bundle below has no partner",
	"pick": "Which game?", "undo?": "take back your last move. I did nothing yet", "sure?": "I haven't done anything yet", "withdraw?": "take back your offer. I did nothing yet", "term": "adds up to the nim-sum", "to-person": "I take it you said that to", "no-help": "I won't tell you anything", "no-help?": "you asked for none", "secret": "I won't tell anybody", "counting": "that you resign counts as lost", "unaccepted": "Then the offer ends", "seen": "Only you see my hints", "own-offer": "That's your own offer", "counter-offer": "To play what you said instead", "no-hurry": "Take as long as you like", "press": "Is that a yes?", "clock": "An offer waits for 10 minutes", "waiting": "I can't see who is online", "skip?": "Do you want to skip this one",
	"other-offer": "To change it, challenge them again", "join": "A game has its players from the start", "private": "Only you see your answers",
	"daily-is": "three positions a day", "tries-two": "after a wrong answer you have another", "right-move": "Right: take 1 from A", "other?": "Do you want another one?", "watcher": "You're watching: bob and carl", "which-one": "Which one: `A3`", "watched": "bob's move. Piles: A 3, B 4, C 5", "which-table": "That could be about several games here", "theirs-b": "bob's move. Piles: A 3, B 3, C 5",
	"ready": "When you're ready for the next one", "round": "the first one counts", "round-left": "When the question is over", "no-hints": "no hints in a round", "round-question": "Question 1 of 1", "noted": "Noted", "right-take": "Right: take", "challenge-sam": "ana challenged sam to a game",
	"remark": "I took that as a remark", "bot": "I'm Nim Bot, a program", "nudge": "I mention people when", "no?": "Is that a no?", "how-to-challenge": "To play somebody, mention them", "notation": "Press a button of the board", "recommend": "Nim is the game to begin with", "rated-only": "Only rated pairs", "progress": "Your lessons and your profile show", "no-move": "Nobody has moved yet", "if-yes": "ends without a result and counts for nothing",
	"misere": "In misère play, whoever takes the last stone loses", "grundy-value": "A Grundy value is the size of the Nim pile", "lost-is": "A position is lost (P)", "pile-is": "A pile, or heap", "streak": "Your streak is", "simul": "In a simul you play", "resign-is": "resign`: Resign", "rating": "Only rated pairs between people",
	"several": "You said several things", "which-one-c": "Which one: `C2`, `C3`", "yesterday": "yesterday's positions with their answers", "condition": "only pass on a plain yes or no", "games?": "Did you mean \"List all games", "rules?": "Did you mean \"Read the rules",
	"right-b2": "Right: take 2 from B", "idea-pairs": "Which move leaves everything in equal pairs", "rules-wythoff": "Take the last stone of the two piles",
}

// TestOrdinaryLinesAreUnderstood checks tables of what people say: each line leads where
// it should, unless it is marked as missed; a marked line that is understood fails, too,
// so that the marks stay true. No line ends anything. The table talk_stranger.txt was
// written by somebody who didn't know the matcher; talk_fresh2.txt has sentences that
// were not used to write phrases. Both measure how well the matcher generalizes.
func TestOrdinaryLinesAreUnderstood(t *testing.T) {
	slowtest.Sequential(t)
	files, err := filepath.Glob("testdata/talk*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("the tables are %q, %v; want some", files, err)
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			for _, h := range readHeard(t, file) {
				switch answer, ok := h.leadsThere(t); {
				case !ok && !h.missed:
					t.Errorf("%s: %q is answered with %q, want %s", h.state, h.text, answer, h.want)
				case ok && h.missed:
					t.Errorf("%s: %q is understood now, but marked as missed: remove the mark", h.state, h.text)
				}
			}
		})
	}
}

// leadsThere says the sentence in its state, and reports whether it leads where it should. A
// sentence that ends something always fails the test.
func (h heard) leadsThere(t *testing.T) (answer string, ok bool) {
	c := routertest.NewRoom(t)
	var before *dialog.State
	for _, line := range states[h.state] {
		who, text, _ := strings.Cut(line, " ")
		before = c.Says(who, text).State
	}
	r := c.Says("ana", h.text)
	harmless(t, c, h, before, r)
	for _, want := range h.want {
		ok = ok || ledTo(t, c, want, before, r)
	}
	if h.state == "offered" && !slices.Contains(h.want, "accepted") && !slices.Contains(h.want, "declined") {
		c.Expect(c.Says("ana", "accept"), theBoard) // the offer is still there
	}
	return c.Text(r), ok
}

// ledTo reports whether r, in a room that stood as before, is the answer that a
// table calls want: "start GAME POSITION", "start GAME", "took 2 from B", or a
// name.
func ledTo(t *testing.T, c *chattest.Room, want string, before *dialog.State, r dialog.Reply) bool {
	t.Helper()
	kind, what, _ := strings.Cut(want, " ")
	switch kind {
	case "start":
		st := r.State
		g, position, _ := strings.Cut(what, " ")
		return st != nil && (before == nil || before.ID != st.ID) && st.Game == g && strings.HasPrefix(st.Position, position)
	case "took":
		return strings.Contains(c.Text(r), "ana "+want)
	case "next-puzzle":
		return hasLeftPuzzle(t, c)
	}
	answer, known := answers[want]
	if !known {
		t.Fatalf("a table names the answer %q", want)
	}
	return strings.Contains(c.Text(r), answer)
}

// hasLeftPuzzle reports whether ana got another puzzle after her first.
func hasLeftPuzzle(t *testing.T, c *chattest.Room) bool {
	t.Helper()
	doc, err := person.NewPractices(c.Store, nil, 0).Read(t.Context(), person.PracticeKey(c.Place.Platform, "ana"))
	if err != nil {
		t.Fatal(err)
	}
	puzzles := 0
	for _, set := range doc.Set {
		puzzles += len(set.Hashes) / 3
	}
	return puzzles > 1
}

// harmless checks that an answer ends no game, and offers to end one only to
// who asked for it.
func harmless(t *testing.T, c *chattest.Room, h heard, before *dialog.State, r dialog.Reply) {
	t.Helper()
	wants := func(name string) bool { return slices.Contains(h.want, name) }
	takes := strings.HasPrefix(h.want[0], "took ")
	const several = "two" // games, of which a reply shows another one
	if before != nil && !before.Over && h.state != several && (r.State.ID != before.ID || r.State.Over && !takes) {
		t.Errorf("%s: %q ended the game", h.state, h.text)
	}
	for _, m := range r.Messages {
		for _, b := range m.Buttons {
			word, _, _ := strings.Cut(b.Command, " ")
			ends := (word == "resign" || word == "stop") && !m.IsBoard() || word == "confirm" && !strings.Contains(c.Text(r), asks)
			if ends && !wants("resign?") && !wants("stop?") {
				t.Errorf("%s: %q is offered %q", h.state, h.text, b.Command)
			}
		}
		for _, l := range m.Lines {
			if near, _ := l.Args.Value("near").(string); near == "resign" || near == "stop" {
				t.Errorf("%s: for %q the guess is %q", h.state, h.text, near)
			}
		}
	}
}

// A line that fits nothing gets one sentence and two commands to press, or the card where nothing is
// on.
func TestWhatFitsNothingGetsTwoCommands(t *testing.T) {
	slowtest.Sequential(t)
	for _, tt := range []struct{ state, text, first, second string }{
		{"none", "the weather is lovely", "quick", "challenge"},
		{"mine", "the weather is lovely", "hint", "board"},
		{"theirs", "the weather is lovely", "board", "rules"},
		{"over", "the weather is lovely", "rematch", "review"},
		{"mine", "hnit", "hint", "board"},
		{"mine", "we should stop meeting like that", "hint", "board"},
	} {
		c := chattest.NewRoom(t)
		for _, line := range states[tt.state] {
			who, text, _ := strings.Cut(line, " ")
			c.Says(who, text)
		}
		r, want := c.Says("ana", tt.text), 2
		if tt.state == "none" {
			want = len(message.CardButtons())
		}
		if len(r.Messages) != 1 || len(r.Messages[0].Lines) != 1 || len(r.Messages[0].Buttons) < want {
			t.Errorf("%s: %q is answered with %s, want a line and at least %d buttons", tt.state, tt.text, c.Text(r), want)
			continue
		}
		b := r.Messages[0].Buttons
		if b[0].Command != tt.first || b[1].Command != tt.second {
			t.Errorf("%s: %q has the buttons %q and %q, want %q and %q", tt.state, tt.text, b[0].Command, b[1].Command, tt.first, tt.second)
		}
	}
}

// For an ambiguous move the bot asks, and pressing an answer plays it.
func TestTakeOrLeaveIsAskedAbout(t *testing.T) {
	slowtest.Sequential(t)
	for _, text := range []string{"make C 2", "C -> 2", "set the last pile to two"} {
		for _, tt := range []struct{ label, want string }{{"Take 2", "ana took 2 from C"}, {"Leave 2", "ana took 3 from C"}} {
			c := chattest.NewRoom(t)
			c.Says("ana", "start 3 4 5")
			r := c.Expect(c.Says("ana", text), "[ana] "+which)
			if r.State.Position != "3 4 5" {
				t.Errorf("%q leaves %s, want it untouched", text, r.State.Position)
			}
			c.Expect(c.Press("ana", r, tt.label), tt.want)
		}
	}
}

// What isn't clearly an order to play is asked about, and the button plays it.
func TestAProposedMoveIsAskedAbout(t *testing.T) {
	slowtest.Sequential(t)
	for _, text := range []string{"A2?", "maybe A2", "may I take 2 from A", "move A2?"} {
		c := chattest.NewRoom(t)
		c.Says("ana", "start 3 4 5")
		r := c.Expect(c.Says("ana", text), "[ana] Shall I play `A2`?")
		if r.State.Position != "3 4 5" {
			t.Errorf("%q leaves %s, want it untouched", text, r.State.Position)
		}
		c.Expect(c.Press("ana", r, "Play A2"), "ana took 2 from A")
	}
}

// A sentence that would replace the speaker's own game asks first, even if the game has
// been idle for long.
func TestTalkReplacesNothingUnasked(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("ana", "start 3 4 5")
	c.Pass(24 * 60 * 60 * 1e9)
	r := c.Expect(c.Says("ana", "let's play chomp"), asks)
	if r.State.Game != rules.Default {
		t.Errorf("the game is %s, want the old one", r.State.Game)
	}
	if r = c.Press("ana", r, "End it and start the new one"); r.State.Game != "chomp" {
		t.Errorf("the game is %s, want chomp", r.State.Game)
	}
}

// Words behind a command that ends the game make it a question.
func TestWordsAfterStopAskFirst(t *testing.T) {
	slowtest.Sequential(t)
	for _, tt := range []struct{ text, want string }{
		{"stop being so good", ending}, {"resign never", quitting}, {"stop, please", ending}, {"resign now", quitting}, {"stop", "ended without a result"}, {"resign", "ana resigned"},
	} {
		c := chattest.NewRoom(t)
		c.Says("ana", "start 3 4 5")
		c.Expect(c.Says("ana", tt.text), tt.want)
		if asks := tt.want == ending || tt.want == quitting; asks == strings.Contains(c.Document().Game.Events, "!") {
			t.Errorf("after %q the game is %q; that it only asks: %v", tt.text, c.Document().Game.Events, asks)
		}
	}
}

func TestPositionsInManySpellings(t *testing.T) {
	slowtest.Sequential(t)
	for _, piles := range []string{"(3,4,5)", "[3, 4, 5]", "3,4,5", "3 XOR 4 XOR 5", "3 ⊕ 4 ⊕ 5", "3⊕4⊕5", "3 4 and 5", "three four five"} {
		c := chattest.NewRoom(t)
		c.Expect(c.Says("ana", "predict "+piles), first)
		c.Expect(c.Says("ana", "challenge @bob "+piles), "Piles: A 3, B 4, C 5")
		c.Says("ana", "decline")
		if r := c.Says("ana", "start "+piles+" level:easy"); r.State == nil || r.State.Position != "3 4 5" {
			t.Errorf("start %s is answered with %s, want the game 3 4 5", piles, c.Text(r))
		}
	}
}

// Commands, notation and buttons never reach the sentence matcher.
func TestCommandsAndButtonsReadNoSentence(t *testing.T) {
	slowtest.Sequential(t)
	c := chattest.NewRoom(t)
	var err error
	if c.Words, err = words.Read(words.BuiltIn()); err != nil {
		t.Fatal(err)
	}
	c.Restart()
	before := sentence.InUse()
	c.Says("ana", "challenge @bob 3 4 5")
	r := c.Says("bob", "accept")
	r = c.Press("ana", r, "C (5)")
	c.Press("ana", r, "Take 2")
	for _, line := range []string{"bob B1", "ana take 1 from C", "bob hint", "bob hint 2", "bob explain", "ana board", "bob rules chomp", "ana predict 1 2 3", "ana resign"} {
		who, text, _ := strings.Cut(line, " ")
		if r := c.Says(who, text); r.Result == dialog.Refused {
			t.Errorf("%q is refused: %s", line, c.Text(r))
		}
	}
	if n := sentence.InUse() - before; n != 0 {
		t.Errorf("%d languages were needed for commands, want none", n)
	}
	c.Says("ana", "who is winning?")
	if n := sentence.InUse() - before; n != 1 {
		t.Errorf("%d languages were needed for a sentence, want one", n)
	}
}
