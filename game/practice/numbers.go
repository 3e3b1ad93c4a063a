package practice

import (
	"slices"
	"strconv"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/words"
)

// topicKey returns the catalogue key of a sentence about the topic of a step.
func topicKey(key string, step teach.Step) string { return "topic." + string(step.Topic) + "." + key }

// numberArgs returns the arguments of a sentence that asks for numbers.
func (v view) numberArgs(step teach.Step) []any {
	args := []any{
		"given", listArgument(step.Given), "sum", joinNumbers(step.Given, " ⊕ "), "plus", joinNumbers(step.Given, " + "),
		"answer", rightAnswer(step), "count", len(step.Given), "apart", step.Asks == teach.AsksPiles,
	}
	if step.Topic == teach.Bundles {
		args = append(args, "bundles", bundlesOf(step.Puzzle.Position))
	}
	if step.Puzzle.Position != nil {
		args = append(args, v.positionArgs(step.Puzzle)...)
		args = append(args, "title", words.Title(step.Puzzle.Game.Key), "size", len(step.Given), "last", len(step.Given)-1)
		if c := step.Puzzle.Position.Diagram().Caption; c.Code != "" {
			args = append(args, "caption", words.New("caption."+c.Code, c.Args...))
		}
	}
	return args
}

// bundlesOf writes each pile as its bundles: "A 4 + 1".
func bundlesOf(p rules.Position) string {
	var all []string
	for _, row := range p.Diagram().Rows {
		all = append(all, row.Label+" "+joinNumbers(teach.BundlesOf(row.Count), " + "))
	}
	return strings.Join(all, ", ")
}

// rightAnswer writes the right answer in numbers. If the question asks for an order, these are the
// numbers of the lines in the right order.
func rightAnswer(step teach.Step) string {
	answer := step.Answer()
	if step.Asks == teach.AsksOrder {
		for i, n := range answer {
			answer[i] = uint64(slices.Index(step.Given, n)) + 1
		}
	}
	return formatNumbers(answer)
}

// formatNumbers joins numbers in the form in which people answer.
func formatNumbers(numbers []uint64) string {
	if len(numbers) == 0 {
		return "0"
	}
	return joinNumbers(numbers, " ")
}

// listArgument returns numbers as an argument that each language joins in its own way.
func listArgument(numbers []uint64) any {
	all := make([]rules.Wording, len(numbers))
	for i, n := range numbers {
		all[i] = rules.Wording{Code: "pile", Args: []any{"label", n}}
	}
	if len(all) == 2 {
		return rules.Series(all)
	}
	return all
}

func joinNumbers(numbers []uint64, between string) string {
	all := make([]string, len(numbers))
	for i, n := range numbers {
		all[i] = strconv.FormatUint(n, 10)
	}
	return strings.Join(all, between)
}
