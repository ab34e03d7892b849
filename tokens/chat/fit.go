package chat

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

//go:embed fits.json
var fitsJSON []byte

// Fit is a model whose overhead others fitted against its API: a prior for a model of which nothing better is
// known, never a count. A message costs Message + tokens(role) + tokens(content) × Multiplier, and Base comes once.
type Fit struct {
	Model    string
	Encoding string // of the counter that it was fitted with; "claude" is Anthropic's published tokenizer of 2023
	AsOf     string
	Source   string

	Multiplier float64
	Base       int
	Message    int

	// Tools comes once if there are any, Tool for each but the first, Description for each that has one.
	Tools, Tool, Description int
	// FirstProperty and Property are per property of an object, the first and the others, beside its name;
	// PropertyDescription and Enum for those that have one, beside its text; Object and ArrayOfObjects for those
	// of that kind, beside their own properties.
	FirstProperty, Property, PropertyDescription, Enum, Object, ArrayOfObjects int

	// Checked are requests of about 500, 5,000 and 50,000 tokens with one tool: what those who fitted it estimated,
	// and what the API counted. It is nil for models that they did not check. The requests are not published, so
	// that this package can repeat the arithmetic but not these figures.
	Checked []Check
}

// Check is one comparison of an estimate with what an API counted, in tokens.
type Check struct{ Estimated, Counted int }

// Fits returns the fitted models, sorted by name.
func Fits() ([]Fit, error) {
	var file struct {
		AsOf   string `json:"as_of"`
		Source string `json:"source"`
		Fits   []struct {
			Model    string      `json:"model"`
			Encoding string      `json:"encoding"`
			Figures  [12]float64 `json:"figures"`
			Checked  [][2]int    `json:"checked"`
		} `json:"fits"`
	}
	if err := json.Unmarshal(fitsJSON, &file); err != nil {
		return nil, fmt.Errorf("chat: the fits: %w", err)
	}
	fits := make([]Fit, len(file.Fits))
	for i, row := range file.Fits {
		f := Fit{Model: row.Model, Encoding: row.Encoding, AsOf: file.AsOf, Source: file.Source, Multiplier: row.Figures[0]}
		// The file says the order in its member of that name.
		for k, to := range []*int{&f.Base, &f.Message, &f.Tools, &f.Tool, &f.Description, &f.FirstProperty, &f.Property,
			&f.PropertyDescription, &f.Enum, &f.Object, &f.ArrayOfObjects} {
			*to = int(row.Figures[k+1])
		}
		for _, pair := range row.Checked {
			f.Checked = append(f.Checked, Check{pair[0], pair[1]})
		}
		fits[i] = f
	}
	return fits, nil
}

// Estimate returns about how many tokens a request is, and how many of them are of each message. The counter should
// be of the encoding that the fit names. Calls and names of messages count as text; the fit does not know them.
func (f *Fit) Estimate(c Counter, r *Request) (total int, perMessage []int, err error) {
	count := func(s string) int { return c.Count([]byte(s)) }
	perMessage = make([]int, len(r.Messages))
	total = f.Base
	for i, m := range r.Messages {
		n := count(m.Content)
		if m.Name != "" {
			n += count(m.Name)
		}
		for _, call := range m.Calls {
			n += count(call.Name) + count(call.Arguments)
		}
		perMessage[i] = f.Message + count(m.Role) + int(math.Round(float64(n)*f.Multiplier))
		total += perMessage[i]
	}
	if len(r.Tools) == 0 {
		return total, perMessage, nil
	}
	total += f.Tools + f.Tool*(len(r.Tools)-1)
	for i, t := range r.Tools {
		total += count(t.Name)
		if t.Description != nil && *t.Description != "" {
			total += f.Description + count(*t.Description)
		}
		n, err := f.properties(count, t.Input, 0)
		if err != nil {
			return 0, nil, fmt.Errorf("chat: fit of %s: %w", f.Model, &framing.ToolError{Framing: "fit", Tool: i, Name: t.Name, Err: err})
		}
		total += n
	}
	return total, perMessage, nil
}

// maxDepth bounds the nesting of schemas that were not read but built.
const maxDepth = 1000

func (f *Fit) properties(count func(string) int, object *schema.Node, depth int) (int, error) {
	if depth > maxDepth {
		return 0, errors.New("the parameters are nested too deep")
	}
	n, first := 0, true
	for name, p := range object.Get("properties").Members() {
		n += count(name) + f.Property
		if first {
			n += f.FirstProperty - f.Property
		}
		first = false
		if description, _ := p.Get("description").Text(); description != "" {
			n += f.PropertyDescription + count(description)
		}
		if values := p.Get("enum"); values.Len() > 0 {
			n += f.Enum
			for _, v := range values.Items() {
				n += count(plain(v))
			}
		}
		inner, cost := p, f.Object
		if p.Get("properties") == nil {
			inner, cost = p.Get("items"), f.ArrayOfObjects
		}
		if inner.Get("properties") == nil {
			continue
		}
		below, err := f.properties(count, inner, depth+1)
		if err != nil {
			return 0, err
		}
		n += cost + below
	}
	return n, nil
}
