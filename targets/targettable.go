package targets

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/schema-bench/schema-bench/internal/near"
	"github.com/schema-bench/schema-bench/internal/strictjson"
)

// A TargetTable is a set of consumers with their constraints and masks. It does not change once made and is safe for
// concurrent use. The zero value is empty.
type TargetTable struct {
	consumers []*consumer  // sorted by id
	rules     []*checkRule // in the order of the file
}

//go:embed targets.json
var embeddedTargets []byte

var embeddedTargetTable = sync.OnceValues(func() (*TargetTable, error) {
	t := new(TargetTable)
	if err := t.read(embeddedTargets, true); err != nil {
		return nil, fmt.Errorf("targets: targets.json: %w", err)
	}
	return t, nil
})

// Targets returns the table that is compiled in. Every figure in it has a source and a date.
func Targets() (*TargetTable, error) { return embeddedTargetTable() }

// Lookup finds a target of the table that is compiled in by its id or one of its aliases, in any case. The error is an
// [*UnknownTargetError].
func Lookup(name string) (Target, error) {
	t, err := Targets()
	if err != nil {
		return Target{}, err
	}
	return t.Lookup(name)
}

// Names returns the ids of all targets that are compiled in, sorted, with "any" in front.
func Names() []string {
	t, err := Targets()
	if err != nil {
		return nil // Lookup and Targets say why
	}
	return t.Names()
}

// Names returns the ids of all targets of the table, sorted, with "any" in front.
func (t *TargetTable) Names() []string {
	names := []string{anyID}
	for _, c := range t.consumers {
		if c.ID != anyID {
			names = append(names, c.ID)
		}
	}
	return names
}

// Rules returns the ids of all rules that constraints can be about, sorted.
func (t *TargetTable) Rules() []string {
	ids := make([]string, len(t.rules))
	for i, r := range t.rules {
		ids[i] = r.ID
	}
	slices.Sort(ids)
	return ids
}

// An UnknownTargetError says that a table has no target of this name.
type UnknownTargetError struct {
	Name  string
	Near  []string // ids and aliases that look alike, the most alike first; may be empty
	Known []string // all ids
}

// Error names the target and those that are known.
func (e *UnknownTargetError) Error() string {
	return "targets: " + wordError("unknown target", e.Name, e.Near, e.Known)
}

// Lookup finds a target by its id or one of its aliases, in any case. The error is an [*UnknownTargetError].
func (t *TargetTable) Lookup(name string) (Target, error) {
	var names []string
	for _, c := range t.consumers {
		all := append([]string{c.ID}, c.Aliases...)
		if slices.ContainsFunc(all, func(s string) bool { return strings.EqualFold(s, name) }) {
			return Target{c}, nil
		}
		names = append(names, all...)
	}
	return Target{}, &UnknownTargetError{Name: name, Near: near.Names(name, names, 3), Known: t.Names()}
}

// targetFile is the shape of targets.json and of a user's own file.
type targetFile struct {
	Schema  string       `json:"schema"`
	Source  string       `json:"source"` // for figures without one of their own
	AsOf    string       `json:"as_of"`  // likewise
	Rules   []*checkRule `json:"rules"`
	Targets []*consumer  `json:"targets"`
}

// targetSchema is the "schema" member of target files.
const targetSchema = "schema-bench/targets/v1"

// maxTargetFile bounds what Extend reads. The file that is compiled in has less than 100 kB.
const maxTargetFile = 4 << 20

// Extend returns a table with the targets of a file on top of those of t, which stays as it is:
//
//	{"schema":"schema-bench/targets/v1","as_of":"2026-12-01","targets":[
//	  {"id":"my-gateway","kind":"api","constraints":[{"rule":"description-length","max":500,"severity":"error"}]}]}
//
// An entry for a known target replaces what it has of it: its mask as a whole, and of its constraints those of the rules
// that it names. A constraint with the severity "off" is taken away. Rules can be added in the same way. A member that
// is not known is an error: a misspelt limit must not be one that is never applied.
func (t *TargetTable) Extend(data []byte) (*TargetTable, error) {
	out := &TargetTable{consumers: slices.Clone(t.consumers), rules: slices.Clone(t.rules)}
	if err := out.read(data, false); err != nil {
		return nil, fmt.Errorf("targets: target file: %w", err)
	}
	return out, nil
}

// read adds the targets of a file. In one that is sourced, a figure without source and date is an error.
func (t *TargetTable) read(data []byte, sourced bool) error {
	if len(data) > maxTargetFile {
		return fmt.Errorf("%d bytes; the limit is %d", len(data), maxTargetFile)
	}
	var file targetFile
	if err := strictjson.Decode(data, &file); err != nil {
		return err
	}
	if file.Schema != "" && file.Schema != targetSchema {
		return fmt.Errorf("schema %q; known: %q", file.Schema, targetSchema)
	}
	if len(file.Targets) == 0 {
		return errors.New("no targets in it")
	}
	for i, r := range file.Rules {
		if r == nil {
			return fmt.Errorf("/rules/%d: null", i)
		}
		if err := r.check(); err != nil {
			return fmt.Errorf("/rules/%d: %w", i, err)
		}
		if at := slices.IndexFunc(t.rules, func(o *checkRule) bool { return o.ID == r.ID }); at >= 0 {
			t.rules[at] = r
		} else {
			t.rules = append(t.rules, r)
		}
	}
	for i, c := range file.Targets {
		if c == nil {
			return fmt.Errorf("/targets/%d: null", i)
		}
		if err := t.add(c, &file, sourced); err != nil {
			return fmt.Errorf("/targets/%d: %w", i, err)
		}
	}
	slices.SortFunc(t.consumers, func(a, b *consumer) int { return strings.Compare(a.ID, b.ID) })
	if err := t.checkNames(); err != nil {
		return err
	}
	return t.link()
}

