package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"nimbot/adapters/discord/discordtest"
)

// The identity with which the bot under load is configured. None of it is a real
// secret.
const (
	application   = "1100000000000000001"
	signingSecret = "load"
)

var signingKey = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{1}, ed25519.SeedSize))

// environment returns the settings of a bot that accepts this traffic.
func environment(api string, pictures bool) []string {
	public := hex.EncodeToString(signingKey.Public().(ed25519.PublicKey))
	return []string{
		"NIM_DISCORD_APPLICATION_ID=" + application, "NIM_DISCORD_PUBLIC_KEY=" + public, "NIM_DISCORD_TOKEN=load",
		"NIM_DISCORD_API_URL=http://" + api, "NIM_DISCORD_PICTURES=" + strconv.FormatBool(pictures),
		"NIM_SLACK_SIGNING_SECRET=" + signingSecret, "NIM_SLACK_BOT_TOKEN=xoxb-load", "NIM_SLACK_API_URL=http://" + api,
		"NIM_LIMITS_COMMANDS_PER_MINUTE=1000000",
	}
}

// act is one command of a person, in a channel of their own for each game: a
// channel accepts at most 1024 typed changes in ten minutes
// (recentMost in package channel).
type act struct {
	person  int
	channel uint64
	command string // as typed
	board   []byte // the last answer
}

// request is an act for a bot, signed.
type request func(bot string, a act) (*http.Request, error)

// platforms maps a platform to its request builder.
var platforms = map[string]request{"discord": onDiscord, "slack": onSlack}

// serial makes the ids of deliveries. They are unique, also among several runs.
var serial = func() *atomic.Uint64 {
	var n atomic.Uint64
	n.Store(uint64(time.Now().UnixNano()))
	return &n
}()

// boardButton finds a button of the board in an answer: the beginning of its
// command, and the stamp of the board.
var boardButton = regexp.MustCompile(`"custom_id":"(\w+:)[^"]* (~[^"]+)"`)

// ephemeral is Discord's message flag for private answers. In this traffic only
// refusals are private.
const ephemeral = 1 << 6

// postedAfter is how much greater the id of a game's board is than that of its channel.
// Like Discord's, it is greater than that of the command that it answers; otherwise the
// board would count as replaced.
const postedAfter = 1_000_000_000

// onDiscord presses the board's button for a move, and types everything else.
func onDiscord(bot string, a act) (*http.Request, error) {
	id := strconv.FormatUint(serial.Add(1), 10)
	in := discordtest.Interaction{
		ID: id, Token: "token-" + id, Kind: discordtest.Command,
		Who:     discordtest.Person{ID: strconv.Itoa(800000000000000000 + a.person), Name: fmt.Sprint("ana", a.person)},
		Channel: strconv.FormatUint(a.channel, 10), Guild: "100000000000000001",
	}
	name, rest, _ := strings.Cut(a.command, " ")
	switch button := boardButton.FindSubmatch(a.board); {
	case name == "move" && button != nil:
		var answer struct{ Data json.RawMessage }
		if err := json.Unmarshal(a.board, &answer); err != nil {
			return nil, err
		}
		in.Kind = discordtest.Component
		in.Data = discordtest.Pressed(discordtest.Button{CustomID: fmt.Sprintf("%s%s %s", button[1], rest, button[2])})
		in.Message = &discordtest.Message{ID: strconv.FormatUint(a.channel+postedAfter, 10), Channel: in.Channel, Body: answer.Data}
	case name == "move":
		in.Data = discordtest.Typed("nim", name, nil, discordtest.Option{Name: "move", Value: rest})
	case name == "start":
		in.Data = discordtest.Typed("nim", name, nil, discordtest.Option{Name: "piles", Value: rest})
	default:
		in.Data = discordtest.Typed("nim", name, nil)
	}
	body := in.JSON()
	r, err := http.NewRequest(http.MethodPost, bot+"/discord/interactions", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	at := strconv.FormatInt(time.Now().Unix(), 10)
	r.Header.Set("X-Signature-Timestamp", at)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(signingKey, append([]byte(at), body...))))
	r.Header.Set("Content-Type", "application/json")
	return r, nil
}

// refused reports whether an answer of the bot on Discord is private, which means
// a refusal here.
func refused(body []byte) bool {
	var answer struct{ Data struct{ Flags int } }
	return json.Unmarshal(body, &answer) == nil && answer.Data.Flags&ephemeral != 0
}

// onSlack types everything.
func onSlack(bot string, a act) (*http.Request, error) {
	body := url.Values{
		"command": {"/nim"}, "text": {a.command}, "team_id": {"T1"}, "team_domain": {"load"},
		"channel_id": {fmt.Sprint("C", a.channel)}, "channel_name": {"load"}, "user_id": {fmt.Sprint("U", a.person)}, "user_name": {"ana"},
		"api_app_id": {"A1"}, "trigger_id": {strconv.FormatUint(serial.Add(1), 10)},
	}.Encode()
	r, err := http.NewRequest(http.MethodPost, bot+"/slack/commands", strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	at := strconv.FormatInt(time.Now().Unix(), 10)
	mac := hmac.New(sha256.New, []byte(signingSecret))
	_, _ = fmt.Fprintf(mac, "v0:%s:%s", at, body) // never fails
	r.Header.Set("X-Slack-Request-Timestamp", at)
	r.Header.Set("X-Slack-Signature", "v0="+hex.EncodeToString(mac.Sum(nil)))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return r, nil
}
