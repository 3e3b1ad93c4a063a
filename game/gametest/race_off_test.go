//go:build !race

package gametest_test

const raceDetector = false
