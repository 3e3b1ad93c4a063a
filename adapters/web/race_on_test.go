//go:build race

package web

// raceDetector leaves the tests in a browser, which is most of what they would
// wait for, to the run without the race detector.
const raceDetector = true
