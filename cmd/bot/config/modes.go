package config

// Mode is how a platform's deliveries reach the bot.
type Mode string

// The modes. Discord has HTTPMode and GatewayMode, Slack has HTTPMode and SocketMode.
const (
	HTTPMode    Mode = "http"    // the platform calls http.listen
	GatewayMode Mode = "gateway" // the bot connects to Discord
	SocketMode  Mode = "socket"  // the bot connects to Slack
)

// Switch is something that is on or off.
type Switch string

// The values of a Switch.
const (
	On  Switch = "on"
	Off Switch = "off"
)

// Page says when the web page is served.
type Page string

// The values of a Page.
const (
	PageAuto Page = "auto" // if no platform is configured
	PageOn   Page = "true"
	PageOff  Page = "false"
)
