package router_test

import (
	"reflect"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/router"
	"nimbot/game/router/limit"
)

// Nothing that a person asks for passes by their limits: no method of another package is promoted
// to Router, and every method with a Request answers less to somebody who is over the limit.
func TestEveryRequestCounts(t *testing.T) {
	for f := range reflect.TypeFor[router.Router]().Fields() {
		if f.Anonymous {
			t.Errorf("the methods of %s can be called past the limits", f.Type)
		}
	}
	in := handlers(t, time.Now)
	free := router.New(in)
	stopped := time.Now()
	in.Limit = limit.New(1, func() time.Time { return stopped })
	limited := router.New(in)
	r := dialog.Request{Place: dialog.Place{Platform: "test", Channel: "c"}, User: dialog.User{ID: "1", Name: "Ana"}, Text: "start 3 4 5"}
	free.Handle(t.Context(), r)
	counted := map[string]func(rt *router.Router, text string) (answered bool){
		"Handle": func(rt *router.Router, text string) bool {
			r.Text = text
			return rt.Handle(t.Context(), r).Result != dialog.Limited
		},
		"Complete": func(rt *router.Router, text string) bool {
			r.Text = text
			return len(rt.Complete(t.Context(), r)) > 0
		},
		"CompleteMove": func(rt *router.Router, text string) bool {
			r.Text = text
			return len(rt.CompleteMove(t.Context(), r)) > 0
		},
	}
	for m := range reflect.TypeFor[*router.Router]().Methods() {
		asks := false
		for i := range m.Type.NumIn() {
			asks = asks || m.Type.In(i) == reflect.TypeFor[dialog.Request]()
		}
		if asks && counted[m.Name] == nil {
			t.Errorf("Router.%s takes a request, and no test holds it to the limit", m.Name)
		}
	}
	for name, call := range counted {
		text := map[string]string{"Handle": "board", "Complete": "st", "CompleteMove": "A"}[name]
		for range 20 {
			call(limited, text)
		}
		if !call(free, text) || call(limited, text) {
			t.Errorf("%s(%q) of somebody over the limit is answered, or that of another isn't", name, text)
		}
	}
}
