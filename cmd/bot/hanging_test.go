package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/adapters/slack/slacktest"
	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
	"nimbot/internal/freeport"
	"nimbot/internal/slowtest"
)

// runningBot is a bot process with its own environment, so that tests can run
// in parallel. It doesn't wait for balancers at its end, unless its environment says so.
type runningBot struct {
	t             *testing.T
	dir           string
	env           []string
	listen, admin string

	cmd *exec.Cmd
	log *output
}

func newRunningBot(t *testing.T, env ...string) *runningBot {
	s := &runningBot{t: t, dir: t.TempDir(), listen: freeport.Address(t), admin: freeport.Address(t)}
	s.env = append(os.Environ(), "NIM_HTTP_LISTEN="+s.listen, "NIM_HTTP_ADMIN="+s.admin, "NIM_HTTP_DRAIN=0s")
	s.env = append(s.env, env...)
	return s
}

// start starts the process, and waits until it serves.
func (s *runningBot) start() {
	s.t.Helper()
	s.launch()
	s.await(time.Minute, "the server is ready", func() bool { return isReady(s.admin) })
}

// launch starts the process.
func (s *runningBot) launch() {
	s.t.Helper()
	slowtest.Quick(s.t)
	s.cmd, s.log = exec.Command("bot", "serve"), &output{}
	s.cmd.Dir, s.cmd.Env, s.cmd.Stderr = s.dir, s.env, s.log
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	process := s.cmd.Process
	s.t.Cleanup(func() { _ = process.Kill() })
}

// stop stops the process, as an operator does.
func (s *runningBot) stop() {
	s.t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	late := time.AfterFunc(30*time.Second, func() { _ = s.cmd.Process.Kill() })
	defer late.Stop()
	if err := s.cmd.Wait(); err != nil {
		s.t.Errorf("bot serve ended with %v, want exit code 0 within 30 s of SIGTERM; its log:\n%s", err, s.log)
	}
}

func (s *runningBot) await(most time.Duration, what string, is func() bool) {
	s.t.Helper()
	for end := time.Now().Add(most); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("waited %s in vain until %s; the log:\n%s", most, what, s.log)
		}
	}
}

// document returns the stored document of a place.
func (s *runningBot) document(place string) string {
	s.t.Helper()
	data, err := serve.InspectRunning(s.t.Context(), config.Config{Store: config.StoreURL("bolt:" + filepath.Join(s.dir, "nim.db"))}, place)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

// hangingDiscord is a Discord whose REST interface, but for the gateway's
// address, takes requests and does not answer until release is called. seen
// counts those requests.
func hangingDiscord(t *testing.T) (fake *discordtest.Server, seen *atomic.Int64, release func()) {
	fake, seen = discordtest.New(), &atomic.Int64{}
	t.Cleanup(fake.Close)
	released := make(chan struct{})
	fake.SetIntercept(func(_ http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "/gateway/bot") {
			return false
		}
		seen.Add(1)
		raw, err := io.ReadAll(r.Body) // until then, the server doesn't notice that the bot hangs up
		r.Body = io.NopCloser(bytes.NewReader(raw))
		select {
		case <-released:
			return err != nil
		case <-r.Context().Done():
			return true
		}
	})
	return fake, seen, func() { close(released) }
}

// onDiscord configures a bot for a Discord.
func onDiscord(fake *discordtest.Server, mode string) []string {
	return []string{
		"NIM_DISCORD_MODE=" + mode, "NIM_DISCORD_APPLICATION_ID=" + discordtest.Application, "NIM_DISCORD_TOKEN=" + discordtest.Token,
		"NIM_DISCORD_API_URL=" + fake.URL, "NIM_DISCORD_PUBLIC_KEY=" + fake.PublicKey, "NIM_DISCORD_PICTURES=false",
	}
}

// onSlack configures a bot for a Slack.
func onSlack(fake *slacktest.Server, mode string) []string {
	return []string{
		"NIM_SLACK_MODE=" + mode, "NIM_SLACK_BOT_TOKEN=" + slacktest.BotToken, "NIM_SLACK_APP_TOKEN=" + slacktest.AppToken,
		"NIM_SLACK_SIGNING_SECRET=" + slacktest.SigningSecret, "NIM_SLACK_API_URL=" + fake.URL,
	}
}

// invoke returns an invocation of a subcommand in channel number channel. Each
// channel has its own people.
func invoke(channel int, who, sub string, options ...discordtest.Option) discordtest.Interaction {
	person := func(name string) discordtest.Person {
		return discordtest.Person{ID: fmt.Sprintf("8000000000%d%04d", len(name), channel), Name: name}
	}
	var people []discordtest.Person
	for i, o := range options {
		if o.Name == "player" {
			p := person(fmt.Sprint(o.Value))
			people, options[i].Value = append(people, p), p.ID
		}
	}
	return discordtest.Interaction{
		Kind: discordtest.Command, Who: person(who), Channel: fmt.Sprintf("90000000000000%04d", channel), Guild: "100000000000000001",
		Data: discordtest.Typed("nim", sub, people, options...),
	}
}

// visitor is a browser on the page.
type visitor struct {
	*runningBot
	http http.Client
}

