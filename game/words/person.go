package words

// Person is somebody whom a sentence names.
type Person struct {
	ID   string
	Name string // as the platform shows it; free text, to be made inert by Voice.Name
}

// Quote is what a person typed, as a sentence repeats it. Voice.Quote makes it inert.
type Quote string

// Named is anything that stands for a person in a sentence.
type Named interface{ Person() Person }
