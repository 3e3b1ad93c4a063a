// Package explain says what a teacher would say: hints, explanations and reviews, as keys of
// the catalogue with arguments. Packages solve and teach compute the content; package chat
// decides who may see it. It is pure, and shared by every platform and the command line.
package explain
