package web

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
)

const (
	// maxListed is how many boards of a channel are listed.
	maxListed = 32
	// maxSmall is the largest drawing that is listed, in bytes.
	maxSmall = 16 << 10
)

// listedBoard is a live board, to be watched.
type listedBoard struct {
	Of    string   `json:"of"`    // the board's name, see placed.Of
	Seats []string `json:"seats"` // who plays; empty for an offer
	Title string   `json:"title"` // of the game
	Head  string   `json:"head"`  // whose move it is
	SVG   string   `json:"svg,omitempty"`
}

// serveBoards lists the newest live boards of a channel, other people's own among them.
//
//	GET /web/boards?as=ana&channel=general
func (s *Server) serveBoards(w http.ResponseWriter, r *http.Request) {
	_, channel, ok := s.gate.asker(w, r)
	_, private := visitOf(r)
	if !ok {
		return
	}
	all := []listedBoard{}
	for _, m := range s.hub.liveBoards(channel, private) {
		l := listedBoard{Of: m.Of, Head: m.Lines[0], SVG: m.SVG}
		if g := m.Game; g != nil {
			l.Seats, l.Title, l.Head = g.Seats, g.Tags[0], g.Head
		}
		if len(l.SVG) > maxSmall {
			l.SVG = ""
		}
		all = append(all, l)
	}
	writeLongJSON(w, r, all)
}

// liveBoards returns the newest live boards of a channel, or if private only those that everybody
// in the channel sees.
func (h *hub) liveBoards(channel string, private bool) []message {
	h.mu.Lock()
	var boards []*entry
	for _, r := range h.rooms {
		for _, e := range r.boards {
			if r.channel == channel && e.live() && !(private && r.person != "") {
				boards = append(boards, e)
			}
		}
	}
	slices.SortFunc(boards, func(a, b *entry) int { return cmp.Compare(b.seq, a.seq) })
	encodings := make([][]byte, min(len(boards), maxListed))
	for i := range encodings {
		encodings[i] = slices.Concat(boards[i].head, boards[i].body)
	}
	h.mu.Unlock()
	all := make([]message, len(encodings))
	for i, text := range encodings {
		_ = json.Unmarshal(text, &all[i]) // we encoded it
	}
	return all
}
