package schemacompact

import "strings"

const (
	shortExample = 40 // bytes of JSON: an identifier, a date, a short phrase
	longExample  = 80 // longer than this, an example costs more than most descriptions
)

// oneShortExample chooses the example that is worth keeping from the JSON texts of all: the first short one, because
// authors put the typical value first, otherwise the shortest that is not too long. Empty values show nothing.
func oneShortExample(examples []string) (string, bool) {
	best := ""
	for _, e := range examples {
		switch strings.TrimSpace(e) {
		case "", "null", `""`, "[]", "{}", "true", "false":
			continue
		}
		if len(e) <= shortExample {
			return e, true
		}
		if len(e) <= longExample && (best == "" || len(e) < len(best)) {
			best = e
		}
	}
	return best, best != ""
}
