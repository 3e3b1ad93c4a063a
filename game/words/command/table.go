package command

import (
	"slices"
	"strings"

	"nimbot/game/rules/solve"
)

// Command is one row of the table: everything about a command except its function, which is in
// another package.
type Command struct {
	Name    string
	Aliases []string // other names for it
	// Group is the group of subcommands in which a platform shows it, "" for
	// none. People who type may leave it out.
	Group string
	// As is its name in the group, where another command outside has that name; then the
	// group can't be left out. "": Name.
	As string
	// Fixed are words that always follow the name: "me" of "forget me".
	Fixed   string
	Options []Option
	// Sentence reports that if a platform asks for the command's option, its value is parsed as a
	// complete line, so it may also be another command or a sentence.
	Sentence bool
	// Of says which package handles the command, and so whose document it may change.
	Of Of
	// At says which table of the place a typed command means.
	At  At
	Who Who
	// Needs says what is looked up about the person before the command runs.
	Needs Needs
	// Ends reports that the command ends something, so it is never guessed for a misspelt word.
	Ends bool
	// LooksBack reports that the command analyses a whole game, which is costly.
	LooksBack bool
	// Repeats reports that a press acts again when it is delivered twice, although its board isn't out of
	// date after the first time. So the delivery is remembered, as those of typed lines are.
	Repeats bool
	// Reposts reports that the command only posts the board once more. So it is done even if its delivery
	// can't be remembered.
	Reposts bool
	// Asks reports that a button that sends the command asks for confirmation first.
	Asks bool
	// Alone reports that with words after it, the name begins a sentence: "show me the board".
	Alone bool
	// Shown says how people learn of the command.
	Shown Shown
	// In is the part of `help all` that lists the command, unless it is shown nowhere.
	In Section
}

// Kind is what an option holds.
type Kind uint8

// The kinds.
const (
	Word Kind = iota // text
	Number
	Flag   // yes or no; typed as just its name
	Person // a person in the place; typed as a mention
)

// Source says which completions an option of free text has.
type Source uint8

// The sources.
const (
	Nothing Source = iota
	Games
	Setups // of the game that the option "game" names
	Moves
	Languages
)

// Option is a value that a command takes after its name.
type Option struct {
	Name string
	Kind Kind
	// Bare reports that the value is typed without the name, and not as "name:value".
	Bare     bool
	Required bool
	Values   []string // all possible values; nil: free text
	Source   Source   // of free text
	Longest  int      // characters of free text; 0: none stated
	Least    int      // the smallest number allowed
	Most     int      // the largest number allowed; 0: no bound
	Sample   string   // an example value for the usage; "": Values, or the option's name
	// Words is the option's name in the catalogue, if it isn't Name.
	Words string
}

// Typed returns the option as people type it with a value, "" without one. The value of a
// flag is "true".
func (o Option) Typed(value string) string {
	switch {
	case value == "", o.Kind == Flag && value != "true":
		return ""
	case o.Kind == Flag:
		return o.Name
	case o.Kind == Person:
		return "@" + value
	case o.Bare:
		return value
	}
	return o.Name + ":" + value
}

// keyed reports whether the option is typed as "name:value".
func (o Option) keyed() bool { return !o.Bare && (o.Kind == Word || o.Kind == Number) }

// The options that several commands share.
var (
	piles       = Option{Name: "piles", Bare: true, Source: Setups, Longest: 500}
	position    = Option{Name: "piles", Bare: true, Source: Setups, Longest: 500, Required: true, Sample: "3 4 5", Words: "position"}
	ofGame      = Option{Name: "game", Source: Games, Longest: 50, Sample: "KEY"}
	misere      = Option{Name: "misere", Kind: Flag}
	rated       = Option{Name: "rated", Kind: Flag}
	level       = Option{Name: "level", Values: levels()}
	answer      = Option{Name: "answer", Longest: 200, Sample: "B2"}
	seats       = Option{Name: "seats", Kind: Number, Least: 1, Most: 20, Sample: "12"}
	tableNumber = Option{Name: "table", Kind: Number, Bare: true, Least: 1, Sample: "N"}
	clock       = Option{Name: "clock", Values: []string{"30s", "1m", "2m", "5m", "10m", "30m", "1h", "12h", "24h", "72h", "168h"}, Sample: "10m"}
)

