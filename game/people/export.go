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
func (e execution) export(ctx context.Context) (dialog.Message, error) {
	if !strings.EqualFold(e.line.Rest, "me") && e.line.Rest != "" {
		return dialog.Message{}, refuse("export.form")
	}
	all := exported{Members: map[string]json.RawMessage{}}
	practice, err := e.store.Get(ctx, person.PracticeKey(e.server.realm(), e.r.User.ID))
	if err != nil {
		return dialog.Message{}, err
	}
	all.Practice = practice.Data
	if all.Private, err = e.privateGames(ctx); err != nil {
		return dialog.Message{}, err
	}
	m := message(words.New("export.done"))
	switch err := e.exportMembers(ctx, all.Members); {
	case errors.Is(err, errTooMany):
		m = message(words.New("export.partial"))
	case err != nil:
		return dialog.Message{}, err
	case len(all.Members) == 0 && all.Practice == nil && len(all.Private) == 0:
		return message(words.New("export.nothing")), nil
	}
	m.File = &dialog.File{Name: "nimbot.json"}
	m.File.Data, err = all.file()
	return m, err
}

// privateGames returns the documents of the person's private games in this place and in the places
// where they recently began a game.
func (e execution) privateGames(ctx context.Context) (map[string]json.RawMessage, error) {
	if err := e.chat.ListBegun(ctx); err != nil {
		return nil, err
	}
	listed, err := e.PlaysIn(ctx, e.r.Place, e.r.User.ID)
	if err != nil {
		return nil, err
	}
	games := map[string]json.RawMessage{}
	for _, l := range append(listed, chat.Listed{Place: e.r.Place}) {
		key := l.Place.Own(e.r.User.ID).String()
		rec, err := e.store.Get(ctx, key)
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
func (e execution) exportMembers(ctx context.Context, members map[string]json.RawMessage) error {
	own, err := e.store.Get(ctx, e.server.key(e.r.User.ID))
	if err != nil {
		return err
	}
	if err := e.exportMember(ctx, members, e.server.guild, own.Data); err != nil {
		return err
	}
	if e.server.guild == noServers || e.server.realm() != e.server.platform {
		return nil
	}
	looking, cancel := context.WithTimeout(ctx, exportWithin)
	defer cancel()
	select {
	case e.exporting <- struct{}{}:
	case <-looking.Done():
		return errTooMany
	}
	defer func() { <-e.exporting }()
	err = e.exportOthers(looking, members)
	if looking.Err() != nil && ctx.Err() == nil {
		return errTooMany
	}
	return err
}

// exportOthers scans the store for the person's documents in other servers.
func (e execution) exportOthers(ctx context.Context, members map[string]json.RawMessage) error {
	turns := &pace{begun: time.Now(), pause: exportPause}
	for entry, err := range e.store.All(ctx) {
		if err != nil && entry.Key == "" {
			return err
		}
		platform, guild, user, ok := person.ParseMemberKey(entry.Key)
		if ok && err == nil && user == e.r.User.ID && platform == e.server.platform && guild != e.server.guild {
			if err := e.exportMember(ctx, members, guild, entry.Record.Data); err != nil {
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
func (e execution) exportMember(ctx context.Context, members map[string]json.RawMessage, guild string, data []byte) error {
	if data == nil {
		return nil
	}
	m, err := person.DecodeMember(data)
	if err != nil {
		return err
	}
	for i := range m.Pairs {
		p := &m.Pairs[i]
		if p.With, err = e.alias(ctx, p.With); err != nil {
			return err
		}
		p.Rating, p.Deviation = rounded(p.Rating), rounded(p.Deviation)
	}
	for i := range m.PairsBegun {
		if m.PairsBegun[i].With, err = e.alias(ctx, m.PairsBegun[i].With); err != nil {
			return err
		}
		m.PairsBegun[i].Offer = ""
	}
	members[guild], err = store.Marshal(&m)
	return err
}

// alias replaces an opponent's id. The same opponent always gets the same alias, and
// nobody else can compute it.
func (e execution) alias(ctx context.Context, user string) (string, error) {
	if user == platform.ForgottenID {
		return user, nil
	}
	return e.marks.Alias(ctx, e.server.realm(), user, e.r.User.ID)
}

func rounded(rating float64) float64 { return math.Round(rating/ratingStep) * ratingStep }
