// Package draw draws a [rules.Diagram]: as text for chat messages, code blocks
// and plain terminals, as a picture, as an animation of a whole game, and as
// SVG for a page. It also sets the working of a hint as a table of binary
// columns.
//
// # Words
//
// Drawings hold letters, numbers and symbols only, so that they need no
// translation. The caller provides the status sentence and the alternative
// text.
//
// # Size
//
// A heap may hold 10^18 stones and a position a thousand piles. No drawing grows with
// them: text stays within [MaxColumns] and [MaxLines], pictures within a fixed number of
// items. Beyond that, a drawing shows a number instead of the stones or lines that were
// left out.
//
// # One layout, one art
//
// Pictures, animations and SVG share one layout (layout*.go): a Diagram becomes a scene of
// items with places. They share one art, too (art*.go): an item becomes shapes with paints
// (theme.go), which SVG writes as elements and the others paint as masks.
//
// # Moves
//
// A Diagram may say what the last moves did. An outline shows a piece that a move took, a
// ring one that it brought or turned: a line for the first player, dashes for the second.
package draw
