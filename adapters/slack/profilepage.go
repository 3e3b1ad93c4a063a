package slack

import (
	"context"

	slackapi "github.com/slack-go/slack"

	"nimbot/game/dialog"
)

// profilePage holds a person's profile and leaderboard for their App Home.
type profilePage struct {
	who    dialog.User
	locale string
	// profile and leaders are the replies to those commands; nil if they were refused.
	profile, leaders *dialog.Message
}

// loadProfile runs the commands `profile` and `leaders` as the person would.
func (tab *homeTab) loadProfile(ctx context.Context, c call) profilePage {
	known := tab.people.get(ctx, c.workspace, c.user)
	s := profilePage{who: userOf(c, known), locale: known.Locale}
	ask := func(command string) *dialog.Message {
		r := tab.chat.Handle(ctx, dialog.Request{
			Place: dialog.Place{Platform: Platform, Guild: c.workspace.id(), Channel: c.channel}, User: s.who, Text: command, Locale: s.locale, Private: true,
		})
		s.locale = tab.render.words.Language(r.Language, known.Locale)
		if r.Result != dialog.Told || len(r.Messages) != 1 || len(r.Messages[0].Lines) == 0 {
			return nil
		}
		return &r.Messages[0]
	}
	s.profile, s.leaders = ask("profile"), ask("leaders")
	return s
}

// addProfile adds the person's profile and the leaderboard.
func (b *blocks) addProfile(s profilePage, tables bool) {
	for _, m := range []*dialog.Message{s.profile, s.leaders} {
		if m == nil {
			continue
		}
		b.add(slackapi.NewDividerBlock())
		lines := m.Lines
		if len(lines) > 1 {
			b.heading(lines[0])
			lines = lines[1:]
		}
		if tables && m.Table != nil {
			b.table(b.plain(m.Lines[0], maxPlaceholder), *m.Table)
			lines = lines[len(m.Table.Rows):]
		}
		said := make([]string, len(lines))
		for i, l := range lines {
			said[i] = b.say(l)
		}
		b.paragraphs(said)
	}
}

// tableRows is how many rows of a table are seen at a time.
const tableRows = 10

// table adds a table, which Slack pages and sorts.
func (b *blocks) table(caption string, t dialog.Table) {
	d := slackapi.NewDataTableBlock(caption, slackapi.DataTableBlockOptionBlockID(b.id())).WithPageSize(tableRows)
	var head []slackapi.DataTableCell
	for _, h := range t.Head {
		head = append(head, slackapi.NewDataTableRawTextCell(b.plain(h, maxPlaceholder)))
	}
	d.AddRow(head...)
	for _, row := range t.Rows {
		var cells []slackapi.DataTableCell
		for _, c := range row {
			shown := b.plain(c.Text, maxPlaceholder)
			if c.Numeric {
				cells = append(cells, slackapi.NewDataTableRawNumberCell(c.Number).WithText(shown))
			} else {
				cells = append(cells, slackapi.NewDataTableRawTextCell(shown))
			}
		}
		d.AddRow(cells...)
	}
	b.add(d)
}
