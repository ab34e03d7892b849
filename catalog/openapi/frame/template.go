package frame

import (
	"errors"
	"fmt"
	"strings"
)

// variables returns the names of the variables of a path template, each once and in order. The query that some documents
// put into their paths has variables too; a fragment is never sent, so its have no use.
func variables(path string) ([]string, error) {
	var list []string
	seen := map[string]bool{}
	for {
		before, rest, ok := strings.Cut(path, "{")
		if !ok || strings.Contains(before, "#") {
			return list, nil
		}
		name, after, ok := strings.Cut(rest, "}")
		switch {
		case !ok:
			return nil, fmt.Errorf("the variable {%s of the path has no end", clip(name))
		case name == "":
			return nil, errors.New("a variable of the path has no name")
		case !seen[name]:
			seen[name] = true
			list = append(list, name)
		}
		path = after
	}
}
