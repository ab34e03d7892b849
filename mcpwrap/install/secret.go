package install

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/schema-bench/schema-bench/internal/safetext"
)

// Other users of a machine can read command lines, so that what says who the user is must not become an argument.

// credentials are parts of the names of members that do, and secretNames of parameters and variables.
var (
	credentials = []string{"header", "auth", "bearer", "token", "scope", "credential"}
	secretNames = []string{"key", "token", "secret", "auth", "pass", "sig", "credential"}
)

var variable = regexp.MustCompile(`\$\{([^}]*)\}`)

const onCommandLine = ", which would get onto a command line"

// hasSecret returns why a URL must not be an argument, or an empty text.
func hasSecret(text string) string {
	for _, v := range variable.FindAllStringSubmatch(text, -1) {
		if named(v[1], secretNames) || strings.HasPrefix(v[1], "input:") {
			return "its URL takes " + safetext.Line(v[0]) + onCommandLine
		}
	}
	u, err := url.Parse(variable.ReplaceAllString(text, "1")) // which is right for hosts, ports and paths
	switch {
	case err != nil:
		return "its URL cannot be read"
	case u.User != nil:
		return "its URL holds a user name or password" + onCommandLine
	case u.Scheme != "http" && u.Scheme != "https" && !strings.HasPrefix(text, "$"):
		return "its URL is neither http nor https"
	}
	words := strings.Split(u.Path, "/")
	for name, values := range u.Query() {
		if named(name, secretNames) {
			return "its URL holds " + safetext.Line(name) + onCommandLine
		}
		words = append(words, values...)
	}
	if slices.ContainsFunc(words, random) {
		return "its URL holds what looks like a key" + onCommandLine
	}
	return ""
}

// random reports a word that no one has thought up: long, and of letters and digits without an order.
func random(word string) bool {
	if len(word) < 20 {
		return false
	}
	changes := 0 // between letters and digits
	for i := 1; i < len(word); i++ {
		if a, b := rune(word[i-1]), rune(word[i]); unicode.IsDigit(a) && unicode.IsLetter(b) || unicode.IsLetter(a) && unicode.IsDigit(b) {
			changes++
		}
	}
	return changes >= 3
}

// heldBy returns why a member must not be left to a command, or an empty text.
func heldBy(m *member) string {
	if named(m.name, credentials) && !m.empty {
		return fmt.Sprintf("its %s would get onto a command line", safetext.Line(m.name))
	}
	return ""
}

func named(name string, parts []string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(name, part) })
}
