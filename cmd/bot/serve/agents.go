package serve

import (
	"nimbot/adapters/clientip"
	"nimbot/adapters/mcp"
	"nimbot/cmd/bot/config"
	"nimbot/game/rules"
)

// agentsPath is the HTTP path for agents.
const agentsPath = "/mcp"

// Agents returns what an agents' server needs in a program that serves nothing else; they set no
// limits.
func Agents(c config.Config, o Options) mcp.Options {
	return mcp.Options{Bounds: rules.Size{Parts: c.Limits.Piles, Largest: c.Limits.Heap}, Version: o.Build.Release, Log: o.Log}
}

// agents serves agents over HTTP, each address limited as a person is.
func (app *App) agents() (*mcp.Server, error) {
	c := app.config
	proxies, err := clientip.ParseProxies(c.HTTP.TrustedProxy)
	if err != nil {
		return nil, err
	}
	o := Agents(c, app.options)
	o.Words, o.Limit, o.Local, o.Proxies = app.Words, app.limit, clientip.IsLocalName(c.HTTP.Listen), proxies
	return mcp.New(o)
}
