package names_test

import (
	"testing"

	"nimbot/adapters/names"
)

func TestVisible(t *testing.T) {
	for name, want := range map[string]string{
		"Ana": "Ana", "Ana Lee": "Ana Lee", "José": "José", "名前": "名前", "אנה": "אנה", "🙂": "🙂",
		"👨\u200d👩\u200d👧": "👨\u200d👩\u200d👧", "👩🏽\u200d🚀": "👩🏽\u200d🚀", "🏳\ufe0f\u200d🌈": "🏳\u200d🌈", "👩\u200d": "👩", "A\u200d👩\u200d\u200dB": "A👩B", "👩\u200d\u200d👩": "👩\u200d👩",
		"\u3164": "", "\u2800\u2800": "", "\u115f\u1160\uffa0": "", "\u200b\u200d\u2060\ufeff": "", "\u034f\u17b4\u180b\ufe0f": "",
		"\U000e0041\U000e0100": "", "\u00ad": "", "\u00a0\u2003\u3000": "", "\x00\x7f\u0085": "", "\xff": "",
		"a\u3164n\u2800a\u202e": "ana",
	} {
		if got := names.Visible(name); got != want {
			t.Errorf("Visible(%+q) = %+q, want %+q", name, got, want)
		}
	}
}

func TestPassesFor(t *testing.T) {
	for name, want := range map[string]bool{
		"nim": true, "Nim": true, "NIM": true, "ＮＩＭ": true, "𝐍𝐢𝐦": true, "ⓝⓘⓜ": true, "🅽🅸🅼": true, "🇳🇮🇲": true,
		"Nіm": true, // Cyrillic і
		"Νιm": true, // Greek capital nu, iota
		"ΝΙΜ": true, // all Greek
		"Иim": true, "пім": true, "nım": true, "ɴɪᴍ": true, "N1m": true, "Nlm": true, "N|m": true, "nirn": true, "Ním": true, "N.i.m": true, "n\u3164im": true, "nim\u2800": true,
		"bot": true, "Воt": true, "ВОТ": true, "b0t": true, "Βοτ": true, "вот": true, "b○t": true, "bọt": true, "@bot": true,
		"Nim-Bot": true, "nim bot": true, "NimВоt": true,
		"Ana": false, "Nina": false, "Tim": false, "Nimue": false, "Bo": false, "Bota": false, "名前": false, "Иван": false, "Νίκος": false, "Robot": false, "": false, "--": false, "123": false,
	} {
		if got := names.PassesFor(name, "bot", "nim", "nimbot"); got != want {
			t.Errorf("PassesFor(%+q) = %v, want %v", name, got, want)
		}
	}
}
