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

func TestConfusableWith(t *testing.T) {
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
		if got := names.ConfusableWith(name, "bot", "nim", "nimbot"); got != want {
			t.Errorf("ConfusableWith(%+q) = %v, want %v", name, got, want)
		}
	}
}

func TestLooksLike(t *testing.T) {
	for _, tt := range []struct {
		name, other string
		want        bool
	}{
		{"Ana", "Аna", true}, {"Ana", "Аnа", true}, {"Ana", "ΑΝΑ", true}, {"Ana", "𝐀𝐧𝐚", true}, {"Ana", "ＡＮＡ", true}, {"Alice", "AIice", true}, {"Alice", "А1ісе", true}, {"Bob", "B0b", true},
		{"Sasha", "Ѕаѕhа", true}, {"Jacob", "Јасоb", true}, {"Wendy", "Ԝеnԁу", true}, {"Zoe", "Ζοе", true}, {"Marnie", "Mamie", true}, {"Ana", "An\u200da", true},
		{"Ana", "Ana-Lee", false}, {"Ana", "Anna", false}, {"José", "Jose", false}, {"Иван", "Ивана", false}, {"Νίκος", "Νίκη", false}, {"名前", "名刺", false},
		{"🙂", "😀", false}, {"ana🙂", "ana", false}, {"ana🙂", "ana😀", false}, {"Player1", "Player2", false}, {"", "", false},
	} {
		if got := names.LooksLike(tt.name, tt.other); got != tt.want {
			t.Errorf("LooksLike(%+q, %+q) = %v, want %v", tt.name, tt.other, got, tt.want)
		}
		if got := names.LooksLike(tt.other, tt.name); got != tt.want {
			t.Errorf("LooksLike(%+q, %+q) = %v, want %v", tt.other, tt.name, got, tt.want)
		}
	}
}

func TestTidy(t *testing.T) {
	const (
		family   = "👨\u200d👩\u200d👧\u200d👦"
		rainbow  = "🏳\ufe0f\u200d🌈"
		pirates  = "🏴\u200d☠\ufe0f"
		scotland = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
	)
	for name, want := range map[string]string{
		"Ana": "Ana", " Ana  Lee\n": "Ana Lee", "José": "José", "אנה": "אנה", "🙂": "🙂", "❤\ufe0f": "❤\ufe0f", "🇩🇪": "🇩🇪", "1\ufe0f⃣": "1\ufe0f⃣",
		family: family, "Ana " + family: "Ana " + family, rainbow: rainbow, pirates: pirates, scotland: scotland,
		"👩🏽\u200d🚀": "👩🏽\u200d🚀", "👩🏽\u200d❤\ufe0f\u200d👩🏿": "👩🏽\u200d❤\ufe0f\u200d👩🏿",
		"👩\u200d": "👩", "A\u200dna": "Ana", "A\u200d👩": "A👩", "👩\u200d\u200d👩": "👩👩", "A\u200d\u0301": "A\u0301",
		"🏴\U000e0067": "🏴", "A\U000e0067\U000e007f": "A",
		"\u202eevil": "evil", "a\u3164n\u2800a": "ana", "h\u0301\u0301\u0301\u0301": "h\u0301\u0301", "h\u0301\u0301\u200b\u0301": "h\u0301\u0301",
		"\u3164": "", "\u2800\u2800": "", "\u115f\u1160\uffa0": "", "\u200b\u200d\u2060\ufeff": "", "\u034f\u17b4\u180b\ufe0f": "",
		"\U000e0041\U000e0100": "", "\u00a0\u2003\u3000": "", "\x00\x7f\u0085": "", "\xff": "",
	} {
		got := names.Tidy(name)
		if got != want {
			t.Errorf("Tidy(%+q) = %+q, want %+q", name, got, want)
		}
		if again := names.Tidy(got); again != got {
			t.Errorf("Tidy(%+q) = %+q, want it left alone", got, again)
		}
	}
}
