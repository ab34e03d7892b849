package targets

import (
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// nameRule says how a client names the tools of a server. In this order: the server's and the tool's name are cleaned,
// put into the format, given the prefix, cleaned as a whole and cut.
type nameRule struct {
	figure
	Format string     `json:"format"` // with {tool} and mostly {server}
	Prefix string     `json:"prefix"` // put in front of a name that does not have it already
	Server *cleanRule `json:"server"`
	Tool   *cleanRule `json:"tool"`
	Whole  *cleanRule `json:"whole"`
	// Grouped says that tools are sent in a group of their server, which has what stands before {tool} as its name.
	// The limits still hold for both together.
	Grouped bool   `json:"grouped"`
	Max     int    `json:"max"` // of the whole name, in units; 0 is no limit
	Unit    string `json:"unit"`
	Cut     string `json:"cut"` // end, middle or hash
	// Head and Tail are what the cut in the middle keeps, Middle what it puts between.
	Head   int    `json:"head"`
	Tail   int    `json:"tail"`
	Middle string `json:"middle"`
	// Hash is the number of digits of a SHA-1 sum that the cut with a hash ends a name with, behind an underscore. Always
	// says that a name gets them when cleaning changed it, too. HashOf is what the sum is of, with {server} and {tool}.
	Hash   int    `json:"hash"`
	HashOf string `json:"hash_of"`
	Always bool   `json:"always"`
	// Unique says that names that would be the same get the hash as well.
	Unique bool `json:"unique"`
}

// cleanRule says which characters a name may have; others become underscores.
type cleanRule struct {
	Lower bool   `json:"lower"`
	Blank bool   `json:"blank"` // white space is taken out
	Keep  string `json:"keep"`  // the inside of a character class of a regular expression; empty keeps all
	Runs  bool   `json:"runs"`  // one underscore for a run of characters instead of one for each
	Max   int    `json:"max"`   // in units of the name; cut at the end

	bad *regexp.Regexp // what Keep does not keep; set by check
}

// classForm keeps escapes, brackets and negation out of what becomes a character class.
var classForm = regexp.MustCompile(`^(?:[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9_.:/-])*$`)

// check refuses rules that could give a tool no name, or one longer than they allow.
func (r *nameRule) check() error {
	cuts := []string{"end", "middle", "hash"}
	switch {
	case r == nil:
		return nil
	case !strings.Contains(r.Format, "{tool}"):
		return fmt.Errorf("name: format %q has no {tool}", r.Format)
	case r.Max < 0 || r.Head < 0 || r.Tail < 0:
		return errors.New("name: a negative length")
	case !slices.Contains(units(), r.Unit):
		return fmt.Errorf("name: unit %q; known: %s", r.Unit, strings.Join(units(), ", "))
	case r.Max > 0 && !slices.Contains(cuts, r.Cut):
		return fmt.Errorf("name: cut %q; known: %s", r.Cut, strings.Join(cuts, ", "))
	case r.Cut == "middle" && r.Head+r.Tail+size(r.Middle, r.Unit) > r.Max:
		return fmt.Errorf("name: what the cut keeps is longer than %d", r.Max)
	case r.hashes() && (r.Hash < 1 || r.Hash > 2*sha1.Size || !strings.Contains(r.HashOf, "{tool}")):
		return fmt.Errorf("name: %d digits of the hash of %q", r.Hash, r.HashOf)
	case r.hashes() && r.Max > 0 && r.Hash+1 > r.Max:
		return fmt.Errorf("name: a hash longer than %d", r.Max)
	}
	for _, c := range []*cleanRule{r.Server, r.Tool, r.Whole} {
		if err := c.check(); err != nil {
			return err
		}
	}
	return nil
}

// check compiles the class of characters.
func (c *cleanRule) check() error {
	switch {
	case c == nil:
		return nil
	case !classForm.MatchString(c.Keep) || c.Max < 0:
		return fmt.Errorf("name: keep %q, max %d; want letters, digits, ranges of them and _.:/-", c.Keep, c.Max)
	case c.Keep == "":
		return nil
	}
	class := "[^" + c.Keep + "]"
	if c.Runs {
		class += "+"
	}
	var err error
	if c.bad, err = regexp.Compile(class); err != nil {
		return fmt.Errorf("name: keep %q: %w", c.Keep, err)
	}
	return nil
}

// hashes reports whether the rule ever ends a name with a hash.
func (r *nameRule) hashes() bool { return r.Cut == "hash" || r.Always || r.Unique }

// clean returns a name as the rule lets it be. What counts as one character is what the client's language makes one of:
// in JavaScript a character outside the basic plane is two, and becomes two underscores.
func (c *cleanRule) clean(s, unit string) string {
	if c == nil {
		return s
	}
	if c.Lower {
		s = strings.ToLower(s)
	}
	if c.Blank {
		s = strings.Join(strings.FieldsFunc(s, unicode.IsSpace), "")
	}
	if c.bad != nil {
		s = c.bad.ReplaceAllStringFunc(s, func(x string) string {
			if c.Runs {
				return "_"
			}
			if unit == "utf16" {
				return strings.Repeat("_", size(x, unit))
			}
			return "_"
		})
	}
	if c.Max > 0 {
		s = head(s, c.Max, unit)
	}
	return s
}

// naming is a rule at work on one server.
type naming struct {
	rule   *nameRule
	server string // as given
	// group is the name of the group, and between what stands between it and a tool's name; both are empty if the rule
	// makes no groups.
	group, between string
}

// of puts the rule to work on a server.
func (r *nameRule) of(server string) *naming {
	n := &naming{rule: r, server: server}
	if r.Grouped {
		before, _, _ := strings.Cut(r.Format, "{tool}")
		name := strings.TrimRight(before, "_")
		n.group, n.between = r.Whole.clean(n.prefixed(n.put(name, "")), r.Unit), before[len(name):]
	}
	return n
}

// put fills a format with the cleaned names of the server and of a tool.
func (n *naming) put(format, tool string) string {
	return strings.NewReplacer("{server}", n.rule.Server.clean(n.server, n.rule.Unit), "{tool}", n.rule.Tool.clean(tool, n.rule.Unit)).Replace(format)
}

// prefixed puts the prefix in front, unless it is there already: clients that do so take a server called mcp__x for done.
func (n *naming) prefixed(s string) string {
	if strings.HasPrefix(s, n.rule.Prefix) {
		return s
	}
	return n.rule.Prefix + s
}

// names returns the names that the client gives to tools, group and all. Equal ones are made different if the rule does
// so.
func (n *naming) names(tools []string) []string {
	r := n.rule
	out := make([]string, len(tools))
	count := make(map[string]int, len(tools))
	for i, tool := range tools {
		raw := strings.NewReplacer("{server}", n.server, "{tool}", tool).Replace(r.Format)
		out[i] = r.Whole.clean(n.prefixed(n.put(r.Format, tool)), r.Unit)
		if r.Always && out[i] != raw {
			out[i] = n.hashed(out[i], tool)
		}
		count[out[i]]++
	}
	for i, tool := range tools {
		if r.Unique && count[out[i]] > 1 {
			out[i] = n.hashed(out[i], tool)
		}
		out[i] = n.cut(out[i], tool)
	}
	return out
}

// within returns the name that a tool has inside of its group. Where the cut reached into the name of the group, the tool
// carries what is left of it.
func (n *naming) within(full string) string {
	if name, ok := strings.CutPrefix(full, n.group+n.between); ok && name != "" {
		return name
	}
	return full
}

// cut brings a name down to the length that the rule allows.
func (n *naming) cut(name, tool string) string {
	r := n.rule
	if r.Max == 0 || size(name, r.Unit) <= r.Max {
		return name
	}
	switch r.Cut {
	case "middle":
		return head(name, r.Head, r.Unit) + r.Middle + tail(name, r.Tail, r.Unit)
	case "hash":
		return n.hashed(name, tool)
	}
	return head(name, r.Max, r.Unit)
}

// hashed returns the name with the digits of its hash behind it, cut so that both fit.
func (n *naming) hashed(name, tool string) string {
	r := n.rule
	sum := sha1.Sum([]byte(strings.NewReplacer("{server}", n.server, "{tool}", tool).Replace(r.HashOf)))
	suffix := "_" + hex.EncodeToString(sum[:])[:r.Hash]
	if r.Max > 0 {
		name = head(name, r.Max-len(suffix), r.Unit)
	}
	return name + suffix
}
