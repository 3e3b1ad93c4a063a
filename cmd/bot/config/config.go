// Package config reads the program's settings, finds their faults, and shows them without
// their secrets.
package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"nimbot/game/chat"
	"nimbot/game/words/command"
)

// Config is every setting of the program. A key of the file is the path of
// yaml names ("http.listen"); its environment variable is NIM_ and the key in
// capitals with underscores (NIM_HTTP_LISTEN). config.example.yaml documents
// each one; a test checks that the two agree.
type Config struct {
	Store    StoreURL `yaml:"store"`
	HTTP     HTTP     `yaml:"http"`
	Discord  Discord  `yaml:"discord"`
	Slack    Slack    `yaml:"slack"`
	Web      Web      `yaml:"web"`
	Limits   Limits   `yaml:"limits"`
	MCP      MCP      `yaml:"mcp"`
	Operator Operator `yaml:"operator"`

	given map[string]string // by key: the place in the file, the variable or the flag that gave it
}

// Named reports whether a file, a variable or a flag gave a key.
func (c Config) Named(key string) bool { return c.given[key] != "" }

// HTTP says where the program listens, as host:port, and how.
type HTTP struct {
	Listen       string        `yaml:"listen"`        // what platforms and browsers call
	Admin        string        `yaml:"admin"`         // health, metrics, inspect; for operators only
	Profile      bool          `yaml:"profile"`       // Admin also serves profiles of the process
	PublicURL    string        `yaml:"public_url"`    // where the Internet reaches Listen, "" if it doesn't
	TrustedProxy string        `yaml:"trusted_proxy"` // addresses and networks whose X-Forwarded-For is believed
	Drain        time.Duration `yaml:"drain"`         // how long to keep serving after SIGTERM while /readyz says 503, 0 to 10 min
}

// Discord connects Discord. It is off while it is empty.
type Discord struct {
	Mode          Mode   `yaml:"mode"` // HTTPMode or GatewayMode
	ApplicationID string `yaml:"application_id"`
	PublicKey     string `yaml:"public_key"` // 64 hexadecimal digits
	Token         Secret `yaml:"token"`
	ClientSecret  Secret `yaml:"client_secret"` // for signing in to the Activity
	Activity      Switch `yaml:"activity"`
	APIURL        string `yaml:"api_url"` // "" for Discord itself
	Shards        int    `yaml:"shards"`  // of the gateway; 0 for Discord's recommendation
	Pictures      bool   `yaml:"pictures"`
	Messages      Switch `yaml:"messages"`
}

// Configured reports whether the operator wants Discord: its application id, public key or token
// is set.
func (d Discord) Configured() bool {
	return d.ApplicationID != "" || d.PublicKey != "" || d.Token != ""
}

// Slack connects Slack. It is off while it is empty.
type Slack struct {
	Mode          Mode   `yaml:"mode"`    // HTTPMode or SocketMode
	Command       string `yaml:"command"` // "/nim"
	SigningSecret Secret `yaml:"signing_secret"`
	BotToken      Secret `yaml:"bot_token"`
	AppToken      Secret `yaml:"app_token"`
	ClientID      string `yaml:"client_id"`
	ClientSecret  Secret `yaml:"client_secret"`
	EncryptionKey Secret `yaml:"encryption_key"`
	MoveLog       Switch `yaml:"move_log"`
	APIURL        string `yaml:"api_url"` // "" for Slack itself
}

// Configured reports whether the operator wants Slack: one of its secrets, its tokens or its
// client id is set.
func (s Slack) Configured() bool {
	return s.SigningSecret != "" || s.BotToken != "" || s.AppToken != "" || s.ClientID != "" || s.ClientSecret != ""
}

// Web is the local web page.
type Web struct {
	Enabled Page `yaml:"enabled"`
}

// IsLocalPage reports whether the page is on only because no platform is
// configured and web.enabled is auto.
func (c Config) IsLocalPage() bool { return c.Web.Enabled == PageAuto && c.ServesPage() }

// ServesPage reports whether the web page is on: because it is enabled, or
// because no platform is configured.
func (c Config) ServesPage() bool {
	return c.Web.Enabled == PageOn || c.Web.Enabled == PageAuto && !c.connects()
}

// Limits bounds games, requests and retention.
type Limits struct {
	Piles             int    `yaml:"piles"`               // of one game, 1 to 1000
	Heap              uint64 `yaml:"heap"`                // stones of one pile, 1 to 10^18
	Tables            int    `yaml:"tables"`              // live tables of one channel, 1 to chat.MaxTables
	CommandsPerMinute int    `yaml:"commands_per_minute"` // of one person, 1 to 1,000,000
	PersonDays        int    `yaml:"person_days"`         // days for which a person's data is kept after their last game, 1 to 36500
	BackupDays        int    `yaml:"backup_days"`         // days for which backups are kept, and deletions remembered, 1 to 36500
}

// KeepPerson returns how long a person's data is kept after their last game.
func (l Limits) KeepPerson() time.Duration { return time.Duration(l.PersonDays) * 24 * time.Hour }

