package config

import (
	"os"
	"reflect"
	"testing"
)

// A platform is a section with the method Configured. Nothing else has to list it:
// where one is configured, the web page isn't turned on by itself, operators get advice,
// and a page in docs that is named after the platform says how to connect it.
func TestEveryPlatformIsKnownByItsSection(t *testing.T) {
	sections := reflect.TypeFor[Config]()
	seen := 0
	for i := range sections.NumField() {
		name := sections.Field(i).Tag.Get("yaml")
		if _, ok := reflect.Zero(sections.Field(i).Type).Interface().(interface{ Configured() bool }); !ok {
			continue
		}
		seen++
		c := Default()
		section := reflect.ValueOf(&c).Elem().Field(i)
		for j := range section.NumField() {
			switch f := section.Field(j); {
			case f.Kind() == reflect.String && f.String() == "":
				f.SetString("x")
			case f.Kind() == reflect.Bool:
				f.SetBool(true)
			}
		}
		if c.ServesPage() || len(c.Advice()) == 0 {
			t.Errorf("with %s configured, the page is served: %v, and the advice is %q; want no page, and advice about the operator", name, c.ServesPage(), c.Advice())
		}
		if _, err := os.Stat("../../../docs/" + name + ".md"); err != nil {
			t.Errorf("no page says how to connect %s: %v", name, err)
		}
	}
	if seen < 2 {
		t.Errorf("%d platforms have a section, want some", seen)
	}
}
