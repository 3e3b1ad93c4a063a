package people

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/platform"
)

// maxIndented is the largest file, in bytes, that is indented for reading: platforms
// bound the size of an attachment.
const maxIndented = 50_000

const (
	// exportPause is the pause after each slice of a scan, in which other work gets the
	// processors.
	exportPause = 5 * time.Millisecond
	// exportWithin bounds the scan, because the answer has yet to be written.
	exportWithin = answerWithin - 700*time.Millisecond
	// ratingStep is the step to which a rated opponent's rating is rounded.
	ratingStep = 50
)

// exported is the exported file: the documents of each server, the practice document, and
// the person's private games.
type exported struct {
	Members  map[string]json.RawMessage `json:"members,omitempty"`
	Practice json.RawMessage            `json:"practice,omitempty"`
	// Private are the person's private games, by the keys of their places.
	Private map[string]json.RawMessage `json:"private_games,omitempty"`
}

// export gives a person all of their documents as a file.
func (v session) export(ctx context.Context) (dialog.Message, error) {
	if !strings.EqualFold(v.line.Rest, "me") && v.line.Rest != "" {
		return dialog.Message{}, refuse("export.form")
	}
	e := exported{Members: map[string]json.RawMessage{}}
	practice, err := v.store.Get(ctx, person.PracticeKey(v.server.realm(), v.r.User.ID))
	if err != nil {
		return dialog.Message{}, err
	}
	e.Practice = practice.Data
	if e.Private, err = v.privateGames(ctx); err != nil {
		return dialog.Message{}, err
	}
	m := message(words.New("export.done"))
	switch err := v.exportMembers(ctx, e.Members); {
	case errors.Is(err, errTooMany):
		m = message(words.New("export.partial"))
	case err != nil:
		return dialog.Message{}, err
	case len(e.Members) == 0 && e.Practice == nil && len(e.Private) == 0:
		return message(words.New("export.nothing")), nil
	}
	m.File = &dialog.File{Name: "nimbot.json"}
	m.File.Data, err = e.file()
	return m, err
}

// privateGames returns the documents of the person's private games in this place and in the places
// where they recently began a game.
func (v session) privateGames(ctx context.Context) (map[string]json.RawMessage, error) {
	if err := v.chat.ListBegun(ctx); err != nil {
		return nil, err
	}
	listed, err := v.PlaysIn(ctx, v.r.Place, v.r.User.ID)
	if err != nil {
		return nil, err
	}
	games := map[string]json.RawMessage{}
	for _, l := range append(listed, chat.Listed{Place: v.r.Place}) {
		key := l.Place.Own(v.r.User.ID).String()
		rec, err := v.store.Get(ctx, key)
		if err != nil {
			return nil, err
		}
		if rec.Version != 0 {
			games[key] = rec.Data
		}
	}
	return games, nil
}

// file formats the documents.
func (e exported) file() ([]byte, error) {
	data, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, data, "", "  "); err != nil {
		return nil, err
	}
	if b.Len() > maxIndented {
		b.Reset()
		b.Write(data)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// errTooMany means that the store is too large to scan while a person waits.
var errTooMany = errors.New("people: the store is too large to look through now")

// exportMembers collects the member documents, this server's first. It includes other
// servers if the same id is the same person there.
func (v session) exportMembers(ctx context.Context, members map[string]json.RawMessage) error {
	own, err := v.store.Get(ctx, v.server.key(v.r.User.ID))
	if err != nil {
		return err
	}
	if err := v.exportMember(ctx, members, v.server.guild, own.Data); err != nil {
		return err
	}
	if v.server.guild == noServers || v.server.realm() != v.server.platform {
		return nil
	}
	looking, cancel := context.WithTimeout(ctx, exportWithin)
	defer cancel()
	select {
	case v.exporting <- struct{}{}:
	case <-looking.Done():
		return errTooMany
	}
	defer func() { <-v.exporting }()
	err = v.exportOthers(looking, members)
	if looking.Err() != nil && ctx.Err() == nil {
		return errTooMany
	}
	return err
}

// exportOthers scans the store for the person's documents in other servers.
func (v session) exportOthers(ctx context.Context, members map[string]json.RawMessage) error {
	turns := &pace{begun: time.Now(), pause: exportPause}
	for e, err := range v.store.All(ctx) {
		if err != nil && e.Key == "" {
			return err
		}
		platform, guild, user, ok := person.ParseMemberKey(e.Key)
		if ok && err == nil && user == v.r.User.ID && platform == v.server.platform && guild != v.server.guild {
			if err := v.exportMember(ctx, members, guild, e.Record.Data); err != nil {
				return err
			}
		}
		if err := turns.step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// exportMember adds a member document in which opponents are replaced by aliases.
func (v session) exportMember(ctx context.Context, members map[string]json.RawMessage, guild string, data []byte) error {
	if data == nil {
		return nil
	}
	m, err := person.DecodeMember(data)
	if err != nil {
		return err
	}
	for i := range m.Pairs {
		p := &m.Pairs[i]
		if p.With, err = v.alias(ctx, p.With); err != nil {
			return err
		}
		p.Rating, p.Deviation = rounded(p.Rating), rounded(p.Deviation)
	}
	for i := range m.PairsBegun {
		if m.PairsBegun[i].With, err = v.alias(ctx, m.PairsBegun[i].With); err != nil {
			return err
		}
		m.PairsBegun[i].Offer = ""
	}
	members[guild], err = store.Marshal(&m)
	return err
}

// alias replaces an opponent's id. The same opponent always gets the same alias, and
// nobody else can compute it.
func (v session) alias(ctx context.Context, user string) (string, error) {
	if user == platform.ForgottenID {
		return user, nil
	}
	return v.marks.Alias(ctx, v.server.realm(), user, v.r.User.ID)
}

func rounded(rating float64) float64 { return math.Round(rating/ratingStep) * ratingStep }
