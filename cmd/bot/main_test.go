package main

import (
	"crypto/x509"
	"os"
	"os/exec"
	"runtime"
	"testing"
)

// TestCertificateAuthorities checks that a process without system certificates
// (as in the image) has the embedded roots.
func TestCertificateAuthorities(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems always have some")
	}
	if os.Getenv("SSL_CERT_FILE") != os.DevNull {
		again := exec.Command(os.Args[0], "-test.run=^TestCertificateAuthorities$")
		again.Env = append(os.Environ(), "SSL_CERT_FILE="+os.DevNull, "SSL_CERT_DIR="+t.TempDir())
		if out, err := again.CombinedOutput(); err != nil {
			t.Errorf("without the machine's certificate authorities: %v\n%s", err, out)
		}
		return
	}
	known, err := x509.SystemCertPool()
	if err != nil || known.Equal(x509.NewCertPool()) {
		t.Errorf("SystemCertPool() = an empty pool, %v, want the program's own certificate authorities", err)
	}
}
