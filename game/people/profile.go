package people

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	chatmessage "nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rating"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store/person"
	"nimbot/store/platform"
)

// profile shows the profile of the named person, or the asking person's own.
func (e execution) profile(ctx context.Context) (dialog.Message, error) {
	word := strings.ToLower(e.line.Rest)
	if word == chatmessage.Private || word == chatmessage.Public {
		return e.setVisibility(ctx, word)
	}
	who, err := e.subject()
	if err != nil {
		return dialog.Message{}, err
	}
	m, err := e.members.Read(ctx, e.server.key(who.ID))
	if err != nil {
		return dialog.Message{}, err
	}
	own := who.ID == e.r.User.ID
	switch {
	case m.Private && !own:
		return dialog.Message{}, refuse("profile.private", "player", who)
	case len(m.Games) == 0 && m.PracticeSummary == nil && own:
		return message(words.New("profile.nothing-own")), nil
	case len(m.Games) == 0 && m.PracticeSummary == nil:
		return message(words.New("profile.nothing", "player", who)), nil
	}
	return message(e.profileLines(who, &m)...), nil
}

// subject returns the person whose profile is asked for.
func (e execution) subject() (dialog.User, error) {
	name, mentioned := strings.CutPrefix(e.line.Rest, "@")
	switch {
	case e.line.Rest == "" || strings.EqualFold(e.line.Rest, "me"):
		return e.r.User, nil
	case !mentioned:
		return dialog.User{}, refuse("profile.mention", "who", command.Abridge(e.line.Rest))
	}
	who, known := e.r.Mentioned(name)
	switch {
	case !known:
		return dialog.User{}, refuse("profile.unknown", "who", command.Abridge(name))
	case who.ID == platform.BotID:
		return dialog.User{}, refuse("profile.bot")
	}
	return who, nil
}

// profileLines returns the lines of a profile: name, rating, record, kept wins, skill by game,
// practice.
func (e execution) profileLines(who dialog.User, m *person.Member) []words.Text {
	lines := []words.Text{words.New("profile.title", "player", who)}
	if m.Private {
		lines[0] = words.New("profile.title-private", "player", who)
	}
	if m.Rating != nil {
		lines = append(lines, words.New("profile.rating", "rating", e.ratingText(m), "pairs", pairsOf(m)))
	}
	for _, c := range []struct {
		key string
		of  func(person.Games) person.Count
	}{{"profile.people", func(g person.Games) person.Count { return g.People }}, {"profile.bot-games", func(g person.Games) person.Count { return g.Bot }}} {
		if n := total(m, c.of); n.Played > 0 {
			lines = append(lines, words.New(c.key, "count", n.Played, "won", n.Won, "drawn", n.Drawn, "lost", n.Played-n.Won-n.Drawn))
		}
	}
	all := allSkill(m)
	if all.Judged > 0 {
		lines = append(lines, words.New("profile.kept", "kept", all.Kept, "judged", all.Judged), skillText("profile.skill", all))
		for _, g := range slices.SortedStableFunc(slices.Values(m.Games), func(a, b person.Games) int { return cmp.Compare(b.Skill.Leeway, a.Skill.Leeway) }) {
			if s := skillOf(g.Skill); s.Rough() && len(m.Games) > 1 {
				lines = append(lines, skillText("profile.skill-in", s, "title", titleOf(g.Game)))
			}
		}
	}
	lines = append(lines, e.practiceLines(m)...)
	if len(lines) == 1 { // all games were stopped
		lines = append(lines, words.New("profile.no-game"))
	}
	return lines
}

// practiceLines returns the practice part of a profile.
func (e execution) practiceLines(m *person.Member) (lines []words.Text) {
	if p := m.PracticeSummary; p != nil {
		if p.Puzzles > 0 {
			lines = append(lines, words.New("profile.puzzles", "rating", puzzlesText(p)))
		}
		if n := streakOf(m, e.now); n > 0 {
			lines = append(lines, words.New("profile.streak", "count", n))
		}
		if p.Lessons > 0 {
			lines = append(lines, words.New("profile.lessons", "count", p.Lessons))
		}
		if p.Checks > 0 {
			lines = append(lines, words.New("profile.stuck", "right", p.Stuck))
		}
	}
	return lines
}

// ratingText formats a rating: "1620", or "1620?" while it is unsure.
func (e execution) ratingText(m *person.Member) string {
	r := ratingOf(m.Rating, e.now)
	return ratingAs(r.Rating, r.Deviation)
}

// ratingAs formats a rating for a sentence.
func ratingAs(r, deviation float64) string {
	shown := fmt.Sprint(math.Round(r))
	if deviation >= rating.SureDeviation {
		shown += "?"
	}
	return shown
}

// puzzlesText formats a puzzle rating like ratingText.
func puzzlesText(p *person.Practised) string {
	return ratingAs(float64(p.Puzzles), float64(p.PuzzlesOff))
}

