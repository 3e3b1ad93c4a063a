package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"rsc.io/qr"
)

// quietZone is how many modules of white a QR code needs on each side.
const quietZone = 4

// serveQR draws the address of a channel as a QR code, for a class to point its phones at. Which of
// http and https the address has, the page says, because a proxy may hide it.
//
//	GET /web/qr.svg?channel=general&scheme=https
func (s *Server) serveQR(w http.ResponseWriter, r *http.Request) {
	channel, ok := cleanChannel(r.URL.Query().Get("channel"))
	if !ok {
		s.gate.refuse(w, r, http.StatusBadRequest, "web.bad-channel")
		return
	}
	at := url.URL{Scheme: "http", Host: r.Host, Path: "/", Fragment: channel}
	if r.URL.Query().Get("scheme") == "https" {
		at.Scheme = "https"
	}
	code, err := qr.Encode(at.String(), qr.M)
	if err != nil { // a host of thousands of characters
		s.gate.refuse(w, r, http.StatusBadRequest, "web.bad-request")
		return
	}
	w.Header().Set("Content-Type", contentTypes[".svg"])
	w.Header().Set("Cache-Control", "private, max-age=3600")
	newBody([]byte(qrSVG(code))).write(w, r, http.StatusOK)
}

// qrSVG draws a code black on white, in every theme: readers expect that.
func qrSVG(code *qr.Code) string {
	var dark strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&dark, "M%d %dh1v1h-1z", x+quietZone, y+quietZone)
			}
		}
	}
	side := code.Size + 2*quietZone
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[1]d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%[1]dv%[1]dH0z"/><path d="%[2]s"/></svg>`, side, dark.String())
}
