package config

import (
	"encoding/base64"
	"regexp"
	"strings"

	"nimbot/adapters/discord"
)

// The shapes of the platforms' tokens and secrets. Discord's tokens begin with the bot's id.
var (
	discordSecret     = regexp.MustCompile(`^[\w-]{32}$`)
	slackBotToken     = regexp.MustCompile(`^(?:xoxe\.)?xoxb-[\w-]+$`)
	slackAppToken     = regexp.MustCompile(`^xapp-[\w-]+$`)
	slackSecret       = regexp.MustCompile(`^[0-9a-z]{32}$`)
	slackClientID     = regexp.MustCompile(`^\d+\.\d+$`)
	discordTokenParts = regexp.MustCompile(`^([\w-]+)\.[\w-]{4,}\.[\w-]{5,}$`)
)

// Misshapen returns a problem for each token or secret with an unexpected
// shape, or with the shape of another setting. Only `bot check` reports them; a
// running bot must accept token formats that are newer than itself.
func (c Config) Misshapen() Problems {
	var k checker
	wrong := func(key, value, remedy string) {
		if value != "" {
			k.add(key, redacted, remedy)
		}
	}
	if t := c.Discord.Token.Reveal(); !isDiscordToken(t) {
		remedy := "not a whole token of Discord, which has three long parts with dots between them and no blank; copy it from the application's Bot page"
		switch {
		case strings.HasPrefix(t, "Bot "):
			remedy = `begins with "Bot "; leave that out`
		case publicKey.MatchString(t):
			remedy = "looks like discord.public_key; copy the token from the application's Bot page"
		case discord.IsID(t):
			remedy = "looks like discord.application_id; copy the token from the application's Bot page"
		case discordSecret.MatchString(t):
			remedy = "looks like discord.client_secret; copy the token from the application's Bot page"
		}
		wrong("discord.token", t, remedy)
	}
	if s := c.Discord.ClientSecret.Reveal(); isDiscordToken(s) {
		wrong("discord.client_secret", s, "looks like discord.token; copy the client secret, 32 letters and digits, from the application's OAuth2 page")
	} else if !discordSecret.MatchString(s) {
		wrong("discord.client_secret", s, "not a client secret of Discord, which has 32 letters and digits; copy it from the application's OAuth2 page")
	}
	if t := c.Slack.BotToken.Reveal(); !slackBotToken.MatchString(t) {
		wrong("slack.bot_token", t, swapped(t, "bot_token")+"; use the Bot User OAuth Token of the app's OAuth & Permissions page, which begins with xoxb-")
	}
	if t := c.Slack.AppToken.Reveal(); !slackAppToken.MatchString(t) {
		wrong("slack.app_token", t, swapped(t, "app_token")+"; use one of the App-Level Tokens of the app's Basic Information page, which begin with xapp-")
	}
	if s := c.Slack.SigningSecret.Reveal(); !slackSecret.MatchString(s) {
		wrong("slack.signing_secret", s, swapped(s, "signing_secret")+"; use the Signing Secret of the app's Basic Information page, 32 letters and digits")
	}
	if s := c.Slack.ClientSecret.Reveal(); !slackSecret.MatchString(s) {
		wrong("slack.client_secret", s, swapped(s, "client_secret")+"; use the Client Secret of the app's Basic Information page, 32 letters and digits")
	}
	if id := c.Slack.ClientID; id != "" && !slackClientID.MatchString(id) {
		k.add("slack.client_id", id, "not a client id, which is two numbers with a dot between them; copy it from the app's Basic Information page")
	}
	for _, shown := range []struct{ key, value string }{{"operator.name", c.Operator.Name}, {"operator.contact", c.Operator.Contact}, {"operator.address", c.Operator.Address}} {
		if !holdsToken(shown.value) && withoutTokens(shown.value, nil) != shown.value {
			wrong(shown.key, shown.value, "looks like a key or a secret, and /privacy shows it to everybody; write who runs the bot")
		}
	}
	return k.found
}

// holdsToken reports whether a text has a token of Discord or Slack in it.
func holdsToken(text string) bool { return tokens.MatchString(text) || isDiscordToken(text) }

// tokenSetting names the setting to which a token in a text belongs.
func tokenSetting(text string) string {
	switch {
	case strings.Contains(text, "xapp-"):
		return "slack.app_token"
	case strings.Contains(text, "xox"):
		return "slack.bot_token"
	}
	return "discord.token"
}

// isDiscordToken reports whether a text has the shape of a bot's token.
func isDiscordToken(text string) bool {
	parts := discordTokenParts.FindStringSubmatch(text)
	if parts == nil {
		return false
	}
	id, err := base64.RawURLEncoding.DecodeString(parts[1])
	return err == nil && discord.IsID(string(id))
}

// swapped names the kind of Slack secret that text looks like, if the setting
// wants another one.
func swapped(text, wanted string) string {
	for _, other := range []struct{ key, prefix string }{{"bot_token", "xoxb-"}, {"app_token", "xapp-"}} {
		if other.key != wanted && strings.HasPrefix(text, other.prefix) {
			return "looks like a slack." + other.key
		}
	}
	return "not a " + strings.ReplaceAll(wanted, "_", " ")
}
