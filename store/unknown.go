package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
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
	// What is written again as it was has nothing unknown in it. That is so nearly
	// always, and is found out much faster than by a walk.
	if again, err := json.Marshal(v); err == nil && bytes.Equal(again, data) {
		return nil
	}
	return KeepUnknown(data, v)
}

// KeepUnknown is the second half of Unmarshal: v points to what was read from
// data. An array that has another length than v's is ErrCorrupt.
func KeepUnknown(data []byte, v any) error {
	_, err := walk(nil, data, reflect.ValueOf(v), func(s reflect.Value, unknown Unknown) Unknown {
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
	if err != nil || !hasUnknown(reflect.ValueOf(v)) {
		return data, err
	}
	return walk(nil, data, reflect.ValueOf(v), func(s reflect.Value, _ Unknown) Unknown {
		if f := unknownIn(s); f.IsValid() {
			return Unknown(f.String())
		}
		return ""
	})
}

// hasUnknown reports whether there are unknown members in a value, or in one
// that it holds.
func hasUnknown(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return !v.IsNil() && hasUnknown(v.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if hasUnknown(v.Index(i)) {
				return true
			}
		}
	case reflect.Struct:
		if f := unknownIn(v); f.IsValid() && f.String() != "" {
			return true
		}
		for i := range v.NumField() {
			if hasUnknown(v.Field(i)) {
				return true
			}
		}
	}
	return false
}

// walk appends the JSON value data to b, along the Go value that it belongs to.
// At the end of each object that belongs to a struct it calls at with the
// members that have no field, and writes what at returns in their place.
func walk(b, data []byte, v reflect.Value, at func(s reflect.Value, unknown Unknown) Unknown) ([]byte, error) {
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	d := json.NewDecoder(bytes.NewReader(data))
	open, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch {
	case open == json.Delim('{') && v.Kind() == reflect.Struct:
		return walkObject(append(b, '{'), d, v, at)
	case open == json.Delim('[') && (v.Kind() == reflect.Slice || v.Kind() == reflect.Array):
		return walkArray(append(b, '['), d, v, at)
	}
	return append(b, data...), nil
}

func walkObject(b []byte, d *json.Decoder, v reflect.Value, at func(reflect.Value, Unknown) Unknown) ([]byte, error) {
	var unknown []byte
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		name, _ := token.(string)
		if field := fieldOf(v, name); field.IsValid() {
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

func walkArray(b []byte, d *json.Decoder, v reflect.Value, at func(reflect.Value, Unknown) Unknown) ([]byte, error) {
	n := 0
	for ; d.More(); n++ {
		var value json.RawMessage
		err := d.Decode(&value)
		if err == nil && n < v.Len() {
			b, err = walk(separated(b), value, v.Index(n), at)
		}
		if err != nil {
			return nil, err
		}
	}
	if n != v.Len() {
		return nil, fmt.Errorf("%w: %d elements, want %d", ErrCorrupt, n, v.Len())
	}
	return append(b, ']'), nil
}

// appendName begins a member.
func appendName(b []byte, name string) []byte {
	quoted, _ := json.Marshal(name) // a string never fails
	return append(append(separated(b), quoted...), ':')
}

// separated appends a comma unless b is where an object or array begins.
func separated(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] != '{' && b[n-1] != '[' {
		return append(b, ',')
	}
	return b
}

// fieldOf is the field that encoding/json reads a member into, the zero Value
// when there is none.
func fieldOf(v reflect.Value, name string) reflect.Value {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag == "" {
			tag = f.Name
		}
		if tag != "-" && f.IsExported() && strings.EqualFold(tag, name) {
			return v.Field(i)
		}
	}
	return reflect.Value{}
}

// unknownIn is the field of a struct that keeps what is unknown, the zero Value
// when it has none.
func unknownIn(v reflect.Value) reflect.Value {
	for i := range v.NumField() {
		if v.Type().Field(i).Type == reflect.TypeFor[Unknown]() {
			return v.Field(i)
		}
	}
	return reflect.Value{}
}