// pairsOf formats the number of rated pairs: "50+" if there were more than are stored.
func pairsOf(m *person.Member) string {
	n := fmt.Sprint(len(m.Pairs))
	if m.Base != nil {
		n += "+"
	}
	return n
}

func total(m *person.Member, of func(person.Games) person.Count) (sum person.Count) {
	for _, g := range m.Games {
		c := of(g)
		sum.Played, sum.Won, sum.Drawn = sum.Played+c.Played, sum.Won+c.Won, sum.Drawn+c.Drawn
	}
	return sum
}

// skillText words a skill with its interval, in percent. With too few decisions it says
// so.
func skillText(key string, s teach.Skill, args ...any) words.Text {
	if !s.Rough() {
		return words.New("profile.skill-unknown")
	}
	low, high := s.Interval()
	value := min(max(s.Value(), low), high)
	return words.New(key, append(args, "skill", percent(value), "low", percent(low), "high", percent(high), "rough", !s.Plain())...)
}

func percent(share float64) int { return int(math.Round(100 * share)) }

// titleOf returns the name of a family of games.
func titleOf(family string) any {
	if family == "" {
		return words.New("profile.other-games")
	}
	return words.Title(family)
}

// visibility shows or hides the person's own profile: "visibility private".
func (e execution) visibility(ctx context.Context) (dialog.Message, error) {
	change, err := e.toVisibility(strings.ToLower(e.line.Rest))
	if err != nil {
		return dialog.Message{}, err
	}
	return change(e, ctx)
}

// toVisibility returns the action that shows the profile to everybody, or to its owner only.
func (e execution) toVisibility(word string) (action, error) {
	if word != chatmessage.Public && word != chatmessage.Private {
		return nil, refuse("visibility.form")
	}
	return func(e execution, ctx context.Context) (dialog.Message, error) { return e.setVisibility(ctx, word) }, nil
}

// settings shows what the person has chosen. With words after it, it changes that first ("me
// settings language:de pings:off profile:private") or opens the form ("me settings change").
func (e execution) settings(ctx context.Context) (dialog.Message, error) {
	opens := e.line.Rest == chatmessage.ChangeSettings
	if !opens {
		if err := e.change(ctx, strings.Fields(strings.ToLower(e.line.Rest))); err != nil {
			return dialog.Message{}, err
		}
	}
	everywhere, err := e.members.Read(ctx, personalServer(e.r.Place).key(e.r.User.ID))
	if err != nil {
		return dialog.Message{}, err
	}
	here, err := e.members.Read(ctx, e.server.key(e.r.User.ID))
	if err != nil {
		return dialog.Message{}, err
	}
	pings, seen := pingsMessage(everywhere.NoPings, "pings.now"), "visibility.now"
	if here.Private {
		seen += "-private"
	}
	m := message(e.languageText("language.now", everywhere.Language), pings.Lines[0], words.New(seen))
	if opens {
		m.Choices = chatmessage.MySettings(e.words, everywhere.Language, everywhere.NoPings, here.Private)
		return m, nil
	}
	m.Buttons = append(m.Buttons, button(words.New("button.change"), dialog.Primary, "me settings "+chatmessage.ChangeSettings))
	m.Buttons = append(m.Buttons, chatmessage.CommandButtons([]string{"profile", "me games", "export me", "forget everywhere"})...)
	return m, nil
}

// change changes settings: "language:de". If one can't be read, none is changed.
func (e execution) change(ctx context.Context, settings []string) error {
	var changes []action
	for _, s := range settings {
		name, value, _ := strings.Cut(s, ":")
		read := map[string]func(execution, string) (action, error){"language": execution.toLanguage, "pings": execution.toPings, "profile": execution.toVisibility}[name]
		if read == nil || value == "" {
			return refuse("mysettings.form", "part", command.Abridge(s))
		}
		change, err := read(e, value)
		if err != nil {
			return err
		}
		changes = append(changes, change)
	}
	for _, change := range changes {
		if _, err := change(e, ctx); err != nil {
			return err
		}
	}
	return nil
}

func (e execution) setVisibility(ctx context.Context, word string) (dialog.Message, error) {
	hide := word == chatmessage.Private
	m, err := e.members.Change(ctx, e.server.key(e.r.User.ID), func(m *person.Member) (bool, error) {
		if m.Private == hide {
			return false, nil
		}
		m.Private, m.Name, m.Seen = hide, e.r.User.Name, max(m.Seen, e.now)
		m.LeaderboardsStale = e.belongs(e.server, m)
		return true, nil
	})
	if err == nil && m.LeaderboardsStale {
		err = e.publish(ctx, e.server, e.r.User.ID, m)
	}
	return message(words.New("visibility." + word)), err
}
