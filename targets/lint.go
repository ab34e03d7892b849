package targets

import (
	"slices"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

// A Linter holds catalogs against what consumers are known to refuse or mishandle. The zero value is ready to use; it
// must not be changed while it is used.
type Linter struct {
	// Server is the name that a client gives to the server and puts into the names of its tools. Empty is the name of
	// the catalog.
	Server string
	// Unsatisfiable, if set, reports whether a schema accepts nothing at all. Without it only schemas that say so in so
	// many words are found.
	Unsatisfiable func(*schema.Node) bool
	// Invalid, if set, says where and why a schema is none under its draft; the reason is empty if nothing is known against
	// it. Without it only the faults are found that have rules of their own.
	Invalid func(*schema.Node) (at schema.Pointer, reason string)
	// Places is the number of places that are reported for each rule and tool; the last one says how many more there
	// are. 0 is 10.
	Places int
}

// Lint holds a catalog against targets, or against what is known of any consumer if none is named. What makes a schema
// invalid for everybody is always looked for, and tools that declare strict are held to the strict rules of their API.
//
// Findings of the catalog as a whole come first, then those of its tools in order; those of a tool are in the order of
// targets, of their constraints and of places in the schema.
func Lint(c *catalog.Catalog, t ...Target) []Finding { return new(Linter).Lint(c, t...) }

// Lint is what the function of that name does, with the linter's settings.
func (l *Linter) Lint(c *catalog.Catalog, t ...Target) []Finding {
	r := &linting{Linter: l, catalog: c, server: l.Server, places: l.Places}
	if r.server == "" {
		r.server = c.Name
	}
	if r.places <= 0 {
		r.places = 10
	}
	r.judges = judges(t)
	for i := range c.Tools {
		tool := &subject{Tool: &c.Tools[i], index: i, strict: declaresStrict(&c.Tools[i])}
		if tool.Input != nil {
			tool.input = newDocument(tool.Input)
		}
		if tool.Output != nil {
			tool.output = newDocument(tool.Output)
		}
		r.tools = append(r.tools, tool)
	}
	for _, j := range r.judges {
		r.whole(j)
	}
	for _, tool := range r.tools {
		for _, j := range r.judges {
			if j.strict && !tool.strict {
				continue
			}
			for _, k := range j.constraints {
				r.tool(j.consumer, k, tool)
			}
		}
	}
	return withoutEchoes(r.findings)
}

// withoutEchoes leaves out what is said of any consumer at a place of which a named consumer says the same.
func withoutEchoes(findings []Finding) []Finding {
	type key struct {
		index    int
		part, at string
		rule     string
	}
	named := make(map[key]bool)
	of := func(f *Finding) key { return key{f.Index, f.Part, string(f.At), f.Rule} }
	for i := range findings {
		if findings[i].Consumer != anyID {
			named[of(&findings[i])] = true
		}
	}
	// A rule that names a fault at the same place says more than that there is one.
	explained := func(f *Finding) bool {
		return f.Rule == invalidSchema && slices.ContainsFunc(findings, func(o Finding) bool {
			return o.Rule != invalidSchema && o.Severity == Error && o.Index == f.Index && o.Part == f.Part && o.At != "" && strings.HasPrefix(string(f.At)+"/", string(o.At)+"/")
		})
	}
	var out []Finding
	for i := range findings {
		if f := &findings[i]; !(f.Consumer == anyID && named[of(f)]) && !explained(f) {
			out = append(out, *f)
		}
	}
	return out
}

// invalidSchema is the rule that a validator decides.
const invalidSchema = "invalid-schema"

// judge is a consumer that tools are held against.
type judge struct {
	*consumer
	strict      bool // only tools that declare strict are
	constraints []*constraint
}

// judges returns the consumers that stand for targets: themselves, those whose requests they make, the strict rules of
// theirs, and what holds for all of them.
func judges(targets []Target) []judge {
	if len(targets) == 0 {
		targets = []Target{{}}
	}
	var out []judge
	index := func(c *consumer) int { return slices.IndexFunc(out, func(j judge) bool { return j.ID == c.ID }) }
	var add func(c *consumer, strict bool)
	add = func(c *consumer, strict bool) {
		if c == nil {
			return
		}
		if at := index(c); at >= 0 {
			out[at].strict = out[at].strict && strict
			return
		}
		out = append(out, judge{c, strict, c.constraints})
		if !strict {
			add(c.through, false)
			add(c.strict, true)
		}
	}
	for _, t := range targets {
		add(t.orAny(), false)
	}
	if general := targets[0].orAny().general; general != nil && index(general) < 0 {
		always := slices.DeleteFunc(slices.Clone(general.constraints), func(k *constraint) bool { return !k.Always })
		out = append([]judge{{general, false, always}}, out...)
	}
	return out
}

// subject is a tool that is looked at.
type subject struct {
	*catalog.Tool
	index         int
	strict        bool
	input, output *document // nil where the tool has no such schema
}

// declaresStrict reports whether a tool asks for the strict mode of its API.
func declaresStrict(t *catalog.Tool) bool {
	strict, _ := t.Extra.Get("strict").Bool()
	return strict
}

// linting is a linter at work on one catalog.
type linting struct {
	*Linter
	catalog  *catalog.Catalog
	server   string
	places   int
	judges   []judge
	tools    []*subject
	findings []Finding
}

// place is where a constraint is broken, and what to say about it.
type place struct {
	at    schema.Pointer
	found string // for {found}
	n     int    // for {n}
	max   int    // for {max}
}

// hits are the places where a constraint is broken in a part of a tool. Only so many are said one by one, since a schema
// can have thousands, and nothing is worked out for the others.
type hits struct {
	limit  int
	places []place
	more   int
}

func (h *hits) add(where func() place) {
	if len(h.places) >= h.limit {
		h.more++
		return
	}
	h.places = append(h.places, where())
}

// hit adds what a constraint found in one place of a part of a tool.
func (r *linting) hit(c *consumer, k *constraint, tool *subject, part string, p place) {
	r.report(c, k, tool, part, &hits{places: []place{p}})
}

// report adds what a constraint found in a part of a tool; tool is nil for the whole catalog.
func (r *linting) report(c *consumer, k *constraint, tool *subject, part string, h *hits) {
	for i, p := range h.places {
		f := Finding{
			Index: -1, Part: part, At: p.at, Consumer: c.ID, Rule: k.Rule, Severity: k.Severity, Message: c.message(k, p), Fix: k.rule.Fix,
			AsOf: k.AsOf, Source: k.Source, Confirmed: k.confirmed(), Note: k.Note,
		}
		if tool != nil {
			f.Tool, f.Index, f.Origin = tool.Name, tool.index, tool.Origin
		}
		if i == len(h.places)-1 {
			f.More = h.more
		}
		r.findings = append(r.findings, f)
	}
}

// message words a finding: what is wrong and, where that is known, what the consumer does about it.
func (c *consumer) message(k *constraint, p place) string {
	s := strings.NewReplacer("{found}", p.found, "{n}", strconv.Itoa(p.n), "{max}", strconv.Itoa(p.max)).Replace(k.rule.Message)
	switch {
	case k.Effect == "":
		return s
	case c.ID == anyID:
		return s + ": " + k.Effect
	}
	return s + ": " + c.Title + " " + k.Effect
}

// listed joins words for {found}: foreign ones are quoted and cut, and only so many are named.
func listed(words []string, foreign bool) string {
	const most, length = 5, 60
	var b strings.Builder
	for i, w := range words {
		if i == most {
			b.WriteString(" and " + strconv.Itoa(len(words)-most) + " more")
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		if foreign {
			if cut := head(w, length, "chars"); cut != w {
				w = cut + "…"
			}
			w = strconv.Quote(w)
		}
		b.WriteString(w)
	}
	return b.String()
}
