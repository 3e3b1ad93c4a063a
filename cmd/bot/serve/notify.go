package serve

import "net"

// notifyStarted tells whoever asked that everything is served.
func (app *App) notifyStarted() {
	app.notifyReady()
	if app.options.Started != nil {
		app.options.Started()
	}
}

// notifyReady sends READY=1 to systemd if NOTIFY_SOCKET is set (Type=notify).
func (app *App) notifyReady() {
	if app.options.Notify == "" {
		return
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: app.options.Notify, Net: "unixgram"})
	if err == nil {
		_, err = conn.Write([]byte("READY=1"))
		_ = conn.Close() // the datagram has already been sent
	}
	if err != nil {
		app.log.Warn("the service manager could not be told that the bot is ready", "error", err)
	}
}
