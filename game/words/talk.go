package words

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
	"errors"
	"io/fs"
	"path"

	"github.com/goccy/go-yaml"
)

// talkFile is the file of a language that holds its Talk.
const talkFile = "talk.yaml"

// Talk is the vocabulary of one language for sentences to the bot. Package sentence interprets
// sentences by it. CONTRIBUTING.md says what each list is for. Phrases may have alternatives with
// slashes: "show/see the board".
type Talk struct {
	// Spellings maps letters that people write for an accented one to the letter without its
	// accent ("ue": "u"), and elided words to the full word ("j'": "je "). Accents themselves
	// don't matter.
	Spellings map[string]string
	// Courtesies are polite words that may precede or follow a command or a phrase.
	Courtesies []string
	// Contractions maps words in full to their contractions, as people write them without an
	// apostrophe ("whats") or in short ("u").
	Contractions map[string][]string
	// Fillers are words that say nothing in a sentence.
	Fillers []string
	// Phrases are what people say, by topic.
	Phrases map[string][]string
	// Not are negations. A sentence with a negation never begins, takes back or accepts
	// anything, unless it is a phrase.
	Not []string
	// Questions are words that make a sentence a question wherever they stand, Doubts make it
	// conditional, and Reports introduce somebody else's words.
	Questions, Doubts, Reports []string
	// Corrections introduce a correction: "no wait".
	Corrections []string
	// Games are names of games besides their keys and titles, by key.
	Games map[string][]string
	// Levels are the names of the bot's levels, by level.
	Levels map[string][]string
	// Languages are names of the bot's languages, by their tag: "german" of "de".
	Languages map[string][]string
	// Terms are names of what people ask the meaning of, by the term, and Define are the words of
	// such a question: "what does … mean". Defining may stand in one besides.
	Terms            map[string][]string
	Define, Defining []string
	// Conditions are words that make a yes or a no depend on something: "but", "only if".
	Conditions []string
	// Misere are the names of misère play.
	Misere []string
	// First has the words for who begins, by the value of the option "first".
	First map[string][]string
	// Between are words that may stand between the sizes of piles.
	Between []string
	// Numbers are written in words, from one on, each in its forms: "eins/ein/eine".
	Numbers []string
	// Sets are the names of sets of numbers that may be taken, by the set, and the words of rules:
	// "up-to", "any", "except", "split", "or", "to".
	Sets map[string][]string
	// Forms are sentences with places, by what they are about: "take {set} from {piles}".
	Forms map[string][]string
	// Lesson are words that stand before the number of a lesson.
	Lesson []string

	Move     MoveTalk
	Exercise ExerciseTalk

	// Prepared returns what package sentence made of the phrases when the program was built. Then they
	// aren't here. It is nil if they are.
	Prepared func() []byte `yaml:"-" json:"-"`
}

// ExerciseTalk is the vocabulary of sentences to an open exercise.
type ExerciseTalk struct {
	// Phrases are as in Talk, and take precedence over those.
	Phrases map[string][]string
	// Won and Lost are words for the outcome, and None for an empty list. Others are people
	// whose outcome is the opposite of the mover's. Reasons introduce a reason.
	Won, Lost, None, Others, Reasons []string
	// Around are words that may surround an answer. Hedges are words of a person who isn't sure of
	// the answer.
	Around, Hedges []string
	// Giving are phrases before an answer, Meaning are words that ask what an outcome means.
	Giving, Meaning []string
}

