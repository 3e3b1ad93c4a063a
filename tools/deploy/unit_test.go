package deploy_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestMemoryLimitsAgree checks that the alert threshold and GOMEMLIMIT are
// below MemoryMax.
func TestMemoryLimitsAgree(t *testing.T) {
	unit, err := os.ReadFile(root + "/deploy/nimbot.service")
	if err != nil {
		t.Fatal(err)
	}
	number := func(pattern, text string, unit float64) float64 {
		t.Helper()
		m := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("%q stands nowhere", pattern)
		}
		n, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		return n * unit
	}
	limit := number(`(?m)^MemoryMax=(\d+)G$`, string(unit), 1<<30)
	soft := number(`(?m)^Environment=GOMEMLIMIT=(\d+)MiB$`, string(unit), 1<<20)
	alert := number(`^process_resident_memory_bytes\{job="nimbot"\} > (\d+)$`, alerts(t)["NimbotUsesMuchMemory"].Expr, 1)
	for what, part := range map[string]struct{ of, want float64 }{"NimbotUsesMuchMemory": {alert, .70}, "GOMEMLIMIT": {soft, .85}} {
		if got := part.of / limit; got < part.want-.001 || got > part.want+.001 {
			t.Errorf("%s stands at %.4f of MemoryMax, want %.2f", what, got, part.want)
		}
	}
}

// TestInstallGuideCoversUnit checks that docs/operating.md has the unit's
// manual page and every install line from the unit's header comment.
func TestInstallGuideCoversUnit(t *testing.T) {
	unit, err := os.ReadFile(root + "/deploy/nimbot.service")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(root + "/docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^#   (install .*)$`).FindAllStringSubmatch(string(unit), -1)
	manual := regexp.MustCompile(`(?m)^Documentation=man:[a-z]+\((\d)\)$`).FindStringSubmatch(string(unit))
	if len(lines) == 0 || manual == nil {
		t.Fatalf("nimbot.service installs %d files and names the manual's page %q", len(lines), manual)
	}
	installsManual := false
	for _, line := range lines {
		if !strings.Contains(string(page), "\nsudo "+line[1]+"\n") {
			t.Errorf("docs/operating.md doesn't say sudo %s, as nimbot.service does", line[1])
		}
		installsManual = installsManual || strings.HasSuffix(line[1], " man/*."+manual[1])
	}
	if !installsManual {
		t.Errorf("nimbot.service names a page of the manual that it does not install")
	}
}
