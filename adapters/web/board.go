package web

import (
	"slices"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store/platform"
)

// shownGame is what the page shows of a game besides the present board.
type shownGame struct {
	Mover string   `json:"mover,omitempty"` // who is to move, or to answer; "" for nobody
	Start string   `json:"start,omitempty"` // before a game: what follows "start" in the command that begins it
	Seats []string `json:"seats"`           // who plays; the first moved first
	Tags  []string `json:"tags"`            // which game it is, and against whom
	// Head is the status line. Yours is the status line for the player to move, Results are those of a
	// game that is over as its players read them, by name.
	Head    string            `json:"head"`
	Yours   string            `json:"yours,omitempty"`
	Results map[string]string `json:"results,omitempty"`
	Rules   []string          `json:"rules"` // how to move and who wins, in a line each
	// Tagged are the numbers, from 0, of the message's lines that Tags, the clock or the question repeat.
	Tagged []int `json:"tagged,omitempty"`
	// Moves are the latest moves in words, of which the first was number From,
	// counted from 0.
	Moves []string `json:"moves,omitempty"`
	From  int      `json:"from,omitempty"`
	// Last is the CSS class of the player who moved last.
	Last string `json:"last,omitempty"`
	// Between is the drawing between two moves that were made in one step (yours and the
	// bot's).
	Between string `json:"between,omitempty"`
	Over    bool   `json:"over,omitempty"`
	Won     string `json:"won,omitempty"`    // who won
	Versus  bool   `json:"versus,omitempty"` // the bot plays
	// Ends is when the mover's time is over, in milliseconds since 1970; 0 without a clock.
	Ends int64 `json:"ends,omitempty"`
	// Kept says, once the game is over, how often each player kept the win.
	Kept []reviewSum `json:"kept,omitempty"`
	// Analyze is the address of the analysis of the start, once the game is over.
	Analyze string `json:"analyze,omitempty"`
}

// maxMoves is how many of the latest moves are listed.
const maxMoves = 60

// showGame adds the game's own data to a board.
func (s *renderer) showGame(out *message, m dialog.Message, st *dialog.State, locale string) {
	g, err := rules.Lookup(st.Game)
	if err != nil {
		return
	}
	seats := s.seats(st, locale)
	shown := &shownGame{Seats: seats, Tags: []string{s.words.Say(words.Title(g.Key), voice(locale))}, Over: st.Over, Versus: st.Level != ""}
	if st.Ending == rules.Misere.String() {
		shown.Tags = append(shown.Tags, s.text(locale, "web.misere"))
	}
	if st.Level != "" {
		shown.Tags = append(shown.Tags, s.text(locale, "web.level-"+st.Level))
	}
	if st.ToMove != rules.Nobody {
		shown.Mover = seats[st.ToMove]
	}
	if m.Board.Asked != nil && m.Board.Asked.Of != nil {
		shown.Mover = s.name(m.Board.Asked.Of.ID, m.Board.Asked.Of.Name)
	}
	if !st.Deadline.IsZero() {
		shown.Ends = milli(st.Deadline)
	}
	if st.Winner != rules.Nobody {
		shown.Won = seats[st.Winner]
	}
	if st.Over && st.Level != "" {
		out.Tools = append(out.Tools, button{Label: s.text(locale, "web.new-piles"), Command: startAgainCommand(st)})
	}
	if st.Over {
		a := analysisAddress{key: st.Game, ending: rules.EndingOf(st.Ending)}
		shown.Analyze = a.of(m.Board.Game.Match.Positions()[0]).String()
		shown.Kept = s.kept(*m.Board.Game, st, locale)
	}
	for i, b := range out.Tools {
		if st.Level == "" && strings.HasPrefix(b.Command, "undo") {
			out.Tools[i].Label = s.text(locale, "web.ask-undo")
		}
		if strings.HasPrefix(b.Command, "explain") { // for who watches, it counts nothing
			hint := s.text(locale, "web.explain-hint")
			out.Tools[i].Labels = map[string]string{seats[0]: hint, seats[1]: hint}
		}
	}
	rows := [][]button{out.Buttons, out.Tools}
	if out.Terms != nil {
		rows = append(rows, out.Terms.Items)
	}
	for _, row := range rows {
		for i := range row {
			if m.Board.Asked == nil {
				row[i].For = whoPresses(row[i].Command, st, seats)
			}
		}
	}
	for i, t := range m.Lines {
		if strings.HasPrefix(t.Key, "ask.") && m.Board.Asked != nil || t.Key == "board.level" || t.Key == "clock.each" && shown.Ends > 0 {
			shown.Tagged = append(shown.Tagged, i)
		}
	}
	s.head(shown, m, st, locale)
	s.listMoves(shown, m.Board.Game.Match, locale)
	s.tellPlayers(out, m, st, locale)
	s.drawGame(out, shown, m, st, locale)
	out.Game = shown
}

