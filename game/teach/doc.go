// Package teach looks at played games and makes material to practise with. It
// is pure: rules, analysis and a seed go in, data comes out, and no sentence
// is worded here.
//
// # Decisions
//
// A [Decision] is one turn of a player. In the position before it there are L legal moves, of
// which W win. It is judged if 0 < W < L ≤ [MaxLegal]: if every move loses, or every move
// wins, the move says nothing about the player. A guesser keeps the win with probability p =
// W/L.
//
// # Skill
//
// [Skill] is the share of judged decisions that was not luck, Σ(k − p) / Σ(1 − p),
// pooled over games: 0 for a guesser, 1 for perfect play, whoever the opponent
// was. [Resistance] is its companion for lost positions.
//
// # Review
//
// A [Review] says where a game turned: the judged decisions in which a win was
// given away.
//
// # Practice
//
// A [Puzzle] is a position drawn from a seed with its complete answer, and
// [Start] draws a start that a person can win, and lose. [Lessons] are twelve
// ideas, each with exercises that are drawn and judged in the same way.
package teach
