package people

import (
	"context"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store/person"
)

// languages caches the languages that people chose, so that answers need not read the store.
// Another process may change a choice, so the cache forgets each after a while.
type languages struct {
	members *person.Members
	now     func() time.Time
	known   *lru.Cache[string, chosen]
}

// chosen is a person's choice, "" for none.
type chosen struct {
	language string
	until    time.Time
}

const (
	choicesKept  = 4096
	choiceFor    = time.Minute
	choiceWithin = 250 * time.Millisecond // an answer doesn't wait longer for its language
)

func newLanguages(m *person.Members, now func() time.Time) languages {
	known, _ := lru.New[string, chosen](choicesKept) // the size is positive
	return languages{m, now, known}
}

// LanguageOf returns the language that a person chose, "" for none. If the store doesn't
// answer, it returns the last choice that it knows.
func (l languages) LanguageOf(ctx context.Context, p dialog.Place, id string) string {
	key := personalServer(p).key(id)
	c, ok := l.known.Get(key)
	if ok && l.now().Before(c.until) {
		return c.language
	}
	ctx, cancel := context.WithTimeout(ctx, choiceWithin)
	defer cancel()
	m, err := l.members.Read(ctx, key)
	if err != nil {
		return c.language
	}
	l.note(key, m.Language)
	return m.Language
}

func (l languages) note(key, language string) {
	l.known.Add(key, chosen{language, l.now().Add(choiceFor)})
}

// language shows or sets the language of messages that only the person reads.
func (e execution) language(ctx context.Context) (dialog.Message, error) {
	if e.line.Rest == "" {
		m, err := e.members.Read(ctx, personalServer(e.r.Place).key(e.r.User.ID))
		return message(e.languageText("language.now", m.Language)), err
	}
	change, err := e.toLanguage(e.line.Rest)
	if err != nil {
		return dialog.Message{}, err
	}
	return change(e, ctx)
}

// toLanguage returns the action that chooses the named language.
func (e execution) toLanguage(name string) (action, error) {
	language, known := e.words.LanguageNamed(name)
	if !known && !strings.EqualFold(name, command.AutoLanguage) {
		return nil, refuse("language.unknown", "part", command.Abridge(name), "known", e.known())
	}
	return func(e execution, ctx context.Context) (dialog.Message, error) { return e.setLanguage(ctx, language) }, nil
}

func (e execution) setLanguage(ctx context.Context, language string) (dialog.Message, error) {
	key := personalServer(e.r.Place).key(e.r.User.ID)
	_, err := e.members.Change(ctx, key, func(m *person.Member) (bool, error) {
		changed := m.Language != language
		m.Language = language
		return changed, nil
	})
	if err == nil {
		e.languages.note(key, language)
	}
	return message(e.languageText("language.done", language)), err
}

func (e execution) languageText(key, language string) words.Text {
	if language == "" {
		key += "-auto"
	}
	return words.New(key, "language", language, "known", e.known())
}

// known lists the languages that can be chosen.
func (e execution) known() string { return e.words.LanguageList() }
