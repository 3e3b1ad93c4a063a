package people

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/person"
)

// onPage is the number of lines on a page of a leaderboard, and around the number of lines that are
// shown on each side of the person's own.
const (
	onPage = 10
	around = 1
)

// leaders shows a page of one of the server's leaderboards: "leaders rating 2".
func (e execution) leaders(ctx context.Context) (dialog.Message, error) {
	if !e.server.compares() {
		return dialog.Message{}, refuse("leaders.direct")
	}
	name, page, err := e.readLeaders()
	if err != nil {
		return dialog.Message{}, err
	}
	board := e.server.board(name)
	lines, members, all, err := e.page(ctx, name, (page-1)*onPage, onPage)
	if err != nil {
		return dialog.Message{}, err
	}
	last := (all + onPage - 1) / onPage
	var before []words.Text
	if name == monthBoard {
		if before, err = e.lastMonth(ctx); err != nil {
			return dialog.Message{}, err
		}
	}
	if all == 0 {
		return message(append([]words.Text{words.New("leaders.title." + name), words.New("leaders.nobody." + name)}, before...)...), nil
	}
	m := message(words.New("leaders.title." + name))
	m.Table = &dialog.Table{Head: []words.Text{words.New("leaders.head.rank"), words.New("leaders.head.player"), words.New("leaders.head." + name)}}
	for i, l := range lines {
		rank := (page-1)*onPage + i
		m.Lines = append(m.Lines, e.leaderLine(name, rank, l, members[i]))
		m.Table.Rows = append(m.Table.Rows, e.leaderRow(name, rank, l, members[i]))
	}
	m.Lines = append(m.Lines, before...)
	if page > last {
		m.Lines = append(m.Lines, words.New("leaders.beyond", "page", last))
	}
	own, err := e.ownLines(ctx, name, board, (page-1)*onPage, len(lines))
	if err != nil {
		return dialog.Message{}, err
	}
	m.Lines = append(m.Lines, own...)
	if page > 1 {
		m.Buttons = append(m.Buttons, button(words.New("button.leaders-up"), dialog.Plain, fmt.Sprintf("leaders %s %d", name, min(page-1, last))))
	}
	if page*onPage < all {
		m.Buttons = append(m.Buttons, button(words.New("button.leaders-down"), dialog.Plain, fmt.Sprintf("leaders %s %d", name, page+1)))
	}
	return m, nil
}

// maxPage bounds the page number that a person may type.
const maxPage = 100_000

// readLeaders reads which leaderboard and which page the person asks for.
func (e execution) readLeaders() (name string, page int, err error) {
	name, page = leaderboards[0].name, 1
	for _, word := range strings.Fields(strings.ToLower(e.line.Rest)) {
		word = strings.TrimPrefix(word, "by:")
		n, err := strconv.Atoi(word)
		switch {
		case err == nil && 0 < n && n <= maxPage:
			page = n
		case slices.ContainsFunc(leaderboards, func(k leaderboard) bool { return k.name == word && word != lastMonthBoard }):
			name = word
		default:
			return "", 0, refuse("leaders.form", "part", command.Abridge(word))
		}
	}
	return name, page, nil
}

// maxStale bounds how many lines of a page may be dropped because their documents no
// longer have them.
const maxStale = 50

// page reads lines of a leaderboard with their members. Lines that no longer match their
// documents are updated, and others take their place.
func (e execution) page(ctx context.Context, name string, from, n int) (lines []store.Line, members []person.Member, all int, err error) {
	for range maxStale {
		if lines, all, err = e.store.Lines(ctx, e.server.board(name), from, n); err != nil {
			return nil, nil, 0, err
		}
		members, err = e.readAll(ctx, lines)
		if err != nil {
			return nil, nil, 0, err
		}
		stale := slices.IndexFunc(members, func(m person.Member) bool {
			_, has := e.scores(e.server, &m)[name]
			return m.Version == 0 || !has
		})
		if stale < 0 {
			break
		}
		err = e.store.RemoveLine(ctx, e.server.board(name), lines[stale].Member) // a document may not know of a line, after a crash
		if err == nil {
			err = e.updateLines(ctx, e.server, lines[stale].Member)
		}
		if err != nil {
			return nil, nil, 0, err
		}
	}
	return lines, members, all, nil
}

