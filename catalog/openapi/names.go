package openapi

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/internal/safetext"
)

// Bounds of the length of a name, in bytes. What is accepted everywhere has up to 64; some clients take less from that
// for themselves. Below the least there is no room for words beside a hash.
const (
	defaultName = 64
	leastName   = 24
	mostName    = 128
)

// leastHash is how many hexadecimal digits tell names apart that would be the same without.
const leastHash = 6

// A claim is what one operation would like to be called.
type claim struct {
	key   string // method and path: what the hash is taken from
	want  string // legal, with the prefix, of any length
	exact bool   // the name is the document's own, to the letter
}

// namer makes names of claims.
type namer struct {
	prefix string
	budget int
}

// newNamer checks what the user asks of names.
func newNamer(opt *Options) (*namer, error) {
	n := &namer{prefix: opt.Prefix, budget: opt.MaxName}
	if n.budget == 0 {
		n.budget = defaultName
	}
	if n.budget < leastName || n.budget > mostName {
		return nil, fmt.Errorf("names of at most %d bytes: the bound can be from %d to %d", n.budget, leastName, mostName)
	}
	if n.prefix != "" && (legal(n.prefix) != n.prefix || !begins(n.prefix)) {
		return nil, fmt.Errorf("the prefix %q is no beginning of a name: it starts with a letter or _, and letters, digits, - and _ follow", safetext.Line(n.prefix))
	}
	if n.budget-len(n.prefix) < leastName-8 {
		return nil, fmt.Errorf("the prefix %q leaves too little of the %d bytes of a name", n.prefix, n.budget)
	}
	return n, nil
}

// legal replaces every run of characters that a name cannot have by one _, and none at the ends.
func legal(s string) string {
	var b strings.Builder
	gap := false
	for _, c := range []byte(s) {
		if isWord(c) || c == '_' || c == '-' {
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteByte(c)
		} else {
			gap = true
		}
	}
	return b.String()
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// begins reports whether a name can begin like that.
func begins(s string) bool { return s != "" && (isWord(s[0]) && s[0] > '9' || s[0] == '_') }

// claim makes the claim of an operation: the first of the wishes that has letters or digits in it, or else its method
// and the words of its path.
func (n *namer) claim(method, path string, wishes ...string) claim {
	c := claim{key: method + " " + path}
	for _, wish := range wishes {
		if name := legal(wish); strings.Trim(name, "_-") != "" {
			c.want, c.exact = name, name == wish
			break
		}
	}
	if c.want == "" {
		c.want = legal(strings.ToLower(method) + " " + legal(path))
	}
	if c.want = n.prefix + c.want; !begins(c.want) {
		c.want, c.exact = "_"+c.want, false
	}
	return c
}

// names gives every claim a name of its own, within the budget. A name that only one operation claims is its own,
// whatever the others are called; of several the one whose id it is to the letter keeps it, if there is just one. All
// others get a hash of their method and path. So a name depends on who else claims the very same one, and on no order.
func (n *namer) names(claims []claim) []string {
	claimants := map[string][]int{}
	for i := range claims {
		if c := &claims[i]; len(c.want) <= n.budget {
			claimants[c.want] = append(claimants[c.want], i)
		}
	}
	names := make([]string, len(claims))
	taken := map[string]bool{}
	for want, all := range claimants {
		exact := slices.DeleteFunc(slices.Clone(all), func(i int) bool { return !claims[i].exact })
		switch {
		case len(all) == 1:
			names[all[0]] = want
		case len(exact) == 1:
			names[exact[0]] = want
		}
		taken[want] = len(all) == 1 || len(exact) == 1
	}
	var open []int
	keys := make([]string, len(claims))
	seen := map[string]int{}
	for i := range claims {
		if keys[i] = claims[i].key; names[i] != "" {
			continue
		}
		open = append(open, i)
		if seen[keys[i]]++; seen[keys[i]] > 1 { // a path that stands twice in its document
			keys[i] = fmt.Sprintf("%s #%d", keys[i], seen[keys[i]])
		}
	}
	// Those that come out the same, or as a name that is taken, try again with a longer hash, all of them.
	for round := 0; len(open) > 0; round++ {
		tries := map[string]int{}
		for _, i := range open {
			names[i] = n.hashed(claims[i].want, keys[i], round)
			tries[names[i]]++
		}
		var again []int
		for _, i := range open {
			if taken[names[i]] || tries[names[i]] > 1 {
				again = append(again, i)
			}
		}
		for _, i := range open {
			taken[names[i]] = true
		}
		open = again
	}
	return names
}

// hashed cuts a name so that a hash of the key fits behind it. The hash grows with the rounds, and is another one once it
// has no room to grow.
func (n *namer) hashed(want, key string, round int) string {
	digits := leastHash + 2*round
	if most := min(n.budget-len(n.prefix)-2, sha256.Size*2); digits > most {
		digits, key = most, fmt.Sprintf("%s, again %d", key, round)
	}
	sum := sha256.Sum256([]byte(key))
	return cut(want, n.budget-1-digits, len(n.prefix)) + "_" + hex.EncodeToString(sum[:])[:digits]
}

// cut shortens a name to what fits, at the end of a word if one ends near. What stands before keep stays.
func cut(name string, room, keep int) string {
	end := min(room, len(name))
	for at := end; len(name) > room && at > keep && at >= room*2/3; at-- {
		if c := name[at]; c == '_' || c == '-' || 'A' <= c && c <= 'Z' && name[at-1] > 'Z' {
			end = at
			break
		}
	}
	for end > keep && (name[end-1] == '_' || name[end-1] == '-') {
		end--
	}
	return name[:end]
}
