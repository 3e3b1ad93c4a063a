package serve

import "net"

// tellReady tells the service manager that the server is ready, if it asks to be
// told: systemd does for a unit of Type=notify, see sd_notify(3).
func (app *App) tellReady() {
	if app.options.Notify == "" {
		return
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: app.options.Notify, Net: "unixgram"})
	if err == nil {
		_, err = conn.Write([]byte("READY=1"))
		_ = conn.Close() // what was written has arrived
	}
	if err != nil {
		app.log.Warn("the service manager could not be told that the bot is ready", "error", err)
	}
}
