package store

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// Unknown holds the members of a JSON object that this version of the program doesn't
// know; nil if there are none. A struct keeps them in a field of this type, tagged
// `json:",embed"`, so that this version writes back those that a later one has added: both may
// run side by side. The members are never changed. (Unknown is a pointer so that structs
// with it stay comparable.)
type Unknown = *jsontext.Value

// options make this package encode like encoding/json v1, and decode as leniently as it
// does.
var options = json.JoinOptions(
	jsonv1.OmitEmptyWithLegacySemantics(true),
	json.MatchCaseInsensitiveNames(true),
	jsontext.EscapeForHTML(true), jsontext.EscapeForJS(true),
	jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true),
)

// Unmarshal decodes a document, with its unknown members, into the struct that v points
// to. The error is ErrCorrupt.
func Unmarshal(data []byte, v any) error {
	if err := json.Unmarshal(data, v, options); err != nil {
		return fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	return nil
}

// Marshal encodes a document together with its unknown members. The error says that v isn't a
// document: it holds a value that JSON has not, such as NaN.
func Marshal(v any) ([]byte, error) { return json.Marshal(v, options) }