// readAll reads the documents of the members that the lines name.
func (e execution) readAll(ctx context.Context, lines []store.Line) ([]person.Member, error) {
	members := make([]person.Member, len(lines))
	for i, l := range lines {
		m, err := e.members.Read(ctx, e.server.key(l.Member))
		if err != nil {
			return nil, err
		}
		members[i] = m
	}
	return members, nil
}

// ownLines returns the person's own line with its neighbours, unless the page shows it
// already.
func (e execution) ownLines(ctx context.Context, name, board string, from, n int) ([]words.Text, error) {
	rank, err := e.store.Rank(ctx, board, e.r.User.ID)
	switch {
	case err != nil:
		return nil, err
	case rank < 0:
		return e.notRanked(ctx, name)
	case from <= rank && rank < from+n:
		return nil, nil
	}
	first := max(0, rank-around)
	lines, members, _, err := e.page(ctx, name, first, rank-first+1+around)
	if err != nil {
		return nil, err
	}
	own := []words.Text{words.New("leaders.gap")}
	for i, l := range lines {
		own = append(own, e.leaderLine(name, first+i, l, members[i]))
	}
	return own, nil
}

// notRanked says why the person has no line.
func (e execution) notRanked(ctx context.Context, name string) ([]words.Text, error) {
	m, err := e.members.Read(ctx, e.server.key(e.r.User.ID))
	switch {
	case err != nil:
		return nil, err
	case m.Private:
		return []words.Text{words.New("leaders.private")}, nil
	}
	return []words.Text{words.New("leaders.not-ranked." + name)}, nil
}

// score returns the score as arguments of its sentence: of a rating, half of its likely range and
// the value that it very likely exceeds, too, by which the leaderboard is ordered.
func (e execution) score(name string, l store.Line, m *person.Member) []any {
	switch name {
	case "rating":
		shown, off := math.Round(m.Rating.Rating), math.Round(2*m.Rating.Deviation)
		return []any{"score", ratingAs(m.Rating.Rating, m.Rating.Deviation), "off", fmt.Sprint(off), "low", fmt.Sprint(shown - off)}
	case "lessons":
		var passed []words.Text
		if m.PracticeSummary != nil {
			passed = lessonsText(m.PracticeSummary.Passed)
		}
		return []any{"count", int(math.Round(l.Score)), "passed", passed}
	}
	return []any{"count", int(math.Round(l.Score))}
}

// leaderRow returns one line of a leaderboard as a table's row: rank, player, score.
func (e execution) leaderRow(name string, rank int, l store.Line, m person.Member) []dialog.Cell {
	return []dialog.Cell{
		{Text: words.New("leaders.cell.rank", "rank", rank+1), Number: float64(rank + 1), Numeric: true},
		{Text: words.New("leaders.cell.player", "player", words.Person{ID: l.Member, Name: m.Name})},
		{Text: words.New("leaders.cell."+name, e.score(name, l, &m)...), Number: l.Score, Numeric: true},
	}
}

// leaderLine returns one line of a leaderboard: "3. Ana 1620".
func (e execution) leaderLine(name string, rank int, l store.Line, m person.Member) words.Text {
	who := words.Person{ID: l.Member, Name: m.Name}
	args := append([]any{"rank", rank + 1, "player", who}, e.score(name, l, &m)...)
	key := "leaders.line." + name
	if l.Member == e.r.User.ID {
		return words.New("leaders.own", "line", words.New(key, args...))
	}
	return words.New(key, args...)
}
