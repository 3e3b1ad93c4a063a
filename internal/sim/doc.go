// Package sim runs whole programs under a simulated clock: several copies of the bot on one
// store, strict fakes of Discord and Slack, and people with habits. A seed chooses who does what,
// when deliveries come twice, when a copy is killed, and which answers of the store are lost.
//
//	go test ./internal/sim                      a few seeds
//	go test ./internal/sim -seeds 1-500         at night
//	go test ./internal/sim -seeds 7 -events     what happened under seed 7
//	go test ./internal/sim -for 2h              six times as long as usual
//	go test ./internal/sim -stalls              with a store that stalls and refuses; some checks don't know of it yet
//
// # What is real
//
// The program is the one that cmd/bot serves: configuration, HTTP, signatures, lanes, workers,
// the Redis client and its scripts. The network is made of pipes inside the process, the Redis
// server is miniredis, the platforms are discordtest and slacktest, and testing/synctest moves the
// clock as soon as nothing can happen at the present instant. Every fourth seed has one copy on an
// embedded file instead of several on a server; a copy that is killed leaves the file as its last
// transaction did. In every third seed Slack delivers over Socket Mode, also on connections whose end it has
// announced.
//
// # What is checked
//
// The checks know only the rules and what the bot promises; check.go and the habits (habits.go,
// counted.go, match.go, unheard.go, leaves.go, removed.go, slackpair.go) list them. A check that had
// nothing to look at in eight seeds or more is a failure, too: it may check nothing. So is a seed that
// hangs, and one after which goroutines are left. The fakes refuse what the platforms refuse; where
// Discord's and Slack's own schemas are beside the repository, messages are held against those, too.
//
// Two things check the checks. Beside the model of a table walks the simplest reference that could be
// right (reference.go). And TestPlantedFaultsAreFound, which .ci/long runs, puts faults into the
// program one at a time and reports which seed finds each.
//
// Some things are not expected, because a copy can't know of them. What it has written to Discord
// arrives: no answer gets lost on its way. What the platform does late for a copy that is killed
// meanwhile, or Slack for one whose connection breaks, it doesn't do. And a copy that is killed right after
// it has posted doesn't look whether another one had shown a newer board meanwhile. Where people press a board above another board of the same table, the lower
// one stays as it is.
//
// # Replaying
//
// A seed decides everything but which of its goroutines net/http wakes first when a connection breaks
// or the platform fails. Without these two faults a seed's runs are alike to the last event; with
// them they begin alike and may part later (.ci/long reports how many don't). A failure that doesn't
// come again is in its trace, which is printed cut to the channels and people that it names.
package sim
