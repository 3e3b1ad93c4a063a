package release_test

import (
	"encoding/json"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// nobody is the user and the group of the image.
const nobody = 65532

// buildah runs buildah with args and returns its output.
func buildah(t *testing.T, args ...string) string {
	t.Helper()
	var failed strings.Builder
	run := exec.Command("buildah", args...)
	run.Stderr = &failed
	out, err := run.Output()
	if err != nil {
		t.Fatalf("buildah %s: %v\n%s", strings.Join(args, " "), err, failed.String())
	}
	return strings.TrimSpace(string(out))
}

// container makes the image of a release for this processor as goreleaser does,
// from the binary, the extra files and the Dockerfile alone, and returns a container of it.
func container(t *testing.T) string {
	t.Helper()
	empty, err := exec.Command("buildah", "from", "scratch").Output()
	if err != nil {
		t.Skipf("buildah isn't installed or can't work here, so the image is not built: %v", err)
	}
	buildah(t, "rm", strings.TrimSpace(string(empty)))
	dir, platform := t.TempDir(), "linux/"+runtime.GOARCH
	build := exec.Command("go", "build", "-o", filepath.Join(dir, platform, "bot"), "./cmd/bot")
	build.Dir, build.Env = root, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for _, file := range load(t).DockersV2[0].ExtraFiles {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, file), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	id := buildah(t, "build", "--quiet", "--isolation", "chroot", "--format", "docker", "--pull-never", "--platform", platform,
		"--target", "released", "--file", filepath.Join(root, "Dockerfile"), dir)
	t.Cleanup(func() { buildah(t, "rmi", id) })
	name := buildah(t, "from", id)
	t.Cleanup(func() { buildah(t, "rm", name) })
	return name
}

// TestImage builds the image, which needs no network, and reads what it says of
// itself.
func TestImage(t *testing.T) {
	var said struct {
		Docker struct {
			Config struct {
				User, WorkingDir      string
				Entrypoint, Cmd, Env  []string
				ExposedPorts, Volumes map[string]struct{}
				Healthcheck           struct{ Test []string }
			}
		}
	}
	name := container(t)
	if err := json.Unmarshal([]byte(buildah(t, "inspect", name)), &said); err != nil {
		t.Fatal(err)
	}
	image := said.Docker.Config
	for _, c := range []struct {
		of        string
		got, want any
	}{
		{"user", image.User, "65532:65532"},
		{"working directory", image.WorkingDir, "/data"},
		{"entry point", image.Entrypoint, []string{"/bot"}},
		{"command", image.Cmd, []string{"serve"}},
		{"ports", image.ExposedPorts, map[string]struct{}{"8080/tcp": {}}},
		{"volumes", image.Volumes, map[string]struct{}{"/data": {}}},
		{"health check", image.Healthcheck.Test, []string{"CMD", "/bot", "health"}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s of the image = %q, want %q", c.of, c.got, c.want)
		}
	}
	if os.Getuid() != 0 {
		t.Skip("only root can look into the image and run what's in it")
	}
	top := buildah(t, "mount", name)
	t.Run("files", func(t *testing.T) { imageHolds(t, top) })
	t.Run("serves", func(t *testing.T) { imageServes(t, top, image.Env) })
}

// imageHolds checks that the image has the program, which its user can't
// change, and the store's folder, which belongs to that user.
func imageHolds(t *testing.T, top string) {
	got := map[string]string{}
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == top {
			return err
		}
		info, err := d.Info()
		if err == nil {
			owner := "root"
			if info.Sys().(*syscall.Stat_t).Uid == nobody {
				owner = "nobody"
			}
			got[strings.TrimPrefix(path, top)] = info.Mode().String() + " " + owner
		}
		return err
	})
	want := map[string]string{
		"/bot": "-rwxr-xr-x root", "/data": "drwxr-xr-x nobody",
		"/licenses": "drwxr-xr-x root", "/licenses/LICENSE": "-rw-r--r-- root", "/licenses/NOTICES": "-rw-r--r-- root",
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the image holds %q (%v), want %q", got, err, want)
	}
}

// imageServes runs the program on the image's files and as its user, and waits
// until it's healthy.
func imageServes(t *testing.T, top string, env []string) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	admin := free.Addr().String()
	_ = free.Close()
	bot := func(args ...string) *exec.Cmd {
		cmd := exec.Command("/bot", args...)
		cmd.Dir = "/data"
		cmd.Env = append(env, "NIM_HTTP_LISTEN=127.0.0.1:0", "NIM_HTTP_ADMIN="+admin, "NIM_HTTP_DRAIN=0s")
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: top, Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		return cmd
	}
	var said strings.Builder
	serve := bot("serve")
	serve.Stderr = &said
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		out, err := bot("health").CombinedOutput()
		if err == nil {
			break
		}
		if time.Now().After(end) {
			_ = serve.Process.Kill()
			t.Errorf("bot health in the image: %v: %s", err, out)
			break
		}
	}
	_ = serve.Process.Signal(syscall.SIGTERM)
	if err := serve.Wait(); err != nil {
		t.Errorf("bot serve in the image: %v\n%s", err, said.String())
	}
}
