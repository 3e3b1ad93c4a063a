package slack

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema is Slack's Block Kit as a JSON Schema, nil where the file is not
// there: it is not part of the repository.
var schema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	return jsonschema.NewCompiler().Compile("../../../shared/data/slack-blockkit.schema.json")
})

// judgeWithSchema holds every message against the schema, where there is one.
func judgeWithSchema(t testing.TB) func(kind string, payload map[string]any) []string {
	if _, ok := shared(t, "data/slack-blockkit.schema.json"); !ok {
		return nil
	}
	s, err := schema()
	if err != nil {
		t.Fatal(err)
	}
	return func(kind string, payload map[string]any) []string {
		text, _ := payload["text"].(string)
		if kind != "message" {
			text = kind // the schema knows messages only; a view's blocks are the same
		}
		data, err := json.Marshal(map[string]any{"text": text, "blocks": payload["blocks"]})
		if err != nil {
			return []string{err.Error()}
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
		if err != nil {
			return []string{err.Error()}
		}
		if err := s.Validate(v); err != nil {
			return []string{fmt.Sprintf("against the schema: %v\n%s", err, data)}
		}
		return nil
	}
}
