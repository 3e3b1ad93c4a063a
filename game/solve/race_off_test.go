//go:build !race

package solve_test

const raceDetector = false
