package mcp

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"nimbot/game/rules"
	"nimbot/game/teach/analysis"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// refusal returns an error with a sentence of the catalogue.
func refusal(key string, args ...any) error { return &command.Refusal{Text: words.New(key, args...)} }

// say formats a sentence of the catalogue, with tools in place of commands.
func (s *Server) say(key, tool string, args ...any) string {
	return s.o.Words.Say(words.New(key, args...), words.Voice{Command: tool})
}

// ofChat matches the end of a refusal by the chat that suggests a command for which there is
// no tool.
var ofChat = regexp.MustCompile(" [A-Z][^.:]*[:]? ?(?:with )?`[a-z_]+ (?:board|rematch|help)`\\.")

// why returns the chat's sentence for an error, with a tool in place of the chat's command.
func (s *Server) why(ctx context.Context, tool string, q of, err error) string {
	var bad *analysis.MoveError
	if errors.As(err, &bad) {
		return s.say("oracle.move", tool, "number", bad.Number, "move", command.Abridge(bad.Move), "position", bad.Before.Position().String(), "why", s.why(ctx, tool, q, bad.Err))
	}
	if errors.Is(err, rules.ErrUnknownGame) || strings.HasSuffix(q.Game, ":") {
		err = command.UnknownGame(q.Game, err)
	}
	var refused *command.Refusal
	var wrong *rules.Error
	var t words.Text
	switch {
	case errors.As(err, &refused):
		t = refused.Text
	case errors.As(err, &wrong):
		t = s.abridged(q, wrong)
	default:
		s.o.Log.ErrorContext(ctx, "an agent's question was not answered", "tool", tool, "game", q.Game, "error", err)
		t = words.New("oracle.broken")
	}
	said := ofChat.ReplaceAllString(s.o.Words.Say(t, words.Voice{Command: tool}), "")
	return strings.NewReplacer("`"+tool+" games`", "`games`", tool+" start game:", tool+" game:", tool+" "+tool, tool).Replace(said)
}

// abridged returns the sentence of a refusal by the rules. Its example of a position is one that
// the chat accepts, so it names the game and the ending.
func (s *Server) abridged(q of, wrong *rules.Error) words.Text {
	t := command.Abridged(wrong)
	t.Key = s.o.Words.KeyFor(t.Key, q.Game)
	position, ok := wrong.Args["example"].(string)
	if g, err := rules.Lookup(q.Game); ok && err == nil && !errors.Is(wrong, rules.ErrIllegal) {
		position = rules.TypedSetup(g.Key, position)
		if q.ending() == rules.Misere {
			position += " misere"
		}
		t.Args = append(t.Args, "example", position)
	}
	return t
}

// rulesPath is the prefix of the address of a game's rules; the game's key follows.
const rulesPath = "nim://rules/"

// addRules adds the rules cards as resources, one for each listed game, and a template for
// games whose keys have a parameter.
func (s *Server) addRules() {
	for _, g := range rules.Games() {
		s.server.AddResource(&sdk.Resource{URI: rulesPath + g.Key, Name: g.Key, Title: g.Title, Description: s.say("oracle.rules", "", "title", words.Title(g.Key)), MIMEType: "text/plain"}, s.rules)
	}
	s.server.AddResourceTemplate(&sdk.ResourceTemplate{URITemplate: rulesPath + "{+game}", Name: "rules", Title: s.say("oracle.title.rules", ""), Description: s.say("oracle.rules-of-any", ""), MIMEType: "text/plain"}, s.rules)
}

// rules returns a game's card without its last line, which starts a game in the chat.
func (s *Server) rules(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	key := strings.TrimPrefix(req.Params.URI, rulesPath)
	g, err := rules.Lookup(key)
	if err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: s.why(ctx, "solve", of{Game: key}, err)}
	}
	var lines []string
	card := words.RulesCard(g, "")
	for _, line := range card[:len(card)-1] {
		lines = append(lines, s.o.Words.Say(line, words.Voice{}))
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{Text: strings.Join(lines, "\n")}}}, nil
}
