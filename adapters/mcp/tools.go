package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/oracle"
	"nimbot/teach"
	"nimbot/typed"
	"nimbot/words"
)

// of names the game of a question.
type of struct {
	Game   string `json:"game,omitempty"`
	Ending string `json:"ending,omitempty"`
}

func (q of) about() of           { return q }
func (q of) ending() game.Ending { return game.EndingOf(q.Ending) }

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
		Games []oracle.Listed `json:"games"`
	}
)

func (nothing) about() of { return of{} }

// maxListed is how many winning moves solve lists unless more are asked for: agents pay
// for each word they read.
const maxListed = 50

// constraints are what the arguments' schemas require beyond the types.
var constraints = map[string]func(*jsonschema.Schema){
	"game":   func(s *jsonschema.Schema) { s.Default = encoded(game.Default) },
	"ending": oneOf(game.Normal.String(), game.Misere.String()),
	"level":  oneOf(solve.Perfect, solve.Hard, solve.Medium, solve.Easy),
	"kind":   oneOf(teach.Kinds()...),
	"most": func(s *jsonschema.Schema) {
		s.Minimum, s.Maximum, s.Default = new(float64(0)), new(float64(oracle.MostMoves)), encoded(maxListed)
	},
	"seed":  func(s *jsonschema.Schema) { s.Type, s.Types, s.Maximum = "integer", nil, new(float64(1<<53-1)) },
	"moves": func(s *jsonschema.Schema) { s.MaxItems = new(game.MaxPlies) },
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
	g, err := game.Lookup(q.Game)
	return err == nil && g.IsCostly(q.ending())
}

// read reads a position within Options.Bounds.
func (s *Server) read(q of, position string) (oracle.Position, error) {
	if err := typed.TooLong(position); err != nil {
		return oracle.Position{}, err
	}
	return s.oracle.Read(q.Game, position, q.ending())
}

// asked answers a question about a position.
func asked[Out any](ctx context.Context, s *Server, extra *sdk.RequestExtra, q of, position string, answer func(oracle.Position) (Out, error)) (Out, error) {
	return charged(ctx, s, extra, q.costly(), func() (out Out, err error) {
		p, err := s.read(q, position)
		if err != nil {
			return out, err
		}
		return answer(p)
	})
}

func (s *Server) games(context.Context, *sdk.RequestExtra, nothing) (family, error) {
	return family{oracle.Family(s.o.Bounds)}, nil
}

func (s *Server) solve(ctx context.Context, extra *sdk.RequestExtra, q solving) (oracle.Explained, error) {
	return asked(ctx, s, extra, q.of, q.Position, func(p oracle.Position) (oracle.Explained, error) { return s.oracle.Explain(p, q.Most) })
}

func (s *Server) check(ctx context.Context, extra *sdk.RequestExtra, q checking) (oracle.Checked, error) {
	return asked(ctx, s, extra, q.of, q.Position, func(p oracle.Position) (oracle.Checked, error) {
		m, wrong := s.readMove(p.At, q.Move)
		if wrong != nil {
			m = game.Move(typed.Abridge(q.Move))
		}
		out, err := oracle.Check(p, m)
		if err == nil && wrong != nil {
			out.Why = s.why(ctx, "check_move", q.of, wrong)
		}
		return out, err
	})
}

// readMove reads a move as people type it.
func (s *Server) readMove(p game.Position, text string) (game.Move, error) {
	if err := typed.TooLong(text); err != nil {
		return "", err
	}
	if game.Over(p) {
		return "", refusal("oracle.over")
	}
	return typed.ReadMove(p, text)
}

func (s *Server) reply(ctx context.Context, extra *sdk.RequestExtra, q replying) (oracle.Reply, error) {
	return asked(ctx, s, extra, q.of, q.Position, func(p oracle.Position) (oracle.Reply, error) {
		return oracle.Answer(p, solve.Level(q.Level), seeded(q.Seed))
	})
}

// seeded returns the given seed, or a random one.
func seeded(seed *uint64) uint64 {
	if seed == nil {
		return rand.Uint64() >> 32 // short enough to be copied
	}
	return *seed
}

func (s *Server) puzzle(ctx context.Context, extra *sdk.RequestExtra, q puzzling) (oracle.Puzzle, error) {
	return charged(ctx, s, extra, q.costly(), func() (oracle.Puzzle, error) {
		g, err := game.Lookup(q.Game)
		if err != nil {
			return oracle.Puzzle{}, err
		}
		p, err := teach.NewPuzzle(g, q.ending(), teach.Kind(q.Kind), seeded(q.Seed))
		if errors.Is(err, teach.ErrNoPuzzle) {
			err = refusal("puzzle.none", "title", words.Title(g.Key))
		}
		if err != nil {
			return oracle.Puzzle{}, err
		}
		return oracle.PuzzleOf(p), nil
	})
}

// review reviews a game with the bound of a review in the chat. It is always charged.
func (s *Server) review(ctx context.Context, extra *sdk.RequestExtra, q reviewing) (oracle.Review, error) {
	return charged(ctx, s, extra, true, func() (oracle.Review, error) {
		p, err := s.read(q.of, q.Start)
		if err != nil {
			return oracle.Review{}, err
		}
		m, err := game.NewMatch(game.Setup{Game: p.Game.Key, Ending: p.Ending, Start: p.At.String()})
		if err == nil {
			_, err = solve.Analyze(p.At, p.Ending)
		}
		if err == nil {
			m, err = oracle.Replay(m, q.Moves, s.readMove)
		}
		if err != nil {
			return oracle.Review{}, err
		}
		r, err := teach.NewReviewWithin(m, teach.QuickWork)
		return oracle.ReviewOf(r), err
	})
}
