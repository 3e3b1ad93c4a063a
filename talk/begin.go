package talk

import (
	"strings"

	"nimbot/words"
)

// start begins a game, or challenges the person that the sentence mentions. ok is false if the line
// was refused as a start command but mentions a person, or as a challenge that describes a game but
// mentions nobody. It's also false if the sentence names a single number during a game, which
// belongs to a move. The speaker must answer an open offer first.
func (s Said) start(st Situation) (a Answer, ok bool) {
	if st.Playing && st.Plays && len(s.Values) == 1 && s.Values["level"] != "" && st.Tried == "" {
		return s.setup(st)
	}
	if st.Playing && st.Plays && s.asks && st.Tried != "start" && len(s.Values) == 0 { // "is it me to play?"
		return st.standing(), true
	}
	if piles := s.Values["piles"]; st.Playing && piles != "" && !strings.Contains(piles, " ") {
		return Answer{}, false
	}
	command := "start"
	if s.Values["player"] != "" {
		command = "challenge"
	}
	if st.Tried != command && (st.Tried == "start" || st.Tried == "challenge" && len(s.Values) > 0) {
		return Answer{}, false
	}
	if st.canTakeOffer() {
		return pressOffer(s, st)
	}
	if game := s.Values["game"]; s.vague && (len(s.Values) == 0 || len(s.Values) == 1 && game == defaultGame.value) && st.Tried != command {
		return s.pick(st)
	}
	return run(s.Command(command)), true
}

// pick asks which game to begin.
func (Said) pick(Situation) (Answer, bool) {
	return Answer{Say: words.New("talk.pick", nil), Presets: true}, true
}

// setup answers a sentence that describes a game but doesn't say what to do with it.
// During a game, such a sentence may be a remark about that game.
func (s Said) setup(st Situation) (a Answer, ok bool) {
	key, piles := s.Values["game"], s.Values["piles"]
	switch {
	case st.Playing && st.Plays && len(s.Values) == 1 && s.Values["first"] == "bot":
		return run("begin"), true
	case st.Playing && st.Plays && !st.Counts && st.Tried != "level" && len(s.Values) == 1 && s.Values["level"] != "":
		return Answer{Say: words.New("talk.level", nil), Buttons: []string{"level " + s.Values["level"], s.Command("start")}}, true
	case st.Playing && key == "":
		return Answer{}, false
	case st.Playing:
		return Answer{Say: words.New("talk.game", nil), Buttons: []string{"rules " + key, s.Command("start")}}, true
	case piles != "" && len(s.Values) == 1 && st.Tried != "challenge":
		return Answer{Say: words.New("talk.piles", words.Args{"piles", piles}), Buttons: []string{"start " + piles, "predict " + piles}}, true
	}
	return s.start(st)
}
