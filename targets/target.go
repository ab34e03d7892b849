package targets

import "slices"

// A Target is a consumer that a catalog is meant for: the API of a provider, a decoder, or an MCP client. It does not
// change once made, is safe for concurrent use and can be compared with ==. The zero value stands for any consumer.
type Target struct {
	p *consumer
}

// anyID is the id of the target that stands for all others.
const anyID = "any"

// consumer is a target as it stands in a target file, together with what its table adds.
type consumer struct {
	ID          string        `json:"id"`
	Title       string        `json:"title"`
	Kind        string        `json:"kind"` // api, decoder or client
	Aliases     []string      `json:"aliases"`
	Note        string        `json:"note"`
	Through     string        `json:"through"` // the target that it hands tools on to, which then judges them as well
	Strict      string        `json:"strict"`  // the target that judges tools that declare strict
	Mask        *maskRule     `json:"mask"`
	Constraints []*constraint `json:"constraints"`

	linked
}

// linked is what the table of a consumer adds to it.
type linked struct {
	all             *maskRule // what all masks of the table have in common
	asOf            string    // the newest date among its figures
	through, strict *consumer // nil if there is none
	general         *consumer // the one that stands for any; nil if the table has none
	constraints     []*constraint
}

// kinds of consumers.
func consumerKinds() []string { return []string{"api", "decoder", "client"} }

// orAny returns the consumer, and for the zero value the one that stands for all that are compiled in.
func (t Target) orAny() *consumer {
	if t.p != nil {
		return t.p
	}
	if table, err := Targets(); err == nil {
		if any, err := table.Lookup(anyID); err == nil {
			return any.p
		}
	}
	// A table that cannot be read is reported by Targets and allows nothing.
	return &consumer{ID: anyID, Title: anyID, linked: linked{all: new(maskRule)}}
}

// ID returns the name that the target is known by, such as "openai-strict".
func (t Target) ID() string { return t.orAny().ID }

// Title returns the name of the consumer for readers.
func (t Target) Title() string { return t.orAny().Title }

// Allows reports whether a rewrite is known to do no harm at the target. Any consumer allows what all of those with a
// mask allow, and so does a target without one. What has not been tried is not allowed.
func (t Target) Allows(r Rewrite) bool {
	p := t.orAny()
	if p.Mask == nil {
		return p.all.allows(r)
	}
	return p.Mask.allows(r)
}

// Aliases returns the other names that the target is found by.
func (t Target) Aliases() []string { return slices.Clone(t.orAny().Aliases) }

// Through returns the id of the target that this one hands tools on to, which judges them as well; empty if that is not
// known.
func (t Target) Through() string { return t.orAny().Through }

// Kind returns what the target is: an api, a decoder, a client, or any of them.
func (t Target) Kind() string { return t.orAny().Kind }

// AsOf returns the newest date (YYYY-MM-DD) among the figures of the target; empty if none has one.
func (t Target) AsOf() string { return t.orAny().asOf }

// Constraints returns what the target refuses or mishandles, in words, and where each is from. Its figure is the id of a
// rule of [Linter.Lint].
func (t Target) Constraints() []Fact {
	var facts []Fact
	p := t.orAny()
	for _, k := range p.constraints {
		f := Fact{Figure: k.Rule, Value: string(k.Severity) + ": " + k.words(), Source: k.Source, AsOf: k.AsOf, Confirmed: k.confirmed(), Note: k.Note}
		facts = append(facts, f)
	}
	return facts
}

// Mask returns what is known of each rewrite at the target: yes, no, untested, or required where the consumer refuses
// the form that the rewrite takes away. From tells where that is from; its Source is empty where the target has no mask
// of its own.
func (t Target) Mask() (words map[Rewrite]string, from Fact) {
	p := t.orAny()
	words = make(map[Rewrite]string, len(Rewrites()))
	m, from := p.all, Fact{Figure: "mask", Confirmed: true}
	if p.Mask != nil {
		m = p.Mask
		from.Source, from.AsOf, from.Note, from.Confirmed = m.Source, m.AsOf, m.Note, m.confirmed()
	}
	for _, r := range Rewrites() {
		if words[r] = m.Rewrites[r]; words[r] == "" {
			words[r] = maskUntested
		}
	}
	return words, from
}
