package web

import (
	"cmp"
	"html/template"
	"net/http"

	"nimbot/game/dialog"
)

// onlooker is a visitor without a name and without scripts.
var onlooker = dialog.User{ID: "onlooker", Name: "onlooker"}

// servePlain shows the present public board of a channel to a browser without scripts.
//
//	GET /web/plain?channel=general
func (s *Server) servePlain(w http.ResponseWriter, r *http.Request) {
	if !s.gate.onlooker(w, r) {
		return
	}
	channel, ok := cleanChannel(cmp.Or(r.URL.Query().Get("channel"), mainChannel))
	if !ok {
		s.gate.refuse(w, r, http.StatusBadRequest, "web.bad-channel")
		return
	}
	locale := localeOf(r)
	room := s.hub.room(channelPlace(channel))
	if err := s.conversation.arrive(r.Context(), room, nil, onlooker, locale); err != nil {
		s.gate.fail(w, r, err)
		return
	}
	data := map[string]any{"Channel": channel, "How": codeHTML(s.renderer.text(locale, "web.no-script"))}
	s.hub.mu.Lock()
	if e := room.board; e != nil {
		lines := make([]template.HTML, len(e.Lines))
		for i, line := range e.Lines {
			lines[i] = codeHTML(line)
		}
		data["Lines"], data["Drawing"] = lines, template.HTML(e.decode().SVG) // the painter escapes
	}
	s.hub.mu.Unlock()
	s.pages.writePage(w, r, http.StatusOK, s.pages.assets.plain, data)
}
