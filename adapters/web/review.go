package web

import (
	"cmp"
	"net/http"
	"strconv"

	"nimbot/game/dialog"
	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/game/words"
)

// review is a finished game to walk through: its moves and what each did. Each position
// is fetched when it is viewed.
type review struct {
	Sums  []reviewSum  `json:"sums"`  // of each player, the first moved first
	Seats []string     `json:"seats"` // who played; the first moved first
	Moves []reviewMove `json:"moves"`
	From  int          `json:"from"` // after how many moves the walk begins
}

// reviewSum is how often a player kept the win.
type reviewSum struct {
	Line    string `json:"line"`
	Squares string `json:"squares,omitempty"` // a square for each decision, as people share them
	Turns   []int  `json:"turns,omitempty"`   // the move that each square is about: both players' moves counted, from 1
	Yours   string `json:"yours,omitempty"`   // Line, to the player
	// Of is the name of the player, who can share the line Share with the link Address.
	Of      string `json:"of,omitempty"`
	Share   string `json:"share,omitempty"`
	Address string `json:"address,omitempty"`
}

// reviewMove is one move of a review.
type reviewMove struct {
	Label string `json:"label"`
	// Kind is what a judged decision did, "kept" or "lost"; "" for any other.
	Kind string `json:"kind,omitempty"`
	Says string `json:"says,omitempty"` // Kind in words
}

// offerReview adds the data for stepping through the game to a review message, and
// returns the game; nil for any other message.
func (s *renderer) offerReview(out *message, m dialog.Message, v words.Voice) *dialog.Review {
	if m.Review == nil || len(m.Review.Match.Moves()) == 0 {
		return nil
	}
	r := m.Review.Said
	shown := &review{}
	for seat, line := range r.Kept() {
		who, _ := line.Args.Value("player").(words.Person)
		shown.Seats = append(shown.Seats, s.playerName(who, v.Locale))
		shown.Sums = append(shown.Sums, reviewSum{Line: s.words.Say(line, v), Squares: r.Squares(rules.Seat(seat))})
	}
	for i, mv := range m.Review.Match.Moves() {
		does := words.Move("do", words.Person{}, m.Review.Match.Positions()[i], mv)
		move := reviewMove{Label: s.words.Say(does, v)}
		switch kept, lost := r.Judged(i + 1); {
		case kept:
			move.Kind, move.Says = "kept", s.text(v.Locale, "web.review-kept")
		case lost:
			move.Kind, move.Says = "lost", s.text(v.Locale, "web.review-lost")
			shown.From = cmp.Or(shown.From, i+1)
		}
		shown.Moves = append(shown.Moves, move)
	}
	out.Review = shown
	out.GIF = len(shown.Sums) == 0 // a demonstration, in which nobody kept a win
	return m.Review
}

// reviewedPosition is a reviewed game after one of its moves.
type reviewedPosition struct {
	At      string   `json:"at"` // which move it was
	SVG     string   `json:"svg"`
	Lines   []string `json:"lines"`
	Analyze string   `json:"analyze"`         // the address of the analysis of the position before the move
	Retry   *button  `json:"retry,omitempty"` // tries the game again from before the move
}

// serveReview shows a reviewed game as it was after move N; 0 is the start.
//
//	GET /web/review?as=ana&channel=general&message=ID&move=N
func (s *Server) serveReview(w http.ResponseWriter, r *http.Request) {
	who, ok := s.gate.reader(w, r)
	if !ok {
		return
	}
	q := r.URL.Query()
	e := s.hub.visibleMessage(q.Get("channel"), q.Get("message"), who.ID)
	if e == nil || e.reviewed == nil {
		s.gate.refuse(w, r, http.StatusNotFound, "web.no-review")
		return
	}
	move, err := strconv.Atoi(q.Get("move"))
	if err != nil || move < 0 || move > len(e.reviewed.Match.Moves()) {
		s.gate.refuse(w, r, http.StatusBadRequest, "web.bad-request")
		return
	}
	reader := &who
	if e.to == "" {
		reader = nil
	}
	writeJSON(w, http.StatusOK, s.renderer.afterMove(e.reviewed, move, s.renderer.voiceTo(reader, localeOf(r))))
}

// moverMarks are what drawings mark the last move of the first and of the second player with: their
// moves have the same numbers.
var moverMarks = [2]string{"▸", "♦"}

func (s *renderer) afterMove(p *dialog.Review, move int, v words.Voice) reviewedPosition {
	out := reviewedPosition{At: s.text(v.Locale, "web.review-start"), Lines: []string{}}
	lines, point := p.Said.After(move)
	if move > 0 {
		out.At = moverMarks[(move-1)%2] + " " + s.text(v.Locale, "web.review-at", "move", rules.MoveNumber(move), "count", rules.MoveNumber(len(p.Match.Moves())))
	}
	for _, t := range lines {
		out.Lines = append(out.Lines, s.words.Say(t, v))
	}
	if point >= 0 && point < len(p.Retry) {
		out.Retry = &button{Label: s.text(v.Locale, "web.review-retry"), Command: p.Retry[point].Command}
	}
	positions := p.Match.Positions()
	a := analysisAddress{key: p.Match.Setup().Game, ending: p.Match.Setup().Ending}
	out.Analyze = a.of(positions[max(0, move-1)]).String()
	o := draw.Options{Title: out.At}
	for _, before := range positions {
		o.Fit = append(o.Fit, before.Diagram())
	}
	out.SVG = drawSVG(s.words.DrawingOf(p.Match, move, 1, p.BotFirst, v.Locale), o)
	return out
}
