// Package clientip identifies the other end of an HTTP request: this machine, or a client behind
// trusted proxies.
package clientip

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// IsLocalName reports whether host, with or without a port, is localhost or a
// loopback address. A request with another Host may come from a page whose domain was made
// to resolve to this machine (DNS rebinding).
func IsLocalName(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.TrimSuffix(strings.TrimPrefix(hostport, "["), "]")
	}
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}

// IsLoopback reports whether the request comes from this machine.
func IsLoopback(r *http.Request) bool {
	ip, ok := remote(r)
	return ok && ip.IsLoopback()
}

// IsDirect reports whether the request comes from this machine and through no
// proxy: a proxy may serve anybody, and may write any Host.
func IsDirect(r *http.Request) bool {
	if !IsLoopback(r) {
		return false
	}
	for name := range r.Header {
		if isForwarding(strings.ToLower(name)) {
			return false
		}
	}
	return true
}

// forwarding are headers that proxies add, beside those that name a client's
// address or begin with one of forwarders.
var (
	forwarding = map[string]bool{"forwarded": true, "via": true, "x-real-ip": true, "cdn-loop": true, "x-amzn-trace-id": true, "x-proxyuser-ip": true}
	forwarders = []string{"x-forwarded", "x-original-", "x-envoy-", "cf-", "fly-", "fastly-", "tailscale-", "x-azure-", "x-arr-"}
)

// isForwarding reports whether a header, in lower case, shows that there is a proxy.
func isForwarding(header string) bool {
	return forwarding[header] || strings.HasSuffix(header, "client-ip") || strings.HasSuffix(header, "connecting-ip") ||
		slices.ContainsFunc(forwarders, func(front string) bool { return strings.HasPrefix(header, front) })
}

// remote returns the address of the connection. ok is false if it can't be read.
func remote(r *http.Request) (netip.Addr, bool) {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	return from.Addr().Unmap().WithZone(""), err == nil
}

// Proxies are the proxies whose X-Forwarded-For is trusted. The zero value trusts none.
type Proxies struct{ networks []netip.Prefix }

// ParseProxies reads a list of addresses and networks with commas between them:
// "10.0.0.7, 10.1.0.0/16, fd00::/8". An empty list gives the zero value. The error names the
// element that is neither, or that holds all addresses.
func ParseProxies(list string) (Proxies, error) {
	var p Proxies
	if strings.TrimSpace(list) == "" {
		return p, nil
	}
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(part)
		network, err := netip.ParsePrefix(part)
		if ip, addrErr := netip.ParseAddr(part); addrErr == nil && ip.Zone() == "" {
			network, err = netip.PrefixFrom(ip, ip.BitLen()), nil
		}
		switch {
		case err != nil:
			return Proxies{}, fmt.Errorf("%q is neither an address nor a network", part)
		case network.Addr().Is4In6():
			return Proxies{}, errors.New("an IPv4 network must be written without ::ffff: in front")
		case network.Bits() == 0:
			return Proxies{}, fmt.Errorf("%q is everybody, who could then claim any address", part)
		}
		p.networks = append(p.networks, network.Masked())
	}
	return p, nil
}

func (p Proxies) trusts(ip netip.Addr) bool {
	return slices.ContainsFunc(p.networks, func(n netip.Prefix) bool { return n.Contains(ip) })
}

// Client returns the address range that a single visitor controls: an IPv4
// address, or the /64 of an IPv6 one. If the request comes from a trusted proxy, Client reads
// X-Forwarded-For from the right, up to the first address that isn't a trusted proxy's.
func (p Proxies) Client(r *http.Request) string {
	ip, ok := remote(r)
	if !ok {
		return r.RemoteAddr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && p.trusts(ip); i-- {
		next, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		ip = next.Unmap().WithZone("")
	}
	if ip.Is6() {
		return netip.PrefixFrom(ip, 64).Masked().String()
	}
	return ip.String()
}

// Forwarded reports whether a trusted proxy forwarded the request.
func (p Proxies) Forwarded(r *http.Request) bool {
	ip, ok := remote(r)
	return ok && r.Header.Get("X-Forwarded-For") != "" && p.trusts(ip)
}

// ClaimsUntrusted reports whether the request has a forwarding header although
// it doesn't come from a trusted proxy: either the configuration lacks the
// proxy, or the header is forged.
func (p Proxies) ClaimsUntrusted(r *http.Request) bool {
	ip, ok := remote(r)
	return ok && r.Header.Get("X-Forwarded-For") != "" && !p.trusts(ip)
}
