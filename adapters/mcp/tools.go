package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/teach/analysis"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// of names the game of a question.
type of struct {
	Game   string `json:"game,omitempty"`
	Ending string `json:"ending,omitempty"`
}

func (q of) about() of            { return q }
func (q of) ending() rules.Ending { return rules.EndingOf(q.Ending) }

type (
	nothing struct{}
	solving struct {
		of
		Position string `json:"position"`
		Most     int    `json:"most,omitempty"`
	}
	checking struct {
		of
		Position string `json:"position"`
		Move     string `json:"move"`
	}
	replying struct {
		of
		Position string  `json:"position"`
		Level    string  `json:"level,omitempty"`
		Seed     *uint64 `json:"seed,omitempty"`
	}
	puzzling struct {
		of
		Kind string  `json:"kind,omitempty"`
		Seed *uint64 `json:"seed,omitempty"`
	}
	reviewing struct {
		of
		Start string   `json:"start"`
		Moves []string `json:"moves"`
	}
	family struct {
		Games []analysis.Listed `json:"games"`
	}
)

func (nothing) about() of { return of{} }

// maxListed is how many winning moves solve lists unless more are asked for: agents pay
// for each word they read.
const maxListed = 50

// constraints are what the arguments' schemas require beyond the types.
var constraints = map[string]func(*jsonschema.Schema){
	"game":   func(s *jsonschema.Schema) { s.Default = encoded(rules.Default) },
	"ending": oneOf(rules.Normal.String(), rules.Misere.String()),
	"level":  oneOf(solve.Perfect, solve.Hard, solve.Medium, solve.Easy),
	"kind":   oneOf(teach.Kinds()...),
	"most": func(s *jsonschema.Schema) {
		s.Minimum, s.Maximum, s.Default = new(float64(0)), new(float64(analysis.MostMoves)), encoded(maxListed)
	},
	"seed":  func(s *jsonschema.Schema) { s.Type, s.Types, s.Maximum = "integer", nil, new(float64(1<<53-1)) },
	"moves": func(s *jsonschema.Schema) { s.MaxItems = new(rules.MaxPlies) },
}

// oneOf restricts an argument to some values; the first is the default.
func oneOf[T ~string](values ...T) func(*jsonschema.Schema) {
	return func(s *jsonschema.Schema) {
		for _, v := range values {
			s.Enum = append(s.Enum, string(v))
		}
		s.Default = encoded(values[0])
	}
}

func encoded(v any) json.RawMessage {
	text, _ := json.Marshal(v) // strings and numbers
	return text
}

// addTools adds the tools.
func (s *Server) addTools() error {
	return errors.Join(
		add(s, "games", s.games), add(s, "solve", s.solve), add(s, "check_move", s.check),
		add(s, "reply", s.reply), add(s, "puzzle", s.puzzle), add(s, "review", s.review),
	)
}

// add adds a tool whose schemas are derived from its types, and whose texts are in the
// catalogue. The SDK's own way would pass every number through a float64.
func add[In interface{ about() of }, Out any](s *Server, name string, answer func(context.Context, *sdk.RequestExtra, In) (Out, error)) error {
	in, err := jsonschema.For[In](nil)
	if err != nil {
		return err
	}
	out, err := jsonschema.For[Out](nil)
	if err != nil {
		return err
	}
	withoutNull(in)
	withoutNull(out)
	defaults := map[string]json.RawMessage{}
	for argument, schema := range in.Properties {
		schema.Description = s.say("oracle.argument."+argument, "")
		if constrain := constraints[argument]; constrain != nil {
			constrain(schema)
		}
		if schema.Default != nil {
			defaults[argument] = schema.Default
		}
	}
	resolved, err := in.Resolve(nil)
	if err != nil {
		return err
	}
	title := s.say("oracle.title."+name, "")
	s.server.AddTool(&sdk.Tool{
		Name: name, Title: title, Description: s.say("oracle.tool."+name, ""), InputSchema: in, OutputSchema: out,
		Annotations: &sdk.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: new(false), OpenWorldHint: new(false)},
	}, func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		var q In
		_ = json.Unmarshal(encoded(defaults), &q) // the defaults fit their schema
		if err := decode(resolved, req.Params.Arguments, &q); err != nil {
			return failed(s.say("oracle.arguments", name, "why", words.Clip(err.Error(), maxReason))), nil
		}
		given, err := answer(ctx, req.Extra, q)
		if err != nil {
			return failed(s.why(ctx, name, q.about(), err)), nil
		}
		text, err := json.Marshal(given)
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(text)}}, StructuredContent: json.RawMessage(text)}, err
	})
	return nil
}

// maxReason bounds the text that says why arguments don't fit, in characters, because it
// may quote them.
const maxReason = 200

// decode reads arguments into q. The error says why they don't fit the schema.
func decode(schema *jsonschema.Resolved, arguments json.RawMessage, q any) error {
	if len(arguments) == 0 || string(arguments) == "null" {
		arguments = json.RawMessage("{}")
	}
	var plain any
	if err := json.Unmarshal(arguments, &plain); err != nil {
		return err
	}
	if err := schema.Validate(plain); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "validating root: "))
	}
	return json.Unmarshal(arguments, q)
}

// failed returns a tool's answer that says what is wrong.
func failed(why string) *sdk.CallToolResult {
	var r sdk.CallToolResult
	r.SetError(errors.New(why))
	return &r
}

