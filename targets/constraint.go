package targets

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// checkRule is one kind of fault in the words of its reports. What it looks for is in params, which a constraint may
// replace one by one.
type checkRule struct {
	ID      string `json:"id"`
	Check   string `json:"check"`   // one of checks
	Title   string `json:"title"`   // what is asked of a tool
	Message string `json:"message"` // what is wrong where it is broken; {found}, {n} and {max} are filled in
	Fix     string `json:"fix"`
	params
}

// params are what a check goes by. Which of them it reads is in checks.
type params struct {
	When    *condition `json:"when"`
	Of      string     `json:"of"`      // what is looked at
	Max     int        `json:"max"`     // the largest that is accepted
	From    int        `json:"from"`    // the limit holds for an enum with more values than this
	Unit    string     `json:"unit"`    // of a text: one of units
	Prefix  string     `json:"prefix"`  // that a client puts in front of a name, with {server}
	Client  string     `json:"client"`  // whose profile has the limit
	Allow   []string   `json:"allow"`   // all that is accepted; a word that ends with * stands for what begins like it
	Pattern string     `json:"pattern"` // that a text must match
	Refuse  string     `json:"refuse"`  // that a text must not match
}

// constraint is what one consumer makes of what a rule asks for.
type constraint struct {
	figure
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	Effect   string   `json:"effect"`  // what the consumer does about it
	Message  string   `json:"message"` // in the place of the rule's
	Fix      string   `json:"fix"`     // likewise
	Parts    []string `json:"parts"`   // of a tool: input, output; input alone if empty
	Always   bool     `json:"always"`  // of the target any: it holds for every other target, too
	params

	rule    *checkRule // with the params of the constraint put in; this and what follows is set by bind
	client  *Client    // nil if the rule names none
	pattern *regexp.Regexp
	refuse  *regexp.Regexp
}

// checks are the kinds of check, each with what it can look at.
func checks() map[string][]string {
	return map[string][]string{
		"form":      nil, // no subschema is as When says
		"keywords":  nil, // a subschema has only keywords of Allow
		"words":     nil, // the keyword Of, where it is a text or a list of them, has only those of Allow
		"enum":      nil, // the values of enum and const are of the kinds of Allow
		"text":      {"tool-name", "parameter-name", "property-name", "pattern", "reference"},
		"object":    {"closed", "all-required", "required-defined"},
		"reference": {"dangling", "remote", "recursive"},
		"document":  {"unreadable", "property-map", "missing-schema", "unknown-dialect", "duplicate-keys", "duplicate-tools", "unused-definitions", "unsatisfiable", "invalid"},
		"limit": {"tool-name", "description", "parameter-description", "instructions", "input", "tools", "properties", "levels",
			"enum-values", "enum-text", "texts", "optional-parameters", "union-parameters"},
	}
}

// check refuses a rule that would look for nothing.
func (r *checkRule) check() error {
	known := checks()
	of, ok := known[r.Check]
	switch {
	case !idForm.MatchString(r.ID):
		return fmt.Errorf("id %q; an id has letters, digits and hyphens", r.ID)
	case !ok:
		return unknownWord("check", r.Check, slices.Sorted(maps.Keys(known)))
	case len(of) > 0 && !slices.Contains(of, r.Of):
		return unknownWord(r.Check+" of", r.Of, of)
	case r.Title == "" || r.Message == "":
		return errors.New("no title or no message")
	}
	return nil
}

// complete refuses a constraint whose check lacks what it goes by. Its rule has the params of both.
func (c *constraint) complete() error {
	p := &c.rule.params
	if err := p.When.check(); err != nil {
		return err
	}
	switch c.rule.Check {
	case "form":
		if p.When == nil {
			return errors.New("a form without when")
		}
	case "keywords", "words", "enum":
		if len(p.Allow) == 0 || c.rule.Check == "words" && p.Of == "" {
			return errors.New("it allows nothing, or does not say of what")
		}
	case "text":
		if p.Pattern == "" && p.Refuse == "" {
			return errors.New("no pattern")
		}
	case "limit":
		if p.Max <= 0 && p.Client == "" || p.Max < 0 || p.From < 0 {
			return fmt.Errorf("a limit of %d", p.Max)
		}
		if p.Unit != "" && !slices.Contains(units(), p.Unit) {
			return unknownWord("unit", p.Unit, units())
		}
	}
	var err error
	if c.pattern, err = compile(p.Pattern); err != nil {
		return err
	}
	c.refuse, err = compile(p.Refuse)
	return err
}

