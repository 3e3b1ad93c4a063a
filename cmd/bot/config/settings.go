package config

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// setting is one key of the configuration and its value.
type setting struct {
	key   string // "http.listen"
	value reflect.Value
	given map[string]string // of the Config
}

// settingList is every setting, in the order of the Config's fields.
type settingList []setting

// settings lists the settings of c. A change to one of them changes c.
func settings(c *Config) settingList {
	if c.given == nil {
		c.given = map[string]string{}
	}
	return walk(reflect.ValueOf(c).Elem(), "", c.given)
}

// Lines returns the effective settings, "key: value", without their secrets.
func (c Config) Lines() (lines []string) {
	for _, s := range settings(&c) {
		lines = append(lines, s.key+": "+withoutTokens(fmt.Sprint(s.value), publicKey))
	}
	return lines
}

// Platforms yields the name of each platform that is off until it is configured ("discord",
// "slack"), and whether it is configured. They are the fields of Config with a method Configured.
func (c Config) Platforms() iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		v := reflect.ValueOf(c)
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				continue
			}
			if x, ok := v.Field(i).Interface().(interface{ Configured() bool }); ok && !yield(v.Type().Field(i).Tag.Get("yaml"), x.Configured()) {
				return
			}
		}
	}
}

// connects reports whether such a platform is configured.
func (c Config) connects() bool {
	for _, configured := range c.Platforms() {
		if configured {
			return true
		}
	}
	return false
}

func walk(v reflect.Value, prefix string, given map[string]string) settingList {
	var all settingList
	for i := range v.NumField() {
		key := prefix + v.Type().Field(i).Tag.Get("yaml")
		switch f := v.Field(i); {
		case !v.Type().Field(i).IsExported():
		case f.Kind() == reflect.Struct:
			all = append(all, walk(f, key+".", given)...)
		default:
			all = append(all, setting{key, f, given})
		}
	}
	return all
}

// variable returns the environment variable of the setting.
func (s setting) variable() string {
	return "NIM_" + strings.ToUpper(strings.ReplaceAll(s.key, ".", "_"))
}

// secret reports whether the value may also be read from a file, and must
// not be shown.
func (s setting) secret() bool {
	_, hides := s.value.Interface().(interface{ Reveal() string })
	return hides
}

// show returns text with anything secret in it redacted.
func (s setting) show(text string) string {
	switch s.value.Interface().(type) {
	case Secret:
		return Secret(text).String()
	case StoreURL:
		return StoreURL(text).String()
	}
	return text
}

// set parses text into the setting. If text is invalid, the setting keeps its
// value. source names the setting in the problem: a key, a variable, a flag.
func (s setting) set(text, source string) *Problem {
	s.given[s.key] = source
	var err error
	if s.value.Type() == reflect.TypeFor[time.Duration]() {
		d, err := time.ParseDuration(text)
		if err != nil {
			return &Problem{Key: source, Value: s.show(text), Remedy: "not a time; use a number with its unit, such as 5s"}
		}
		s.value.SetInt(int64(d))
		return nil
	}
	switch s.value.Kind() {
	case reflect.String:
		s.value.SetString(text)
	case reflect.Bool:
		if text != "true" && text != "false" {
			return &Problem{Key: source, Value: s.show(text), Remedy: "invalid; use true or false"}
		}
		s.value.SetBool(text == "true")
	case reflect.Int:
		var n int64
		if n, err = strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 10, 0); err == nil {
			s.value.SetInt(n)
		}
	case reflect.Uint64:
		var n uint64
		if n, err = strconv.ParseUint(strings.ReplaceAll(text, "_", ""), 10, 64); err == nil {
			s.value.SetUint(n)
		}
	default:
		panic("a setting of a kind that set does not read: " + s.key)
	}
	if err != nil {
		return &Problem{Key: source, Value: s.show(text), Remedy: "not a whole number; use digits, such as 25"}
	}
	return nil
}

// fromEnvironment reads the setting's variable, or the file that the
// variable with _FILE names. An empty variable counts as not set, because
// compose files pass on variables that may not be set.
func (s setting) fromEnvironment(name string, getenv func(string) (string, bool)) *Problem {
	text, _ := getenv(name)
	file, _ := getenv(name + "_FILE")
	switch {
	case !s.secret() || file == "":
		if text != "" {
			return s.set(text, name)
		}
		return nil
	case text != "":
		return &Problem{Key: name, Value: s.show(text), Remedy: fmt.Sprintf("%s_FILE is set as well; unset one of the two", name)}
	}
	content, err := os.ReadFile(file)
	if err != nil {
		if !filepath.IsAbs(file) {
			file = redacted // the secret itself, by mistake
		}
		return &Problem{Key: name + "_FILE", Value: file, Remedy: plainError(err) + "; use a file that can be read"}
	}
	secret := strings.TrimRight(string(content), "\r\n")
	if strings.TrimSpace(secret) == "" {
		return &Problem{Key: name + "_FILE", Value: file, Remedy: "the file is empty; write the secret into it, or unset " + name + "_FILE"}
	}
	return s.set(secret, name+"_FILE")
}

func (l settingList) find(key string) (setting, bool) {
	for _, s := range l {
		if s.key == key {
			return s, true
		}
	}
	return setting{}, false
}

func (l settingList) set(key, text, source string) *Problem {
	s, ok := l.find(key)
	if !ok {
		return &Problem{Key: source, Remedy: "no such setting"}
	}
	return s.set(text, source)
}

// keys returns all keys, the sections ("http") included.
func (l settingList) keys() []string {
	var keys []string
	for _, s := range l {
		if section, _, nested := strings.Cut(s.key, "."); nested && !slices.Contains(keys, section) {
			keys = append(keys, section)
		}
		keys = append(keys, s.key)
	}
	return keys
}

// ending returns the settings that an unknown key may mean: at the margin ("token") those of that name
// in a section, in current if it has one; in a section ("slack.token") those of that section
// that end so.
func (l settingList) ending(key, current string) (meant []string) {
	section, name, nested := strings.Cut(key, ".")
	for _, s := range l {
		in, leaf, _ := strings.Cut(s.key, ".")
		switch {
		case nested && in == section && strings.HasSuffix(leaf, "_"+name), !nested && leaf == section:
			meant = append(meant, s.key)
		}
	}
	if here := current + "." + key; !nested && slices.Contains(meant, here) {
		return []string{here}
	}
	return meant
}

// isSetting reports whether key is a setting.
func (l settingList) isSetting(key string) bool {
	_, ok := l.find(key)
	return ok
}

// isSection reports whether key names a group of settings.
func (l settingList) isSection(key string) bool {
	_, leaf := l.find(key)
	return !leaf && slices.Contains(l.keys(), key)
}

func (l settingList) variables() []string {
	var names []string
	for _, s := range l {
		names = append(names, s.variable())
		if s.secret() {
			names = append(names, s.variable()+"_FILE")
		}
	}
	return names
}

// plainError returns an error of the file system without the path, which the
// message names already.
func plainError(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
