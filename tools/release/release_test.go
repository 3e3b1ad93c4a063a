// Package release_test holds the configuration of releases against goreleaser
// and against the program. goreleaser itself takes minutes to build, so it runs
// in the public workflow only.
package release_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goreleaser/goreleaser/v2/pkg/config"
)

const root = "../.."

// load reads the configuration as goreleaser does: unknown keys are errors.
func load(t *testing.T) config.Project {
	t.Helper()
	project, err := config.Load(root + "/.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return project
}

func TestConfiguration(t *testing.T) {
	project := load(t)
	if len(project.Builds) != 1 || len(project.Archives) != 1 {
		t.Fatalf("%d builds and %d archives, want one of each", len(project.Builds), len(project.Archives))
	}
	b := project.Builds[0]
	for _, want := range []struct {
		of   string
		have []string
		all  []string
	}{
		{"systems", b.Goos, []string{"linux", "darwin", "windows"}},
		{"processors", b.Goarch, []string{"amd64", "arm64"}},
		{"flags", b.Flags, []string{"-trimpath"}},
		{"environment", b.Env, []string{"CGO_ENABLED=0"}},
		{"files of the image", project.DockersV2[0].ExtraFiles, []string{"LICENSE", "NOTICES"}},
		{"platforms of the image", project.DockersV2[0].Platforms, []string{"linux/amd64", "linux/arm64"}},
	} {
		for _, one := range want.all {
			if !slices.Contains(want.have, one) {
				t.Errorf("%s: %q, want %q among them", want.of, want.have, one)
			}
		}
	}
	for _, licence := range []string{"LICENSE", "NOTICES"} {
		if !slices.ContainsFunc(project.Archives[0].Files, func(f config.File) bool { return f.Source == licence }) {
			t.Errorf("no archive holds %s", licence)
		}
	}
	for _, f := range project.Archives[0].Files {
		if strings.HasPrefix(f.Source, ".release/") {
			continue // made by a hook
		}
		if found, err := filepath.Glob(filepath.Join(root, f.Source)); err != nil || len(found) == 0 {
			t.Errorf("an archive holds %s, and there is none (%v)", f.Source, err)
		}
	}
}

// TestArchivesHoldWhatTheDocsName checks that the archives have each file of
// the folder deploy that the page for operators names, because some operators
// have only an archive. Compose builds the image, so it needs the sources.
func TestArchivesHoldWhatTheDocsName(t *testing.T) {
	page, err := os.ReadFile(root + "/docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`(deploy/[a-z]+/?[a-zA-Z./]+)`").FindAllStringSubmatch(string(page), -1)
	if len(named) < 4 {
		t.Errorf("docs/operating.md names %q of deploy, want more", named)
	}
	for _, m := range named {
		held := slices.ContainsFunc(load(t).Archives[0].Files, func(f config.File) bool {
			match, err := filepath.Match(f.Source, m[1])
			return match && err == nil
		})
		if _, err := os.Stat(filepath.Join(root, m[1])); err != nil || !held && !strings.HasPrefix(m[1], "deploy/compose.") {
			t.Errorf("docs/operating.md names %s, and the archives don't hold it (%v)", m[1], err)
		}
	}
}

// TestLdflagsNameExistingVariables: the linker silently ignores -X for a
// variable that doesn't exist.
func TestLdflagsNameExistingVariables(t *testing.T) {
	source, err := os.ReadFile(root + "/cmd/bot/version.go")
	if err != nil {
		t.Fatal(err)
	}
	set := 0
	for _, flag := range load(t).Builds[0].Ldflags {
		for _, m := range regexp.MustCompile(`-X main\.(\w+)=`).FindAllStringSubmatch(flag, -1) {
			set++
			if !regexp.MustCompile(`(?m)^\t` + m[1] + `\s+= ""`).Match(source) {
				t.Errorf("-X main.%s: cmd/bot/version.go has no such variable", m[1])
			}
		}
	}
	if set != 3 {
		t.Errorf("%d variables are set, want the release, its commit and its date", set)
	}
}

// TestHooks runs what goreleaser runs first.
func TestHooks(t *testing.T) {
	for _, hook := range load(t).Before.Hooks {
		if out, err := exec.Command(filepath.Join(root, hook)).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", hook, err, out)
		}
	}
	for _, file := range []string{"completions/bot.bash", "completions/bot.zsh", "completions/bot.fish", "completions/bot.powershell", "man/bot.1", "man/bot-backup.1"} {
		if info, err := os.Stat(filepath.Join(root, ".release", file)); err != nil || info.Size() < 500 {
			t.Errorf(".release/%s: %v, want a whole file", file, err)
		}
	}
}