// compile returns nil for no pattern.
func compile(pattern string) (*regexp.Regexp, error) {
	if pattern == "" {
		return nil, nil
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", pattern, err)
	}
	return re, nil
}

// check refuses words that are not known.
func (c *constraint) check(sourced bool) error {
	if err := c.figure.check(sourced); err != nil {
		return err
	}
	for _, part := range c.Parts {
		if part != partInput && part != partOutput {
			return unknownWord("part", part, []string{partInput, partOutput})
		}
	}
	switch {
	case !slices.Contains(severities(), c.Severity) && c.Severity != severityOff:
		return unknownWord("severity", string(c.Severity), texts(append(severities(), severityOff)))
	case c.Severity == Error && !c.confirmed():
		return errors.New("an error that is not confirmed")
	}
	return nil
}

// bind puts the params of the constraint over those of its rule.
func (c *constraint) bind(rules []*checkRule) error {
	at := slices.IndexFunc(rules, func(r *checkRule) bool { return r.ID == c.Rule })
	if at < 0 {
		ids := make([]string, len(rules))
		for i, r := range rules {
			ids[i] = r.ID
		}
		return unknownWord("rule", c.Rule, ids)
	}
	r := *rules[at]
	r.params = r.over(c.params)
	if c.Fix != "" {
		r.Fix = c.Fix
	}
	if c.Message != "" {
		r.Message = c.Message
	}
	c.rule = &r
	if r.Client != "" {
		table, err := Clients()
		if err != nil {
			return err
		}
		if c.client, err = table.Lookup(r.Client); err != nil {
			return err
		}
		if r.Of == "tool-name" && c.client.p.Name == nil {
			return fmt.Errorf("how %s names tools is not known", c.client.Title)
		}
	}
	return c.complete()
}

// over returns the params with those of p that are set in their place.
func (r *checkRule) over(p params) params {
	out := r.params
	if p.When != nil {
		out.When = p.When
	}
	for _, s := range []struct{ to, from *string }{
		{&out.Of, &p.Of}, {&out.Unit, &p.Unit}, {&out.Prefix, &p.Prefix}, {&out.Client, &p.Client}, {&out.Pattern, &p.Pattern}, {&out.Refuse, &p.Refuse},
	} {
		if *s.from != "" {
			*s.to = *s.from
		}
	}
	if p.Max != 0 {
		out.Max = p.Max
	}
	if p.From != 0 {
		out.From = p.From
	}
	if p.Allow != nil {
		out.Allow = p.Allow
	}
	return out
}

// allowed reports whether a word is one of a list, in which * at the end of an entry stands for anything.
func allowed(list []string, word string) bool {
	return slices.ContainsFunc(list, func(entry string) bool {
		begin, open := strings.CutSuffix(entry, "*")
		return entry == word || open && strings.HasPrefix(word, begin)
	})
}

// appliesTo reports whether the constraint is about a part of a tool.
func (c *constraint) appliesTo(part string) bool {
	return slices.Contains(c.Parts, part) || len(c.Parts) == 0 && part == partInput
}

// words says what the constraint asks for, with the figures and lists that it goes by.
func (k *constraint) words() string {
	s := k.rule.Title
	switch limit, unit, ok := k.limit(); {
	case ok && slices.Contains([]string{"tool-name", "description", "parameter-description", "instructions", "input"}, k.rule.Of):
		s += fmt.Sprintf(": at most %d %s", limit, unit)
	case ok:
		s += fmt.Sprintf(": at most %d", limit)
	case len(k.rule.Allow) > 0:
		s += ": " + strings.Join(k.rule.Allow, ", ")
	case k.rule.Pattern != "":
		s += ": " + k.rule.Pattern
	case k.Message != "" && !strings.Contains(k.Message, "{"):
		s += ": " + k.Message
	case k.When != nil && len(k.When.Has) > 0: // of the rule itself the title says it
		s += ": " + strings.Join(k.When.Has, ", ")
	}
	if k.Effect != "" {
		s += " (" + k.Effect + ")"
	}
	return s
}
