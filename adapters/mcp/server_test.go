package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"nimbot/game/chat"
	"nimbot/game/rules"
	"nimbot/game/words"
)

// newServer returns a server with the chat's default bounds of positions.
func newServer(t testing.TB, change func(*Options)) *Server {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	l := chat.DefaultLimits()
	o := Options{Words: catalogue, Bounds: rules.Size{Parts: l.Piles, Largest: l.Heap}, Version: "test", Log: slog.New(slog.DiscardHandler)}
	if change != nil {
		change(&o)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// serve returns the address of a server over HTTP.
func serve(t testing.TB, s *Server) string {
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	return web.URL + "/mcp"
}

// dial connects the SDK's own client over HTTP.
func dial(t testing.TB, address string) *sdk.ClientSession {
	t.Helper()
	c := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := c.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: address, DisableStandaloneSSE: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// call calls a tool, and returns its answer as JSON, or a sentence that says what is
// wrong.
func call(t testing.TB, c *sdk.ClientSession, tool, arguments string) (answer, wrong string) {
	t.Helper()
	r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		return "", "protocol: " + err.Error()
	}
	text := r.Content[0].(*sdk.TextContent).Text
	if r.IsError {
		return "", text
	}
	structured, err := json.Marshal(r.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	if json.Unmarshal([]byte(text), &a) != nil || json.Unmarshal(structured, &b) != nil || !equal(a, b) {
		t.Errorf("%s(%s) says %s, and structured %s, want the same", tool, arguments, text, structured)
	}
	return text, ""
}

func equal(a, b any) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return bytes.Equal(x, y)
}

// examples has a call of each tool, and what its answer holds.
var examples = []struct{ tool, arguments, want string }{
	{"games", `{}`, `{"games":[{"key":"nim","title":"Nim","endings":["normal","misere"],"loopy":false,"bounds":{`},
	{"solve", `{"position":"3 4 5"}`, `"outcome":"N","grundy":2,"winning":[{"move":"A2","to":"1 4 5"}],"method":"nim-sum","working":["Piles: A 3, B 4, C 5. Whoever takes the last stone wins.","The player to move wins."`},
	{"solve", `{"position":"1 2 3"}`, `"outcome":"P","grundy":0,"winning":[],`},
	{"solve", `{"position":"2 1 1","ending":"misere"}`, `"ending":"misere"`},
	{"solve", `{"position":"0"}`, `"working":["Pile: A 0. Whoever takes the last stone wins.","No move is left, so the player to move has lost.`},
	{"solve", `{"position":"0","ending":"misere"}`, `"outcome":"N","grundy":0,"winning":[]`},
	{"solve", `{"position":"1 1 1","most":2}`, `"winning":[{"move":"A1","to":"0 1 1"},{"move":"B1","to":"1 0 1"}],"truncated":true`},
	{"solve", `{"position":"3 5","game":"wythoff"}`, `"outcome":"P"`},
	{"solve", `{"position":"9","game":"octal:0.137"}`, `"game":"octal:0.137"`},
	{"solve", `{"position":"nim 3 4 + kayles 5"}`, `"game":"sum","ending":"normal","position":"nim 3 4 + kayles 5","outcome":"N","grundy":3,"winning":[{"move":"1.A3","to":"nim 0 4 + kayles 5"}`},
	{"solve", `{"position":"20 {half}"}`, `"game":"subtraction","ending":"normal","position":"20 {half}"`},
	{"check_move", `{"game":"sum","position":"nim 3 4 + kayles 5","move":"2 a1"}`, `"legal":false,"why":"I don't want to guess what ` + "`2 a1` means. Is it `2.A1`?" + ``},
	{"check_move", `{"game":"sum","position":"nim 3 4 + kayles 5","move":"3.A1"}`, `"legal":false,"why":"There's no part 3: the sum has 2 parts.`},
	{"reply", `{"position":"nim 3 4 + kayles 5"}`, `"move":"1.A3","to":"nim 0 4 + kayles 5"`},
	{"review", `{"start":"nim 3 4 + kayles 5","moves":["1.A3","2.A1"]}`, `"game":"sum"`},
	{"check_move", `{"position":"3 4 5","move":"A2"}`, `"legal":true,"why":"","to":"1 4 5","over":false,"outcome":"N","wins":true,"better":[]}`},
	{"check_move", `{"position":"3 4 5","move":"1 from c"}`, `"move":"C1","legal":true,"why":"","to":"3 4 4","over":false,"outcome":"N","wins":false,"better":[{"move":"A2","to":"1 4 5"}]}`},
	{"check_move", `{"position":"3 4 5","move":"A9"}`, `"legal":false,"why":"Pile A has only 3, so you can take 1 to 3. A move looks like ` + "`check_move A3`" + `.","to":"",`},
	{"check_move", `{"position":"2","move":"A2"}`, `"to":"0","over":true,"outcome":"N","wins":true`},
	{"check_move", `{"position":"0","move":"A2"}`, `"legal":false,"why":"No move is left in this position`},
	{"reply", `{"position":"3 4 5"}`, `"level":"perfect","move":"A2","to":"1 4 5","over":false,"winner":""}`},
	{"reply", `{"position":"2"}`, `"move":"A2","to":"0","over":true,"winner":"bot"}`},
	{"reply", `{"position":"1","ending":"misere"}`, `"move":"A1","to":"0","over":true,"winner":"you"}`},
	{"reply", `{"position":"0"}`, `"move":"","to":"0","over":true,"winner":"you"}`},
	{"reply", `{"position":"0","ending":"misere"}`, `"move":"","to":"0","over":true,"winner":"bot"}`},
	{"reply", `{"position":"9 9 9","level":"easy","seed":4}`, `"level":"easy"`},
	{"puzzle", `{"seed":7,"game":"kayles"}`, `"kind":"find","seed":7,`},
	{"puzzle", `{"seed":7,"kind":"outcome"}`, `"difficulty":null,"odds":null,"rating":800}`},
	{"review", `{"start":"3 4 5","moves":["C1","A3","B4"]}`, `"better":["A2"],"to":"3 4 4"`},
	{"review", `{"start":"3 4 5","moves":[]}`, `"over":false,"winner":null,"decisions":[],`},
}

// The SDK's own client lists and calls every tool, and answers fit the schemas.
func TestEveryToolAnswersAsItsSchemasSay(t *testing.T) {
	c := dial(t, serve(t, newServer(t, nil)))
	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	inputs, outputs := map[string]*jsonschema.Schema{}, map[string]*jsonschema.Schema{}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		inputs[tool.Name], outputs[tool.Name] = compiled(t, tool.InputSchema), compiled(t, tool.OutputSchema)
		a := tool.Annotations
		if a == nil || !a.ReadOnlyHint || !a.IdempotentHint || *a.DestructiveHint || *a.OpenWorldHint || tool.Title == "" || tool.Description == "" {
			t.Errorf("%s is annotated %+v, titled %q, described %q; want a read-only tool with words", tool.Name, a, tool.Title, tool.Description)
		}
		arguments, _ := tool.InputSchema.(map[string]any)["properties"].(map[string]any) // games has none
		for name, p := range arguments {
			if said, _ := p.(map[string]any)["description"].(string); said == "" || strings.Contains(said, "oracle.") {
				t.Errorf("the argument %s of %s is described as %q, want words", name, tool.Name, said)
			}
		}
	}
	if want := []string{"check_move", "games", "puzzle", "reply", "review", "solve"}; !slices.Equal(names, want) {
		t.Errorf("the tools are %v, want %v", names, want)
	}
	called := map[string]bool{}
	for _, e := range examples {
		called[e.tool] = true
		answer, wrong := call(t, c, e.tool, e.arguments)
		if !strings.Contains(answer, e.want) {
			t.Errorf("%s(%s) = %s%s, want it to hold %s", e.tool, e.arguments, answer, wrong, e.want)
			continue
		}
		for of, s := range map[string]*jsonschema.Schema{e.arguments: inputs[e.tool], answer: outputs[e.tool]} {
			v, err := jsonschema.UnmarshalJSON(strings.NewReader(of))
			if err == nil {
				err = s.Validate(v)
			}
			if err != nil {
				t.Errorf("%s: %s doesn't fit its schema: %v", e.tool, of, err)
			}
		}
	}
	if len(called) != len(names) {
		t.Errorf("%d of %d tools have an example", len(called), len(names))
	}
}

// compiled returns a schema as another implementation reads it, and checks that it allows null
// for no list.
func compiled(t *testing.T, schema any) *jsonschema.Schema {
	t.Helper()
	text, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(text, []byte(`["null","array"]`)) {
		t.Errorf("a list may be null in %s", text)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// Every game has its rules as a resource, octal games by a template.
// unsaid matches the key of a sentence that stands where the sentence should.
var unsaid = regexp.MustCompile(`rules\.\w`)

func TestRulesAreResources(t *testing.T) {
	c := dial(t, serve(t, newServer(t, nil)))
	list, err := c.ListResources(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	templates, err := c.ListResourceTemplates(t.Context(), nil)
	if err != nil || len(templates.ResourceTemplates) != 1 {
		t.Fatalf("the templates are %v, %v, want one", templates, err)
	}
	uris := []string{rulesPath + "octal:0.137"}
	for _, r := range list.Resources {
		uris = append(uris, r.URI)
	}
	if got, want := len(uris), len(rules.Games())+1; got != want {
		t.Errorf("%d rules, want %d", got, want)
	}
	for _, uri := range uris {
		r, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil {
			t.Errorf("%s: %v", uri, err)
			continue
		}
		if text := r.Contents[0].Text; strings.Count(text, "\n") < 4 || strings.Contains(text, "start") && strings.Contains(text, "Play it") || unsaid.MatchString(text) {
			t.Errorf("%s is %q, want a card without the chat's commands", uri, text)
		}
	}
	_, err = c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: rulesPath + "chess"})
	if err == nil || !strings.Contains(err.Error(), "I don't play chess. See what I play with `games`.") {
		t.Errorf("the rules of chess: %v, want a sentence", err)
	}
	for _, uri := range []string{"file:///etc/passwd", rulesPath + "../../etc/passwd", rulesPath} {
		if _, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s is a resource, want none", uri)
		}
	}
}

// Numbers stay exact beyond what a double can hold.
func TestNumbersAreExact(t *testing.T) {
	c := dial(t, serve(t, newServer(t, func(o *Options) { o.Bounds = rules.Size{} })))
	answer, wrong := call(t, c, "solve", `{"position":"999999999999999999"}`)
	if !strings.Contains(answer, `"grundy":999999999999999999,`) {
		t.Errorf("solve(10^18 - 1) = %s%s, want its exact value", answer, wrong)
	}
}

// An agent plays a whole game of each kind against the bot, with nothing but the tools,
// and has it reviewed. Perfect play wins from a won start.
func TestAnAgentPlaysAWholeGame(t *testing.T) {
	c := dial(t, serve(t, newServer(t, nil)))
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			of := `"game":"` + g.Key + `","ending":"` + e.String() + `"`
			var won struct {
				Outcome, Position string
				Winning           []struct{ Move, To string }
			}
			ask(t, c, "solve", `{`+of+`,"position":"`+g.Examples[0]+`"}`, &won)
			start, at, moves := won.Position, won.Position, []string{}
			winner, want := "", "bot"
			for len(moves) < 300 && winner == "" {
				ask(t, c, "solve", `{`+of+`,"position":"`+at+`"}`, &won)
				if len(won.Winning) == 0 {
					break // the agent gives up
				}
				want = "you"
				moves, at = append(moves, won.Winning[0].Move), won.Winning[0].To
				var reply struct{ Move, To, Winner string }
				ask(t, c, "reply", `{`+of+`,"position":"`+at+`"}`, &reply)
				if reply.Move != "" {
					moves = append(moves, reply.Move)
				}
				at, winner = reply.To, reply.Winner
			}
			var review struct {
				Over      bool
				Winner    *string
				Position  string
				Decisions []struct{ Kept, Judged bool }
			}
			list, _ := json.Marshal(moves)
			ask(t, c, "review", `{`+of+`,"start":"`+start+`","moves":`+string(list)+`}`, &review)
			if g.Loopy && winner == "" && len(moves) >= 300 {
				continue // the first winning move need not make progress
			}
			if winner != "" && (winner != want || !review.Over || review.Winner == nil || *review.Winner != "first") || review.Position != at || len(review.Decisions) != len(moves) {
				t.Errorf("%s %s from %s by %v: %q won, and the review says %+v; want %q", g.Key, e, start, moves, winner, review, want)
			}
		}
	}
}

