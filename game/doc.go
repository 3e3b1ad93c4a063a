// Package game holds no code: this page is the map of the room. What the bot is, on every
// platform, stands in its folders, from top to bottom:
//
//   - router: every line and press enters here; it is read once, counted against the
//     person's limits (router/limit), and passed on.
//   - practice: puzzles, lessons, the daily, one's own mistakes. Private.
//   - rounds: a question that a whole channel answers.
//   - people: results, ratings, leaderboards, profiles, privacy.
//   - worker: what is due without a request: clocks, offers, boards to show.
//   - chat: the conversation about a channel's games. chat/tables finds the table that a
//     line is about, chat/message renders boards, offers and lists, chat/calendar knows
//     dates and zones.
//   - dialog: the types between adapters and the rooms above: requests, replies, messages.
//   - teach: decisions, skill, puzzles, exercises. teach/explain words hints and reviews,
//     teach/analysis answers programs.
//   - words: every sentence that is said (locales), words/command reads commands and moves,
//     words/sentence reads what people write in their own words.
//   - draw: a diagram as text, picture or animation.
//   - rating: Glicko-2.
//   - rules: one file a game, the referee, and rules/solve, which decides who wins.
package game
