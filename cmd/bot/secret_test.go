package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nimbot/cmd/bot/config"
	"nimbot/internal/slowtest"
)

// pasted lists secrets that an operator may paste into the wrong setting:
// tokens of Discord and Slack, a signing secret, client secrets, encryption
// keys.
var pasted = []string{
	"MTEwMDAwMDAwMDAwMDAwMDAwMQ.GxYzAb.q1w2e3r4t5y6u7i8o9p0aSdFgHjKlZxCvBnM12", "MTEwMDAwMDAwMDAwMDAwMDAwMQ.Gabcde.TOKENHERE",
	"xoxb-1234567890-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx", "xapp-1-A012345-1234567890-abcdef0123456789", "xoxe.xoxb-1-MDEyMzQ1Njc4OWFi",
	"8f742231b10e8888abcd99yyyzzz85a5", "0123456789abcdef0123456789abcdef", "937ea5b6c2d14f08a3e9d7c1b0f2486e", "Kq3vXz81-bTnW_4rLmPd7YcHs0GfJeAu",
	"9Zk/3pQ7vL+2sXb8TnYw4RcHd6JfAeGu1MoVi5BgKlE=",
}

// The program never prints a token, whichever setting it was pasted into.
func TestTokensAreNotRepeated(t *testing.T) {
	slowtest.Sequential(t)
	for _, token := range pasted {
		said := func(env map[string]string, args ...string) {
			t.Helper()
			var out, errs bytes.Buffer
			run(t.Context(), args, streams{
				in: strings.NewReader(""), out: &out, err: &errs,
				getenv: func(k string) (string, bool) { v, ok := env[k]; return v, ok },
			})
			for i := 0; i+12 <= len(token); i++ {
				if part := token[i : i+12]; strings.Contains(out.String()+errs.String(), part) {
					t.Errorf("bot %q with %v repeats %q of a token:\n%s%s", args, env, part, out.String(), errs.String())
					return
				}
			}
		}
		file := filepath.Join(t.TempDir(), "nimbot.yaml")
		written := func(text string) {
			t.Helper()
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			said(nil, "check", "--config", file)
		}
		for _, line := range config.Default().Lines() {
			name, _, _ := strings.Cut(line, ":")
			said(map[string]string{"NIM_" + strings.ToUpper(strings.ReplaceAll(name, ".", "_")): token}, "check")
			section, key, nested := strings.Cut(name, ".")
			if !nested {
				section, key = "limits", "piles"
			}
			written(section + ":\n  " + key + ": " + token + "\n")
			written(section + ":\n  " + token + ": x\n")
			written(section + ": " + token + "\n")
		}
		written(token + ": x\n")
		written(token + "\n")
		written("slack: [\"" + token + "\n")
		for _, args := range [][]string{
			{token}, {"--" + token}, {"check", token}, {"check", "--config", token}, {"check", "--store", token}, {"inspect", token}, {"inspect", "slack/T1/" + token},
			{"purge", token}, {"migrate", token, "bolt:x.db"}, {"manifest", "slack", "--address", token}, {"register", "--guild", token}, {"backup", token, token},
		} {
			said(map[string]string{"NIM_DISCORD_APPLICATION_ID": "1100000000000000001", "NIM_STORE": "bolt:/does/not/exist.db"}, args...)
		}
	}
}

// mistyped are addresses of a store in which the password is in a wrong place. No
// part of the password or of the host may be printed.
var mistyped = []string{
	"redis//:hun7er@h0st", "redis:hun7er@h0st", "redis://:hun/7er@h0st", "redis://:hun?7er@h0st", "redis//hun:7er@h0st",
	"rediss:/u:hun7er@h0st", "redis+sentinel://u:26379/7er@h0st/1", "redis://u:1/7er@h0st", "mysql://u:hun7er@h0st", "bolt:redis://:hun7er@h0st", "://:hun7er@h0st",
}

// The program never repeats an address that it can't read: not from an argument, a
// flag, a variable or a file, and not if the flag itself is mistyped.
func TestMistypedAddressesAreNotRepeated(t *testing.T) {
	slowtest.Sequential(t)
	commands := [][]string{
		{"serve"}, {}, {"play"}, {"check"}, {"check", "--online"}, {"inspect", "console/general"}, {"health"}, {"register"},
		{"manifest", "slack", "--address", "https://nim.example.com"},
	}
	for _, address := range mistyped[:slowtest.Count(3, len(mistyped))] {
		dir := t.TempDir()
		file := filepath.Join(dir, "nimbot.yaml")
		write := func(name, text string) string {
			name = filepath.Join(dir, name)
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			return name
		}
		said := func(env map[string]string, args ...string) {
			t.Helper()
			var out, errs bytes.Buffer
			code := run(t.Context(), args, streams{
				in: strings.NewReader(""), out: &out, err: &errs,
				getenv: func(k string) (string, bool) { v, ok := env[k]; return v, ok },
			})
			text := out.String() + errs.String()
			if code == exitGood {
				t.Errorf("bot %q = %d, %s; want a refusal", args, code, text)
			}
			for _, part := range []string{"hun", "7er", "h0st"} {
				if strings.Contains(text, part) {
					t.Errorf("bot %q with %v repeats %q:\n%s", args, env, part, text)
				}
			}
		}
		for _, c := range commands {
			said(nil, append([]string{"--store", address}, c...)...)
			said(map[string]string{"NIM_STORE": address}, c...)
			said(map[string]string{"NIM_STORE_FILE": write("secret", address+"\n")}, c...)
			said(map[string]string{"NIM_STORE_FILE": address}, c...)
			said(map[string]string{"NIM_STORE": address, "NIM_STORE_FILE": "secret"}, c...)
			for _, line := range []string{"store: '" + address + "'\n", "store" + address + "\n", "store:" + address + "\n", "'" + address + "': x\n", "http: '" + address + "'\n", "store: [\"" + address + "\n"} {
				write("nimbot.yaml", line)
				said(nil, append([]string{"--config", file}, c...)...)
			}
		}
		empty := "bolt:" + filepath.Join(dir, "empty.db")
		for _, args := range [][]string{
			{"migrate", address, empty}, {"migrate", empty, address}, {"migrate", address}, {"inspect", address}, {address}, {"serve", address},
			{"--store" + address}, {"-store=" + address}, {"--stoer", address}, {"--stoer=" + address}, {"--config", address, "check"}, {"check", "--online=" + address},
		} {
			said(nil, args...)
		}
	}
}
