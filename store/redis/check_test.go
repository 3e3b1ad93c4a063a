package redis_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/internal/freeport"
	"nimbot/store"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

// wantLine checks that err has one line, wraps want and contains all the words.
func wantLine(t *testing.T, what string, err, want error, words ...string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s = %v, want %v", what, err, want)
		return
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%s = %v, want it to say %q", what, err, word)
		}
	}
	if strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "secret") {
		t.Errorf("%s = %q, want one line without the password", what, err)
	}
}

func TestAssessRedis(t *testing.T) {
	good := map[string]string{"redis_version": "7.0.15", "role": "master", "maxmemory_policy": "noeviction", "maxmemory": "0", "cluster_enabled": "0", "aof_enabled": "1"}
	s := openAt(t, "redis://127.0.0.1:1", "judge")
	risks := []string{"snapshots", "nothing", "would evict", "nearly full"}
	for _, c := range []struct {
		name         string
		info, config map[string]string
		note, err    string
	}{
		{"always", nil, map[string]string{"appendfsync": "always"}, "survives a crash and a power cut", ""},
		{"everysec", nil, map[string]string{"appendfsync": "everysec"}, "last second", ""},
		{"not told", nil, nil, "last second", ""},
		{"no fsync", nil, map[string]string{"appendfsync": "no"}, "half minute", ""},
		{"snapshots", map[string]string{"aof_enabled": "0"}, map[string]string{"save": "60 1"}, "since the last snapshot", ""},
		{"nothing", map[string]string{"aof_enabled": "0"}, nil, "ends all games", ""},
		{"newer", map[string]string{"redis_version": "10.1.0"}, nil, "last second", ""},
		{"too old", map[string]string{"redis_version": "6.2.14"}, nil, "", "version 6.2.14, and the bot needs 7.0 or later; upgrade it"},
		{"no version", map[string]string{"redis_version": ""}, nil, "", "needs 7.0"},
		{"replica", map[string]string{"role": "slave", "master_host": "m", "master_port": "1"}, nil, "", "read-only replica of m:1"},
		{"evicts", map[string]string{"maxmemory_policy": "allkeys-lru", "maxmemory": "1000"}, nil, "", "throw games away"},
		{"would evict", map[string]string{"maxmemory_policy": "volatile-lru"}, nil, "before you set maxmemory", ""},
		{"full", map[string]string{"maxmemory": "1000", "used_memory": "1101", "mem_not_counted_for_evict": "100"}, nil, "", "used up its maxmemory; raise it"},
		{"nearly full", map[string]string{"maxmemory": "1000", "used_memory": "1000", "mem_not_counted_for_evict": "100"}, nil, "90 % of maxmemory is used", ""},
		{"not full", map[string]string{"maxmemory": "1000", "used_memory": "899"}, nil, "last second", ""},
		{"unbounded", map[string]string{"used_memory": "1000"}, nil, "last second", ""},
		{"loading", map[string]string{"loading": "1"}, nil, "", "still loading its data; wait until it has, then try again"},
		{"cluster", map[string]string{"cluster_enabled": "1"}, nil, "", "redis+cluster://"},
	} {
		info := map[string]string{}
		for k, v := range good {
			info[k] = v
		}
		for k, v := range c.info {
			info[k] = v
		}
		notes, err := s.Judge(info, c.config)
		if c.err != "" {
			is := store.ErrUnavailable
			if c.name == "full" {
				is = store.ErrFull
			}
			wantLine(t, c.name, err, is, c.err)
		} else if err != nil || !slices.ContainsFunc(notes, func(n redis.Note) bool {
			return strings.Contains(n.Text, c.note) && n.Risk == slices.Contains(risks, c.name)
		}) {
			t.Errorf("%s: %+v, %v, want %q, with a risk in %q", c.name, notes, err, c.note, risks)
		}
	}
}