// tellPlayers words the lines below the drawing of a board for each person who plays: "You took 2
// from A".
func (s *renderer) tellPlayers(out *message, m dialog.Message, st *dialog.State, locale string) {
	out.Told = map[string][]string{}
	for _, p := range st.Players {
		lines := s.lines(m, s.voiceTo(&p, locale))
		if !st.Over {
			lines[0] = out.Lines[0] // whose move it is stands above the board
		}
		if p.ID != platform.BotID && !slices.Equal(lines, out.Lines) {
			out.Told[s.name(p.ID, p.Name)] = lines
		}
	}
}

// kept returns how often each person kept the win, and the line that they share; nil if that
// can't be judged.
func (s *renderer) kept(p dialog.Game, st *dialog.State, locale string) (all []reviewSum) {
	m := p.Match
	found, err := teach.NewReviewWithin(m, teach.QuickWork)
	if err != nil || len(m.Moves()) == 0 {
		return nil
	}
	r := explain.Review{Review: found, Words: s.words, Names: [2]words.Person{st.Players[0].Person(), st.Players[1].Person()}}
	for seat, line := range r.Kept() {
		who := st.Players[seat]
		if who.ID == platform.BotID {
			continue
		}
		kept := keptOf(line)
		sum := reviewSum{Line: s.words.Say(kept, s.voiceTo(nil, locale)), Yours: s.words.Say(kept, s.voiceTo(&who, locale)), Squares: r.Squares(rules.Seat(seat)), Turns: r.Turns(rules.Seat(seat)), Of: s.name(who.ID, who.Name)}
		if t := p.Shares[seat]; t.Key != "" {
			t.Args = append(slices.Clone(t.Args), "squares", sum.Squares)
			sum.Share = s.words.Say(t, s.voiceTo(nil, locale))
			sum.Address = playAddress(m, r.Score(rules.Seat(seat)))
		}
		all = append(all, sum)
	}
	return all
}

// keptOf says at the end of a game what a review says about it, without what guessing does.
func keptOf(line words.Text) words.Text {
	if line.Key != "review.kept-of" {
		return line
	}
	kept, of := line.Args.Value("kept"), line.Args.Value("count")
	return words.New("web.kept", "player", line.Args.Value("player"), "kept", kept, "of", of, "all", kept == of, "hinted", line.Args.Value("hinted"))
}

// playAddress returns the address for playing the start of a game, with a player's score if they
// share it.
func playAddress(m rules.Match, score string) string {
	a := analysisAddress{key: m.Setup().Game, ending: m.Setup().Ending}.of(m.Positions()[0])
	path, mark := playPath+strings.TrimPrefix(a.String(), analyzePath), "?"
	if score == "" {
		return path
	}
	if strings.Contains(path, mark) {
		mark = "&"
	}
	return path + mark + "score=" + score[:min(len(score), draw.MaxScore)]
}

// rules says how to move and who wins. Those of a sum's parts take more room than a board leaves; Rules
// shows them.
func (s *renderer) rules(key string, aim words.Text, v words.Voice) (said []string) {
	lines := s.words.Rule(key, nil)
	if aim.Key != "" {
		lines = append(lines, words.New("web.aim", "aim", aim))
	}
	for _, line := range lines {
		said = append(said, s.words.Say(line, v))
	}
	return said
}

