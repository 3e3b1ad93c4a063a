// Package deploy_test checks the files in deploy against the bot and the
// programs that read them. It is a separate module, so that the bot doesn't
// depend on their libraries.
package deploy_test

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/types"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

const root = "../.."

// program builds the bot and returns where it is.
func program(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "bot")
	build := exec.Command("go", "build", "-o", file, "./cmd/bot")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return file
}

// freeAddress is a loopback address on which nobody listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// scrape starts the bot on both platforms, has somebody start a game, and
// returns its metrics as Prometheus would keep them: each series with its labels,
// its name among them.
func scrape(t *testing.T) []map[string]string {
	t.Helper()
	admin, listen := freeAddress(t), freeAddress(t)
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	serve := exec.Command(program(t), "serve")
	serve.Dir = t.TempDir()
	serve.Env = append(os.Environ(), "NIM_HTTP_LISTEN="+listen, "NIM_HTTP_ADMIN="+admin,
		"NIM_DISCORD_APPLICATION_ID=1000000000000000001", "NIM_DISCORD_PUBLIC_KEY="+hex.EncodeToString(public),
		"NIM_SLACK_SIGNING_SECRET=unused", "NIM_SLACK_BOT_TOKEN=xoxb-unused")
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = serve.Process.Kill(); _ = serve.Wait() }()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if err = startGame("http://"+listen+"/discord/interactions", private); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	resp, err := http.Get("http://" + admin + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	parse := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parse.TextToMetricFamilies(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return flatten(families, admin)
}

// startGame has a person on Discord start a game.
func startGame(endpoint string, key ed25519.PrivateKey) error {
	const body = `{"id":"1400000000000000001","application_id":"1000000000000000001","type":2,"token":"t","version":1,` +
		`"guild_id":"100000000000000001","channel_id":"900000000000000001","context":0,"authorizing_integration_owners":{"0":"100000000000000001"},` +
		`"member":{"permissions":"0","user":{"id":"800000000000000001","username":"ana"}},` +
		`"data":{"id":"1","name":"nim","type":1,"options":[{"name":"start","type":1,"options":[{"name":"piles","type":3,"value":"3 4 5"}]}]}}`
	at := strconv.FormatInt(time.Now().Unix(), 10)
	req, err := http.NewRequest(http.MethodPost, endpoint, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("X-Signature-Timestamp", at)
	req.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(key, []byte(at+body))))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", endpoint, resp.Status)
	}
	return nil
}

// flatten converts metric families to labelled series.
func flatten(families map[string]*dto.MetricFamily, instance string) (all []map[string]string) {
	for name, family := range families {
		for _, m := range family.GetMetric() {
			series := map[string]string{"job": "nimbot", "instance": instance} // which Prometheus adds
			for _, l := range m.GetLabel() {
				series[l.GetName()] = l.GetValue()
			}
			add := func(name, le string) {
				s := maps.Clone(series)
				s[labels.MetricName] = name
				if le != "" {
					s["le"] = le
				}
				all = append(all, s)
			}
			h := m.GetHistogram()
			if h == nil {
				add(name, "")
				continue
			}
			for _, b := range h.GetBucket() {
				add(name+"_bucket", fmt.Sprint(b.GetUpperBound()))
			}
			add(name+"_count", "")
			add(name+"_sum", "")
		}
	}
	return all
}

// expressions returns the queries of the alerts and of the dashboard's panels,
// by their place.
func expressions(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name, rule := range alerts(t) {
		all["alert "+name] = rule.Expr
	}
	text, err := os.ReadFile(root + "/deploy/grafana/dashboards/nimbot.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &dashboard); err != nil {
		t.Fatal(err)
	}
	grafana := strings.NewReplacer("$__rate_interval", "5m", "$platform", ".+")
	for _, p := range dashboard.Panels {
		for i, target := range p.Targets {
			all[fmt.Sprintf("panel %q, %d", p.Title, i+1)] = grafana.Replace(target.Expr)
		}
	}
	return all
}

