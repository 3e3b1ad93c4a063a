//go:build !race

package teach_test

const raceDetector = false
