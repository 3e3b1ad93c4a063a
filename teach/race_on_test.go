//go:build race

package teach_test

// raceDetector tells sweeps that use one goroutine, and would take long, to
// leave themselves to the run without the race detector.
const raceDetector = true
