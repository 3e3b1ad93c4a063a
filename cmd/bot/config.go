package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"nimbot/chat"
	"nimbot/typed"
	"nimbot/words"
)

// Config is every setting of the program. A key of the file is the path of
// yaml names ("http.listen"); its environment variable is NIM_ and the key in
// capitals with underscores (NIM_HTTP_LISTEN). config.example.yaml documents
// each one; a test checks that the two agree.
type Config struct {
	Store    StoreURL       `yaml:"store"`
	HTTP     HTTPConfig     `yaml:"http"`
	Discord  DiscordConfig  `yaml:"discord"`
	Slack    SlackConfig    `yaml:"slack"`
	Web      WebConfig      `yaml:"web"`
	Limits   LimitsConfig   `yaml:"limits"`
	Operator OperatorConfig `yaml:"operator"`

	named map[string]bool // the keys that a file, a variable or a flag gave
}

// HTTPConfig is where the program listens, as host:port, and how.
type HTTPConfig struct {
	Listen       string        `yaml:"listen"`        // what platforms and browsers call
	Admin        string        `yaml:"admin"`         // health, metrics, inspect; for operators only
	PublicURL    string        `yaml:"public_url"`    // where the world reaches Listen, "" for nowhere
	TrustedProxy string        `yaml:"trusted_proxy"` // addresses and networks whose X-Forwarded-For is believed
	Drain        time.Duration `yaml:"drain"`         // of serving on after SIGTERM, not ready any more
}

// DiscordConfig connects Discord. It is off while it is empty.
type DiscordConfig struct {
	Mode          string `yaml:"mode"` // "http" or "gateway"
	ApplicationID string `yaml:"application_id"`
	PublicKey     string `yaml:"public_key"` // 64 hexadecimal digits
	Token         Secret `yaml:"token"`
	APIURL        string `yaml:"api_url"` // "" for Discord itself
	Shards        int    `yaml:"shards"`  // of the gateway; 0 for Discord's recommendation
	Pictures      bool   `yaml:"pictures"`
	Messages      string `yaml:"messages"` // "on" or "off"
}

// Configured reports whether the operator wants Discord.
func (d DiscordConfig) Configured() bool {
	return d.ApplicationID != "" || d.PublicKey != "" || d.Token != ""
}

// SlackConfig connects Slack. It is off while it is empty.
type SlackConfig struct {
	Mode          string `yaml:"mode"`    // "http" or "socket"
	Command       string `yaml:"command"` // "/nim"
	SigningSecret Secret `yaml:"signing_secret"`
	BotToken      Secret `yaml:"bot_token"`
	AppToken      Secret `yaml:"app_token"`
	ClientID      string `yaml:"client_id"`
	ClientSecret  Secret `yaml:"client_secret"`
	EncryptionKey Secret `yaml:"encryption_key"`
	MoveLog       string `yaml:"move_log"` // "on" or "off"
	APIURL        string `yaml:"api_url"`  // "" for Slack itself
}

// Configured reports whether the operator wants Slack.
func (s SlackConfig) Configured() bool {
	return s.SigningSecret != "" || s.BotToken != "" || s.AppToken != "" || s.ClientID != "" || s.ClientSecret != ""
}

// WebConfig is the local web page.
type WebConfig struct {
	Enabled string `yaml:"enabled"` // "auto", "true" or "false"
}

// LimitsConfig limits what people can do.
type LimitsConfig struct {
	Piles             int    `yaml:"piles"`               // of one game, 1 to 1000
	Heap              uint64 `yaml:"heap"`                // stones of one pile, 1 to 10^18
	CommandsPerMinute int    `yaml:"commands_per_minute"` // of one person, from 1
	PersonDays        int    `yaml:"person_days"`         // how long a person is kept after the last game, from 1
	BackupDays        int    `yaml:"backup_days"`         // how old a backup may be that is restored, from 1
}

// keepPerson is how long what is known of a person is kept after the last game.
func (l LimitsConfig) keepPerson() time.Duration { return time.Duration(l.PersonDays) * 24 * time.Hour }

// keepMarks is how long it's remembered that somebody had everything deleted.
func (l LimitsConfig) keepMarks() time.Duration { return time.Duration(l.BackupDays) * 24 * time.Hour }

