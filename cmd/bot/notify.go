package main

import (
	"log/slog"
	"net"
)

// tellReady tells the service manager that the server is ready, if it asks to be
// told: systemd does for a unit of Type=notify, see sd_notify(3).
func (p *program) tellReady(log *slog.Logger) {
	socket, _ := p.getenv("NOTIFY_SOCKET")
	if socket == "" {
		return
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err == nil {
		_, err = conn.Write([]byte("READY=1"))
		_ = conn.Close() // what was written has arrived
	}
	if err != nil {
		log.Warn("the service manager could not be told that the bot is ready", "error", err)
	}
}
