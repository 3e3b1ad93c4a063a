package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Setup is the application's setup that the configuration needs.
type Setup struct {
	PublicKey string // "" if this machine serves no endpoint
	Gateway   bool   // interactions come over the gateway
	Site      string // where the bot is reached from outside, such as https://nim.example.com; "" if it isn't known
	Mapping   string // the target of the Activity's URL mapping, "" if the Activity is off
}

// application is Discord's data about the token's application.
type application struct {
	ID        string `json:"id"`
	VerifyKey string `json:"verify_key"`
	Endpoint  string `json:"interactions_endpoint_url"`
	Flags     int    `json:"flags"`
}

// privileged are the flags of intents that Discord reviews: presence, members,
// message content, each for small bots and for all.
const privileged = 1<<12 | 1<<13 | 1<<14 | 1<<15 | 1<<18 | 1<<19

// Check asks Discord whether the application is set up as want says and whether the
// commands of this version are registered. It returns notes for the operator, and joined
// in err every fault, each in one line with its remedy.
func (a *Adapter) Check(ctx context.Context, want Setup) (notes []string, err error) {
	var app application
	if err := a.rest.do(ctx, call{method: http.MethodGet, path: "/applications/@me"}, &app); err != nil {
		return nil, withRemedy(err)
	}
	if app.ID != a.app {
		return nil, otherApplication(a.app, app.ID)
	}
	var wrong []error
	switch {
	case want.PublicKey == "":
		notes = append(notes, "discord: the application's public key is "+app.VerifyKey)
	case !strings.EqualFold(want.PublicKey, app.VerifyKey):
		wrong = append(wrong, fmt.Errorf("discord.public_key = %q: the application's is %s; copy it from its General Information page", want.PublicKey, app.VerifyKey))
	}
	switch {
	case want.Gateway && app.Endpoint != "":
		wrong = append(wrong, fmt.Errorf("discord.mode = %q: Discord sends interactions to %s instead; clear the Interactions Endpoint URL on the General Information page, or use the mode http", "gateway", app.Endpoint))
	case !want.Gateway && app.Endpoint == "":
		notes = append(notes, "discord: no Interactions Endpoint URL is set yet; set it on the General Information page once the bot serves")
	case !want.Gateway && want.Site == "":
		notes = append(notes, "discord: the Interactions Endpoint URL is "+app.Endpoint)
	case !want.Gateway:
		wrong = append(wrong, checkEndpoint(app.Endpoint, want.Site))
	}
	if app.Flags&privileged != 0 {
		notes = append(notes, "discord: privileged intents are on, and the bot needs none; turn them off on the Bot page")
	}
	if want.Mapping != "" {
		told, err := Activity{a}.checkActivity(ctx, app, want.Mapping)
		notes, wrong = append(notes, told...), append(wrong, err)
	}
	inStep, err := a.registrationIsCurrent(ctx)
	switch {
	case err != nil:
		wrong = append(wrong, withRemedy(err))
	case !inStep:
		wrong = append(wrong, errors.New("discord: the registered commands aren't those of this version; run bot register"))
	}
	return notes, errors.Join(wrong...)
}

// errOtherApplication is the error of a token that belongs to another application than the configured one.
var errOtherApplication = errors.New("copy both from one application")

// otherApplication returns an errOtherApplication that names both.
func otherApplication(configured, theTokens string) error {
	return fmt.Errorf("discord.application_id = %q: the token belongs to the application %s; %w", configured, theTokens, errOtherApplication)
}

// InteractionsPath is the path of the bot's interactions endpoint.
const InteractionsPath = "/discord/interactions"

// checkEndpoint compares the address to which Discord sends interactions with that of the site.
func checkEndpoint(endpoint, site string) error {
	if want := strings.TrimSuffix(site, "/") + InteractionsPath; !strings.EqualFold(endpoint, want) {
		return fmt.Errorf("http.public_url = %q: so the Interactions Endpoint URL should be %s, and it is %s; correct it on the General Information page, or correct http.public_url", site, want, endpoint)
	}
	return nil
}

// dailyCreates is Discord's code for too many new commands in a day.
const dailyCreates = 30034

// withRemedy adds the remedy to an error of a request to Discord.
func withRemedy(err error) error {
	var refused *refusal
	switch {
	case err == nil, errors.Is(err, errTokenRefused), errors.Is(err, errSecretRefused):
		return err
	case errors.Is(err, errLimited), errors.Is(err, errStopped):
		return fmt.Errorf("%w; try again in some minutes", err)
	case !errors.As(err, &refused):
		return fmt.Errorf("discord: can't be asked (%w); check the network and discord.api_url", err)
	case refused.Code == dailyCreates:
		wait := "tomorrow"
		if refused.RetryAfter > 0 {
			wait = "in " + clampSeconds(refused.RetryAfter, time.Minute, 24*time.Hour).Round(time.Minute).String()
		}
		return fmt.Errorf("%w: Discord takes 200 new commands a day; run bot register once more %s, and until then the commands stay as they are", err, wait)
	case refused.status == http.StatusTooManyRequests:
		return fmt.Errorf("%w; try again in some minutes", err)
	case refused.status >= http.StatusInternalServerError:
		return fmt.Errorf("%w; see discordstatus.com, and try again", err)
	case refused.status == http.StatusBadRequest:
		return fmt.Errorf("%w; please report this with the version of the bot", err)
	}
	return fmt.Errorf("%w; check that discord.application_id is the token's, and that the bot is in the server if you named one", err)
}

// registrationIsCurrent reports whether the commands that are registered everywhere are
// those of this version.
func (a *Adapter) registrationIsCurrent(ctx context.Context) (bool, error) {
	body, err := Commands(a.words)
	if err != nil {
		return false, err
	}
	var want any
	if err := json.Unmarshal(body, &want); err != nil {
		return false, err
	}
	all, err := a.rest.commands(ctx, a.app)
	var have []any
	for _, c := range slices.DeleteFunc(all, isEntryPoint) {
		have = append(have, c)
	}
	return containsJSON(have, want), err
}

// containsJSON reports whether have equals want, ignoring object members that only have
// has.
func containsJSON(have, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		have, _ := have.(map[string]any)
		for name, value := range want {
			if !containsJSON(have[name], value) {
				return false
			}
		}
		return true
	case []any:
		have, _ := have.([]any)
		if len(have) != len(want) {
			return false
		}
		for i := range want {
			if !containsJSON(have[i], want[i]) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(have, want)
}
