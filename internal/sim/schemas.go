package sim

import (
	"os"
	"sync"

	"nimbot/adapters/discord/discordtest"
)

// shared is where the platforms' own schemas are, if they are there: beside the repository, and no part of it.
const shared = "../../../shared/data/"

// openAPI is Discord's own description of its interface, nil where it isn't beside the repository.
var openAPI = sync.OnceValue(func() func(method, path, contentType string, body []byte) []string {
	return beside(discordtest.Schema(shared + "discord-openapi.json"))
})

// beside returns what a schema judges with, the zero value where there is none. With NIM_TEST_SCHEMAS, which
// .ci/run sets where they are beside the repository, there must be one.
func beside[Judge any](judge Judge, err error) Judge {
	if err != nil && os.Getenv("NIM_TEST_SCHEMAS") != "" {
		panic(err)
	}
	return judge
}

// readSchemas reads them outside of the simulation, because they are in files, and returns which are missing.
func readSchemas() (missing []string) {
	if openAPI() == nil {
		missing = append(missing, "Discord")
	}
	if blockKit() == nil {
		missing = append(missing, "Slack")
	}
	return missing
}
