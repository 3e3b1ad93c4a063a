package slack

import (
	"os"
	"path"
	"sync"
	"testing"

	"nimbot/adapters/slack/slacktest"
)

// schema is Slack's Block Kit as a JSON Schema. The file isn't part of the repository.
var schema = sync.OnceValues(func() (func(kind string, payload map[string]any) []string, error) {
	return slacktest.Schema("../../../shared/data/slack-blockkit.schema.json")
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
	return s
}
