//go:build race

package main

// raceMemory is how many times as much memory a program may use under the race
// detector, which keeps a history of every access.
const raceMemory = 4
