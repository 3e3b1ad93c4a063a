package config

import (
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimbot/adapters/clientip"
	"nimbot/adapters/discord"
	"nimbot/adapters/slack"
	"nimbot/game/chat"
	"nimbot/game/rules"
	"nimbot/store/redis"
)

// check finds every invalid value.
func (c Config) check() Problems {
	var k checker
	k.store(c.Store)
	k.address("http.listen", c.HTTP.Listen)
	k.address("http.admin", c.HTTP.Admin)
	if c.HTTP.Listen == c.HTTP.Admin && !strings.HasSuffix(c.HTTP.Admin, ":0") {
		k.add("http.admin", c.HTTP.Admin, "same as http.listen, which is public; choose another port")
	}
	k.site("http.public_url", c.HTTP.PublicURL)
	if _, err := clientip.ParseProxies(c.HTTP.TrustedProxy); err != nil {
		k.add("http.trusted_proxy", c.HTTP.TrustedProxy, err.Error()+"; use addresses or networks with commas between them, such as 10.0.0.7, 10.1.0.0/16")
	}
	if d := c.HTTP.Drain; d < 0 || d > maxDrain {
		k.add("http.drain", d.String(), "out of range; use a time from 0s to "+maxDrain.String())
	}
	k.public(c)
	k.discord(c.Discord)
	k.slack(c.Slack)
	oneOf(&k, "web.enabled", c.Web.Enabled, PageAuto, PageOn, PageOff)
	between(&k, "limits.piles", c.Limits.Piles, rules.MaxHeaps)
	between(&k, "limits.heap", c.Limits.Heap, rules.MaxHeap)
	between(&k, "limits.tables", c.Limits.Tables, chat.MaxTables)
	between(&k, "limits.commands_per_minute", c.Limits.CommandsPerMinute, 1_000_000)
	between(&k, "limits.person_days", c.Limits.PersonDays, 36500)
	between(&k, "limits.backup_days", c.Limits.BackupDays, 36500)
	k.contact("operator.contact", c.Operator.Contact)
	return k.found
}

// maxDrain bounds http.drain. No orchestrator waits longer before it kills a program.
const maxDrain = 10 * time.Minute

type checker struct{ found Problems }

// err returns the problems found, nil if there are none.
func (k *checker) err() error {
	if len(k.found) == 0 {
		return nil
	}
	return k.found
}

func (k *checker) add(key, value, remedy string) {
	k.found = append(k.found, Problem{Key: key, Value: value, Remedy: remedy})
}

// storeForms lists the supported store URLs.
const storeForms = "bolt:FILE, redis://HOST:PORT, rediss://…, redis+cluster://… or redis+sentinel://…"

func (k *checker) store(s StoreURL) {
	path, isFile := s.File()
	switch {
	case isFile && path == "":
		k.add("store", s.String(), "no file name; use bolt:nim.db")
	case isFile:
	case strings.HasPrefix(s.Reveal(), "redis"):
		if _, err := redis.ParseURL(s.Reveal()); err != nil {
			k.add("store", s.String(), Plain(err)+"; use redis://HOST:PORT")
		}
	default:
		k.add("store", s.String(), "unknown kind of store; use "+storeForms)
	}
}

// public refuses a token in a setting that is shown: by `bot check`, and some of them to everybody.
func (k *checker) public(c Config) {
	for _, s := range settings(&c) {
		if text, isText := s.value.Interface().(string); isText && holdsToken(text) {
			k.add(s.key, redacted, "holds a token, and this setting isn't secret; move it to "+tokenSetting(text)+", and replace it by a new one if others could see it")
		}
	}
}

func (k *checker) address(key, value string) {
	_, port, err := net.SplitHostPort(value)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		k.add(key, value, "not an address; use host:port, such as 127.0.0.1:8080")
	}
}

func (k *checker) discord(d Discord) {
	oneOf(k, "discord.mode", d.Mode, HTTPMode, GatewayMode)
	oneOf(k, "discord.messages", d.Messages, On, Off)
	oneOf(k, "discord.activity", d.Activity, On, Off)
	k.webAddress("discord.api_url", d.APIURL)
	if d.Shards < 0 || d.Shards > discord.MaxShards {
		k.add("discord.shards", strconv.Itoa(d.Shards), fmt.Sprintf("out of range; use a number from 1 to %d, or 0 for as many as Discord recommends", discord.MaxShards))
	}
	if d.PublicKey != "" {
		switch _, err := discord.ParsePublicKey(d.PublicKey); {
		case err == nil || holdsToken(d.PublicKey): // which isPublic reports
		case discord.IsID(d.PublicKey):
			k.add("discord.public_key", d.PublicKey, "looks like an application id; the public key has 64 hexadecimal digits and is on the application's General Information page")
		default:
			k.add("discord.public_key", d.PublicKey, err.Error())
		}
	}
	switch {
	case d.ApplicationID == "" || discord.IsID(d.ApplicationID) || holdsToken(d.ApplicationID):
	case publicKey.MatchString(d.ApplicationID):
		k.add("discord.application_id", d.ApplicationID, "looks like the public key; the application id is a number of 15 to 20 digits on the same page, General Information")
	default:
		k.add("discord.application_id", d.ApplicationID, "not a number of 15 to 20 digits; copy it from the application's General Information page")
	}
	if !d.Configured() {
		return
	}
	k.needed("discord.application_id", d.ApplicationID, "Discord")
	switch {
	case d.Mode == GatewayMode:
		k.needed("discord.token", string(d.Token), "Discord's gateway mode")
	case d.Messages == On:
		k.neededOr("discord.token", string(d.Token), "answering messages on Discord", "set discord.messages to off")
	}
	if d.Activity == On {
		k.neededOr("discord.client_secret", string(d.ClientSecret), "the Activity on Discord", "set discord.activity to off")
		if d.Mode != GatewayMode && d.Messages != On { // the gateway and messages need the token in any case
			k.neededOr("discord.token", string(d.Token), "the Activity on Discord", "set discord.activity to off")
		}
	}
	if d.Mode == HTTPMode {
		k.needed("discord.public_key", d.PublicKey, "Discord's http mode")
	}
}

