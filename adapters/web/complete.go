package web

import (
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"nimbot/game/dialog"
	"nimbot/game/words/command"
	"nimbot/store/platform"
)

// suggestion is one completion.
type suggestion struct {
	Text  string `json:"text"`
	Label string `json:"label"`
}

// complete completes a command's last word.
func (s *Server) complete(w http.ResponseWriter, r *http.Request) {
	who, channel, ok := s.gate.asker(w, r)
	if !ok {
		return
	}
	q := r.URL.Query()
	text, isCommand := command.CutName(q.Get("text"))
	out := []suggestion{}
	at, ok := placeOf(r, channel)
	if !ok || !isCommand || utf8.RuneCountInString(text) > maxSaid {
		writeJSON(w, http.StatusOK, out)
		return
	}
	if strings.HasSuffix(q.Get("text"), " ") {
		text += " "
	}
	if at := strings.LastIndex(text, "@"); at >= 0 && !strings.Contains(text[at:], " ") {
		writeJSON(w, http.StatusOK, s.suggestNames(channel, who.Name, text[at+1:]))
		return
	}
	for _, c := range s.options.Completer.Complete(r.Context(), dialog.Request{Place: at, User: who, Text: text}) {
		label := strings.ReplaceAll(s.renderer.words.Say(c.Label, voice(localeOf(r))), "`", "")
		out = append(out, suggestion{c.Text, label})
	}
	writeJSON(w, http.StatusOK, out)
}

// suggestNames completes a mention with the people who are present, except oneself.
func (s *Server) suggestNames(channel, self, prefix string) []suggestion {
	out := []suggestion{}
	for _, name := range append(s.otherNames(channel, self), platform.BotID) {
		if strings.HasPrefix(fold(name), fold(prefix)) {
			out = append(out, suggestion{"@" + name, "@" + name})
		}
	}
	return out[:min(len(out), maxNames)]
}

// maxNames is how many people can be chosen from; others can be typed.
const maxNames = 40

// servePeople lists who else is in a channel, to be challenged.
func (s *Server) servePeople(w http.ResponseWriter, r *http.Request) {
	who, channel, ok := s.gate.asker(w, r)
	if !ok {
		return
	}
	all := s.otherNames(channel, who.Name)
	writeJSON(w, http.StatusOK, all[:min(len(all), maxNames)])
}

// otherNames returns the names of the people who have a channel open, but for self.
func (s *Server) otherNames(channel, self string) []string {
	room, ok := s.hub.openRoom(channel)
	if !ok {
		return []string{}
	}
	return slices.DeleteFunc(append([]string{}, s.hub.present(room)...), func(name string) bool { return name == self })
}