func first(values ...string) Option { return Option{Name: "first", Values: values} }

func onOrOff(name string) Option { return Option{Name: name, Values: []string{"on", "off"}} }

func levels() []string {
	var names []string
	for _, l := range solve.Levels() {
		names = append(names, string(l))
	}
	return names
}

// Step is the command of the buttons that build a move step by step. It isn't documented
// for people.
const Step = "pick"

// table lists the commands in the order in which people are shown them: first those that people want
// first, which platforms register; then those that are typed, or buttons; then those of buttons alone.
var table = []Command{
	{Name: "play", At: OwnTable, Alone: true, Reposts: true},
	{Name: "start", At: NewTable, Needs: Wins | Secrets, Options: []Option{piles, ofGame, misere, level, first("me", "bot", "random")}},
	{Name: "challenge", At: NewTable, Needs: Pings, Options: []Option{
		{Name: "player", Kind: Person, Required: true, Sample: "name"}, piles, ofGame, misere, first("me", "them", "random"), clock, rated,
	}},
	{Name: "open", In: Room, At: NewTable, Needs: Pings, Options: []Option{piles, ofGame, misere, first("me", "them", "random"), clock, rated, seats}},
	{Name: "move", Aliases: []string{"take"}, Sentence: true, At: OwnTable, Who: Mover, Options: []Option{
		{Name: "move", Bare: true, Required: true, Source: Moves, Longest: 200, Sample: "B2"},
	}},
	{Name: "hint", In: Learning, At: OwnTable, Needs: Secrets, Who: Mover, Repeats: true, Options: []Option{{Name: "step", Kind: Number, Bare: true, Least: 1, Most: 3, Sample: "1|2|3"}}},
	{Name: "board", At: OwnTable, Reposts: true},
	{Name: "learn", In: Learning, Aliases: []string{"lesson"}, Of: Practice, Options: []Option{
		{Name: "lesson", Kind: Number, Bare: true, Least: 1, Most: 12, Sample: "N"}, ofGame, {Name: "place", Kind: Flag}, {Name: "check", Kind: Flag}, answer,
	}},
	{Name: "daily", In: Learning, Of: Practice, Options: []Option{answer}},
	{Name: "puzzle", In: Learning, Of: Practice, Options: []Option{
		ofGame, misere, {Name: "band", Bare: true, Values: []string{"easy", "medium", "hard"}}, {Name: "mine", Kind: Flag}, {Name: "twin", Kind: Flag}, answer,
	}},
	{Name: "race", In: Room, Of: Rounds, Options: []Option{
		piles, ofGame, {Name: level.Name, Values: []string{"easy", "medium", "hard"}, Words: "race-level"}, {Name: "rounds", Kind: Number, Least: 1, Most: MostRounds, Sample: "5"}, {Name: "seconds", Longest: 3, Sample: "45|off"},
	}},
	{Name: "review", In: Learning, At: FinishedTable, LooksBack: true, Options: []Option{{Name: "all", Kind: Flag}}},
	{Name: "predict", In: Learning, Needs: Secrets, Options: []Option{position, ofGame, misere}},
	{Name: "explain", In: Learning, At: OwnTable, Needs: Secrets},
	{Name: "leaders", In: Room, Of: People, Options: []Option{{Name: "by", Bare: true, Values: []string{"rating", "month", "lessons"}}}},
	{Name: "games", Options: []Option{{Name: "game", Bare: true, Source: Games, Longest: 50, Sample: "KEY", Words: "rules-of"}}},
	{Name: "settings", In: Own, Who: ModeratorToChange, Options: []Option{
		{Name: "language", Source: Languages, Longest: 20, Sample: "auto"}, {Name: "pings", Values: []string{"on", "off", "auto"}}, onOrOff("hints"), onOrOff("races"),
		{Name: "daily", Longest: 5, Sample: "09:00"}, {Name: "zone", Longest: 40, Sample: "Europe/Berlin"}, {Name: "days", Longest: 30, Sample: "mon-fri"},
	}},
	{Name: "mysettings", In: Own, Group: "me", As: "settings", Of: People},
	{Name: "mygames", In: Own, Group: "me", As: "games"},
	{Name: "export", In: Own, Group: "me", Fixed: "me", Of: People},
	{Name: "forget", In: Own, Group: "me", Fixed: "me", Ends: true, Options: []Option{{Name: "everywhere", Kind: Flag}}},
	{Name: "help", In: Own, Options: []Option{{Name: "all", Kind: Flag, Words: "all-commands"}}},

	{Name: "undo", At: OwnTable, Who: Player, Shown: Typed},
	{Name: "resign", At: OwnTable, Who: Player, Ends: true, Asks: true, Shown: Typed},
	{Name: "stop", At: OwnTable, Who: PlayerOrModerator, Ends: true, Shown: Typed, Options: []Option{tableNumber}},
	{Name: "rematch", At: FinishedTable, Needs: Secrets | Pings, Shown: Typed, Options: []Option{level, first("me", "them", "random")}},
	{Name: "demo", In: Learning, Needs: Secrets, LooksBack: true, Shown: Typed, Options: []Option{
		piles, ofGame, misere, {Name: "against", Values: []string{"perfect", "random"}}, {Name: "part", Kind: Number, Least: 1, Most: MostParts, Sample: "N"},
	}},
	{Name: "values", In: Learning, Needs: Secrets, LooksBack: true, Shown: Typed, Options: []Option{
		{Name: "game", Bare: true, Source: Games, Longest: 50, Required: true, Sample: "KEY"}, {Name: "range", Bare: true, Longest: 100, Sample: "0-30"},
	}},
	{Name: "share", In: Room, At: FinishedTable, LooksBack: true, Shown: Typed},
	{Name: "rules", Shown: Typed, Options: []Option{{Name: "game", Bare: true, Source: Games, Longest: 50, Sample: "KEY"}}},
	{Name: "begin", At: OwnTable, Needs: Wins | Secrets, Shown: Typed},
	{Name: "level", At: OwnTable, Who: Player, Shown: Typed, Options: []Option{{Name: "level", Bare: true, Required: true, Values: levels()}}},
	{Name: "accept", At: AskedTable, Shown: Typed},
	{Name: "decline", At: AskedTable, Shown: Typed},
	{Name: "confirm", At: AskedTable, Shown: Typed, Ends: true},
	{Name: "answer", In: Learning, Of: Practice, Shown: Typed, Options: []Option{{Name: "answer", Bare: true, Longest: 200, Sample: "B2"}}},
	{Name: "guess", In: Room, Of: Rounds, Shown: Typed, Options: []Option{{Name: "answer", Bare: true, Longest: 200, Sample: "B2"}}},
	{Name: "reveal", In: Room, Of: Rounds, Shown: Typed},
	{Name: "profile", In: Own, Group: "me", Of: People, Shown: Typed, Options: []Option{{Name: "player", Kind: Person, Sample: "name", Words: "whose"}}},
	{Name: "visibility", In: Own, Group: "me", Of: People, Shown: Typed, Options: []Option{{Name: "profile", Bare: true, Required: true, Values: []string{"public", "private"}}}},
	{Name: "pings", In: Own, Group: "me", Of: People, Shown: Typed, Options: []Option{{Name: "pings", Bare: true, Values: []string{"on", "off"}}}},
	{Name: "language", In: Own, Group: "me", Of: People, Shown: Typed, Options: []Option{{Name: "language", Bare: true, Source: Languages, Longest: 20, Sample: "de", Words: "own-language"}}},

	{Name: "quick", At: NewTable, Needs: Wins, Alone: true, Shown: Nowhere},
	{Name: "menu", Alone: true, Shown: Nowhere},
	{Name: Step, At: OwnTable, Who: Mover, Shown: Nowhere},
	{Name: "retry", At: FinishedTable, LooksBack: true, Shown: Nowhere, Options: []Option{{Name: "point", Kind: Number, Bare: true, Least: 1, Sample: "N"}}},
	{Name: "simul", At: OwnTable, Shown: Nowhere, Options: []Option{{Name: "skip", Kind: Flag}}},
	{Name: "watch", Aliases: []string{"table"}, Shown: Nowhere, Options: []Option{tableNumber}},
	{Name: "publish", At: OwnTable, Shown: Nowhere},
	{Name: "skip", Of: Practice, Alone: true, Shown: Nowhere},
	{Name: "show", Of: Practice, Alone: true, Shown: Nowhere},
}

