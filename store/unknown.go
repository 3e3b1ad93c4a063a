package store

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// Unknown are the members of a JSON object that this version of the program does not
// know; nil for none. A struct of a document keeps them in a field of this type,
// tagged `json:",embed"`, so that what a later version has put there is written back
// by this one: versions of the program may run side by side. Nobody changes them. (A
// pointer, so that structs which hold one can be compared.)
type Unknown = *jsontext.Value

// form is how documents are written and read: as encoding/json writes them, and as
// leniently as it reads them.
var form = json.JoinOptions(
	jsonv1.OmitEmptyWithLegacySemantics(true),
	json.MatchCaseInsensitiveNames(true),
	jsontext.EscapeForHTML(true), jsontext.EscapeForJS(true),
	jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true),
)

// Unmarshal reads a document into the struct that v points to, with the members that
// it doesn't know. The error is ErrCorrupt.
func Unmarshal(data []byte, v any) error {
	if err := json.Unmarshal(data, v, form); err != nil {
		return fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	return nil
}

// Marshal writes a document with the members that its fields of type Unknown hold.
func Marshal(v any) ([]byte, error) { return json.Marshal(v, form) }