// MoveTalk is the vocabulary of one language for moves.
type MoveTalk struct {
	Fillers []string // say nothing
	Pile    []string // come before the name or the number of a pile, or after its place
	Things  []string // what a pile holds
	Single  []string // one of them
	All     []string // all of them
	// Ordinals name a pile by its place, from the first on, each with its forms:
	// "erste/ersten"; Last and Middle, too. Largest and Smallest name it by its size.
	Ordinals, Last, Middle, Largest, Smallest []string
	Half                                      []string // half of a pile
	// The are words before a pile's size: "the 4 pile".
	The []string
	// After one of Pointing, the number word for 1 stands for a thing: "this one".
	Pointing []string
	// Sized stand between the word for a pile and its size.
	Sized []string
	// Sizing stand between the size and the word for the pile: the "er" of "4er Haufen".
	Sizing []string
	Leave  []string // the number is what is left
	By     []string // the number after it is what is taken
	// The number may be taken or left; for Until, only if the word comes between the pile and the
	// number.
	Either, Until []string
	// Same maps a wording of moves to its synonyms.
	Same map[string][]string
	// English maps an English word of the games' own spellings ("to") to the words that translate
	// it, and "" to words that mean nothing there.
	English map[string][]string
	// Asking are words that make a move with a question mark a question.
	Asking []string
	// Wondering are words that ask for more than an opinion on a move. Looking
	// are words that ask for the size of a pile, unless one of Acting asks what
	// to do with it.
	Wondering, Looking, Acting []string
	// With one of Please, a polite question is an order. With one of Doubts, a
	// move is only considered; with one of Idle, it is only mentioned.
	Please, Doubts, Idle []string
	// Takes are verbs for taking stones. Among other words, a move is read only if one of them
	// occurs.
	Takes []string
	// With one of Told, a move is reported, not ordered: "you took 2 from B".
	Told []string
	// Equal are words that compare piles, and Equalize verbs that ask to make some equal.
	Equal, Equalize []string
	// Joins are words between two moves: "A1 and B2".
	Joins []string
}

// Courtesies returns the polite words of English and of the locale's language, each as
// its words: commands are the same in every language.
func (w *Catalogue) Courtesies(locale string) [][]string { return w.langOrEnglish(locale).courtesies }

// prepared is a vocabulary as the program reads it: talk.yaml takes too long.
type prepared struct {
	Of    [sha256.Size]byte // the sum of the talk.yaml
	Talk  []byte            // in JSON, without the phrases and forms
	Index []byte            // of the phrases
}

// preparedFile is the file of a language that holds its prepared vocabulary. Without it, or if it is of
// another talk.yaml, that is read.
const preparedFile = "talk.prepared"

// PrepareTalk returns the file that holds the prepared vocabulary of a folder of a catalogue, and its name.
// index indexes the phrases.
func PrepareTalk(catalogue fs.FS, folder string, index func(*Talk) ([]byte, error)) (name string, file []byte, err error) {
	text, err := fs.ReadFile(catalogue, path.Join(folder, talkFile))
	if err != nil {
		return "", nil, err
	}
	talk, err := parseTalk(text)
	if err != nil {
		return "", nil, err
	}
	p := prepared{Of: sha256.Sum256(text)}
	if p.Index, err = index(talk); err != nil {
		return "", nil, err
	}
	talk.Phrases, talk.Exercise.Phrases, talk.Forms = nil, nil, nil
	if p.Talk, err = json.Marshal(talk); err != nil {
		return "", nil, err
	}
	file, err = p.packed()
	return path.Join(folder, preparedFile), file, err
}

// packed returns what a preparedFile holds.
func (p prepared) packed() ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := gob.NewEncoder(w).Encode(p); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// readPrepared returns the prepared vocabulary of a folder; ok is false if there's none.
func readPrepared(catalogue fs.FS, folder string) (p prepared, ok bool) {
	b, err := fs.ReadFile(catalogue, path.Join(folder, preparedFile))
	if err != nil || gob.NewDecoder(flate.NewReader(bytes.NewReader(b))).Decode(&p) != nil {
		return prepared{}, false
	}
	return p, true
}

// parseTalk parses a talk.yaml.
func parseTalk(text []byte) (*Talk, error) {
	t := new(Talk)
	return t, yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(t)
}

// WholeTalk returns the vocabulary of a language with its phrases, as talk.yaml has it; nil if it has none.
func (w *Catalogue) WholeTalk(language string) (*Talk, error) {
	t := w.langFor(language)
	if t == nil {
		return nil, nil
	}
	text, err := fs.ReadFile(t.files, path.Join(t.folder, talkFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return parseTalk(text)
}

// Talk returns the vocabulary for the language that fits the locale best,
// English if that language has none. It is the same pointer for the same
// language, and must not be changed; nil in a catalogue without any.
func (w *Catalogue) Talk(locale string) *Talk {
	if t := w.langOrEnglish(locale).talk; t != nil {
		return t
	}
	return w.english.talk
}
