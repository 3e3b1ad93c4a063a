package serve

import (
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"

	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/legal"
)

// TestPagesAboutTheBot asks for the pages beside a platform's routes.
func TestPagesAboutTheBot(t *testing.T) {
	discord, slack, page := config.Default(), config.Default(), config.Default()
	discord.Discord.PublicKey = "configured"
	discord.Operator = config.Operator{Name: "Ada", Contact: "ada@example.org"}
	leaky := discord
	leaky.Operator.Name = "8f742231b10e8888abcd99aabbcc85a5"
	slack.Slack.SigningSecret, slack.Slack.Command = "configured", "/stones"
	for _, c := range []struct {
		name   string
		config config.Config
		path   string
		want   string
	}{
		{"Discord's landing page", discord, "/", "plays, referees and teaches"},
		{"Discord's privacy page", discord, "/privacy", "mailto:ada@example.org"},
		{"Discord's terms", discord, "/terms", "Ada"},
		{"a secret in place of a name", leaky, "/privacy", "[redacted]"},
		{"Slack's own command", slack, "/support", "/stones help"},
		{"the page to play on", page, "/", "the platform's own"},
		{"about, beside the page to play on", page, "/about", "plays, referees and teaches"},
	} {
		pages, err := legal.Routes(facts(c.config))
		if err != nil {
			t.Fatal(err)
		}
		var platforms []platform
		if c.config.ServesPage() {
			platforms = append(platforms, platform{routes: map[string]http.Handler{"/": http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w, "the platform's own") })}})
		}
		w := httptest.NewRecorder()
		publicServer(platforms, &boardPictures{}, pages, slog.New(slog.DiscardHandler)).Handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, c.path, nil))
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s: GET %s = %d, %.300q, want %q", c.name, c.path, w.Code, w.Body, c.want)
		}
	}
}

func TestForbiddenAddressIsNotCalledTaken(t *testing.T) {
	err := &net.OpError{Op: "listen", Net: "tcp", Err: os.NewSyscallError("bind", syscall.EACCES)}
	want := `http.listen = "0.0.0.0:80": this user may not listen there (permission denied); choose a port from 1024 up`
	if got := listenProblem("http.listen", "0.0.0.0:80", err).Error(); got != want {
		t.Errorf("cannotListen = %s, want %s", got, want)
	}
}
