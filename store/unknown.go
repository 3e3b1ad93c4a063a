package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// Unknown are the members of a JSON object that this version of the program
// does not know, as they stand in it: `"a":1,"b":{}`; "" for none. A struct of a
// document keeps them in a field of this type, tagged `json:"-"`, so that what a
// later version has put there is written back by this one: versions of the
// program may run side by side.
type Unknown string

// Unmarshal reads a document into the struct v points to, as json.Unmarshal
// does, and fills its fields of type Unknown and those of the structs in it.
func Unmarshal(data []byte, v any) error {
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	// An array that has another length than v's is ErrCorrupt.
	_, err := walk(make([]byte, 0, len(data)), bytes.TrimSpace(data), reflect.ValueOf(v), func(s reflect.Value, unknown Unknown) Unknown {
		if f := unknownIn(s); f.IsValid() {
			f.SetString(string(unknown))
		}
		return unknown
	})
	return err
}

// Marshal writes a document as json.Marshal does, with the members that its
// fields of type Unknown hold.
func Marshal(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return walk(make([]byte, 0, len(data)+64), data, reflect.ValueOf(v), func(s reflect.Value, _ Unknown) Unknown {
		if f := unknownIn(s); f.IsValid() {
			return Unknown(f.String())
		}
		return ""
	})
}

// walk appends the JSON value data to b, along the Go value that it belongs to.
// At the end of each object that belongs to a struct it calls at with the
// members that have no field, and writes what at returns in their place.
func walk(b, data []byte, v reflect.Value, at func(s reflect.Value, unknown Unknown) Unknown) ([]byte, error) {
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	switch {
	case data[0] == '{' && v.Kind() == reflect.Struct:
		return walkObject(append(b, '{'), data[1:], v, at)
	case data[0] == '[' && (v.Kind() == reflect.Slice || v.Kind() == reflect.Array) && v.Type().Elem().Kind() != reflect.Uint8:
		return walkArray(append(b, '['), data[1:], v, at)
	}
	return append(b, data...), nil
}

func walkObject(b, data []byte, v reflect.Value, at func(reflect.Value, Unknown) Unknown) ([]byte, error) {
	var unknown []byte
	for {
		name, rest, more := nextValue(data)
		if !more {
			break
		}
		value, rest, more := nextValue(rest)
		if !more {
			break
		}
		data = rest
		if field := fieldOf(v, unquoted(name)); field.IsValid() {
			var err error
			if b, err = walk(appendName(b, name), value, field, at); err != nil {
				return nil, err
			}
		} else {
			unknown = append(appendName(unknown, name), value...)
		}
	}
	if kept := at(v, Unknown(unknown)); kept != "" {
		b = append(separated(b), kept...)
	}
	return append(b, '}'), nil
}

func walkArray(b, data []byte, v reflect.Value, at func(reflect.Value, Unknown) Unknown) ([]byte, error) {
	n := 0
	for ; ; n++ {
		value, rest, more := nextValue(data)
		if !more {
			break
		}
		if data = rest; n < v.Len() {
			var err error
			if b, err = walk(separated(b), value, v.Index(n), at); err != nil {
				return nil, err
			}
		}
	}
	if n != v.Len() {
		return nil, fmt.Errorf("%w: %d elements, want %d", ErrCorrupt, n, v.Len())
	}
	return append(b, ']'), nil
}

// nextValue is the next value of an object or array, of whose JSON data is the
// rest; a member's name is a value, too. more is false at its end. The JSON must
// be valid. (A json.Decoder would allocate a buffer for each part of a document.)
func nextValue(data []byte) (value, rest []byte, more bool) {
	data = bytes.TrimLeft(data, " \t\r\n,:")
	depth := 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			for i++; data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return data[:i], data[i:], true
			}
			continue
		default:
			continue
		}
		// Here ended a string, an object or an array, or what holds it began or ended.
		switch {
		case depth == 0:
			return data[:i+1], data[i+1:], true
		case depth < 0: // the end of what data is the rest of
			return data[:i], data[i:], i > 0
		}
	}
	return nil, nil, false
}

// unquoted is the text of a JSON string.
func unquoted(name []byte) []byte {
	if bytes.IndexByte(name, '\\') < 0 {
		return name[1 : len(name)-1]
	}
	var s string
	_ = json.Unmarshal(name, &s) // it is valid
	return []byte(s)
}

// appendName begins a member with its quoted name.
func appendName(b, name []byte) []byte { return append(append(separated(b), name...), ':') }

// separated appends a comma unless b is where an object or array begins.
func separated(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] != '{' && b[n-1] != '[' {
		return append(b, ',')
	}
	return b
}

// layout is what of a struct's fields walk needs; looking them up by reflection
// each time would cost more than reading the document.
type layout struct {
	names   []string // of the members, "" for a field that is none
	unknown int      // the field of type Unknown, -1 for none
}

var layouts sync.Map // of reflect.Type

func layoutOf(t reflect.Type) layout {
	if l, ok := layouts.Load(t); ok {
		return l.(layout)
	}
	l := layout{names: make([]string, t.NumField()), unknown: -1}
	for i := range l.names {
		f := t.Field(i)
		if f.Type == reflect.TypeFor[Unknown]() {
			l.unknown = i
		}
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case tag == "-" || !f.IsExported():
		case tag == "":
			l.names[i] = f.Name
		default:
			l.names[i] = tag
		}
	}
	layouts.Store(t, l)
	return l
}

// fieldOf is the field that encoding/json reads a member into, the zero Value
// when there is none.
func fieldOf(v reflect.Value, name []byte) reflect.Value {
	for i, n := range layoutOf(v.Type()).names {
		if n != "" && strings.EqualFold(n, string(name)) {
			return v.Field(i)
		}
	}
	return reflect.Value{}
}

// unknownIn is the field of a struct that keeps what is unknown, the zero Value
// when it has none.
func unknownIn(v reflect.Value) reflect.Value {
	if i := layoutOf(v.Type()).unknown; i >= 0 {
		return v.Field(i)
	}
	return reflect.Value{}
}
