package draw

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nimbot/game/rules"
)

// Picture is a board image that a URL describes completely. The URL contains no
// names and no channel, so the image can be cached forever and requested by
// anybody.
type Picture struct {
	Game     string // the game's key
	Position string // in the game's notation
	Marks    []rules.Mark
	Theme    Theme
	Score    []Glyph // of a share card
}

// The bounds of an address.
const (
	// MaxPath is the longest path. Slack allows 3000 characters for the whole
	// address of an image in a message.
	MaxPath  = 2000
	maxMarks = 128

	pathPrefix = "/board/"
	pathSuffix = ".png"
	noMarks    = "-"

	markSeparator = "_"
)

// ErrPath is wrapped by every error of [ParsePath].
var ErrPath = errors.New("no address of a board")

// Card is the theme of a Picture for the preview of a link: light, 1200 × 630 pixels, with
// the game's title.
const Card Theme = 2

var themeNames = [...]string{Light: "light", Dark: "dark", Card: "card"}

// Path returns the address of a picture below its server's:
// /board/THEME/GAME/POSITION/MARKS.png, with /SCORE before the ending for a share card. If
// the marks make it too long, Path leaves them out. ok is false if it is too long without
// them, or if the picture's position or game is not valid.
func (p Picture) Path() (path string, ok bool) {
	if path = p.path(); len(path) > MaxPath || len(p.Marks) > maxMarks {
		p.Marks = nil
		path = p.path()
	}
	_, err := p.read()
	return path, err == nil && len(path) <= MaxPath
}

func (p Picture) path() string {
	marks := make([]string, len(p.Marks))
	for i, m := range p.Marks {
		marks[i] = writeMark(m)
	}
	parts := []string{themeNames[min(p.Theme, Card)], escapePart(p.Game), escapePart(p.Position), noMarks}
	if len(marks) > 0 {
		parts[len(parts)-1] = strings.Join(marks, markSeparator)
	}
	if len(p.Score) > 0 {
		score := make([]byte, 0, MaxScore)
		for _, g := range p.Score[:min(len(p.Score), MaxScore)] {
			score = append(score, byte(g))
		}
		parts = append(parts, string(score))
	}
	return pathPrefix + strings.Join(parts, "/") + pathSuffix
}

// escapePart encodes a path segment with characters that no proxy rewrites: a space becomes
// "_", other characters "~" and hexadecimal digits.
func escapePart(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		switch {
		case c == ' ':
			b.WriteByte('_')
		case c == '-' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "~%02x", c)
		}
	}
	return b.String()
}

// unescapePart decodes what escapePart encoded. Text that escapePart can't
// produce is returned unchanged; it is never a valid position.
func unescapePart(text string) string {
	pieces := strings.Split(strings.ReplaceAll(text, "_", " "), "~")
	for i, piece := range pieces[1:] {
		if len(piece) < 2 {
			return text
		}
		c, err := strconv.ParseUint(piece[:2], 16, 8)
		if err != nil {
			return text
		}
		pieces[i+1] = string([]byte{byte(c)}) + piece[2:]
	}
	return strings.Join(pieces, "")
}

// ParsePath parses the path of a picture. It accepts exactly the paths that Path
// produces, so that each picture has one URL. The position must be one of a listed game
// and within its bounds. Errors are [ErrPath].
func ParsePath(path string) (Picture, error) {
	p, err := parse(path)
	if err == nil && p.path() != path {
		return Picture{}, fmt.Errorf("%w: it is written %s", ErrPath, p.path())
	}
	return p, err
}

// Elsewhere returns the address of a picture for a path whose position is written in another
// way, such as "3x4" for "4_4_4". ok is false if path is already that address, and if path
// means no picture.
func Elsewhere(path string) (address string, ok bool) {
	p, err := parse(path)
	if err != nil {
		return "", false
	}
	address, ok = p.Path()
	return address, ok && address != path
}

// parse reads a path whose position may be written in any way.
func parse(path string) (Picture, error) {
	if len(path) > MaxPath {
		return Picture{}, fmt.Errorf("%w: longer than %d", ErrPath, MaxPath)
	}
	inner, hasPrefix := strings.CutPrefix(path, pathPrefix)
	inner, hasSuffix := strings.CutSuffix(inner, pathSuffix)
	parts := strings.Split(inner, "/")
	if !hasPrefix || !hasSuffix || len(parts) < 4 || len(parts) > 5 {
		return Picture{}, fmt.Errorf("%w: not of the form %sTHEME/GAME/POSITION/MARKS%s", ErrPath, pathPrefix, pathSuffix)
	}
	theme := slices.Index(themeNames[:], parts[0])
	marks, err := readMarks(parts[3])
	if err != nil || theme < 0 {
		return Picture{}, fmt.Errorf("%w: the theme %q, or %v", ErrPath, parts[0], err)
	}
	p := Picture{Game: unescapePart(parts[1]), Position: unescapePart(parts[2]), Marks: marks, Theme: Theme(theme)}
	if len(parts) == 5 {
		if p.Score = []Glyph(parts[4]); strings.Trim(parts[4], "kto") != "" {
			return Picture{}, fmt.Errorf("%w: the score %q", ErrPath, parts[4])
		}
	}
	position, err := p.find()
	if err != nil {
		return Picture{}, fmt.Errorf("%w: %w", ErrPath, err)
	}
	p.Position = position.String()
	return p, nil
}

