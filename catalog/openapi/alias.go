package openapi

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/request"
	"github.com/schema-bench/schema-bench/schema"
)

// longestArgument is how long the name of an argument may be, in bytes.
const longestArgument = 64

// An argument is one of a tool.
type argument struct {
	schema  *schema.Node
	binding request.Binding // its Argument is what nameArguments decides
}

// wire is what the argument would be called if nothing spoke against it.
func (a *argument) wire() string {
	switch {
	case a.binding.Name != "":
		return a.binding.Name
	case a.binding.In == "querystring":
		return "query"
	}
	return "body"
}

// place is the place of the argument as it stands in front of a name.
func (a *argument) place() string {
	switch a.binding.In {
	case "property":
		return "body"
	case "querystring":
		return "query"
	}
	return a.binding.In
}

// rank orders arguments that would have one name: the first has it.
func (a *argument) rank() int {
	for i, place := range []string{"body", "path", "query", "header"} {
		if a.place() == place {
			return i
		}
	}
	return 4
}

// nameArguments names all arguments of a tool, each with a name of its own. Those that would have the same one are told
// apart by their place, those of one place by whose name it is to the letter, and the rest by a hash. The order of the
// arguments does not matter.
func nameArguments(args []argument) {
	sharing := map[string][]int{}
	for i := range args {
		args[i].binding.Argument = ""
		bare := alias(args[i].wire())
		sharing[bare] = append(sharing[bare], i)
	}
	taken := map[string]bool{}
	for bare, all := range sharing {
		if len(bare) > longestArgument {
			continue
		}
		if i := keeper(args, all, bare); i >= 0 {
			args[i].binding.Argument = bare
			taken[bare] = true
		}
	}
	var open []int
	for i := range args {
		if args[i].binding.Argument == "" {
			open = append(open, i)
		}
	}
	for round := 0; len(open) > 0; round++ {
		tries := map[string]int{}
		for _, i := range open {
			args[i].binding.Argument = another(&args[i], args, sharing, round)
			tries[args[i].binding.Argument]++
		}
		var again []int
		for _, i := range open {
			if name := args[i].binding.Argument; taken[name] || tries[name] > 1 {
				again = append(again, i)
			}
		}
		for _, i := range open {
			taken[args[i].binding.Argument] = true
		}
		open = again
	}
}

// keeper returns which of the arguments that would have one name has it, or -1 if none has more right than another.
func keeper(args []argument, all []int, bare string) int {
	best := args[all[0]].rank()
	for _, i := range all {
		best = min(best, args[i].rank())
	}
	keeper, exact, n, nexact := -1, -1, 0, 0
	for _, i := range all {
		if args[i].rank() != best {
			continue
		}
		keeper = i
		if n++; args[i].wire() == bare {
			exact = i
			nexact++
		}
	}
	switch {
	case n == 1:
		return keeper
	case nexact == 1:
		return exact
	}
	return -1
}

// another is the name of an argument that does not have the one that it would have: with its place in front, if it is one
// of another place that took the name, and with a hash from then on.
func another(a *argument, args []argument, sharing map[string][]int, round int) string {
	name := alias(a.wire())
	for _, i := range sharing[name] {
		if len(name) <= longestArgument && args[i].rank() < a.rank() {
			name = a.place() + "_" + name
			if round == 0 && len(name) <= longestArgument {
				return name
			}
			break
		}
	}
	sum := sha256.Sum256([]byte(fmt.Sprintf("%s %s %d", a.place(), a.wire(), round)))
	hash := hex.EncodeToString(sum[:])[:min(leastHash+2*round, 24)]
	return cut(name, longestArgument-1-len(hash), 0) + "_" + hash
}

// alias returns a name that every provider takes: the name itself if it is one already, and else what can be said of it
// with letters, digits and _.
func alias(name string) string {
	if isKey(name) {
		return name
	}
	var b strings.Builder
	gap := false
	word := func(s string) {
		if gap && b.Len() > 0 {
			b.WriteByte('_')
		}
		gap = false
		b.WriteString(s)
	}
	for _, c := range []byte(name) {
		switch said := spoken(c); {
		case isWord(c) || c == '_':
			word(string(rune(c)))
		case said != "":
			gap = true
			word(said)
			gap = true
		default:
			gap = true
		}
	}
	out := b.String()
	if strings.Trim(out, "_") == "" {
		return "argument"
	}
	if !begins(out) {
		return "_" + out
	}
	return out
}

// isKey reports whether providers take a property of that name as it is.
func isKey(name string) bool {
	for _, c := range []byte(name) {
		if !isWord(c) && c != '_' && c != '-' && c != '.' {
			return false
		}
	}
	return name != "" && len(name) <= longestArgument
}

// spoken is what is said of a character that tells names apart. Brackets and the like only stand between words.
func spoken(c byte) string {
	switch c {
	case '<':
		return "lt"
	case '>':
		return "gt"
	case '=':
		return "eq"
	case '!':
		return "not"
	case '*':
		return "any"
	case '+':
		return "plus"
	case '%':
		return "percent"
	case '&':
		return "and"
	}
	return ""
}
