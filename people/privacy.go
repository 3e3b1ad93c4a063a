package people

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"time"

	"nimbot/chat"
	"nimbot/person"
)

// The words behind "forget" with which everything about a person is deleted, and
// the question about it answered.
const (
	everywhere = "everywhere"
	yes        = "yes"
)

// behindEverywhere is the word behind "everywhere", or "me everywhere"; ok is
// false where it says neither.
func behindEverywhere(rest string) (word string, ok bool) {
	words := strings.Fields(strings.ToLower(rest))
	if len(words) > 0 && words[0] == "me" {
		words = words[1:]
	}
	if len(words) == 0 || words[0] != everywhere {
		return "", false
	}
	return strings.Join(words[1:], " "), true
}

// mostIndented is how many bytes are laid out for reading: platforms bound what
// comes with an answer.
const mostIndented = 50_000

// exported is the file that a person is given.
type exported struct {
	Member   json.RawMessage `json:"member,omitempty"`
	Practice json.RawMessage `json:"practice,omitempty"`
}

// export hands a person both of their documents.
func (v visit) export(ctx context.Context) (chat.Message, error) {
	if !strings.EqualFold(v.line.Rest, "me") && v.line.Rest != "" {
		return chat.Message{}, refuse("export.form", nil)
	}
	var e exported
	for key, to := range map[string]*json.RawMessage{
		v.server.key(v.r.User.ID):                          &e.Member,
		person.PracticeKey(v.server.platform, v.r.User.ID): &e.Practice,
	} {
		rec, err := v.store.Get(ctx, key)
		if err != nil {
			return chat.Message{}, err
		}
		*to = rec.Data
	}
	if e.Member == nil && e.Practice == nil {
		return message(text("export.nothing")), nil
	}
	data, err := json.Marshal(e)
	if err != nil {
		return chat.Message{}, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, data, "", "  "); err != nil {
		return chat.Message{}, err
	}
	if b.Len() > mostIndented {
		b.Reset()
		b.Write(data)
	}
	b.WriteByte('\n')
	m := message(text("export.done"))
	m.File = &chat.File{Name: "nimbot.json", Data: b.Bytes()}
	return m, nil
}

// finishWithin is how long a person waits to be told that everything is deleted.
const finishWithin = 1500 * time.Millisecond

// forget deletes everything about a person on this platform, after having asked
// once more.
func (v visit) forget(ctx context.Context) (chat.Message, error) {
	if word, _ := behindEverywhere(v.line.Rest); word != yes {
		m := message(text("forget.everywhere"))
		m.Buttons = []chat.Button{button(text("button.forget-everywhere"), chat.Danger, "forget "+everywhere+" "+yes)}
		return m, nil
	}
	key, mark, made, err := v.marks.Leave(ctx, v.server.realm(), v.r.User.ID, v.now)
	switch {
	case err != nil:
		return chat.Message{}, err
	case !made && !mark.UnderWay():
		return chat.Message{}, refuse("forget.again", nil)
	}
	var who *leaver
	if made {
		who = &leaver{v.server, v.r.User.ID}
	}
	if v.finished(ctx, key, v.sweepSoon(key, who)) {
		return message(text("forget.gone")), nil
	}
	return message(text("forget.under-way")), nil
}

// finished waits a moment for a look through the store, and reports whether the
// mark says that everything is deleted.
func (v visit) finished(ctx context.Context, mark string, done <-chan struct{}) bool {
	wait := time.NewTimer(finishWithin)
	defer wait.Stop()
	if done == nil {
		return false
	}
	select {
	case <-done:
		m, err := v.marks.Read(ctx, mark)
		return err == nil && m.Version != 0 && !m.UnderWay()
	case <-wait.C:
	case <-ctx.Done():
	}
	return false
}
