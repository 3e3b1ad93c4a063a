package sentence

import (
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words"
)

// start begins a game, or challenges the person that the sentence mentions. ok is false if the line
// was refused as a start command but mentions a person, or as a challenge that describes a game but
// mentions nobody. It's also false if the sentence names a single number during a game, which
// belongs to a move. The speaker must answer an open offer first.
func (s Meaning) start(st Situation) (a Answer, ok bool) {
	if st.Running && st.IsPlayer && len(s.Values) == 1 && s.Values["level"] != "" && (st.RefusedCommand == "" || st.RefusedCommand == "move") {
		return s.setup(st)
	}
	if st.Running && st.IsPlayer && s.asks && st.RefusedCommand != "start" && len(s.Values) == 0 { // "is it me to play?"
		return st.standing(), true
	}
	if piles := s.Values["piles"]; st.Running && piles != "" && !strings.Contains(piles, " ") {
		return Answer{}, false
	}
	command := "start"
	if s.Values["player"] != "" {
		command = "challenge"
	}
	if st.RefusedCommand != command && (st.RefusedCommand == "start" || st.RefusedCommand == "challenge" && len(s.Values) > 0) {
		return Answer{}, false
	}
	if st.canTakeOffer() {
		return pressOffer(s, st)
	}
	if s.Topic == Start && command == "start" && (len(s.Values) == 0 || len(s.Values) == 1 && s.Values["game"] == rules.Default) && st.RefusedCommand != "start" {
		return run("quick"), true // as the card's button does: a small game, at the level of the person
	}
	return run(s.Command(command)), true
}

// pick asks which game to begin.
func (Meaning) pick(Situation) (Answer, bool) {
	return Answer{Say: words.New("talk.pick"), Card: true}, true
}

// setup answers a sentence that describes a game but doesn't say what to do with it.
// During a game, such a sentence may be a remark about that game.
func (s Meaning) setup(st Situation) (a Answer, ok bool) {
	key, piles := s.Values["game"], s.Values["piles"]
	switch {
	case st.Running && st.IsPlayer && len(s.Values) == 1 && s.Values["first"] == "bot":
		return run("begin"), true
	case st.Running && st.IsPlayer && !st.HelpCounts && st.RefusedCommand != "level" && len(s.Values) == 1 && s.Values["level"] != "":
		return Answer{Say: words.New("talk.level"), Buttons: []string{"level " + s.Values["level"], s.Command("start")}}, true
	case st.Running && key == "":
		return Answer{}, false
	case st.Running && key == st.Plays:
		return Answer{Say: words.New("talk.same-game", "title", words.Title(key)), Buttons: []string{"rules " + key, s.Command("start")}}, true
	case st.Running:
		return Answer{Say: words.New("talk.game"), Buttons: []string{"rules " + key, s.Command("start")}}, true
	case piles != "" && len(s.Values) == 1 && st.RefusedCommand != "challenge":
		return Answer{Say: words.New("talk.piles", "piles", piles), Buttons: []string{"start " + piles, "predict " + piles}}, true
	}
	return s.start(st)
}
