package redis

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"

	"nimbot/store"
)

// Kind is how the servers of a URL are organized: alone, as a cluster, or watched by Sentinel.
type Kind string

// The kinds of URLs.
const (
	Single   Kind = "redis"          // one server
	Cluster  Kind = "redis+cluster"  // a cluster, by some of its nodes
	Sentinel Kind = "redis+sentinel" // a failover group, by its sentinels
)

// Server is a parsed URL of a store. Passwords are not printed.
type Server struct {
	Kind   Kind
	TLS    bool
	Addrs  []string // host:port
	User   string
	Master string // the group's name, for Sentinel
	DB     int    // not for Cluster
	Prefix string // of all keys, "" for the default

	password, sentinelUser, sentinelPassword string
}

// String returns the URL without user and password.
func (u Server) String() string {
	s := strings.Replace(string(u.Kind), "redis", u.scheme(), 1) + "://" + strings.Join(u.Addrs, ",")
	if u.Master != "" {
		s += "/" + u.Master
	}
	if u.DB != 0 {
		s += "/" + strconv.Itoa(u.DB)
	}
	return s
}

// GoString keeps passwords out of %#v.
func (u Server) GoString() string { return u.String() }

func (u Server) scheme() string {
	if u.TLS {
		return "rediss"
	}
	return "redis"
}

// ParseURL reads the URL of a store:
//
//	redis://[USER:PASSWORD@]HOST[:PORT][/DB]
//	redis+cluster://[USER:PASSWORD@]HOST[:PORT],HOST[:PORT]…
//	redis+sentinel://[USER:PASSWORD@]HOST[:PORT],HOST[:PORT]…/GROUP[/DB]
//
// and the same with rediss for TLS. USER may be empty. Sentinels with a
// password of their own take it as ?sentinel_password=…, with
// &sentinel_user=…. Bots that share a server each need a ?prefix=… of their own.
// Errors repeat no part of the URL: in one that can't be parsed, any part might be
// the password.
func ParseURL(s string) (Server, error) {
	scheme, rest, found := strings.Cut(s, "://")
	if !found {
		return Server{}, badURL("it has no ://")
	}
	var u Server
	plain, secure := strings.CutPrefix(scheme, "rediss")
	if secure {
		u.TLS, scheme = true, "redis"+plain
	}
	u.Kind = Kind(scheme)
	if u.Kind != Single && u.Kind != Cluster && u.Kind != Sentinel {
		return Server{}, badURL("it must begin redis://, rediss://, redis+cluster:// or redis+sentinel://")
	}
	rest, query, _ := strings.Cut(rest, "?")
	authority, path, _ := strings.Cut(rest, "/")
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		if err := u.setUser(authority[:i]); err != nil {
			return Server{}, err
		}
		authority = authority[i+1:]
	}
	if err := u.setAddrs(authority); err != nil {
		return Server{}, err
	}
	if err := u.setPath(path); err != nil {
		return Server{}, err
	}
	return u, u.setQuery(query)
}

func badURL(format string, args ...any) error {
	return fmt.Errorf("%w: the redis URL: %s", store.ErrInvalid, fmt.Sprintf(format, args...))
}

func (u *Server) setUser(info string) error {
	user, password, hasPassword := strings.Cut(info, ":")
	var userErr, passwordErr error
	u.User, userErr = url.PathUnescape(user)
	u.password, passwordErr = url.PathUnescape(password)
	if userErr != nil || passwordErr != nil {
		return badURL("user or password have a broken %%-escape: write %% as %%25")
	}
	if !hasPassword {
		return badURL("before the @ it must say USER:PASSWORD or :PASSWORD")
	}
	return nil
}

func (u *Server) setAddrs(list string) error {
	port := "6379"
	if u.Kind == Sentinel {
		port = "26379"
	}
	for i, addr := range strings.Split(list, ",") {
		if strings.ContainsAny(addr, " @?#%") || addr == "" {
			return badServer(i)
		}
		if _, _, err := net.SplitHostPort(addr); err != nil {
			addr = net.JoinHostPort(strings.Trim(addr, "[]"), port)
		}
		host, p, err := net.SplitHostPort(addr)
		if n, bad := strconv.Atoi(p); err != nil || bad != nil || n < 1 || n > 65535 || host == "" {
			return badServer(i)
		}
		u.Addrs = append(u.Addrs, addr)
	}
	if u.Kind == Single && len(u.Addrs) > 1 {
		return badURL("it names %d servers: use redis+cluster:// or redis+sentinel://", len(u.Addrs))
	}
	return nil
}

// badServer refuses one of the servers, counted from 0.
func badServer(i int) error { return badURL("server %d is not HOST or HOST:PORT", i+1) }

func (u *Server) setPath(path string) error {
	db := path
	if u.Kind == Sentinel {
		u.Master, db, _ = strings.Cut(path, "/")
		if u.Master == "" || strings.ContainsAny(u.Master, "@:") {
			return badURL("after the sentinels it must name the group: …/GROUP; in a password write / as %%2F")
		}
	}
	if db == "" {
		return nil
	}
	if u.Kind == Cluster {
		return badURL("a cluster has no databases: leave out what follows the servers")
	}
	n, err := strconv.Atoi(db)
	if err != nil || n < 0 {
		return badURL("what follows the server is not the number of a database; in a password write / as %%2F")
	}
	u.DB = n
	return nil
}

func (u *Server) setQuery(query string) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return badURL("what follows the ? cannot be read")
	}
	for name, value := range values {
		switch {
		case name == "prefix":
			if !goodPrefix.MatchString(value[0]) {
				return badURL("the prefix may hold only letters, digits, -, _ and .")
			}
			u.Prefix = value[0]
		case name == "sentinel_user" && u.Kind == Sentinel:
			u.sentinelUser = value[0]
		case name == "sentinel_password" && u.Kind == Sentinel:
			u.sentinelPassword = value[0]
		default:
			return badURL("after the ? only prefix=… is known, and for sentinels sentinel_user=… and sentinel_password=…; in a password write ? as %%3F")
		}
	}
	return nil
}