// head writes the line above a board.
func (s *renderer) head(shown *shownGame, m dialog.Message, st *dialog.State, locale string) {
	v := s.voiceTo(nil, locale)
	aim, _ := m.Lines[0].Args.Value("aim").(words.Text)
	shown.Rules = s.rules(st.Game, aim, v)
	if result, ok := m.Lines[0].Args.Value("result").(words.Text); ok {
		shown.Head = s.words.Say(result, v)
		shown.Results = map[string]string{}
		for _, p := range st.Players {
			if p.ID != platform.BotID {
				shown.Results[s.name(p.ID, p.Name)] = s.words.Say(result, s.voiceTo(&p, locale))
			}
		}
		return
	}
	mover := st.Players[st.ToMove].Person()
	turn := words.New("web.turn", "player", mover)
	shown.Head = s.words.Say(turn, v)
	v.Pronoun = words.ReaderPronoun(mover)
	shown.Yours = s.words.Say(turn, v)
}

// seats returns the players' names.
func (s *renderer) seats(st *dialog.State, locale string) []string {
	var names []string
	for _, p := range st.Players {
		names = append(names, s.playerName(p.Person(), locale))
	}
	return names
}

// playerName returns the name of a player, who may be the bot.
func (s *renderer) playerName(p words.Person, locale string) string {
	if p.ID == platform.BotID {
		return s.text(locale, "bot.name")
	}
	return s.name(p.ID, p.Name)
}

// startAgainCommand returns the command that starts the same game with other piles.
func startAgainCommand(st *dialog.State) string {
	words := []string{"start", "game:" + st.Game, "level:" + st.Level}
	if st.Ending == rules.Misere.String() {
		words = append(words, "misere")
	}
	return strings.Join(words, " ")
}

// listMoves puts the latest moves into words.
func (s *renderer) listMoves(shown *shownGame, m rules.Match, locale string) {
	moves := m.Moves()
	shown.From = max(0, len(moves)-maxMoves)
	for i := shown.From; i < len(moves); i++ {
		does := words.Move("do", words.Person{}, m.Positions()[i], moves[i])
		shown.Moves = append(shown.Moves, s.words.Say(does, voice(locale)))
	}
}

// drawGame draws the present board, and the one before the bot's answer in the
// same place.
func (s *renderer) drawGame(out *message, shown *shownGame, m dialog.Message, st *dialog.State, locale string) {
	positions := m.Board.Game.Match.Positions()
	last := len(positions) - 1
	o := draw.Options{Title: out.Lines[0]}
	for _, i := range []int{0, last - 2, last - 1} {
		if i >= 0 {
			o.Fit = append(o.Fit, positions[i].Diagram())
		}
	}
	present := s.words.Captioned(m.Diagram, voice(locale))
	out.SVG = drawSVG(present, o)
	if last == 0 {
		return
	}
	mover := rules.Seat((last - 1) % 2)
	byBot := st.Players[mover].ID == platform.BotID
	shown.Last = "first"
	if byBot || st.Level == "" && mover == 1 {
		shown.Last = "second"
	}
	if byBot && last > 1 {
		between := s.words.DrawingOf(m.Board.Game.Match, last-1, 1, m.Board.Game.BotFirst, locale)
		o.Fit = append(o.Fit, present)
		shown.Between = drawSVG(between, o)
	}
}

// drawSVG returns a diagram as SVG. Its title is a line of a message.
func drawSVG(d rules.Diagram, o draw.Options) string {
	o.Title = strings.ReplaceAll(o.Title, strong, "")
	var b strings.Builder
	if err := draw.SVG(&b, d, o); err != nil { // a Builder does not fail
		return ""
	}
	return b.String()
}

// whoPresses returns the people who can press a button of a board, nil for everybody: while the
// game runs, those whom the table of commands allows; after it, only its players.
func whoPresses(cmd string, st *dialog.State, seats []string) []string {
	c := command.Pressed(cmd)
	switch {
	case st.Over:
		return seats
	case c == nil || c.Who == command.Anybody && c.Name != "begin":
		if st.Table == 0 { // others only watch a person's own board
			return seats
		}
		return nil
	case c.Who == command.Mover, c.Name == "begin":
		return seats[st.ToMove : st.ToMove+1]
	}
	return seats
}
