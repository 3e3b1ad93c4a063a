// Package rules holds the rules of Nim and its family, and the referee.
//
// # Positions
//
// A [Position] is an immutable value that knows its own rules: its notation
// (String, read back by its game's Parse), its legal moves as a lazy sequence
// in a stable order, and Play. Heaps may hold 10^18 stones, so no caller may
// collect all moves without a bound.
//
// # Endings
//
// Normal and misère play are a setting of the match ([Setup]), not of the game: the
// player who cannot move loses in normal play and wins in misère play.
//
// # Theory
//
// Knowledge about a position beyond its rules is an optional ability, found by
// type assertion: [Sum] for sums of independent parts with Sprague–Grundy
// values ([Splitting] if a move may break a part), [Theory] for a closed form
// of its own, [Grundier] for the Grundy value of a position that is not a Sum,
// [Searched] for positions small enough to be searched exhaustively,
// [Progressing] for games that could go on for ever, [Finishing] for the move
// that ends the match, [Copyable] for two equal parts, [Countable] for the
// number of moves, [Explainer] for further facts, [Hinting] for where to look
// for a winning move. Package solve turns these into outcomes, winning moves
// and explanations.
//
// # People's words
//
// The words of a game are optional abilities, too: [Worded] for the words of a
// position and its moves, [Stepwise] for their steps, [Marked] for the effects of a move on the
// drawing, [Loose] for moves as people type them. Abilities return catalogue
// codes and notation; package words has the sentences.
//
// # Purity
//
// No I/O, no clock, no randomness of its own, standard library only.
package rules

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"
)

// Ending is the winning convention: normal or misère.
type Ending uint8

const (
	Normal Ending = iota // the player who cannot move loses
	Misere               // the player who cannot move wins
)

func (e Ending) String() string {
	if e == Misere {
		return "misere"
	}
	return "normal"
}

// EndingOf reads what String writes; anything else is normal play.
func EndingOf(s string) Ending {
	if s == Misere.String() {
		return Misere
	}
	return Normal
}

// Move is a move in its game's notation, canonical and unique among the legal
// moves of one position: "A2", "A:1+2", "5-3".
type Move string

// Position is one state of a game. Implementations are immutable.
type Position interface {
	// String is the notation, read back exactly by the game's Parse.
	String() string
	// Moves yields every legal move once, in a stable order, lazily.
	Moves() iter.Seq[Move]
	// Play returns the position after m. An unknown or illegal move is
	// refused with an *Error that is ErrIllegal.
	Play(m Move) (Position, error)
	// Size says how much is left; its Total, while it is not saturated, falls
	// with every move of a game that is not loopy.
	Size() Size
	// Diagram is what a board draws.
	Diagram() Diagram
	// Choices yields the next step of a move that is being put together from
	// prefix ("" at first): a pile, then an amount, then a split.
	Choices(prefix string) iter.Seq[Choice]
}

// Size measures a position, for bounds and for choosing the longest resistance.
type Size struct {
	Parts   int    // piles, rows, coins
	Largest uint64 // the largest of them, in its own unit
	Total   uint64 // objects left in play, saturating at the largest uint64
	Splits  bool   // in a bound: Total counts a heap of n as the n − 1 splits that it holds
}

// Within reports whether s exceeds none of the limits of max that are set.
func (s Size) Within(max Size) bool {
	return (max.Parts == 0 || s.Parts <= max.Parts) &&
		(max.Largest == 0 || s.Largest <= max.Largest) &&
		(max.Total == 0 || s.Total <= max.Total)
}

// Choice is one step in composing a move. Each step appends to the move's
// notation.
type Choice struct {
	Prefix string // what to ask Choices for next; when Done, the whole Move
	Label  string // the step itself, short, as people see it: "A", "2", "9 → 6"
	Left   uint64 // for a part: its size; else 0
	Done   bool   // Prefix is a complete move
	// Code words the step, a catalogue entry such as "choice.take" with the
	// arguments label and left; "" stands for the label alone.
	Code string
	// Game is the key of the game of a part of a Composed position; its title is another
	// argument of Code.
	Game string
}

// Outcome says who wins with perfect play.
type Outcome byte

const (
	N Outcome = 'N' // the next player, the one to move
	P Outcome = 'P' // the previous player
)

func (o Outcome) String() string { return string(o) }

// OutcomeIf returns N when the player to move wins, else P.
func OutcomeIf(moverWins bool) Outcome {
	if moverWins {
		return N
	}
	return P
}