// KeepMarks returns how long the bot remembers that somebody deleted their data.
func (l Limits) KeepMarks() time.Duration { return time.Duration(l.BackupDays) * 24 * time.Hour }

// MCP configures the server for agents, under /mcp.
type MCP struct {
	Enabled bool `yaml:"enabled"`
}

// Operator is the person or organization that runs the bot, for /privacy, /terms and /support.
type Operator struct {
	Name    string `yaml:"name"`
	Contact string `yaml:"contact"` // an e-mail or web address
	Address string `yaml:"address"` // postal address
}

// Default returns the configuration without a file, variables or flags.
func Default() Config {
	limits := chat.DefaultLimits()
	return Config{
		Store:   "bolt:nim.db",
		HTTP:    HTTP{Listen: "127.0.0.1:8080", Admin: "127.0.0.1:9090", Drain: 5 * time.Second},
		Discord: Discord{Mode: HTTPMode, Pictures: true, Messages: Off, Activity: Off},
		Slack:   Slack{Mode: HTTPMode, Command: "/" + command.Name, MoveLog: Off},
		Web:     Web{Enabled: PageAuto},
		Limits:  Limits{Piles: limits.Piles, Heap: limits.Heap, Tables: limits.Tables, CommandsPerMinute: 60, PersonDays: 400, BackupDays: 30},
	}
}

// Sources are the places from which Load reads a configuration.
type Sources struct {
	// File is the configuration file; "" means nimbot.yaml in the working
	// directory, if there is one.
	File string
	// Getenv looks a variable up, as os.LookupEnv does.
	Getenv func(string) (string, bool)
	// Environ lists the environment as os.Environ does, to find misspelled
	// variables.
	Environ []string
	// Flags are settings by key that the command line gives; they win.
	Flags map[string]string
}

// DefaultFile is read when no file is named and it exists.
const DefaultFile = "nimbot.yaml"

// Load reads defaults, then the file, then the environment, then the
// flags; later sources win. The error, if any, is a Problems that lists every
// fault.
func Load(src Sources) (Config, error) {
	c := Default()
	all := settings(&c)
	var found Problems
	found = append(found, loadFile(all, src.File)...)
	found = append(found, loadEnvironment(all, src)...)
	for key, text := range src.Flags {
		if p := all.set(key, text, "--"+key); p != nil {
			found = append(found, *p)
		}
	}
	found = append(found, c.wrongValues(found)...)
	if len(found) > 0 {
		return c, found
	}
	return c, nil
}

// wrongValues returns the problems with the values, each with the place that gave it. A value that is
// missing because its key is misspelled is not one: found has that already.
func (c Config) wrongValues(found Problems) (wrong Problems) {
	for _, p := range c.check() {
		if p.Serving && slices.ContainsFunc(found, func(other Problem) bool { return other.meant == p.Key }) {
			continue
		}
		if where := c.given[p.Key]; !strings.HasPrefix(where, "--") { // a flag was just typed
			p.Where = where
		}
		wrong = append(wrong, p)
	}
	return wrong
}

func loadFile(all settingList, name string) Problems {
	file := cmp.Or(name, DefaultFile)
	text, err := os.ReadFile(file)
	switch {
	case name == "" && os.IsNotExist(err):
		return nil
	case err != nil:
		return Problems{unreadable(name, err)}
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return Problems{{Key: file, Remedy: "is written in UTF-16; save it as UTF-8"}}
	}
	return parseYAML(all, file, bytes.TrimPrefix(text, []byte("\ufeff"))).found
}

// unreadable says why the file that is named on the command line, or DefaultFile, can't be read.
func unreadable(name string, err error) Problem {
	p := Problem{Key: "--config", Value: name, Remedy: plainError(err) + "; use a file that can be read"}
	if name == "" {
		p.Key, p.Value = DefaultFile, ""
	}
	if errors.Is(err, fs.ErrPermission) {
		p.Remedy = plainError(err) + "; use sudo, or a file that can be read"
	}
	return p
}

// loadEnvironment reads NIM_* and, for secrets, NIM_*_FILE. A variable whose
// name is close to a setting's is a fault, probably a misspelling. Other
// variables are ignored: orchestrators set some (NIM_SERVICE_HOST).
func loadEnvironment(all settingList, src Sources) Problems {
	var found Problems
	known := map[string]bool{}
	for _, s := range all {
		name := s.variable()
		known[name], known[name+"_FILE"] = true, true
		if p := s.fromEnvironment(name, src.Getenv); p != nil {
			found = append(found, *p)
		}
		if file, _ := src.Getenv(name + "_FILE"); file != "" && !s.secret() {
			found = append(found, Problem{Key: name + "_FILE", Value: file, Remedy: "only secrets are read from a file; set " + name + " to the value itself"})
		}
	}
	for _, entry := range src.Environ {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, "NIM_") || known[name] {
			continue
		}
		if near := command.Nearest(name, all.variables()); near != "" {
			found = append(found, Problem{Key: name, Remedy: fmt.Sprintf("no setting is read from this variable; did you mean %s?", near)})
		}
	}
	return found
}
