package slacktest

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema returns a [Server.Judge] that holds messages and views against a JSON Schema of Block Kit, in
// a file. The error says that there is no schema in it.
func Schema(file string) (func(kind string, payload map[string]any) []string, error) {
	schema, err := jsonschema.NewCompiler().Compile(file)
	if err != nil {
		return nil, err
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
		if err := schema.Validate(v); err != nil {
			return []string{fmt.Sprintf("against the schema: %v\n%s", err, data)}
		}
		return nil
	}, nil
}
