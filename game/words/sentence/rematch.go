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
	if s.Values["first"] == "bot" {
		s.Values["first"] = "them"
	}
	return run(s.Command("rematch")), true
}