// OperatorConfig is who runs the bot, for /privacy, /terms and /support.
type OperatorConfig struct {
	Name    string `yaml:"name"`
	Contact string `yaml:"contact"` // an e-mail or web address
	Address string `yaml:"address"` // by post
}

// DefaultConfig is the configuration without a file, variables or flags.
func DefaultConfig() Config {
	limits := chat.DefaultLimits()
	return Config{
		Store:   "bolt:nim.db",
		HTTP:    HTTPConfig{Listen: "127.0.0.1:8080", Admin: "127.0.0.1:9090", Drain: 5 * time.Second},
		Discord: DiscordConfig{Mode: "http", Pictures: true, Messages: "off"},
		Slack:   SlackConfig{Mode: "http", Command: "/" + typed.Name, MoveLog: "off"},
		Web:     WebConfig{Enabled: "auto"},
		Limits:  LimitsConfig{Piles: limits.Piles, Heap: limits.Heap, CommandsPerMinute: 60, PersonDays: 400, BackupDays: 30},
	}
}

// Sources is where a configuration is read from.
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

// defaultFile is read when no file is named and it exists.
const defaultFile = "nimbot.yaml"

// LoadConfig reads defaults, then the file, then the environment, then the
// flags; later sources win. The error, if any, is a Problems that lists every
// fault.
func LoadConfig(src Sources) (Config, error) {
	c := DefaultConfig()
	all := settings(&c)
	var found Problems
	found = append(found, loadFile(all, src.File)...)
	found = append(found, loadEnvironment(all, src)...)
	for key, text := range src.Flags {
		if p := all.set(key, text, "--"+key); p != nil {
			found = append(found, *p)
		}
	}
	found = append(found, c.check()...)
	if len(found) > 0 {
		return c, found
	}
	return c, nil
}

func loadFile(all settingList, name string) Problems {
	file := name
	if file == "" {
		file = defaultFile
	}
	text, err := os.ReadFile(file)
	switch {
	case name == "" && os.IsNotExist(err):
		return nil
	case err != nil:
		return Problems{{Key: "--config", Value: file, Remedy: plainError(err) + "; use a file that can be read"}}
	}
	return parseYAML(all, file, bytes.TrimPrefix(text, []byte("\ufeff"))).found
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
		if near := typed.Nearest(name, all.variables()); near != "" {
			found = append(found, Problem{Key: name, Remedy: fmt.Sprintf("no setting is read from this variable; did you mean %s?", near)})
		}
	}
	return found
}

// Problem is one fault of a configuration: which key, what it holds (secrets
// redacted), and what to do.
type Problem struct {
	Where  string // "nimbot.yaml:3:5", "" outside a file
	Key    string // "http.listen", "NIM_STORE", "--config"
	Value  string
	Remedy string
	Cause  error // for errors.Is; the remedy tells people
	// Serving marks a missing value that only serving a platform needs.
	Serving bool
}

// Unwrap is the cause.
func (p Problem) Unwrap() error { return p.Cause }

func (p Problem) Error() string {
	var b strings.Builder
	if p.Where != "" {
		b.WriteString(p.Where + ": ")
	}
	b.WriteString(clip(withoutTokens(p.Key, nil)))
	if p.Value != "" {
		fmt.Fprintf(&b, " = %q", clip(withoutTokens(p.Value, nil)))
	}
	b.WriteString(": " + withoutTokens(p.Remedy, nil))
	return b.String()
}

// clip shortens text to fit on a line.
func clip(text string) string {
	const most = 100
	return words.Clip(text, most)
}

// Problems are all the faults of a configuration, one line each.
type Problems []Problem

// notServing drops the problems that matter only to a command that serves a
// platform. It returns nil if none are left.
func (ps Problems) notServing() error {
	left := slices.DeleteFunc(slices.Clone(ps), func(p Problem) bool { return p.Serving })
	if len(left) == 0 {
		return nil
	}
	return left
}

// serving are the lines of the problems that notServing drops.
func (ps Problems) serving() (lines []string) {
	for _, p := range ps {
		if p.Serving {
			lines = append(lines, p.Error())
		}
	}
	return lines
}

func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}
