package validate

import "time"

// Options say how a document is read. The zero value, and nil, read it as its $schema says, or as 2020-12.
type Options struct {
	// Draft overrides the $schema at the root of the document: "4", "6", "7", "2019-09" or "2020-12". It answers what
	// a reader that knows one draft only makes of the document. Empty for the $schema that is there.
	Draft string
	// DefaultDraft is for documents without $schema. Empty for 2020-12.
	DefaultDraft string
	// Format says whether the keyword format refuses anything.
	Format Format
	// GuessPatterns decides patterns that no engine takes by a hash of pattern and text. Two schemas with the same pattern
	// then agree on it, so that they can be compared in everything else; [Schema.Guessed] says where that happened.
	GuessPatterns bool
	Limits        Limits
}

// A Format says whether the keyword format is an assertion. The zero value is AsDraft.
type Format int

// AsDraft asserts formats in drafts 4 to 7 and not in those behind, as most validators do by default. Assert asserts
// those that are known in all drafts, Ignore in none.
const (
	AsDraft Format = iota
	Assert
	Ignore
)

// Limits bound what a document or an instance may cost. A field that is zero or less has its default.
type Limits struct {
	Bytes int // of the text; 1 MiB by default
	Depth int // of arrays and objects in each other; 128 by default
	// Digits bounds a number written out in full, so that 1e400 has 401 of them; 1,000 by default.
	Digits int
	// Schemas bounds the schemas of a document; 2,500 by default. Compiling takes time that grows with their square.
	Schemas int
	// Names bounds the sizes of the JSON pointers of all schemas together, in bytes; 1 MiB by default.
	Names int
	// Expansion bounds how many schemas are evaluated at one place of an instance, each as often as allOf, references and
	// the like lead to it; 10,000 by default.
	Expansion int
	// Evaluations bounds the same over a whole instance; 200,000 by default.
	Evaluations int
	// Time bounds a call of Compile, Accepts or AcceptsDecoded; 2 s by default.
	Time time.Duration
}

func (l Limits) orDefault() Limits {
	for _, f := range []struct {
		value *int
		or    int
	}{
		{&l.Bytes, 1 << 20}, {&l.Depth, 128}, {&l.Digits, 1000},
		{&l.Schemas, 2500}, {&l.Names, 1 << 20}, {&l.Expansion, 10_000}, {&l.Evaluations, 200_000},
	} {
		if *f.value <= 0 {
			*f.value = f.or
		}
	}
	if l.Time <= 0 {
		l.Time = 2 * time.Second
	}
	return l
}
