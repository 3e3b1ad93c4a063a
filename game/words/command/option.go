package command

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/words"
)

// Options are the settings of a game that a command gives, as "name:value" words and the
// name of the ending.
type Options struct {
	Game   string      // the game's key
	Name   string      // the name that people use, if the line has one: "Treblecross"; the other options are what it means
	Level  solve.Level // of the bot
	First  string      // who begins: "me", "them", "random"; "" if the line doesn't say
	Clock  time.Duration
	Ending rules.Ending
	Rated  bool // a rated pair of games
	Seats  int  // of a simul, 0 for a game of two
	Rounds int  // questions of a race
	// Seconds is the time for a question of a race, 0 for no limit.
	Seconds int
	Random  bool // the second player of a demonstration moves at random
	Part    int  // of a demonstration, from 1; 0 if the line doesn't say
	given   map[string]bool
}

// Given reports whether the option with this name was typed.
func (o Options) Given(name string) bool { return o.given[name] }

// Without returns the options as if one of them had not been typed.
func (o Options) Without(name string) Options {
	o.given = maps.Clone(o.given)
	delete(o.given, name)
	return o
}

// readOptions removes the mention, the ending and the "name:value" words from parts and
// stores them in the line.
func (l *Line) readOptions(parts []string) (rest []string, err error) {
	l.Options = Options{Game: rules.Default, Level: solve.Default, given: map[string]bool{}}
	if l.Command.Sets() {
		parts = rules.SpacedPlus(parts)
	}
	var name rules.Name
	named := false
	if !slices.Contains(parts, "+") { // the parts of a sum have the games' own names
		parts, name, named = readName(parts)
	}
	for i, w := range parts {
		key, value, hasColon := strings.Cut(w, ":")
		key, value = strings.ToLower(key), strings.ToLower(value)
		var problem error
		switch {
		case rules.InSetup(parts, i):
			rest = append(rest, w)
		case strings.HasPrefix(w, "@"):
			problem = l.once("@", func() error { l.Who = w[1:]; return nil })
		case key == "misere" || key == "misère" || key == "normal":
			problem = l.once("misere", func() error { return l.readEnding(key, value, w) })
		case key == "rated" && l.Command.takes(key, Flag):
			problem = l.once(key, func() error { return l.readRated(value, w) })
		case hasColon && key != "" && IsWord(key) && !isFamily(w):
			problem = l.once(key, func() error { return l.readOption(key, value) })
		case rules.Known(strings.ToLower(w)), isFamily(w):
			problem = l.once("game", func() error { return l.readOption("game", strings.ToLower(w)) })
		default:
			rest = append(rest, w)
		}
		if err == nil {
			err = problem
		}
	}
	if named && err == nil {
		rest, err = l.mean(name, rest)
	}
	if key, ok := rules.NamedBy(rest); ok && err == nil && l.Options.Game != key {
		err = l.once("game", func() error { l.Options.Game = key; return nil })
	}
	return rest, err
}

func (l *Line) once(key string, set func() error) error {
	if l.Options.given[key] && key == "@" {
		return refuse("challenge.several", nil)
	}
	if l.Options.given[key] {
		return refuse("option.twice", words.Args{"option", Abridge(key)})
	}
	l.Options.given[key] = true
	return set()
}

func (l *Line) readEnding(key, value, word string) error {
	l.Options.Ending = rules.Misere
	if key == "normal" {
		l.Options.Ending = rules.Normal
	}
	switch value {
	case "", "true", "yes":
	case "false", "no":
		l.Options.Ending = rules.Normal
	default:
		return refuse("option.ending", words.Args{"part", Abridge(word)})
	}
	return nil
}

func (l *Line) readRated(value, word string) error {
	switch value {
	case "", "true", "yes":
		l.Options.Rated = true
	case "false", "no":
	default:
		return refuse("option.rated", words.Args{"part", Abridge(word)})
	}
	return nil
}

func (l *Line) readOption(key, value string) error {
	switch key {
	case "game":
		if _, err := rules.LookupTyped(value); err != nil && value != AnyGame {
			return UnknownGame(value, err)
		}
		l.Options.Game = value
	case "level":
		for _, known := range solve.Levels() {
			if string(known) == value {
				l.Options.Level = known
				return nil
			}
		}
		return refuse("option.level", words.Args{"part", Abridge(value)})
	case "first":
		return l.readFirst(value)
	case "clock":
		return l.readClock(value)
	case "rounds", "seconds":
		return l.readRace(key, value)
	case seats.Name:
		return l.readSeats(value)
	case "against", "part":
		return l.readDemo(key, value)
	default:
		if near := Nearest(key, setupOptions); near != "" {
			return refuse("option.unknown-near", words.Args{"option", Abridge(key), "near", near})
		}
		return refuse("option.unknown", words.Args{"option", Abridge(key)})
	}
	return nil
}

func (l *Line) readFirst(value string) error {
	switch value {
	case "me", "random":
	case "bot", "them", "you":
		value = "them"
	default:
		return refuse("option.first", words.Args{"part", Abridge(value)})
	}
	l.Options.First = value
	return nil
}

func (l *Line) readSeats(value string) error {
	if !l.Command.takes(seats.Name, Number) {
		return refuse("option.seats-elsewhere", nil)
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < seats.Least || n > seats.Most {
		return refuse("option.seats", words.Args{"part", Abridge(value), "max", seats.Most})
	}
	l.Options.Seats = n
	return nil
}

// The bounds of a clock per move.
const (
	minClock = 10 * time.Second
	maxClock = 7 * 24 * time.Hour
)

func (l *Line) readClock(value string) error {
	d, err := time.ParseDuration(value)
	if err != nil || d < minClock || d > maxClock {
		return refuse("option.clock", words.Args{"part", Abridge(value)})
	}
	l.Options.Clock = d.Round(time.Second)
	return nil
}

// The bounds of a race.
const (
	MostRounds = 20
	minSeconds = 10
	maxSeconds = 300
)

// readRace reads an option of a race, within its bounds.
func (l *Line) readRace(key, value string) error {
	if _, takes := l.Command.Option(key); !takes {
		return refuse("option.unknown", words.Args{"option", key})
	}
	to, least, most := &l.Options.Rounds, 1, MostRounds
	if key == "seconds" {
		to, least, most = &l.Options.Seconds, minSeconds, maxSeconds
	}
	n, err := strconv.Atoi(value)
	if err != nil && value == "off" && key == "seconds" {
		return nil
	}
	if err != nil || n < least || n > most {
		return refuse("option."+key, words.Args{"part", Abridge(value), "min", least, "max", most})
	}
	*to = n
	return nil
}

// MostParts is how many messages the longest demonstration has.
const MostParts = 10

// readDemo reads an option of a demonstration.
func (l *Line) readDemo(key, value string) error {
	o, takes := l.Command.Option(key)
	if !takes {
		return refuse("option.unknown", words.Args{"option", key})
	}
	if key == "against" {
		if !slices.Contains(o.Values, value) {
			return refuse("option.against", words.Args{"part", Abridge(value)})
		}
		l.Options.Random = value == "random"
		return nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < o.Least || n > o.Most {
		return refuse("option.part", words.Args{"part", Abridge(value), "max", o.Most})
	}
	l.Options.Part = n
	return nil
}

// IsWord reports whether s is two or more letters, hyphens or underscores, unlike a piece
// of notation such as "8:2,5".
func IsWord(s string) bool {
	for _, r := range s {
		if !unicode.IsLetter(r) && r != '_' && r != '-' {
			return false
		}
	}
	return len(s) > 1
}
