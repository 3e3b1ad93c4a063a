package sentence

// onlyLevelAndFirst reports whether a sentence gives only the level and who begins, both of which a
// rematch can change.
func onlyLevelAndFirst(values map[string]string) bool {
	for option := range values {
		if option != "level" && option != "first" {
			return false
		}
	}
	return true
}

// rematch plays the last game again, from the same piles, with the changes that the sentence asks
// for. With other piles, it's a new game.
func (s Meaning) rematch(st Situation) (Answer, bool) {
	if s.vague {
		return s.start(st)
	}
	if s.Values["first"] == "bot" {
		s.Values["first"] = "them"
	}
	return run(s.Command("rematch")), true
}

// ranks shows who leads the server; "who is better, me or him?" asks about the game.
func (s Meaning) ranks(st Situation) (Answer, bool) {
	if s.guessed {
		return s.advice(st)
	}
	return offers("talk.ranks", "leaders", "profile")(s, st)
}