// Commands lists the rows of the table, in the order in which people are shown
// them. The caller must not change them.
func Commands() []Command { return table }

// byWord maps the names and aliases of the commands to their rows.
var byWord = func() map[string]*Command {
	m := map[string]*Command{}
	for i := range table {
		for _, word := range append([]string{table[i].Name}, table[i].Aliases...) {
			m[word] = &table[i]
		}
	}
	return m
}()

// Find returns the command with a name or an alias in lower case, nil if there is none.
func Find(word string) *Command { return byWord[word] }

// Named returns the command whose name a line begins with, nil if there is none, and the
// rest of the line. It is for callers that don't need the whole line parsed.
func Named(line string) (c *Command, rest string) {
	parts := ungrouped(strings.Fields(Fold(Clean(line))))
	if len(parts) == 0 {
		return nil, ""
	}
	return Find(lower(parts[0])), strings.Join(parts[1:], " ")
}

// Pressed returns the row of the command that a button sends, nil if there is none.
func Pressed(command string) *Command {
	word, _, _ := strings.Cut(command, " ")
	return Find(word)
}

// Option returns the command's option of that name.
func (c *Command) Option(name string) (o Option, ok bool) {
	i := slices.IndexFunc(c.Options, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return Option{}, false
	}
	return c.Options[i], true
}

