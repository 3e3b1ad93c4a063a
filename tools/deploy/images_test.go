package deploy_test

import (
	"net"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
)

// compose loads compose files, the later ones over the first.
func compose(t *testing.T, environment types.Mapping, names ...string) (*types.Project, error) {
	t.Helper()
	var files []types.ConfigFile
	for _, name := range names {
		files = append(files, types.ConfigFile{Filename: root + "/deploy/" + name})
	}
	return loader.LoadWithContext(t.Context(), types.ConfigDetails{WorkingDir: root + "/deploy", ConfigFiles: files, Environment: environment})
}

// TestComposeCopies checks that there are several copies of the bot, reachable
// only through a proxy that finds all of them.
func TestComposeCopies(t *testing.T) {
	project, err := compose(t, types.Mapping{"REDIS_PASSWORD": "secret", "GRAFANA_PASSWORD": "secret"}, "compose.yaml", "compose.copies.yaml")
	if err != nil {
		t.Fatal(err)
	}
	bot, nginx := project.Services["bot"], project.Services["nginx"]
	if bot.Deploy == nil || bot.Deploy.Replicas == nil || *bot.Deploy.Replicas < 2 || len(bot.Ports) != 0 {
		t.Errorf("the bot is %+v with ports %v, want several copies and no port", bot.Deploy, bot.Ports)
	}
	if len(nginx.Ports) != 1 || nginx.Ports[0].HostIP != "127.0.0.1" {
		t.Errorf("nginx publishes %v, want one port on this machine's loopback", nginx.Ports)
	}
	listen := *bot.Environment["NIM_HTTP_LISTEN"]
	_, port, err := net.SplitHostPort(listen)
	if err != nil {
		t.Fatal(err)
	}
	if text := project.Configs["nginx"].Content; !strings.Contains(text, "server bot:"+port+" resolve ") || strings.Contains(text, "$$") {
		t.Errorf("nginx is configured with %s, want it to find the copies on port %s", text, port)
	}
}

// TestImagesArePinned checks that every image is named by its digest, besides
// its tag: a tag alone can be moved to another image.
func TestImagesArePinned(t *testing.T) {
	pinned := regexp.MustCompile(`^[a-z][a-z0-9./-]*:[A-Za-z0-9._-]*[0-9][A-Za-z0-9._-]*@sha256:[0-9a-f]{64}$`)
	images := map[string]string{}
	dockerfile, err := os.ReadFile(root + "/Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	stages := map[string]bool{"scratch": true}
	for _, m := range regexp.MustCompile(`(?mi)^(?:FROM|COPY) (?:--(?:platform|chown|chmod)=\S+ )*(--from=)?(\S+)(?:[^\n]* AS (\S+))?`).FindAllStringSubmatch(string(dockerfile), -1) {
		copies := strings.HasPrefix(strings.ToUpper(m[0]), "COPY")
		from := strings.TrimPrefix(m[2], "--from=")
		if !stages[from] && (!copies || m[1] != "") {
			images["Dockerfile: "+from] = from
		}
		stages[m[3]] = true
	}
	project, err := compose(t, types.Mapping{"REDIS_PASSWORD": "secret", "GRAFANA_PASSWORD": "secret"}, "compose.yaml", "compose.copies.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range project.Services {
		if s.Build == nil {
			images["compose: "+name] = s.Image
		}
	}
	if len(images) < 5 {
		t.Errorf("images are %v, want those of the Dockerfile and of four services", images)
	}
	for where, image := range images {
		if !pinned.MatchString(image) {
			t.Errorf("%s: %s is not pinned by a tag and a digest", where, image)
		}
	}
}
