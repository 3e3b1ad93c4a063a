package slack

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema compiles Slack's Block Kit as a JSON Schema. The file isn't part of the repository.
var schema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	return jsonschema.NewCompiler().Compile("../../../shared/data/slack-blockkit.schema.json")
})

// TestWithSlacksOwnSchema says what isn't checked without ../shared. With NIM_TEST_SCHEMAS,
// which .ci/run sets if the folder exists, it fails instead.
func TestWithSlacksOwnSchema(t *testing.T) {
	for name, what := range map[string]string{
		"data/slack-blockkit.schema.json": "messages are held against the documented limits only, not against Slack's Block Kit schema",
		"tools/slack-validate":            "messages are not given to slack-validate",
	} {
		t.Run(path.Base(name), func(t *testing.T) {
			if _, ok := shared(t, name); ok {
				return
			}
			if os.Getenv("NIM_TEST_SCHEMAS") != "" {
				t.Fatalf("%s: ../shared has no %s", what, name)
			}
			t.Skipf("%s: there is no ../shared/%s beside this clone", what, name)
		})
	}
}

// judgeWithSchema returns a function that checks a message against the schema, nil if there
// is no schema.
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