func (s *runningBot) visitor() *visitor {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &visitor{s, http.Client{Jar: jar}}
}

func (v *visitor) post(path string, body map[string]any) {
	v.t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		v.t.Fatal(err)
	}
	resp, err := v.http.Post("http://"+v.listen+path, "application/json", bytes.NewReader(raw))
	if err != nil {
		v.t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		v.t.Fatalf("POST %s %s = %s", path, raw, resp.Status)
	}
}

// say types something in the page's #general.
func (v *visitor) say(as, text string) {
	v.t.Helper()
	v.post("/web/say", map[string]any{"as": as, "channel": "general", "text": text, "id": text})
}

// playOnThePage begins a game with a clock on the page, and returns when the clock runs out.
func (s *runningBot) playOnThePage(clock time.Duration) (due time.Time) {
	s.t.Helper()
	v := s.visitor()
	for _, name := range []string{"Ana", "Bob"} {
		v.post("/web/join", map[string]any{"name": name})
	}
	v.say("Ana", "/nim challenge @Bob 3 4 5 clock:"+clock.String())
	v.say("Bob", "/nim accept")
	return time.Now().Add(clock)
}

// TestPageClockWhileDiscordHangs lets many clocks expire on Discord, which
// hangs, and then one on the page: it is applied in time all the same.
func TestPageClockWhileDiscordHangs(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	const (
		games  = 40
		clock  = 10 * time.Second
		within = 5 * time.Second
	)
	fake, seen, _ := hangingDiscord(t)
	s := newRunningBot(t, append(onDiscord(fake, "http"), "NIM_WEB_ENABLED=true")...)
	s.start()
	fake.Endpoint, fake.ResponseTime = "http://"+s.listen+"/discord/interactions", time.Minute
	for c := range games {
		for _, i := range []discordtest.Interaction{
			invoke(c, "ana", "challenge", discordtest.Option{Name: "player", Value: "bobby"}, discordtest.Option{Name: "piles", Value: "3 4 5"}, discordtest.Option{Name: "clock", Value: clock.String()}),
			invoke(c, "bobby", "accept"),
		} {
			if o, err := fake.Deliver(t.Context(), i); err != nil || o.Kind == 0 {
				t.Fatalf("Deliver(%s) = %+v, %v", i.JSON(), o, err)
			}
		}
	}
	due := s.playOnThePage(clock)
	settled := func(place string) func() bool {
		return func() bool { return strings.Contains(s.document(place), "!timeout") }
	}
	s.await(time.Until(due)+within, "the game on the page is settled", settled("web/general"))
	for c := range games {
		place := fmt.Sprintf("discord/100000000000000001/90000000000000%04d", c)
		s.await(time.Until(due)+within, "the game in "+place+" is settled", settled(place))
	}
	if seen.Load() == 0 {
		t.Error("Discord was never asked to show anything")
	}
	s.stop()
}

// TestShutdownWhilePlatformHangs stops the program while a board can't be
// shown: it ends in time, with exit code 0, and the next process shows the
// board.
func TestShutdownWhilePlatformHangs(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	const want = "Piles: A 3, B 4, C 5."
	t.Run("discord", func(t *testing.T) {
		t.Parallel()
		fake, seen, release := hangingDiscord(t)
		fake.ResponseTime = time.Millisecond // the fake doesn't wait for answers that hang
		s := newRunningBot(t, onDiscord(fake, "gateway")...)
		s.start()
		if err := fake.Gateway.AwaitReady(time.Minute); err != nil {
			t.Fatal(err)
		}
		start := invoke(1, "Ana", "start", discordtest.Option{Name: "piles", Value: "3 4 5"})
		_, _ = fake.Deliver(t.Context(), start) // it cannot be answered
		s.await(time.Minute, "the bot answers", func() bool { return seen.Load() > 0 })
		s.stop()
		release()
		s.start()
		s.await(time.Minute, "the board is shown", func() bool {
			all := fake.Messages(start.Channel)
			return len(all) == 1 && strings.Contains(all[0].Text, want)
		})
		s.stop()
	})
	t.Run("slack", func(t *testing.T) {
		t.Parallel()
		fake := slacktest.New()
		t.Cleanup(fake.Close)
		fake.AddUser(slacktest.User{ID: "UANA", Name: "Ana"})
		fake.AddChannel(slacktest.Channel{ID: "C1", Member: true})
		release := fake.Hold("chat.postMessage")
		t.Cleanup(release)
		s := newRunningBot(t, onSlack(fake, "http")...)
		s.start()
		fake.Connect("http://"+s.listen, slacktest.SigningSecret)
		if _, err := fake.Command("UANA", "C1", "/nim", "start 3 4 5").Send(); err != nil {
			t.Fatal(err)
		}
		s.await(time.Minute, "the game is stored", func() bool {
			return strings.Contains(s.document("slack/"+slacktest.Team+"/C1"), `"start":"3 4 5"`)
		})
		s.stop()
		release()
		s.start()
		s.await(time.Minute, "the board is shown", func() bool {
			all := fake.Messages("C1")
			return len(all) >= 1 && strings.Contains(all[len(all)-1].Text, want)
		})
		s.stop()
	})
}