func alerts(t *testing.T) map[string]rulefmt.Rule {
	t.Helper()
	groups, errs := rulefmt.ParseFile(root+"/deploy/prometheus/alerts.yml", false, model.UTF8Validation, parser.NewParser(parser.Options{}), slog.New(slog.DiscardHandler))
	for _, err := range errs {
		t.Error(err)
	}
	if groups == nil {
		t.FailNow()
	}
	all := map[string]rulefmt.Rule{}
	for _, g := range groups.Groups {
		for _, r := range g.Rules {
			all[r.Alert] = r
		}
	}
	return all
}

// TestExpressionsFindTheirSeries compares the queries of alerts and panels with
// the metrics of the program: each selector finds a series, and each grouping
// is by one of its labels.
func TestExpressionsFindTheirSeries(t *testing.T) {
	real := scrape(t)
	real = append(real, map[string]string{labels.MetricName: "up", "job": "nimbot", "instance": "bot"}) // Prometheus' own
	all := expressions(t)
	if len(all) < 30 {
		t.Errorf("%d expressions, want those of all alerts and panels", len(all))
	}
	for where, text := range all {
		expr, err := parser.NewParser(parser.Options{}).ParseExpr(text)
		if err != nil {
			t.Errorf("%s: %v", where, err)
			continue
		}
		parser.Inspect(expr, func(n parser.Node, _ []parser.Node) error {
			switch n := n.(type) {
			case *parser.VectorSelector:
				if len(matching(real, n)) == 0 {
					t.Errorf("%s: the program has no series for %s", where, n)
				}
			case *parser.AggregateExpr:
				unknownGroupLabels(t, where, real, n)
			}
			return nil
		})
	}
}

// matching returns the series that a selector selects.
func matching(real []map[string]string, s *parser.VectorSelector) []map[string]string {
	var all []map[string]string
	for _, series := range real {
		if !slices.ContainsFunc(s.LabelMatchers, func(m *labels.Matcher) bool { return !m.Matches(series[m.Name]) }) {
			all = append(all, series)
		}
	}
	return all
}

// unknownGroupLabels reports labels by which an aggregation groups and that its
// series don't have.
func unknownGroupLabels(t *testing.T, where string, real []map[string]string, a *parser.AggregateExpr) {
	t.Helper()
	parser.Inspect(a.Expr, func(n parser.Node, _ []parser.Node) error {
		s, is := n.(*parser.VectorSelector)
		if !is {
			return nil
		}
		for _, series := range matching(real, s) {
			for _, label := range a.Grouping {
				if _, has := series[label]; !has && !a.Without {
					t.Errorf("%s: %s has no label %s", where, s, label)
					return nil
				}
			}
		}
		return nil
	})
}

// TestEveryMetricIsExplained compares the table of docs/operating.md with the
// program's own metrics and their labels.
func TestEveryMetricIsExplained(t *testing.T) {
	text, err := os.ReadFile(root + "/docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	explained := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`nim(?:bot)?_[^|]*) \\| ([^|]*)\\|").FindAllStringSubmatch(string(text), -1) {
		for _, name := range regexp.MustCompile("nim(?:bot)?_[a-z_]+").FindAllString(row[1], -1) {
			explained[name] = strings.NewReplacer("`", "", ",", "").Replace(strings.TrimSpace(row[2]))
		}
	}
	real := map[string]string{}
	for _, series := range scrape(t) {
		name := regexp.MustCompile("_(bucket|sum|count)$").ReplaceAllString(series[labels.MetricName], "")
		if !strings.HasPrefix(name, "nim") {
			continue
		}
		delete(series, labels.MetricName)
		for _, added := range []string{"job", "instance", "le"} {
			delete(series, added)
		}
		real[name] = strings.Join(slices.Sorted(maps.Keys(series)), " ")
	}
	for name, labels := range real {
		if got := strings.Join(slices.Sorted(slices.Values(strings.Fields(explained[name]))), " "); got != labels {
			t.Errorf("docs/operating.md explains %s with the labels %q, want %q", name, got, labels)
		}
		delete(explained, name)
	}
	if len(explained) > 0 {
		t.Errorf("docs/operating.md explains %v, and the program has no such metrics", explained)
	}
}

