package web

import (
	"net/http"
	"strings"

	"nimbot/game/draw"
	"nimbot/game/teach"
	"nimbot/game/teach/analysis"
)

// linkTags has the Open Graph tags with which other sites show a link to a page. They name no person.
type linkTags struct{ Title, Says, URL, Image string }

// linkTo returns the link to a path of the page with a position. It is empty if the page has no
// public URL, because a picture needs a complete address.
func (p *htmlPages) linkTo(path string, at analysis.Position, score []draw.Glyph, title, says, locale string) linkTags {
	picture, ok := draw.Picture{Game: at.Game.Key, Position: at.At.String(), Theme: draw.Card, Score: score}.Path()
	if !ok {
		picture = ""
	}
	return p.link(path, picture, title, p.renderer.text(locale, says))
}

func (p *htmlPages) link(path, picture, title, says string) linkTags {
	l := linkTags{Title: title, Says: says}
	if p.public != "" && picture != "" {
		l.URL, l.Image = p.public+path, p.public+picture
	}
	return l
}

// glyphReplacer shows what each decision of a shared game did.
var glyphReplacer = strings.NewReplacer("k", "🟩", "t", "❌", "o", "⬜")

// playedScore reads the score in the address of a shared game, nil if there is none.
func playedScore(r *http.Request) []draw.Glyph {
	score := r.URL.Query().Get("score")
	if len(score) > draw.MaxScore || strings.Trim(score, "kto") != "" {
		return nil
	}
	return []draw.Glyph(score)
}

// serveDaily writes the page opened at the daily; a link to it shows the first position.
func (s *Server) serveDaily(w http.ResponseWriter, r *http.Request) {
	first, locale := teach.Daily(s.renderer.now().UTC().Date())[0], localeOf(r)
	at := analysis.Position{Game: first.Game, At: first.Position, Ending: first.Ending}
	title := s.renderer.text(locale, "web.place-daily")
	score := playedScore(r)
	if len(score) > teach.DailySize {
		score = nil
	}
	if len(score) > 0 {
		title += " " + glyphReplacer.Replace(string(score))
	}
	s.pages.serveFront(w, r, s.pages.linkTo("/daily", at, score, title, "web.card-daily", locale))
}

// serveTable writes the page for the board of an address. It takes no seat and opens no
// channel: a link to a game that nobody has open shows the page's own tags.
func (s *Server) serveTable(w http.ResponseWriter, r *http.Request) {
	channel, _ := cleanChannel(r.PathValue("channel"))
	link := s.pages.homeLink(localeOf(r))
	if title, picture, ok := s.hub.picturedGame(channel, r.PathValue("table")); ok {
		link = s.pages.link(r.URL.EscapedPath(), picture, title, s.renderer.text(localeOf(r), "web.card-table"))
	}
	s.pages.serveFront(w, r, link)
}

// picturedGame returns the game of a board that is open, and the path of its picture.
func (h *hub) picturedGame(channel, of string) (title, picture string, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.rooms {
		for _, e := range r.boards {
			if r.channel == channel && e.fields.Of == of && e.Game != nil {
				return e.Game.Tags[0], e.picture, true
			}
		}
	}
	return "", "", false
}