func (k *checker) slack(s Slack) {
	oneOf(k, "slack.mode", s.Mode, HTTPMode, SocketMode)
	oneOf(k, "slack.move_log", s.MoveLog, On, Off)
	k.webAddress("slack.api_url", s.APIURL)
	if name := strings.TrimPrefix(s.Command, "/"); name == s.Command || name == "" || len(s.Command) > 32 ||
		strings.ContainsFunc(name, func(r rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-_", r) }) {
		k.add("slack.command", s.Command, "not a command name; use a slash and up to 31 of a-z 0-9 - _, such as /nim")
	}
	if !s.Configured() {
		return
	}
	switch s.Mode {
	case SocketMode:
		k.needed("slack.app_token", string(s.AppToken), "Slack's socket mode")
	case HTTPMode:
		k.needed("slack.signing_secret", string(s.SigningSecret), "Slack's http mode")
	}
	if s.ClientID == "" && s.ClientSecret == "" {
		k.needed("slack.bot_token", string(s.BotToken), "Slack in one workspace")
		return
	}
	k.needed("slack.client_id", s.ClientID, "installing from Slack")
	k.needed("slack.client_secret", string(s.ClientSecret), "installing from Slack")
	k.needed("slack.encryption_key", string(s.EncryptionKey), "keeping the tokens of installed workspaces")
	if _, err := slack.ParseKeys(s.EncryptionKey.Reveal()); err != nil && s.EncryptionKey != "" {
		k.add("slack.encryption_key", s.EncryptionKey.String(), "not one or more keys of 32 bytes in base64 or hexadecimal, with commas between them; make one with `openssl rand -base64 32`")
	}
}

func (k *checker) needed(key, value, by string) {
	k.neededOr(key, value, by, "clear the whole section")
}

// neededOr refuses an empty value. or is the other remedy, besides setting it.
func (k *checker) neededOr(key, value, by, or string) {
	if value == "" {
		k.found = append(k.found, Problem{Key: key, Remedy: "empty, but required for " + by + "; set it, or " + or, Serving: true})
	}
}

func oneOf[T ~string](k *checker, key string, value T, allowed ...T) {
	if slices.Contains(allowed, value) {
		return
	}
	all := make([]string, len(allowed))
	for i, a := range allowed {
		all[i] = string(a)
	}
	k.add(key, string(value), "invalid; use one of "+strings.Join(all, ", "))
}

func between[N int | uint64](k *checker, key string, n, most N) {
	if n < 1 || n > most {
		k.add(key, fmt.Sprint(n), fmt.Sprintf("out of range; use a number from 1 to %d", most))
	}
}

func (k *checker) contact(key, value string) {
	if value == "" || strings.Contains(value, "://") {
		k.webAddress(key, value)
		return
	}
	if at, err := mail.ParseAddress(value); err != nil || at.Address != value {
		k.add(key, value, "not an e-mail or web address; use one like help@example.org or https://example.org/help")
	}
}

// Advice returns a line for each recommended setting that is missing.
func (c Config) Advice() (lines []string) {
	if !c.connects() {
		return nil
	}
	if c.Slack.Configured() && strings.HasPrefix(c.HTTP.PublicURL, "http:") {
		lines = append(lines, "http.public_url: begins with http://, so boards on Slack are drawn in emoji; put a proxy with TLS in front and give its https:// address")
	}
	for _, o := range []struct{ key, value, lacks string }{
		{"operator.name", c.Operator.Name, "/privacy and /terms name nobody who runs the bot"},
		{"operator.contact", c.Operator.Contact, "/privacy and /support name nobody to write to"},
	} {
		if o.value == "" {
			lines = append(lines, o.key+": empty, so "+o.lacks+"; set it before strangers add the bot (docs/listing.md)")
		}
	}
	return lines
}

// CheckSite returns an error, which is a Problems that names key, unless value is empty or a
// site's base URL, such as https://nim.example.com.
func CheckSite(key, value string) error {
	var k checker
	k.site(key, value)
	return k.err()
}

// Missing returns the key of the first problem with the Slack settings, "" if
// there is none.
func (s Slack) Missing() string {
	var k checker
	if k.slack(s); len(k.found) > 0 {
		return k.found[0].Key
	}
	return ""
}

// site refuses a value that isn't a site's base URL.
func (k *checker) site(key, value string) {
	if value == "" {
		return
	}
	if u, err := url.Parse(value); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || strings.TrimSuffix(value, "/") != u.Scheme+"://"+u.Host {
		k.add(key, value, "not a site's address; use one such as https://nim.example.com")
	}
}

func (k *checker) webAddress(key, value string) {
	if value == "" {
		return
	}
	if u, err := url.Parse(value); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		k.add(key, value, "not a web address; use one like https://proxy.internal, or leave it empty")
	}
}