// TestEveryAlertIsExplained checks that docs/operating.md has a heading for
// each alert, and for no others.
func TestEveryAlertIsExplained(t *testing.T) {
	text, err := os.ReadFile(root + "/docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	var explained []string
	for _, m := range regexp.MustCompile("(?m)^### (Nimbot[A-Za-z]+)").FindAllStringSubmatch(string(text), -1) {
		explained = append(explained, m[1])
	}
	slices.Sort(explained)
	if names := slices.Sorted(maps.Keys(alerts(t))); !slices.Equal(explained, names) {
		t.Errorf("docs/operating.md explains %q, want %q", explained, names)
	}
}

// TestCompose loads the compose file, checks that the mounted files exist, and
// lets the bot check the configuration that it is given.
func TestCompose(t *testing.T) {
	load := func(environment types.Mapping) (*types.Project, error) {
		return compose(t, environment, "compose.yaml")
	}
	if _, err := load(nil); err == nil || !strings.Contains(err.Error(), "PASSWORD") {
		t.Errorf("without passwords compose says %v, want which one is missing", err)
	}
	project, err := load(types.Mapping{"REDIS_PASSWORD": "secret", "GRAFANA_PASSWORD": "secret"})
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range project.Services {
		for _, v := range s.Volumes {
			if _, err := os.Stat(v.Source); v.Type == types.VolumeTypeBind && err != nil {
				t.Errorf("%s mounts %v", name, err)
			}
		}
		for _, p := range s.Ports {
			if p.HostIP != "127.0.0.1" {
				t.Errorf("%s publishes port %s on %q, want only this machine's loopback", name, p.Published, p.HostIP)
			}
		}
	}
	if files := project.Services["bot"].EnvFiles; len(files) != 1 || filepath.Base(files[0].Path) != "bot.env" || files[0].Required {
		t.Errorf("the bot's settings come from %+v, want bot.env if there is one", files)
	}
	check := exec.Command(program(t), "check")
	check.Dir, check.Env = t.TempDir(), []string{}
	for name, value := range project.Services["bot"].Environment {
		check.Env = append(check.Env, name+"="+*value)
	}
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("bot check says of compose's environment: %s", out)
	}
}

// TestGOMEMLIMIT checks that GOMEMLIMIT is 85 % of the limit of the unit or
// container, or of 1 GiB in the image, which doesn't know its limit.
func TestGOMEMLIMIT(t *testing.T) {
	for _, tt := range []struct{ file, limit, all string }{
		{"deploy/nimbot.service", `(?m)^Environment=GOMEMLIMIT=(\d+)MiB$`, `(?m)^MemoryMax=(\d+)G$`},
		{"deploy/compose.yaml", `(?m)^      GOMEMLIMIT: (\d+)MiB`, `(?m)^    mem_limit: (\d+)g$`},
		{"Dockerfile", `(?m)^\s+GOMEMLIMIT=(\d+)MiB$`, ""},
	} {
		text, err := os.ReadFile(filepath.Join(root, tt.file))
		if err != nil {
			t.Fatal(err)
		}
		number := func(expression string) int {
			m := regexp.MustCompile(expression).FindSubmatch(text)
			if m == nil {
				t.Fatalf("%s has no line like %s", tt.file, expression)
			}
			n, _ := strconv.Atoi(string(m[1])) // digits
			return n
		}
		all := 1
		if tt.all != "" {
			all = number(tt.all)
		}
		if got, want := number(tt.limit), all*1024*85/100; got != want {
			t.Errorf("%s: GOMEMLIMIT is %d MiB, want %d, 85 %% of %d GiB", tt.file, got, want, all)
		}
	}
}

