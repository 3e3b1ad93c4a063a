package rules

import "strings"

// maxDigits is the largest number of digits after the point of a code. It bounds the
// time to fill the table.
const maxDigits = 16

// exampleKey is the game that a refused key's sentence proposes.
const exampleKey = "octal:0.137"

// readOctal reads "0.137" into its digits, d0 first, without zeros at the end. Errors
// are ErrUnknownGame.
func readOctal(code string) ([]byte, error) {
	args := Args{"part": code, "example": exampleKey}
	head, tail, ok := strings.Cut(code, ".")
	if !ok || tail == "" || head == "" {
		return nil, unknownCode("octal.form", args)
	}
	if head != "0" && head != "4" {
		args["part"] = head
		return nil, unknownCode("octal.first-digit", args)
	}
	digits := []byte{head[0] - '0'}
	for i := range len(tail) {
		if tail[i] < '0' || tail[i] > '7' {
			args["part"] = tail[i : i+1]
			if tail[i] >= 0x80 {
				args["part"] = tail
			}
			return nil, unknownCode("octal.digit", args)
		}
		digits = append(digits, tail[i]-'0')
	}
	for len(digits) > 1 && digits[len(digits)-1] == 0 {
		digits = digits[:len(digits)-1]
	}
	switch {
	case len(digits) > maxDigits+1:
		args["max"] = maxDigits
		return nil, unknownCode("octal.too-long", args)
	case len(digits) == 1 && digits[0] == 0:
		return nil, unknownCode("octal.no-move", args)
	}
	return digits, nil
}

// unknownCode refuses a key of the octal family.
func unknownCode(code string, args Args) error {
	return &Error{Kind: ErrUnknownGame, Code: code, Args: args}
}

func writeOctal(digits []byte) string {
	b := []byte{digits[0] + '0', '.'}
	for _, d := range digits[1:] {
		b = append(b, d+'0')
	}
	if len(digits) == 1 {
		b = append(b, '0')
	}
	return string(b)
}
