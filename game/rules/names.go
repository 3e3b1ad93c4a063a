package rules

import (
	"slices"
	"strconv"
	"strings"
)

// Name is a name that people use for one of the games with its start, its set or its ending. docs/names.md
// has the sources.
type Name struct {
	Title string // "Dawson's Chess"
	Key   string // of the game that it is
	// Ending is the one that is meant if none is named.
	Ending Ending
	// NormalOnly reports that the game under this name is about normal play.
	NormalOnly bool

	names []string // as they are typed: folded, with hyphens between the words
	start string   // the usual start; "" for a random one
	set   string   // what follows the numbers: "{1-3}"
	// shift is what is added to a number under this name to get the pile that it is.
	shift int
	// least is the smallest number of a game; smaller ones have no move.
	least uint64
}

// names are those that people use. A name in several words is typed with blanks or hyphens.
var names = []Name{
	{Title: "Marienbad", Key: "nim", Ending: Misere, start: "1 3 5 7", names: []string{"marienbad", "jeu-de-marienbad", "marienbad-spiel", "мариенбад"}},
	{Title: "21", Key: "subtraction", Ending: Misere, start: "21", set: "{1-3}", names: []string{"21", "21-game", "the-21-game"}},
	{Title: "Bachet", Key: "subtraction", start: "100", set: "{1-10}", names: []string{"bachet", "bachets-game", "jeu-de-bachet", "bachet-spiel", "игра-баше", "баше"}},
	{Title: "Target 100", Key: "subtraction", start: "100", set: "{1-10}", names: []string{"target-100", "race-to-100"}},
	{Title: "Jeu des bâtonnets", Key: "subtraction", Ending: Misere, start: "20", set: "{1-3}", names: []string{"jeu-des-batonnets", "jeu-de-batonnets", "batonnets", "les-batonnets"}},
	{Title: "Dawson's Chess", Key: exampleKey, names: []string{"dawsons-chess", "dawson-chess"}},
	{Title: "Avoid the Neighbours", Key: exampleKey, names: []string{"avoid-the-neighbours", "avoid-the-neighbors"}},
	{Title: "Officers", Key: "octal:0.6", names: []string{"officers"}},
	{Title: "Couples Are Forever", Key: "octal:0.6", shift: -1, NormalOnly: true, names: []string{"couples-are-forever"}},
	{Title: "Double Kayles", Key: "octal:0.7777", names: []string{"double-kayles"}},
	{Title: "Daisies", Key: "octal:4.7", names: []string{"daisies"}},
	{Title: "Tsyan-shizi", Key: "wythoff", names: []string{"tsyan-shizi", "tsyanshizi", "tsyan-shi-zi", "tsyan-shidzi", "цзяньшицзы"}},
	{Title: "Corner the Lady", Key: "wythoff", names: []string{"corner-the-lady", "corner-the-queen"}},
	{Title: "Silver Dollar without the dollar", Key: "coins", names: []string{"silver-dollar", "silver-dollar-without-the-dollar"}},
	{Title: "Treblecross", Key: "octal:0.007", shift: 2, least: 3, NormalOnly: true, names: []string{"treblecross"}},
}

// unplayed are games that people ask for, and that aren't among those here.
var unplayed = []string{
	"cram", "col", "snort", "domineering", "crosscram", "hex", "go", "chess", "checkers", "draughts", "tic-tac-toe", "tictactoe", "noughts-and-crosses",
	"connect-four", "connect-4", "othello", "reversi", "gomoku", "dots-and-boxes", "sprouts", "brussels-sprouts", "amazons", "clobber",
	"toads-and-frogs", "mancala", "backgammon", "poker", "shogi", "xiangqi", "nine-mens-morris",
	"schach", "dame", "muhle", "echecs", "dames", "morpion", "ajedrez", "damas", "tres-en-raya", "scacchi", "dama", "xadrez", "jogo-da-velha", "szachy", "warcaby",
	"шахматы", "шашки", "チェス", "将棋", "囲碁", "체스", "바둑", "장기", "satranc",
}

// folding takes off the accents of the names.
var folding = strings.NewReplacer("'", "", "’", "", "â", "a", "é", "e", "ü", "u", "ç", "c", "_", "-")

// foldName writes a name as names has it.
func foldName(text string) string {
	if !strings.ContainsFunc(text, mayFold) {
		return text
	}
	return folding.Replace(strings.ToLower(strings.Join(strings.Fields(text), "-")))
}

// mayFold reports whether foldName may change a character.
func mayFold(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' }

// nameStarts are what names begin with, up to the first hyphen.
var nameStarts = func() map[string]bool {
	all := map[string]bool{}
	for _, n := range names {
		for _, name := range n.names {
			start, _, _ := strings.Cut(name, "-")
			all[start] = true
		}
	}
	return all
}()

// MayBeginName reports whether a name that NameOf knows begins with a word.
func MayBeginName(word string) bool {
	start, _, _ := strings.Cut(foldName(word), "-")
	return nameStarts[start]
}

// NameOf returns the meaning of a name; ok is false for other words.
func NameOf(text string) (n Name, ok bool) {
	text = foldName(text)
	i := slices.IndexFunc(names, func(n Name) bool { return slices.Contains(n.names, text) })
	if i < 0 {
		return Name{}, false
	}
	return names[i], true
}

// Unplayed reports whether text is the name of a known game that isn't among those here.
func Unplayed(text string) bool { return slices.Contains(unplayed, foldName(text)) }

// Names lists the names of one word or with hyphens, as people type them, the first of each game.
func Names() (all []string) {
	for _, n := range names {
		all = append(all, n.names[0])
	}
	return all
}

// Typed is the name as people type it in one word.
func (n Name) Typed() string { return n.names[0] }

// Setup returns the setup of the numbers that are typed after the name, of the usual start without numbers; "" is a
// random one.
func (n Name) Setup(numbers []string) string {
	if len(numbers) == 0 {
		return strings.TrimSpace(n.start + " " + n.set)
	}
	piles := slices.Clone(numbers)
	for i, text := range piles {
		v, ok := number(text)
		switch {
		case !ok || n.shift == 0:
		case v < n.least:
			piles[i] = "0"
		default:
			piles[i] = strconv.FormatUint(uint64(max(0, int64(v)+int64(n.shift))), 10)
		}
	}
	if n.set != "" && !strings.Contains(strings.Join(piles, " "), "{") {
		piles = append(piles, n.set)
	}
	return strings.Join(piles, " ")
}