// Value is what theory says about one independent part of a sum.
type Value struct {
	// Grundy is the Sprague–Grundy value (Sprague 1935, Grundy 1939).
	Grundy uint64
	// Firm reports whether any component of the part has a Grundy value of 2 or
	// more. In tame games such a part is "firm"; a part with value 0 or 1 only
	// is "fickle" (Berlekamp, Conway & Guy, Winning Ways, ch. 13).
	Firm bool
}

// HeapValue returns the Value of a single component with Grundy value g.
func HeapValue(g uint64) Value { return Value{Grundy: g, Firm: g > 1} }

// Game is one game of the family: a key, how to read and make positions, and
// what is allowed.
type Game struct {
	Key     string   // "nim"; for parametric games with the parameter: "octal:0.137"
	Title   string   // "Nim": in English, as people type it; package words has it in every language
	Endings []Ending // the endings that are offered, Normal first
	Loopy   bool     // positions can repeat
	Group   Group    // where lists of the games show it
	// Costly lists the endings under which the first analysis of a position may
	// need up to 100 ms of CPU time, because a table of values must be filled or
	// a search must run.
	Costly []Ending
	// Sparse lists the endings under which fewer than a hundred of the setups
	// that Draw can make are lost for the first player.
	Sparse   []Ending
	Examples []string // setups that people type, the rules card's first

	// Decoded says, for the rules card, what the parameter in the key allows, as
	// catalogue entries "words.<Code>"; nil without such a parameter.
	Decoded []Wording

	// Parse reads any position that can occur, finished ones included.
	// Errors are *Error that are ErrNotation.
	Parse func(text string) (Position, error)
	// Start reads a setup under an ending; nil means Parse. Only games whose first
	// move has its own rule set Start.
	Start func(setup string, e Ending) (Position, error)
	// Draw makes a random setup that is neither trivial nor known to favour one
	// side: about as many won as lost for the first player. It returns "" if the
	// drawing ends before one is found.
	Draw func(d *Drawing, e Ending) string
	// Bounds is the largest size of a start under e; zero fields are unbounded.
	Bounds func(e Ending) Size
	// Grows is the largest size that moves can reach from a start within a bound. It is
	// nil if no move adds a part or enlarges one, so that every position is within the bound
	// of its start.
	Grows func(start Size) Size
	// Summand is the largest position that can be a part of a sum of games, if computing
	// its value takes a table; the zero Size if there is no such bound.
	Summand Size
	// Single reports whether one number makes a position. Set is what follows it in notation, such
	// as "{1-3}"; "" if nothing does.
	Single bool
	Set    string
	// InSetup reports whether words[i] must be part of a setup although it
	// looks like something else, for example "@2,3", which looks like a
	// mention. InSetup may be nil.
	InSetup func(words []string, i int) bool
	// Named reports whether the words of a setup name the game by their form. Named may be
	// nil.
	Named func(words []string) bool
}

// Group is what games have in common for people who look for one.
type Group uint8

const (
	PileGames  Group = iota // stones are taken from piles
	SlideGames              // coins are moved
	BreakGames              // what is taken from may be split
	TurnGames               // coins are turned over
	DuelGames               // two sides have their own pieces
	CutGames                // what hangs on the cut goes with it
	SumGames                // several games are played side by side
)

var groupNames = [...]string{"piles", "slides", "breaks", "turns", "duels", "cuts", "sums"}

// String is the name of the group in the catalogue.
func (g Group) String() string { return groupNames[g] }

// Groups are the groups in the order in which people see them.
func Groups() []Group {
	return []Group{PileGames, SlideGames, BreakGames, TurnGames, DuelGames, CutGames, SumGames}
}

// InSetup reports whether words[i] is a piece of a setup for some game; see [Game].
func InSetup(words []string, i int) bool {
	return slices.ContainsFunc(list, func(g Game) bool { return g.InSetup != nil && g.InSetup(words, i) })
}

// NamedBy returns the key of the game that the form of a setup names; ok is false if it names
// none.
func NamedBy(words []string) (key string, ok bool) {
	for _, g := range list {
		if g.Named != nil && g.Named(words) {
			return g.Key, true
		}
	}
	return "", false
}

// TypedSetup returns what people type to name a position of a game: with "game:KEY", unless the position's form
// names the game, or it is the default game.
func TypedSetup(key, position string) string {
	if named, ok := NamedBy(strings.Fields(position)); key == Default || ok && named == key {
		return position
	}
	return position + " " + keyMark + key
}

// NamedIn returns the game that a text with a position is about, and the position: "game:KEY" in the text, else
// the game that the form of the position names if key is that of the default game, else key.
func NamedIn(key, text string) (named, position string) {
	words := strings.Fields(text)
	if i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, keyMark) }); i >= 0 && key == Default {
		return strings.TrimPrefix(words[i], keyMark), strings.Join(slices.Delete(words, i, i+1), " ")
	}
	if named, ok := NamedBy(SpacedPlus(words)); ok && key == Default {
		return named, text
	}
	return key, text
}

