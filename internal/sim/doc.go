// Package sim runs whole programs under a simulated clock: several copies of the bot on one
// store, a strict fake of Discord, and people with habits. A seed chooses who does what, when
// deliveries come twice, when a copy is killed, and which answers of the store are lost.
//
//	go test ./internal/sim                      a few seeds
//	go test ./internal/sim -seeds 1-500         at night
//	go test ./internal/sim -seeds 7 -events     what happened under seed 7
//
// # What is real
//
// The program is the one that cmd/bot serves: configuration, HTTP, signatures, lanes, workers,
// the Redis client and its scripts. The network is made of pipes inside the process, the Redis
// server is miniredis, the platform is discordtest, and testing/synctest moves the clock as soon
// as nothing can happen at the present instant.
//
// # What is checked
//
// The checks know only the rules and what the bot promises; check.go lists them. A run also
// fails if goroutines are left when all copies have stopped.
package sim