// Values returns all values of the command's option of that name.
func (c *Command) Values(option string) []string {
	o, _ := c.Option(option)
	return o.Values
}

// Typed returns the command as people type it, with values of its options by their names,
// in the order of the table. It leaves out options that have no value.
func (c *Command) Typed(value func(option string) string) string {
	if c.Sentence {
		return value(c.Options[0].Name)
	}
	text := c.Name
	if c.As != "" {
		text = c.Group + " " + c.As
	}
	if c.Fixed != "" {
		text += " " + c.Fixed
	}
	for _, o := range c.Options {
		if t := o.Typed(value(o.Name)); t != "" {
			text += " " + t
		}
	}
	return text
}

// takes reports whether the command has an option of that name and kind.
func (c *Command) takes(name string, kind Kind) bool {
	o, ok := c.Option(name)
	return ok && o.Kind == kind
}

// Sets reports whether the command sets up a game. Then a mention, the name of an ending,
// and "name:value" words may stand anywhere among its piles.
func (c *Command) Sets() bool {
	return slices.ContainsFunc(c.Options, func(o Option) bool { return o.Source == Setups })
}

// tunes reports whether "name:value" words after the command say which game is played,
// and how.
func (c *Command) tunes() bool {
	return slices.ContainsFunc(c.Options, func(o Option) bool {
		return o.Source == Setups || o.keyed() && (o.Source == Games || o.Name == level.Name)
	})
}

// wantsMention reports whether the command needs the mention of a person.
func (c *Command) wantsMention() bool {
	return slices.ContainsFunc(c.Options, func(o Option) bool { return o.Kind == Person && o.Required })
}

// says reports whether the command takes free words after its name.
func (c *Command) says() bool {
	return slices.ContainsFunc(c.Options, func(o Option) bool { return o.Bare && o.Kind == Word })
}
