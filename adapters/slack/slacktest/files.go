package slacktest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// File is a file that the app shared.
type File struct {
	Channel string
	Name    string
	Data    string
}

// upload is a file that hasn't been shared yet.
type upload struct {
	name   string
	length int
	data   string
	whole  bool // the data has arrived
}

// Files returns the files that were shared.
func (s *Server) Files() []File {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]File(nil), s.files...)
}

// may reports whether the token has a scope.
func (s *Server) may(scope string) bool {
	for _, granted := range strings.Split(s.Scopes, ",") {
		if granted == scope {
			return true
		}
	}
	return false
}

func (s *Server) getUploadURL(args fields) (map[string]any, refusal) {
	length, err := strconv.Atoi(args.str("length"))
	switch {
	case !s.may("files:write"):
		return nil, "missing_scope"
	case err != nil || length <= 0 || args.str("filename") == "":
		return nil, "invalid_arguments"
	}
	id := fmt.Sprint("F", s.next())
	s.uploads[id] = &upload{name: args.str("filename"), length: length}
	return map[string]any{"upload_url": s.URL + "/upload/" + id, "file_id": id}, ""
}

// serveUpload takes a file's contents.
func (s *Server) serveUpload(w http.ResponseWriter, r *http.Request) {
	part, _, err := r.FormFile("file")
	if err != nil {
		http.Error(w, "no file", http.StatusBadRequest)
		return
	}
	data, err := io.ReadAll(part)
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.uploads[r.PathValue("id")]
	if err != nil || u == nil || len(data) != u.length {
		http.Error(w, "not that file", http.StatusBadRequest)
		return
	}
	u.data, u.whole = string(data), true
	_, _ = io.WriteString(w, "OK - "+strconv.Itoa(len(data)))
}

func (s *Server) completeUpload(args fields) (map[string]any, refusal) {
	var files []struct {
		ID string `json:"id"`
	}
	c := s.channels[args.str("channel_id")]
	switch err := json.Unmarshal([]byte(args.str("files")), &files); {
	case !s.may("files:write"):
		return nil, "missing_scope"
	case err != nil || len(files) == 0:
		return nil, "invalid_arguments"
	}
	if code := writable(c); code != "" {
		return nil, code
	}
	var shared []any
	for _, f := range files {
		u := s.uploads[f.ID]
		if u == nil || !u.whole {
			return nil, "file_not_found"
		}
		delete(s.uploads, f.ID)
		s.files = append(s.files, File{c.ID, u.name, u.data})
		shared = append(shared, map[string]any{"id": f.ID, "title": u.name})
	}
	return map[string]any{"files": shared}, ""
}

// directOf returns the channel of the direct messages of a user and the bot, nil if there is
// no such user.
func (s *Server) directOf(user string) *Channel {
	if _, ok := s.users[user]; !ok {
		return nil
	}
	id := "D" + user
	if s.channels[id] == nil {
		s.channels[id] = &Channel{ID: id, Member: true, Direct: true}
	}
	return s.channels[id]
}
