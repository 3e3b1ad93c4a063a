package discordtest

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"math/bits"
	"os"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema is Discord's own description of its interface, an OpenAPI document.
type schema struct {
	compiler *jsonschema.Compiler
	routes   []schemaRoute

	mu       sync.Mutex
	compiled map[string]*jsonschema.Schema // by where they are in the document
	held     map[uint64]bool               // the shapes of bodies that were right
	seed     maphash.Seed
}

// schemaRoute is a path of the document and the methods that have a body there.
type schemaRoute struct {
	path    string
	parts   []string // between its slashes; parameters are in braces
	methods map[string]any
}

// documentAt is under which name the compiler knows the document.
const documentAt = "mem:///discord.json"

// Schema returns a [Server.Also] that holds bodies against Discord's OpenAPI document, in a file. Of bodies that
// differ only in texts of about the same length it looks at one. The error says that there is no such document in
// the file.
func Schema(file string) (func(method, path, contentType string, body []byte) []string, error) {
	raw, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = raw.Close() }() // it was only read
	document, err := jsonschema.UnmarshalJSON(raw)
	if err != nil {
		return nil, err
	}
	s := &schema{compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}, held: map[uint64]bool{}, seed: maphash.MakeSeed()}
	s.compiler.DefaultDraft(jsonschema.Draft2020)
	s.compiler.AssertFormat()
	if err := s.compiler.AddResource(documentAt, document); err != nil {
		return nil, err
	}
	paths, _ := document.(map[string]any)["paths"].(map[string]any)
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s describes no paths", file)
	}
	for path, methods := range paths {
		methods, _ := methods.(map[string]any)
		s.routes = append(s.routes, schemaRoute{path, strings.Split(path, "/"), methods})
	}
	return s.judge, nil
}

// judge returns what is wrong with a body.
func (s *schema) judge(method, path, contentType string, body []byte) []string {
	c, problems := open(contentType, body)
	if len(problems) > 0 {
		return problems
	}
	route, ok := s.route(method, path)
	if !ok {
		return []string{"Discord describes no " + method + " " + path}
	}
	shape := s.shape(method+" "+route, c.json)
	s.mu.Lock()
	held := s.held[shape]
	s.mu.Unlock()
	if held {
		return nil
	}
	compiled, err := s.compile(route, method)
	if err != nil {
		return []string{err.Error()}
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(c.json)))
	if err != nil {
		return []string{err.Error()}
	}
	numberPermissions(v)
	if err := compiled.Validate(v); err != nil {
		return []string{fmt.Sprintf("against Discord's schema: %v", err)}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held[shape] = true
	return nil
}

// route returns the path of the document that has a method for a path. Concrete ones go before those with more
// parameters.
func (s *schema) route(method, path string) (route string, ok bool) {
	parts := strings.Split(path, "/")
	for _, r := range s.routes {
		if r.matches(parts) && r.methods[strings.ToLower(method)] != nil && (!ok || strings.Count(r.path, "{") < strings.Count(route, "{")) {
			route, ok = r.path, true
		}
	}
	return route, ok
}

// matches reports whether a path is one of the route's.
func (r schemaRoute) matches(parts []string) bool {
	if len(parts) != len(r.parts) {
		return false
	}
	for i, part := range r.parts {
		if part != parts[i] && (!strings.HasPrefix(part, "{") || parts[i] == "") {
			return false
		}
	}
	return true
}

func (s *schema) compile(route, method string) (*jsonschema.Schema, error) {
	at := documentAt + "#/paths/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(route) + "/" + strings.ToLower(method) + "/requestBody/content/application~1json/schema"
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.compiled[at] == nil {
		compiled, err := s.compiler.Compile(at)
		if err != nil {
			return nil, fmt.Errorf("%s %s has no body: %w", method, route, err)
		}
		s.compiled[at] = compiled
	}
	return s.compiled[at], nil
}

// numberPermissions makes numbers of permissions that are written as text, which Discord takes, too.
func numberPermissions(v any) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			numberPermissions(x)
		}
	case map[string]any:
		for k, x := range v {
			if text, ok := x.(string); ok && k == "default_member_permissions" {
				v[k] = json.Number(text)
			}
			numberPermissions(x)
		}
	}
}

// shape is a digest of a body in which a text counts as about how long it is, unless it may be a word of the interface,
// such as "users".
func (s *schema) shape(what string, body []byte) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	_, _ = h.WriteString(what) // it never fails
	from := 0
	for i := 0; i < len(body); i++ {
		if body[i] != '"' {
			continue
		}
		end := i + 1
		for end < len(body)-1 && body[end] != '"' {
			if body[end] == '\\' {
				end++
			}
			end++
		}
		_, _ = h.Write(body[from:i]) // it never fails
		text := body[i+1 : end]
		if isKey := end+1 < len(body) && body[end+1] == ':'; isKey || isWord(text) {
			_, _ = h.Write(text) // it never fails
		} else {
			_, _ = h.Write([]byte{'"', byte(bits.Len(uint(len(text))))}) // it never fails
		}
		from, i = end+1, end
	}
	_, _ = h.Write(body[min(from, len(body)):]) // it never fails
	return h.Sum64()
}

// isWord reports whether a text may be one of the words between which the interface lets choose.
func isWord(text []byte) bool {
	for _, b := range text {
		if (b < 'a' || b > 'z') && b != '_' {
			return false
		}
	}
	return len(text) < 20
}
