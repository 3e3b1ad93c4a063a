package web

import (
	"bytes"
	"net/http"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/draw"
)

// drawTime is how long a visitor waits for others' animations.
const drawTime = 2 * time.Second

// offerDownloads adds the address of its card to a shared game, and returns the game if
// it can be had as an animation; nil for any other message.
func offerDownloads(out *message, m dialog.Message) *dialog.Share {
	if m.Share == nil {
		return nil
	}
	card := draw.Picture{ // the start of the game, as in the line, because its end is an empty board
		Game: m.Share.Match.Setup().Game, Position: m.Share.Match.Positions()[0].String(), Score: []draw.Glyph(m.Share.Score),
	}
	if path, ok := card.Path(); ok {
		out.Card = path
	}
	out.GIF = true
	return m.Share
}

// serveGIF animates a game that somebody shared, or the demonstration that a person sees.
//
//	GET /web/game.gif?channel=general&message=ID&theme=dark[&as=ana]
func (s *Server) serveGIF(w http.ResponseWriter, r *http.Request) {
	q, reader := r.URL.Query(), onlooker.ID
	if q.Has("as") {
		who, ok := s.gate.reader(w, r)
		if !ok {
			return
		}
		reader = who.ID
	} else if !s.gate.onlooker(w, r) {
		return
	}
	game := s.shownGame(q.Get("channel"), q.Get("message"), reader)
	if game == nil {
		s.gate.refuse(w, r, http.StatusNotFound, "web.no-gif")
		return
	}
	select {
	case s.drawing <- struct{}{}:
		defer func() { <-s.drawing }()
	case <-r.Context().Done():
		return
	case <-time.After(drawTime):
		w.Header().Set("Retry-After", "2")
		s.gate.refuse(w, r, http.StatusServiceUnavailable, "picture.busy")
		return
	}
	o := draw.Options{Score: []draw.Glyph(game.Score)}
	if r.URL.Query().Get("theme") == "dark" {
		o.Theme = draw.Dark
	}
	var b bytes.Buffer
	if err := draw.GIF(&b, s.renderer.words.Frames(game.Match, game.BotFirst, localeOf(r)), o); err != nil {
		s.options.Log.ErrorContext(r.Context(), "a game could not be drawn", "error", err)
		s.gate.refuse(w, r, http.StatusInternalServerError, "broken")
		return
	}
	w.Header().Set("Content-Type", "image/gif")
	w.Header().Set("Cache-Control", "private, max-age=86400")
	_, _ = w.Write(b.Bytes()) // a visitor who went away
}

// shownGame returns the game of a message that the reader sees and can have as an animation, nil for none.
func (s *Server) shownGame(channel, id, reader string) *dialog.Share {
	e := s.hub.visibleMessage(channel, id, reader)
	switch {
	case e == nil:
		return nil
	case e.shared == nil && e.reviewed != nil:
		return &dialog.Share{Match: e.reviewed.Match, BotFirst: e.reviewed.BotFirst}
	}
	return e.shared
}