// withoutNull removes null from the types of lists, because the oracle's lists are never nil.
func withoutNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) == 2 && s.Types[1] == "array" {
		s.Type, s.Types = "array", nil
	}
	withoutNull(s.Items)
	withoutNull(s.AdditionalProperties)
	for _, p := range s.Properties {
		withoutNull(p)
	}
}

// charged runs a task, and charges its time to the client if the game is costly.
func charged[Out any](ctx context.Context, s *Server, extra *sdk.RequestExtra, costly bool, do func() (Out, error)) (out Out, err error) {
	if s.o.Limit == nil || !costly {
		return do()
	}
	if key := s.o.Limit.Work(ctx, asker(extra), func() error {
		out, err = do()
		return err
	}); key != "" {
		return out, refusal("oracle." + key)
	}
	return out, err
}

// costly reports whether solving a position of the game may take long.
func (q of) costly() bool {
	g, err := rules.Lookup(q.Game)
	return err == nil && g.IsCostly(q.ending())
}

// maxPosition is the length of the longest position that is read, in characters. A match
// from 25 piles of 10^9 stones comes to 2,025 piles at most.
const maxPosition = 25_000

// read reads a position that matches within Options.Bounds can come to.
func (s *Server) read(q of, position string) (analysis.Position, error) {
	if n := utf8.RuneCountInString(position); n > maxPosition {
		return analysis.Position{}, refusal("parse.too-long", "length", n, "max", maxPosition)
	}
	return s.oracle.Read(q.Game, position, q.ending())
}

// asked answers a question about a position.
func asked[Out any](ctx context.Context, s *Server, extra *sdk.RequestExtra, q of, position string, answer func(analysis.Position) (Out, error)) (Out, error) {
	q.Game, position = rules.NamedIn(q.Game, position)
	return charged(ctx, s, extra, q.costly(), func() (out Out, err error) {
		p, err := s.read(q, position)
		if err != nil {
			return out, err
		}
		return answer(p)
	})
}

func (s *Server) games(context.Context, *sdk.RequestExtra, nothing) (family, error) {
	return family{analysis.Family(s.o.Bounds)}, nil
}

func (s *Server) solve(ctx context.Context, extra *sdk.RequestExtra, q solving) (analysis.Explained, error) {
	return asked(ctx, s, extra, q.of, q.Position, func(p analysis.Position) (analysis.Explained, error) { return s.oracle.Explain(p, q.Most) })
}

func (s *Server) check(ctx context.Context, extra *sdk.RequestExtra, q checking) (analysis.Checked, error) {
	return asked(ctx, s, extra, q.of, q.Position, func(p analysis.Position) (analysis.Checked, error) {
		m, wrong := s.readMove(p.At, q.Move)
		if wrong != nil {
			m = rules.Move(command.Abridge(q.Move))
		}
		out, err := analysis.Check(p, m)
		if err == nil && wrong != nil {
			out.Why = s.why(ctx, "check_move", q.of, wrong)
		}
		return out, err
	})
}

// readMove reads a move as people type it.
func (s *Server) readMove(p rules.Position, text string) (rules.Move, error) {
	if err := command.TooLong(text); err != nil {
		return "", err
	}
	if rules.Over(p) {
		return "", refusal("oracle.over")
	}
	return command.ReadMove(p, text)
}

func (s *Server) reply(ctx context.Context, extra *sdk.RequestExtra, q replying) (analysis.Reply, error) {
	return asked(ctx, s, extra, q.of, q.Position, func(p analysis.Position) (analysis.Reply, error) {
		return analysis.Answer(p, solve.Level(q.Level), seeded(q.Seed))
	})
}

// seeded returns the given seed, or a random one.
func seeded(seed *uint64) uint64 {
	if seed == nil {
		return rand.Uint64() >> 32 // short enough to be copied
	}
	return *seed
}

func (s *Server) puzzle(ctx context.Context, extra *sdk.RequestExtra, q puzzling) (analysis.Puzzle, error) {
	return charged(ctx, s, extra, true, func() (analysis.Puzzle, error) {
		g, err := rules.Lookup(q.Game)
		if err != nil {
			return analysis.Puzzle{}, err
		}
		p, err := teach.NewPuzzle(ctx, g, q.ending(), teach.Kind(q.Kind), seeded(q.Seed))
		if errors.Is(err, teach.ErrNoPuzzle) {
			err = refusal("puzzle.none", "title", words.Title(g.Key))
		}
		if err != nil {
			return analysis.Puzzle{}, err
		}
		return analysis.PuzzleOf(p), nil
	})
}

// review reviews a game with the bound of a review in the chat. It is always charged.
func (s *Server) review(ctx context.Context, extra *sdk.RequestExtra, q reviewing) (analysis.Review, error) {
	return charged(ctx, s, extra, true, func() (analysis.Review, error) {
		p, err := s.read(q.of, q.Start)
		if err != nil {
			return analysis.Review{}, err
		}
		m, err := rules.NewMatch(rules.Setup{Game: p.Game.Key, Ending: p.Ending, Start: p.At.String()})
		if err == nil {
			_, err = solve.Analyze(p.At, p.Ending)
		}
		if err == nil {
			m, err = analysis.Replay(m, q.Moves, s.readMove)
		}
		if err != nil {
			return analysis.Review{}, err
		}
		r, err := teach.NewReviewWithin(m, teach.QuickWork)
		return analysis.ReviewOf(r), err
	})
}
