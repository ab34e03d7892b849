package framing

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// The framings that [New] knows.
const (
	// JSON is the tools array of OpenAI's API without whitespace, as a program writes it.
	JSON = "json"
	// JSONSpaced is that array as Python writes it by default, with a blank after commas and colons.
	JSONSpaced = "json-spaced"
	// OpenAITS is the TypeScript namespace that OpenAI's models before gpt-oss are shown.
	OpenAITS = "openai-ts"
	// Harmony is the tools section that the openai/harmony library writes for gpt-oss.
	Harmony = "harmony"
	// GPTOSSJinja is that section as the chat template published with gpt-oss writes it.
	GPTOSSJinja = "gptoss-jinja"
	// Hermes is the <tools> block of Qwen 2.5 and Qwen 3, in the manner of the Hermes models.
	Hermes = "hermes"
	// Llama3 is the block that Llama 3.1 puts in front of the first user message.
	Llama3 = "llama3"
	// Mistral is the block of available tools of Mistral's models.
	Mistral = "mistral"
	// Anthropic is the tools array of Anthropic's API without whitespace.
	Anthropic = "anthropic"
	// Gemini is the list of function declarations of Gemini's API without whitespace.
	Gemini = "gemini"
)

// Piece is one tool, reduced to what a host hands on to a model.
type Piece struct {
	Name        string
	Description *string      // nil if the tool has none; an empty text is part of the payload
	Input       *schema.Node // nil if the tool has none
	Output      *schema.Node // nil if absent or not handed on; no framing shows it
}

// Part says what of a tool a text is.
type Part string

// The parts of a tool. What belongs to none of the others, such as member names, punctuation
// and a framing's fixed words, is framing. Where a schema is rendered as a type, everything that
// is made of it is input, descriptions of parameters and punctuation included.
const (
	PartName        Part = "name"
	PartDescription Part = "description"
	PartInput       Part = "input"
	PartOutput      Part = "output"
	PartFraming     Part = "framing"
)

// Segment is a stretch of a framed text that belongs to one part of one tool.
type Segment struct {
	Tool int // index of the tool, -1 for text that belongs to the catalog as a whole
	Part Part
	Text []byte
	// Special says that the text is the name of one special token of the model. It is one token,
	// and nothing merges across it: the text before and the text behind are counted apart.
	Special bool
}

// Framing turns tools into the text that a model reads. The texts of the segments, one after
// the other, are exactly that text; a count of the segments adds up to a count of the text.
type Framing interface {
	Name() string
	// Frame returns the text of the tools, none for no tools: hosts then leave the payload out.
	// It is an error if the provider's own code would refuse to render one of them; a
	// *[ToolError] says which. The texts share memory and must not be written to.
	Frame(tools []Piece) ([]Segment, error)
}

// Fidelity says how the rules of a framing are known. The zero value is that of an unknown framing.
type Fidelity string

// The fidelities, the best first.
const (
	// Exact rules are published: a serialisation that a host itself writes into its prompt, or the
	// code or chat template with which open models are served. The text is right byte for byte.
	Exact Fidelity = "exact"
	// Reconstructed rules were inferred from counts that the provider returned, and give those
	// counts for the cases and models that they were inferred from. Other models may differ.
	Reconstructed Fidelity = "reconstructed"
	// Estimate means that the provider does not say what it writes. The text holds what the provider
	// counts, names, descriptions and schemas, in the shape in which its API takes them.
	Estimate Fidelity = "estimate"
)

// ToolError says which tool a framing refuses to render, and why.
type ToolError struct {
	Framing string
	Tool    int // its index
	Name    string
	Err     error
}

func (e *ToolError) Error() string {
	return fmt.Sprintf("framing %s: tool %q: %v", e.Framing, e.Name, e.Err)
}

func (e *ToolError) Unwrap() error { return e.Err }

// rules are the framing of one name: what stands before, between and behind the tools, and how
// one of them is written.
type rules struct {
	name          string
	fidelity      Fidelity
	serialisation string // empty is compact

	special             [2]string // tokens around everything, if any
	open, between, last string
	tool                func(w *writer, i int, t *Piece) error
}

// all returns the framings in the order in which they are listed.
func all() []rules {
	return []rules{
		{name: JSON, fidelity: Exact, open: "[", between: ",", last: "]", tool: compact.function},
		{name: JSONSpaced, fidelity: Exact, serialisation: "spaced", open: "[", between: ", ", last: "]", tool: spaced.function},
		{name: OpenAITS, fidelity: Reconstructed, serialisation: "typescript", open: "namespace functions {\n\n", last: "} // namespace functions", tool: openAITool},
		{name: Harmony, fidelity: Exact, serialisation: "typescript", open: harmonyOpen, last: "} // namespace functions", tool: harmonyTool},
		{name: GPTOSSJinja, fidelity: Exact, serialisation: "typescript", open: harmonyOpen, last: "} // namespace functions", tool: jinjaTool},
		{name: Hermes, fidelity: Exact, serialisation: "spaced", open: hermesOpen, between: "\n", last: hermesClose, tool: spaced.function},
		{name: Llama3, fidelity: Exact, serialisation: "indented", open: llamaOpen, tool: llamaTool},
		{name: Mistral, fidelity: Exact, serialisation: "spaced", special: [2]string{"[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"},
			open: "[", between: ", ", last: "]", tool: mistralTool},
		{name: Anthropic, fidelity: Estimate, open: "[", between: ",", last: "]", tool: anthropicTool},
		{name: Gemini, fidelity: Estimate, open: `{"functionDeclarations":[`, between: ",", last: "]}", tool: geminiTool},
	}
}

// Names returns the names that [New] accepts.
func Names() []string {
	var names []string
	for _, r := range all() {
		names = append(names, r.name)
	}
	return names
}

// FidelityOf returns how the rules of the framing of that name are known.
func FidelityOf(name string) Fidelity {
	for _, r := range all() {
		if r.name == name {
			return r.fidelity
		}
	}
	return ""
}

// SerialisationOf returns how the framing of that name spells schemas: "compact" JSON without whitespace, "spaced" JSON
// with a blank after commas and colons, "indented" JSON, or "typescript". It is empty for an unknown framing.
func SerialisationOf(name string) string {
	for _, r := range all() {
		if r.name == name {
			return cmp.Or(r.serialisation, "compact")
		}
	}
	return ""
}

// New returns the framing of that name. An unknown name is an error that lists the known ones.
func New(name string) (Framing, error) {
	for _, r := range all() {
		if r.name == name {
			return &r, nil
		}
	}
	return nil, fmt.Errorf("unknown framing %q; known: %s", name, strings.Join(Names(), ", "))
}

func (r *rules) Name() string { return r.name }

func (r *rules) Frame(tools []Piece) ([]Segment, error) {
	if len(tools) == 0 {
		return nil, nil
	}
	w := newWriter(tools)
	w.special(r.special[0])
	w.put(-1, PartFraming, r.open)
	for i := range tools {
		if i > 0 {
			w.put(i, PartFraming, r.between)
		}
		err := r.tool(w, i, &tools[i])
		if err == nil {
			err = w.full()
		}
		if err != nil {
			return nil, &ToolError{r.name, i, tools[i].Name, err}
		}
	}
	w.put(-1, PartFraming, r.last)
	w.special(r.special[1])
	return w.segments(), nil
}