// verified runs a program that checks a file of deploy, after replacing what is
// particular to a machine, and returns what it says; the test is skipped where the
// program is missing.
func verified(t *testing.T, file string, replace []string, name string, args ...string) string {
	t.Helper()
	tool, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s isn't installed, so %s is not checked", name, file)
	}
	text, err := os.ReadFile(filepath.Join(root, "deploy", file))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(string(text), replace[i]) {
			t.Errorf("%s does not hold %q", file, replace[i])
		}
	}
	copied := filepath.Join(t.TempDir(), file)
	if err := os.WriteFile(copied, []byte(strings.NewReplacer(replace...).Replace(string(text))), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, append(args, copied)...).CombinedOutput()
	if err != nil {
		t.Errorf("%s %v says of %s: %v\n%s", name, args, file, err, out)
	}
	return string(out)
}

// TestSystemdUnit has systemd check the unit. It also checks that Type=notify
// is used and that restarts aren't limited, so that a late store or network
// doesn't stop the unit; and that the bot isn't restarted with a configuration that
// it refuses.
func TestSystemdUnit(t *testing.T) {
	unit, err := os.ReadFile(root + "/deploy/nimbot.service")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"Type=notify", "TimeoutStartSec=infinity", "StartLimitIntervalSec=0", "Restart=on-failure"} {
		if !strings.Contains(string(unit), "\n"+line+"\n") {
			t.Errorf("nimbot.service has no line %s", line)
		}
	}
	bot := program(t)
	refused := exec.Command(bot, "serve", "--store", "nowhere")
	refused.Dir = t.TempDir()
	_ = refused.Run() // its exit code is looked at
	if line := fmt.Sprintf("\nRestartPreventExitStatus=%d\n", refused.ProcessState.ExitCode()); !strings.Contains(string(unit), line) {
		t.Errorf("bot serve ends with %s when its configuration is wrong, and nimbot.service restarts it", refused.ProcessState)
	}
	said := verified(t, "nimbot.service", []string{"/usr/local/bin/bot", bot}, "systemd-analyze", "verify", "--man=no")
	if strings.Contains(said, "nimbot.service:") { // which is no failure to it
		t.Error(said)
	}
	verified(t, "nimbot.service", nil, "systemd-analyze", "security", "--offline=true", "--threshold=20") // 2.0 of 10 exposed
}

func TestCaddyfile(t *testing.T) {
	verified(t, "Caddyfile", nil, "caddy", "validate", "--adapter", "caddyfile", "--config")
}

func TestNginx(t *testing.T) {
	dir := t.TempDir()
	key, cert := filepath.Join(dir, "key.pem"), filepath.Join(dir, "cert.pem")
	if out, err := exec.Command("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=nim.example.org", "-keyout", key, "-out", cert).CombinedOutput(); err != nil {
		t.Skipf("no certificate to try with: %v: %s", err, out)
	}
	http := "pid " + dir + "/pid;\nevents {}\nhttp {\naccess_log off;\n"
	for _, what := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		http += what + "_temp_path " + filepath.Join(dir, what) + ";\n"
	}
	one := []string{
		"upstream nimbot", http + "upstream nimbot", "proxy_connect_timeout 1s;\n    }\n}", "proxy_connect_timeout 1s;\n    }\n}\n}",
		"/etc/letsencrypt/live/nim.example.org/fullchain.pem", cert, "/etc/letsencrypt/live/nim.example.org/privkey.pem", key,
	}
	several := append(slices.Clone(one), "    server 127.0.0.1:8080;\n", "", "    #server ", "    server ")
	for _, replace := range [][]string{one, several} {
		verified(t, "nginx.conf", replace, "nginx", "-t", "-e", filepath.Join(dir, "log"), "-c")
	}
}
