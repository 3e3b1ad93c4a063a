package redis_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/redis"
)

func TestParseURL(t *testing.T) {
	for _, c := range []struct {
		url  string
		want redis.Server
		text string
	}{
		{"redis://localhost", redis.Server{Kind: redis.Single, Addrs: []string{"localhost:6379"}}, "redis://localhost:6379"},
		{"redis://:secret@localhost:7000/3", redis.Server{Kind: redis.Single, Addrs: []string{"localhost:7000"}, DB: 3}, "redis://localhost:7000/3"},
		{"rediss://ana:se%3Ac@ret@example.org/", redis.Server{Kind: redis.Single, TLS: true, User: "ana", Addrs: []string{"example.org:6379"}}, "rediss://example.org:6379"},
		{"redis://a:65535/0", redis.Server{Kind: redis.Single, Addrs: []string{"a:65535"}}, "redis://a:65535"},
		{"redis://[::1]:7000", redis.Server{Kind: redis.Single, Addrs: []string{"[::1]:7000"}}, "redis://[::1]:7000"},
		{"redis://[::1]", redis.Server{Kind: redis.Single, Addrs: []string{"[::1]:6379"}}, "redis://[::1]:6379"},
		{"redis+cluster://a,b:7001,c", redis.Server{Kind: redis.Cluster, Addrs: []string{"a:6379", "b:7001", "c:6379"}}, "redis+cluster://a:6379,b:7001,c:6379"},
		{"rediss+cluster://u:secret@a", redis.Server{Kind: redis.Cluster, TLS: true, User: "u", Addrs: []string{"a:6379"}}, "rediss+cluster://a:6379"},
		{"redis://a?prefix=team-b", redis.Server{Kind: redis.Single, Addrs: []string{"a:6379"}, Prefix: "team-b"}, "redis://a:6379"},
		{"redis+sentinel://:secret@a,b:5/main/2?sentinel_password=secret&sentinel_user=x", redis.Server{Kind: redis.Sentinel, Addrs: []string{"a:26379", "b:5"}, Master: "main", DB: 2}, "redis+sentinel://a:26379,b:5/main/2"},
	} {
		got, err := redis.ParseURL(c.url)
		if err != nil {
			t.Errorf("ParseURL(%q) = %v", c.url, err)
			continue
		}
		if got.Kind != c.want.Kind || got.TLS != c.want.TLS || !slices.Equal(got.Addrs, c.want.Addrs) || got.User != c.want.User || got.Master != c.want.Master || got.Prefix != c.want.Prefix || got.DB != c.want.DB {
			t.Errorf("ParseURL(%q) = %v, want %v", c.url, got, c.want)
		}
		for _, text := range []string{got.String(), fmt.Sprintf("%v", got), fmt.Sprintf("%+v", got), fmt.Sprintf("%#v", got)} {
			if text != c.text {
				t.Errorf("ParseURL(%q) prints as %q, want %q", c.url, text, c.text)
			}
		}
	}
}

func TestParseURLRefuses(t *testing.T) {
	for _, url := range []string{
		"", "localhost", "redis:localhost", "http://a", "redis+x://a", "rediss+://a", "redis://", "redis://a:b", "redis://a:0", "redis://a:65536",
		"redis://a?prefix=a b", "redis://a?prefix=",
		"redis://a,b", "redis://a/x", "redis://a/-1", "redis://a b", "redis+cluster://a/1", "redis+cluster://a,,b", "redis+sentinel://a",
		"redis://a?x=1", "redis://a?sentinel_password=secret", "redis://a?sentinel_user=x", "redis+cluster://a?sentinel_user=x", "redis://secret@a", "redis://:sec%zzret@a", "redis://:secret@", "redis://a?%zz",
	} {
		u, err := redis.ParseURL(url)
		if !errors.Is(err, store.ErrInvalid) {
			t.Errorf("ParseURL(%q) = %v, %v, want %v", url, u, err, store.ErrInvalid)
		} else if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "ret") && strings.Contains(url, "%zzret") {
			t.Errorf("ParseURL(%q) = %v, which tells the password", url, err)
		}
	}
}

// An error doesn't quote the URL, because any part of it may be a password.
func TestParseErrorsDoNotQuoteTheURL(t *testing.T) {
	for _, url := range []string{
		"redis//:hun7er@h0st", "redis:hun7er@h0st", "redis://:hun/7er@h0st", "redis://:hun?7er@h0st", "redis://hun:7er", "hun7er@h0st",
		"redis://u:6379/7er@h0st", "redis://u:6379?7er@h0st", "redis+cluster://u:6379/7er@h0st", "redis+sentinel://u:6379/7er@h0st/1", "redis://h0st?prefix=hun 7er",
		"redis://hun7er@h0st", "redis://:%hun7er@h0st", "rediss+cluster://:hun,7er/@h0st", "hun7er://h0st", "redis://a?7er=1",
	} {
		_, err := redis.ParseURL(url)
		if err == nil {
			t.Errorf("ParseURL(%q) = nil, want a refusal", url)
			continue
		}
		for _, part := range []string{"hun", "7er", "h0st"} {
			if strings.Contains(err.Error(), part) {
				t.Errorf("ParseURL(%q) = %v, which repeats a part of it", url, err)
			}
		}
		if strings.Contains(err.Error(), "%!") {
			t.Errorf("ParseURL(%q) = %v, which is badly formatted", url, err)
		}
	}
}

func FuzzParseURL(f *testing.F) {
	f.Add("redis://:secret@localhost:7000/3")
	f.Add("rediss+cluster://u:secret@a,b:7001")
	f.Add("redis+sentinel://a,[::1]:5/main/2?sentinel_password=secret")
	f.Fuzz(func(t *testing.T, url string) {
		slowtest.Input(t)
		u, err := redis.ParseURL(url)
		if err != nil {
			return
		}
		again, err := redis.ParseURL(u.String())
		if err != nil || again.String() != u.String() {
			t.Errorf("ParseURL(%q) prints as %q, which reads as %v, %v", url, u, again, err)
		}
	})
}
