package walk

import (
	"regexp"

	"nimbot/game/rules"
)

// fullWalk is the number of steps from which a walk must have seen every screen.
const fullWalk = 30_000

// screens has a pattern for each screen that a full walk must have seen, in addition to every
// game.
var screens = []string{
	`'s move\.`, `Level: easy`, `won in \d+ move`, `resigned after`, `without a result`, `ran out of time`, `challenged `, `offered a game`, `declined`,
	`was withdrawn`, `has expired`, `rated pair`, `asked to take back`, `asked to end`, `You still have a game here`, `plays everyone who joins`, `simul has begun`, `simul is over`, `called off the simul`,
	`out of date`, `One move at a time`, `but not the rest`, `You're watching`, `It's \w+'s turn`, `isn't a move here`, `could mean several moves`,
	`You're winning`, `You're losing`, `A winning move`, `With perfect play`, `Here's why every move loses`, `Shared by `, `Here are the three positions`,
	`is this won or lost`, `lesson`, `Right`, `Your practice is still open`, `best ratings here`, `most skilled`, `somebody`, `language auto`,
	`Which one do you mean`, `These games are going on here`, `already playing here`, `in 3 games here already`,
	`which move wins`, `won or lost for`, `Choose your answer`, `Noted: `, `Nobody answered`, `The round is over`, `Too late: this question`,
	`These are my games`, `Pick a game`, `Nothing changed`, `That question isn't open`,
}

// unseen returns the screens that weren't seen.
func (m *model) unseen() (missing []string) {
	for _, s := range m.wanted() {
		if !m.seenScreens[s] {
			missing = append(missing, s)
		}
	}
	return missing
}

// wanted returns all screens that are looked for.
func (m *model) wanted() []string {
	all := screens
	for _, g := range rules.Games() {
		if g.Key != rules.Default {
			all = append(all[:len(all):len(all)], regexp.QuoteMeta(g.Title))
		}
	}
	return all
}

// notice records the screens that match a text.
func (m *model) notice(prose string) {
	for s, pattern := range m.missingScreens {
		if !m.seenScreens[s] && pattern.MatchString(prose) {
			m.seenScreens[s] = true
			delete(m.missingScreens, s)
		}
	}
}