// read parses the picture's position, and checks its bounds and that its notation is the
// game's own.
func (p Picture) read() (rules.Position, error) {
	position, err := p.find()
	if err == nil && position.String() != p.Position {
		return nil, fmt.Errorf("%q is written %q", p.Position, position)
	}
	return position, err
}

// find parses the picture's position, written in any way, and checks its bounds.
func (p Picture) find() (rules.Position, error) {
	i := slices.IndexFunc(rules.Games(), func(g rules.Game) bool { return g.Key == p.Game })
	if i < 0 {
		return nil, fmt.Errorf("the game %q is not listed", p.Game) // an unlisted octal game would have to fill its table
	}
	g := rules.Games()[i]
	position, err := g.Parse(p.Position)
	if err != nil {
		return nil, err
	}
	if most := g.Bounds(g.Endings[0]); !position.Size().Within(g.Reach(most)) {
		return nil, rules.TooLarge(g.Key, most)
	}
	return position, nil
}

// PNG draws the picture at a width in pixels; see [Options]. A Card has its own size. Errors
// are w's, those of the type faces, and ErrPath for a picture without an address.
func (p Picture) PNG(w io.Writer, width int) error {
	position, err := p.read()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrPath, err)
	}
	d := position.Diagram()
	d.Marks = p.Marks
	if p.Theme == Card {
		g, err := rules.Lookup(p.Game)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrPath, err)
		}
		return linkCard(w, d, g.Title, p.Score)
	}
	return PNG(w, d, Options{Theme: p.Theme, Width: width, Score: p.Score})
}

// deeds maps letters in an address to the deeds of marks.
var deeds = map[byte]rules.Deed{
	't': rules.Took, 'p': rules.Put, 'u': rules.Turned, 's': rules.Slid, 'x': rules.Split, 'n': rules.Passed,
}

// writeMark writes a mark as the seat, the letter of the deed, and its numbers: "1t2.5.7";
// edges follow it as "e0.1". The letter of a part of a sum after the first stands in front:
// "B1t2.5.7".
func writeMark(m rules.Mark) string {
	var b []byte
	if m.Part > 0 {
		b = append(b, rules.Label(m.Part)...)
	}
	b = strconv.AppendInt(b, int64(m.By), 10)
	for letter, d := range deeds {
		if d == m.Deed {
			b = append(b, letter)
		}
	}
	b = strconv.AppendInt(b, int64(m.Row), 10)
	b = strconv.AppendUint(append(b, '.'), m.From, 10)
	b = strconv.AppendUint(append(b, '.'), m.To, 10)
	for _, e := range m.Edges {
		b = strconv.AppendInt(append(b, 'e'), int64(e.From), 10)
		b = strconv.AppendInt(append(b, '.'), int64(e.To), 10)
	}
	return string(b)
}

// readMarks reads marks as writeMark writes them, with markSeparator between them.
func readMarks(text string) ([]rules.Mark, error) {
	if text == noMarks {
		return nil, nil
	}
	fields := strings.Split(text, markSeparator)
	if len(fields) > maxMarks {
		return nil, fmt.Errorf("%d marks, of which %d are allowed", len(fields), maxMarks)
	}
	marks := make([]rules.Mark, len(fields))
	for i, f := range fields {
		m, err := readMark(f)
		if err != nil {
			return nil, err
		}
		marks[i] = m
	}
	return marks, nil
}

func readMark(text string) (m rules.Mark, err error) {
	bad := fmt.Errorf("the mark %q", text)
	part := 0
	if len(text) > 0 && 'B' <= text[0] && text[0] <= 'Z' {
		part, text = int(text[0]-'A'), text[1:]
	}
	if len(text) < 2 || text[0] != '0' && text[0] != '1' || deeds[text[1]] == "" {
		return m, bad
	}
	pieces := strings.Split(text[2:], "e")
	numbers, err := readInts(pieces[0], 3)
	if err != nil || numbers[0] >= rules.MaxHeaps {
		return m, bad
	}
	m = rules.Mark{Part: part, By: rules.Seat(text[0] - '0'), Deed: deeds[text[1]], Row: int(numbers[0]), From: numbers[1], To: numbers[2]}
	for _, piece := range pieces[1:] {
		ends, err := readInts(piece, 2)
		if err != nil || ends[0] >= maxNode || ends[1] >= maxNode {
			return m, bad
		}
		m.Edges = append(m.Edges, rules.Edge{From: int(ends[0]), To: int(ends[1])})
	}
	return m, nil
}

// maxNode bounds the numbers of nodes in an address.
const maxNode = 1 << 20

// readInts reads n numbers with dots between them.
func readInts(text string, n int) ([]uint64, error) {
	fields := strings.Split(text, ".")
	if len(fields) != n {
		return nil, strconv.ErrSyntax
	}
	numbers := make([]uint64, n)
	for i, f := range fields {
		v, err := strconv.ParseUint(f, 10, 64)
		if err != nil {
			return nil, err
		}
		numbers[i] = v
	}
	return numbers, nil
}
