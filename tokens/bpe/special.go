package bpe

import (
	"strconv"
	"strings"
)

// specials are the special tokens of an encoding: ids beyond the vocabulary, which no text is merged
// into and which mark the structure of a request.
type specials struct {
	named []special
	// Every id from first to last that is not among the named ones is <|reserved_ID|>; none if last is 0.
	first, last int
}

type special struct {
	name string
	id   int
}

func o200kSpecials() specials {
	return specials{named: []special{{"<|endoftext|>", 199999}, {"<|endofprompt|>", 200018}}}
}

func cl100kSpecials() specials {
	return specials{named: []special{
		{"<|endoftext|>", 100257},
		{"<|fim_prefix|>", 100258},
		{"<|fim_middle|>", 100259},
		{"<|fim_suffix|>", 100260},
		{"<|endofprompt|>", 100276},
	}}
}

func harmonySpecials() specials {
	return specials{
		named: []special{
			{"<|startoftext|>", 199998},
			{"<|endoftext|>", 199999},
			{"<|return|>", 200002},
			{"<|constrain|>", 200003},
			{"<|channel|>", 200005},
			{"<|start|>", 200006},
			{"<|end|>", 200007},
			{"<|message|>", 200008},
			{"<|call|>", 200012},
		},
		first: 200000, last: 201088,
	}
}

const (
	reservedPrefix = "<|reserved_"
	reservedSuffix = "|>"
)

func (s *specials) id(name string) (int, bool) {
	for _, t := range s.named {
		if t.name == name {
			return t.id, true
		}
	}
	digits, ok := strings.CutPrefix(name, reservedPrefix)
	if !ok {
		return 0, false
	}
	id, err := strconv.Atoi(strings.TrimSuffix(digits, reservedSuffix))
	if err != nil || s.name(id) != name { // also what reads as a number but is spelt otherwise, such as +1
		return 0, false
	}
	return id, true
}

// name returns the text of a special token, empty if the id is none.
func (s *specials) name(id int) string {
	for _, t := range s.named {
		if t.id == id {
			return t.name
		}
	}
	if s.last == 0 || id < s.first || id > s.last {
		return ""
	}
	return reservedPrefix + strconv.Itoa(id) + reservedSuffix
}