// ask calls a tool that must have an answer.
func ask(t testing.TB, c *sdk.ClientSession, tool, arguments string, answer any) {
	t.Helper()
	text, wrong := call(t, c, tool, arguments)
	if wrong != "" {
		t.Fatalf("%s(%s): %s", tool, arguments, wrong)
	}
	if err := json.Unmarshal([]byte(text), answer); err != nil {
		t.Fatal(err)
	}
}

// A panic fails only its own request, and is logged.
func TestAPanicEndsOneRequest(t *testing.T) {
	var log bytes.Buffer
	s := newServer(t, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	sdk.AddTool(s.server, &sdk.Tool{Name: "broken"}, func(context.Context, *sdk.CallToolRequest, any) (*sdk.CallToolResult, any, error) { panic("oops") })
	c := dial(t, serve(t, s))
	if _, wrong := call(t, c, "broken", `{}`); !strings.Contains(wrong, "Something went wrong on my side.") || !strings.Contains(log.String(), "oops") {
		t.Errorf("a panic answers %q and logs %q, want a sentence and the cause", wrong, log.String())
	}
	if answer, wrong := call(t, c, "solve", `{"position":"3"}`); answer == "" {
		t.Errorf("after a panic: %s, want an answer", wrong)
	}
}

// post sends a body as a client does, and returns the answer's status and body. headers are
// pairs of names and values.
func post(t testing.TB, address, body string, headers ...string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var text bytes.Buffer
	if _, err := text.ReadFrom(resp.Body); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, text.String()
}