// keyMark stands before the key of a game among the words of a position.
const keyMark = "game:"

// Offers reports whether the game can be played under e.
func (g Game) Offers(e Ending) bool {
	return slices.Contains(g.Endings, e)
}

// IsCostly reports whether a position may take long to decide under e.
func (g Game) IsCostly(e Ending) bool { return slices.Contains(g.Costly, e) }

// IsSparse reports whether Draw makes few lost setups under e.
func (g Game) IsSparse(e Ending) bool { return slices.Contains(g.Sparse, e) }

// Begin reads a setup as the start of a match under e: the ending must be
// offered, the size within Bounds, and there must be a move. Errors are those of
// Read, and ErrNotation without a move.
func (g Game) Begin(setup string, e Ending) (Position, error) {
	p, err := g.Read(setup, e)
	if err != nil {
		return nil, err
	}
	if max := g.Bounds(e); !p.Size().Within(max) {
		return nil, TooLarge(g.Key, max)
	}
	if Over(p) {
		return nil, startIsOver(g, p)
	}
	return p, nil
}

// Read reads any position that a match under e can come to, or a setup as its first
// position; finished positions are included. The ending must be offered, the size one
// that moves can reach from a start within Bounds. Capitals are read as the notation's
// small letters. Errors are *Error that are ErrNotation, ErrNotOffered or ErrTooLarge.
func (g Game) Read(text string, e Ending) (Position, error) {
	if !g.Offers(e) {
		return nil, notOffered(g, e)
	}
	read := g.Parse
	if g.Start != nil {
		read = func(text string) (Position, error) { return g.Start(text, e) }
	}
	p, err := read(text)
	if err != nil {
		small, smallErr := read(strings.ToLower(text))
		if smallErr != nil {
			return nil, err
		}
		p = small
	}
	if max := g.Bounds(e); !p.Size().Within(g.Reach(max)) {
		return nil, TooLarge(g.Key, max)
	}
	return p, nil
}

// Reach is the largest size that a match from a start within a bound can come to.
func (g Game) Reach(start Size) Size {
	if g.Grows == nil {
		return start
	}
	return g.Grows(start)
}

// Over reports whether p has no legal move.
func Over(p Position) bool {
	for range p.Moves() {
		return false
	}
	return true
}

// Games lists the family in the order in which people see it.
func Games() []Game { return list }

// Lookup finds a game by its key; parametric keys ("octal:0.137") are read.
// Errors are *Error that are ErrUnknownGame.
func Lookup(key string) (Game, error) {
	g, known, err := find(key)
	if !known {
		return Game{}, &Error{Kind: ErrUnknownGame, Code: "game.unknown", Args: Args{"game": key}}
	}
	return *g, err
}

// Known reports whether Lookup finds a game.
func Known(key string) bool {
	_, known, err := find(key)
	return known && err == nil
}

// Family returns a game's key without its parameter: "octal" of "octal:0.137".
func Family(key string) string {
	family, _, _ := strings.Cut(key, ":")
	return family
}

// find is Lookup; known is false if key neither belongs to a listed game nor has the
// form of a parametric family's keys.
func find(key string) (g *Game, known bool, err error) {
	for i := range list {
		if list[i].Key == key {
			return &list[i], true, nil
		}
	}
	for _, f := range families {
		if g, ok, err := f(key); ok {
			found := g // only what is found goes to the heap
			return &found, true, err
		}
	}
	return nil, false, nil
}

// Label names part i the way columns of a spreadsheet are named: A … Z, AA …
func Label(i int) string {
	if i < 26 {
		return alphabet[i : i+1]
	}
	return Label(i/26-1) + alphabet[i%26:i%26+1]
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// AddSaturating returns a + b, or the largest uint64 when that overflows.
func AddSaturating(a, b uint64) uint64 {
	s, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return ^uint64(0)
	}
	return s
}

// mulSaturating returns a · b, or the largest uint64 when that overflows.
func mulSaturating(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi != 0 {
		return ^uint64(0)
	}
	return lo
}

// Args are the arguments of a catalogue entry, by name.
type Args map[string]any

// Error is a refusal that a person caused. Package words has the sentence for
// Code; Error() is for logs and developers.
type Error struct {
	Kind error // one of the sentinels of errors.go
	Code string
	Args Args
}

func (e *Error) Error() string { return fmt.Sprintf("%v: %s %v", e.Kind, e.Code, e.Args) }

// Unwrap lets errors.Is find the sentinel.
func (e *Error) Unwrap() error { return e.Kind }