func TestReleaseNotes(t *testing.T) {
	changelog := filepath.Join(t.TempDir(), "CHANGELOG.md")
	const text = "# Changelog\n\n## [Unreleased]\n\n- soon\n\n## [1.2.0] - 2026-05-01\n\n### Added\n\n- this\n\n## [1.2.0-rc.1] - 2026-04-01\n\n- that\n\n[1.2.0]: https://example.org\n"
	if err := os.WriteFile(changelog, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ tag, want string }{
		{"v1.2.0", "### Added\n\n- this\n"},
		{"v1.2.0-rc.1", "- that\n"},
		{"v1.3.0", ""},
		{"v1.2", ""},
	} {
		out, err := exec.Command(root+"/.ci/release-notes", c.tag, changelog).Output()
		if string(out) != c.want || (err == nil) != (c.want != "") {
			t.Errorf("release-notes %s = %q, %v, want %q", c.tag, out, err, c.want)
		}
	}
}

// TestImageCheckScript runs the script that checks the published images, with a
// fake docker that lacks one architecture, then with all.
func TestImageCheckScript(t *testing.T) {
	ci, err := os.ReadFile(root + "/.github/workflows/ci.yml")
	if err != nil || !strings.Contains(string(ci), "- run: .ci/images\n") {
		t.Errorf("ci.yml does not run .ci/images (%v)", err)
	}
	for _, c := range []struct {
		index string
		good  bool
	}{
		{`{"manifests":[{"platform":{"architecture":"amd64"}},{"platform":{"architecture":"arm64"}}]}`, true},
		{`{"manifests":[{"platform":{"architecture":"amd64"}}]}`, false},
	} {
		dir := t.TempDir()
		docker := "#!/bin/sh\n[ \"$1 $2 $3 $4\" = 'buildx imagetools inspect --raw' ] && echo '" + c.index + "'\n"
		if err := os.WriteFile(filepath.Join(dir, "docker"), []byte(docker), 0o700); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(root + "/.ci/images")
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		if (err == nil) != c.good || c.good && strings.Count(string(out), "@sha256:") < 5 {
			t.Errorf(".ci/images with %s: %v\n%s", c.index, err, out)
		}
	}
}

// TestWorkflows checks that workflows pin third-party actions by commit and
// install the release tools before the release step.
func TestWorkflows(t *testing.T) {
	pinned := regexp.MustCompile(`^(\./\S+|[\w-]+/[\w/.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$`)
	files, err := filepath.Glob(root + "/.github/workflows/*.yml")
	if err != nil || len(files) != 3 {
		t.Fatalf("workflows: %q (%v), want 3", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^\s+(?:- )?uses: (.*)$`).FindAllStringSubmatch(string(text), -1) {
			if !pinned.MatchString(m[1]) {
				t.Errorf("%s uses %s, want a commit and its tag as a comment", filepath.Base(file), m[1])
			}
		}
		if strings.Contains(string(text), "@latest") {
			t.Errorf("%s runs the latest of something, want a version", filepath.Base(file))
		}
	}
	release, err := os.ReadFile(root + "/.github/workflows/release.yml")
	if err != nil {
		t.Fatal(err)
	}
	rest := string(release)
	for _, step := range []string{
		`tags: ["v*.*.*"]`, "uses: ./.github/workflows/ci.yml", "needs: test", "id-token: write",
		`.ci/release-notes "$GITHUB_REF_NAME" > "$RUNNER_TEMP/notes.md"`, "sigstore/cosign-installer@", "anchore/sbom-action/download-syft@",
		"docker/login-action@", "goreleaser/goreleaser-action@", "version: v2.", "--release-notes ${{ runner.temp }}/notes.md",
	} {
		var found bool
		if _, rest, found = strings.Cut(rest, step); !found {
			t.Fatalf("release.yml has no %q at its place", step)
		}
	}
	project := load(t)
	if len(project.SBOMs) != 1 || len(project.Signs) != 1 || project.Signs[0].Cmd != "cosign" || len(project.DockerSigns) != 1 {
		t.Errorf("%d SBOMs, signs %+v and %+v, want one of each, by cosign", len(project.SBOMs), project.Signs, project.DockerSigns)
	}
}
