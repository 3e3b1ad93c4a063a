package serve

import "testing"

func TestDialable(t *testing.T) {
	for _, tt := range []struct{ listen, want string }{
		{"127.0.0.1:9090", "127.0.0.1:9090"},
		{":9090", "127.0.0.1:9090"},
		{"0.0.0.0:9090", "127.0.0.1:9090"},
		{"[::]:9090", "[::1]:9090"},
		{"admin.internal:9090", "admin.internal:9090"},
	} {
		if got := dialable(tt.listen); got != tt.want {
			t.Errorf("dialable(%q) = %q, want %q", tt.listen, got, tt.want)
		}
	}
}