func TestCheckServer(t *testing.T) {
	server := redistest.Start(t, "--appendonly", "yes")
	s, err := redis.Open(server.URL(), redis.Options{Owner: "discord 17"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for range 2 {
		if notes, err := s.Check(t.Context()); err != nil || len(notes) != 1 || !strings.Contains(notes[0].Text, "everysec") {
			t.Errorf("Check = %q, %v, want a line about persistence", notes, err)
		}
	}
	other, err := redis.Open(server.URL(), redis.Options{Owner: "slack 4"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	_, err = other.Check(t.Context())
	wantLine(t, "Check of another bot's prefix", err, store.ErrInUse, `"discord 17"`, `"slack 4"`, "nim:owner")

	cluster := openAt(t, "redis+cluster://"+server.Addr, "c")
	_, err = cluster.Check(t.Context())
	wantLine(t, "Check of no cluster", err, store.ErrUnavailable, server.Addr)
}

// TestLoading checks a server that was restarted and is still reading its data.
func TestLoading(t *testing.T) {
	server := redistest.Start(t)
	s := open(t, server.URL())
	finish := server.RestartLoading(t)
	const say = "redis is still loading its data; wait until it has, then try again"
	_, err := s.Check(t.Context())
	wantLine(t, "Check", err, redis.ErrLoading, say, server.Addr)
	_, err = s.Get(t.Context(), "a")
	wantLine(t, "Get", err, redis.ErrLoading, say)
	wantLine(t, "Get", err, store.ErrUnavailable)
	finish()
	if err := server.Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Check(t.Context()); err != nil {
		t.Errorf("Check of a server that has loaded its data = %v", err)
	}
}

func testCheckCluster(t *testing.T, cluster *redistest.Cluster) {
	if notes, err := openAt(t, cluster.URL(), "c").Check(t.Context()); err != nil || len(notes) != 1 {
		t.Errorf("Check = %q, %v, want one line", notes, err)
	}
	_, err := openAt(t, cluster.Nodes[0].URL(), "c").Check(t.Context())
	wantLine(t, "Check of a cluster as a server", err, store.ErrUnavailable, "redis+cluster://")
}

func TestUnreachable(t *testing.T) {
	server := redistest.Start(t)
	s := openAt(t, server.URL(), "gone")
	if _, err := s.Commit(t.Context(), "a", store.Write{Data: storetest.Doc(1, "")}); err != nil {
		t.Fatal(err)
	}
	server.Kill()
	_, err := s.Check(t.Context())
	wantLine(t, "Check", err, store.ErrUnavailable, "does not answer", server.Addr)
	_, err = s.Get(t.Context(), "a")
	wantLine(t, "Get", err, store.ErrUnavailable, server.Addr)
	_, err = s.Commit(t.Context(), "a", store.Write{Expect: 1, Data: storetest.Doc(2, "")})
	wantLine(t, "Commit", err, store.ErrUnavailable, server.Addr)
	_, err = s.Claim(t.Context(), time.Now(), time.Minute, 1)
	wantLine(t, "Claim", err, store.ErrUnavailable, server.Addr)
}

// TestHangingServer checks that calls to a hanging server end, and that calls
// succeed when it answers again.
func TestHangingServer(t *testing.T) {
	server := redistest.Start(t)
	proxy := redistest.NewProxy(t, server.Addr)
	s, err := redis.Open("redis://"+proxy.Addr, redis.Options{Prefix: "hanging", Timeouts: redis.Timeouts{Connection: 50 * time.Millisecond, Call: 200 * time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if _, err := openAt(t, server.URL(), "hanging").Commit(t.Context(), "a", store.Write{Data: storetest.Doc(1, "")}); err != nil {
		t.Fatal(err)
	}
	proxy.Silence(true)
	_, err = s.Commit(t.Context(), "a", store.Write{Expect: 1, Data: storetest.Doc(2, "")})
	wantLine(t, "Commit", err, store.ErrUnavailable, proxy.Addr)
	proxy.Silence(false)
	rec, err := s.Get(t.Context(), "a")
	for begun := time.Now(); err != nil && time.Since(begun) < time.Minute; { // a slow machine may take longer than a call
		rec, err = s.Get(t.Context(), "a")
	}
	if err != nil || rec.Version == 0 {
		t.Errorf("Get after all = %d, %v", rec.Version, err)
	}
}

func TestPassword(t *testing.T) {
	server := redistest.Start(t, "--requirepass", "secret7")
	for _, c := range []struct {
		login string
		words string
	}{
		{"", "wants a password"},
		{":secret8@", "refused the user or the password"},
		{"secretive:secret7@", "refused the user or the password"},
	} {
		s := openAt(t, "redis://"+c.login+server.Addr, "p")
		_, err := s.Check(t.Context())
		wantLine(t, "Check with "+c.login, err, store.ErrUnavailable, c.words)
		_, err = s.Get(t.Context(), "a")
		wantLine(t, "Get with "+c.login, err, store.ErrUnavailable, c.words)
	}
	if _, err := openAt(t, "redis://:secret7@"+server.Addr, "p").Check(t.Context()); err != nil {
		t.Errorf("Check with the password = %v", err)
	}
}

func TestReplica(t *testing.T) {
	master := redistest.Start(t)
	host, port, err := net.SplitHostPort(master.Addr)
	if err != nil {
		t.Fatal(err)
	}
	replica := redistest.Start(t, "--replicaof", host+" "+port)
	s := openAt(t, replica.URL(), "r")
	_, err = s.Check(t.Context())
	wantLine(t, "Check of a replica", err, store.ErrUnavailable, "read-only replica", port)
	for range 1200 { // until it has the master's data
		if _, err = s.Get(t.Context(), "a"); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	_, err = s.Commit(t.Context(), "a", store.Write{Data: storetest.Doc(1, "")})
	wantLine(t, "Commit on a replica", err, store.ErrUnavailable, "read-only replica")
}

func TestOutOfMemory(t *testing.T) {
	server := redistest.Start(t, "--maxmemory-policy", "noeviction")
	s := openAt(t, server.URL(), "oom")
	limit := func(bytes string) {
		t.Helper()
		if err := server.Client().ConfigSet(t.Context(), "maxmemory", bytes).Err(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Commit(t.Context(), "first", store.Write{Data: storetest.Doc(1, ""), Due: time.UnixMilli(1)}); err != nil {
		t.Fatal(err)
	}
	limit("1")
	for _, w := range []store.Write{{Data: storetest.Doc(2, ""), Due: time.Now()}, {Data: storetest.Doc(2, "")}, {Data: storetest.Doc(2, ""), Show: store.ShowAt(1, time.Now())}} {
		w.Expect = 1
		_, err := s.Commit(t.Context(), "first", w)
		wantLine(t, "Commit", err, store.ErrFull, "maxmemory")
	}
	_, err := s.Check(t.Context())
	wantLine(t, "Check", err, store.ErrFull, "maxmemory")
	if rec, err := s.Get(t.Context(), "first"); err != nil || rec.Version != 1 {
		t.Errorf("Get = %d, %v, want version 1", rec.Version, err)
	}
	limit("0")
	if _, err := s.Commit(t.Context(), "first", store.Write{Expect: 1, Data: storetest.Doc(2, "")}); err != nil {
		t.Errorf("Commit when there is room again = %v", err)
	}
}

// TestForeignValue puts a value of another kind where a record belongs.
func TestForeignValue(t *testing.T) {
	server := redistest.Start(t)
	s := open(t, server.URL())
	if _, err := s.Commit(t.Context(), "a", store.Write{Data: storetest.Doc(1, ""), Due: time.UnixMilli(1)}); err != nil {
		t.Fatal(err)
	}
	pipe := s.Client().Pipeline()
	pipe.Del(t.Context(), s.RecordKey("a"))
	pipe.RPush(t.Context(), s.RecordKey("a"), "not", "a", "record")
	if _, err := pipe.Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err := s.Get(t.Context(), "a")
	wantLine(t, "Get", err, store.ErrCorrupt, "another kind")
	_, err = s.Commit(t.Context(), "a", store.Write{Expect: 1, Data: storetest.Doc(2, "")})
	wantLine(t, "Commit", err, store.ErrCorrupt, "another kind")
	_, err = s.Restore(t.Context(), store.Entry{Key: "a", Record: store.Record{Version: 1, Data: storetest.Doc(1, "")}})
	wantLine(t, "Restore", err, store.ErrCorrupt, "another kind")
	for e, err := range s.All(t.Context()) {
		wantLine(t, "All at "+e.Key, err, store.ErrCorrupt, `key "a"`)
	}
	if tasks, err := s.Claim(t.Context(), time.UnixMilli(2), time.Minute, 5); err != nil || len(tasks) != 1 || tasks[0].Version != 0 {
		t.Errorf("Claim = %v, %v, want the key, for somebody to be told", tasks, err)
	}
	if err := s.Shown(t.Context(), []store.Task{{Key: "a", Version: 1}}); err != nil {
		t.Errorf("Shown = %v", err)
	}
}

// TestScriptsAreReloaded checks that a server that doesn't know the scripts,
// such as a new node, gets them with the call.
func TestScriptsAreReloaded(t *testing.T) {
	server := redistest.Start(t)
	s := openAt(t, server.URL(), "flush")
	forget := func() {
		t.Helper()
		if err := server.Client().ScriptFlush(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
	}
	for n := range uint64(3) {
		forget()
		if _, err := s.Commit(t.Context(), "a", store.Write{Expect: n, Data: storetest.Doc(n+1, ""), Due: time.UnixMilli(1)}); err != nil {
			t.Errorf("Commit = %v", err)
		}
		forget()
		if tasks, err := s.Claim(t.Context(), time.UnixMilli(2), time.Minute, 5); err != nil || len(tasks) != 1 {
			t.Errorf("Claim = %v, %v, want one task", tasks, err)
		}
	}
}

func TestSentinel(t *testing.T) {
	master := redistest.Start(t)
	s := openAt(t, redistest.StartSentinel(t, master, "main"), "s")
	if _, err := s.Check(t.Context()); err != nil {
		t.Errorf("Check = %v", err)
	}
	if _, err := s.Commit(t.Context(), "a", store.Write{Data: storetest.Doc(1, "")}); err != nil {
		t.Errorf("Commit = %v", err)
	}
	if rec, err := openAt(t, master.URL(), "s").Get(t.Context(), "a"); err != nil || rec.Version != 1 {
		t.Errorf("Get from the master = %d, %v, want version 1", rec.Version, err)
	}
}

func TestTLS(t *testing.T) {
	cert, key, pool := selfSigned(t)
	_, port, err := net.SplitHostPort(freeport.Address(t))
	if err != nil {
		t.Fatal(err)
	}
	redistest.Start(t, "--tls-port", port, "--tls-cert-file", cert, "--tls-key-file", key, "--tls-ca-cert-file", cert, "--tls-auth-clients", "no")
	url := "rediss://127.0.0.1:" + port
	s, err := redis.Open(url, redis.Options{Timeouts: patient, TLS: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if _, err := s.Check(t.Context()); err != nil {
		t.Errorf("Check = %v", err)
	}
	_, err = open(t, url).Check(t.Context())
	wantLine(t, "Check without the right roots", err, store.ErrUnavailable, "certificate")
}

// selfSigned makes a certificate for the loopback address.
func selfSigned(t *testing.T) (certFile, keyFile string, pool *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certPEM := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	keyPEM := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER})
	dir := t.TempDir()
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	if err := errors.Join(os.WriteFile(certFile, certPEM, 0o600), os.WriteFile(keyFile, keyPEM, 0o600)); err != nil {
		t.Fatal(err)
	}
	pool = x509.NewCertPool()
	pool.AppendCertsFromPEM(certPEM)
	return certFile, keyFile, pool
}

// A server on which an older version's records are is refused in one line, and left as it is.
func TestCheckRefusesAnOlderFormat(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	const old = `{"v":1,"n":7}`
	s.Plant(t, "discord/1/2", []byte(old))
	_, err := s.Check(t.Context())
	wantLine(t, "Check of an older store", err, store.ErrOlder, "older version", "discord/1/2", "format 1, this version reads 3", "?prefix=NAME")
	if there, err := s.Client().Get(t.Context(), s.RecordKey("discord/1/2")).Result(); err != nil || there != old {
		t.Errorf("then there is %q, %v, want %q", there, err, old)
	}
	s.Plant(t, "discord/1/2", []byte(`{"v":4,"n":7}`))
	if _, err := s.Check(t.Context()); err != nil {
		t.Errorf("Check of a store that a newer version shares = %v, want no error", err)
	}
}
