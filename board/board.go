// Package board draws a [game.Diagram]: as text for chat messages, code blocks
// and plain terminals, as a picture, as an animation of a whole game, and as
// SVG for a page. It also sets the working of a hint as a table of binary
// columns.
//
// # Words
//
// Drawings hold letters, numbers and symbols only, so that they need no
// translation. The sentence that says the state, and the alternative text of
// a picture, are the caller's.
//
// # Size
//
// A heap may hold 10^18 stones and a position a thousand piles. No drawing
// grows with them: text stays within [MaxColumns] and [MaxLines], pictures
// within a fixed number of marks; beyond that it shows a number instead of the stones
// or lines that were left out.
//
// # One layout
//
// Pictures, animations and SVG share one layout (layout.go): a Diagram becomes
// a scene of marks with places, which the renderers only paint.
package board