// add puts one entry into the table, on top of the target that has its id.
func (t *TargetTable) add(c *consumer, file *targetFile, sourced bool) error {
	c.ID = strings.ToLower(c.ID)
	if !idForm.MatchString(c.ID) {
		return fmt.Errorf("id %q; an id has letters, digits and hyphens", c.ID)
	}
	if err := c.check(file, sourced); err != nil {
		return fmt.Errorf("target %q: %w", c.ID, err)
	}
	at := slices.IndexFunc(t.consumers, func(o *consumer) bool { return o.ID == c.ID })
	if at < 0 {
		if c.Kind == "" {
			return fmt.Errorf("target %q: no kind; known: %s", c.ID, strings.Join(consumerKinds(), ", "))
		}
		if c.Title == "" {
			c.Title = c.ID
		}
		t.consumers = append(t.consumers, c)
		return nil
	}
	// A copy: the table that is extended shares its consumers with this one.
	was := *t.consumers[at]
	was.replace(c)
	t.consumers[at] = &was
	return nil
}

// replace takes what an entry for the same target has.
func (c *consumer) replace(by *consumer) {
	if by.Title != "" {
		c.Title = by.Title
	}
	if by.Kind != "" {
		c.Kind = by.Kind
	}
	if by.Aliases != nil {
		c.Aliases = by.Aliases
	}
	if by.Note != "" {
		c.Note = by.Note
	}
	if by.Through != "" {
		c.Through = by.Through
	}
	if by.Strict != "" {
		c.Strict = by.Strict
	}
	if by.Mask != nil {
		c.Mask = by.Mask
	}
	kept := slices.DeleteFunc(slices.Clone(c.Constraints), func(k *constraint) bool {
		return slices.ContainsFunc(by.Constraints, func(n *constraint) bool { return n.Rule == k.Rule })
	})
	c.Constraints = append(kept, by.Constraints...)
}

// check refuses what would be silently without effect, and takes source and date from the file where they are missing.
func (c *consumer) check(file *targetFile, sourced bool) error {
	if c.Kind != "" && c.ID != anyID && !slices.Contains(consumerKinds(), c.Kind) {
		return unknownWord("kind", c.Kind, consumerKinds())
	}
	for i, k := range c.Constraints {
		if k == nil {
			return fmt.Errorf("constraint %d: null", i)
		}
		k.fill(file.Source, file.AsOf)
		if err := k.check(sourced); err != nil {
			return fmt.Errorf("constraint %d, rule %q: %w", i, k.Rule, err)
		}
	}
	if c.Mask == nil {
		return nil
	}
	if c.ID == anyID {
		return errors.New("its mask is what all others have in common")
	}
	c.Mask.fill(file.Source, file.AsOf)
	if err := c.Mask.figure.check(sourced); err != nil {
		return fmt.Errorf("mask: %w", err)
	}
	return c.Mask.check()
}

// checkNames refuses a name that leads to two targets.
func (t *TargetTable) checkNames() error {
	owner := make(map[string]string)
	for _, c := range t.consumers {
		for _, name := range append([]string{c.ID}, c.Aliases...) {
			name = strings.ToLower(name)
			if o, taken := owner[name]; taken && o != c.ID {
				return fmt.Errorf("%q names both %s and %s", name, o, c.ID)
			}
			owner[name] = c.ID
		}
	}
	return nil
}

// link ties consumers to each other and constraints to their rules, and finds out what all masks have in common.
// Consumers and constraints are copied: they may belong to another table as well.
func (t *TargetTable) link() error {
	all := t.common()
	byID := make(map[string]*consumer, len(t.consumers))
	for i, c := range t.consumers {
		out := *c
		out.linked = linked{all: all}
		if c.Mask != nil {
			out.asOf = c.Mask.AsOf
		}
		for _, k := range c.Constraints {
			if k.Severity == severityOff {
				continue
			}
			bound := *k
			if err := bound.bind(t.rules); err != nil {
				return fmt.Errorf("target %q, rule %q: %w", c.ID, k.Rule, err)
			}
			out.constraints = append(out.constraints, &bound)
			out.asOf = max(out.asOf, k.AsOf)
		}
		t.consumers[i], byID[c.ID] = &out, &out
	}
	for _, c := range t.consumers {
		c.general = byID[anyID]
		for _, tie := range []struct {
			to *(*consumer)
			id string
		}{{&c.through, c.Through}, {&c.strict, c.Strict}} {
			if tie.id == "" {
				continue
			}
			if *tie.to = byID[tie.id]; *tie.to == nil {
				return fmt.Errorf("target %q: %w", c.ID, unknownWord("unknown target", tie.id, t.Names()))
			}
		}
	}
	return nil
}

// common returns what all masks of the table have in common.
func (t *TargetTable) common() *maskRule {
	all := &maskRule{Rewrites: make(map[Rewrite]string)}
	for _, r := range Rewrites() {
		all.Rewrites[r] = maskUntested
		for _, c := range t.consumers {
			if c.Mask == nil {
				continue
			}
			if all.Rewrites[r] = maskYes; !c.Mask.allows(r) {
				all.Rewrites[r] = maskNo
				break
			}
		}
	}
	return all
}

// unknownWord is the error for a word of a file that is not one of those that are known.
func unknownWord(what, word string, known []string) error {
	return errors.New(wordError(what, word, near.Names(word, known, 3), known))
}

// wordError names a word, those that look like it and those that are known.
func wordError(what, word string, near, known []string) string {
	s := fmt.Sprintf("%s %q", what, word)
	if len(near) > 0 {
		s += "; near: " + strings.Join(near, ", ")
	}
	return s + "; known: " + strings.Join(known, ", ")
}
