package openapi

import (
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/catalog/openapi/convert"
	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
	"github.com/schema-bench/schema-bench/catalog/openapi/request"
	"github.com/schema-bench/schema-bench/schema"
)

// Options say what to make of a document. The zero value makes a tool of every operation and reads nothing but the bytes
// that it is given.
type Options struct {
	Source string // a path or URL, for Origin and to resolve relative references and servers; never with credentials in it
	Limits schema.Limits
	// Fetch returns the bytes of another file of the document. It decides what is allowed; nil allows nothing.
	Fetch  func(location string) ([]byte, error)
	Prefix string // in front of every name, as it is
	// MaxName is how long a name may be with its prefix, in bytes; default 64.
	MaxName int
	// MaxDescription is how long the description of a tool may be, in characters; longer ones are cut behind a sentence
	// and a problem says so. Zero cuts none.
	MaxDescription int
	Filter         Filter
	Nulls          convert.Nulls
	KeepReadOnly   bool // readOnly properties stay in what is sent
	// Diagnose gives an opinion on the document, such as diagnose.Check; it joins the problems and decides nothing. Nil
	// asks nobody.
	Diagnose func(*document.Document) []document.Problem
}

// An API is a document as tools. Operations is always len(Catalog.Tools)+len(Refused)+Excluded.
type API struct {
	Catalog    *catalog.Catalog // sorted by path and method
	Calls      []request.Call   // how to call the tools, in their order
	Version    document.Version
	Operations int
	Refused    []Refused
	Excluded   int // by the filter or by the document's own word
}

// A Refused is an operation that there is no tool of.
type Refused struct {
	Method, Path string // the method is empty if it could not be read
	At           schema.Pointer
	Reason, Hint string // the hint may be empty
}

// Bounds of what is made. The definitions of a document can be in every tool, so a short one can mean very much text.
const (
	maxText   = 256 << 20 // bytes of all schemas
	maxOutput = 1 << 20   // bytes of one output schema, which is of use to nobody above that
	maxArgs   = 1_000_000 // arguments of all tools
)

// An importer makes tools of one document.
type importer struct {
	opt    *Options
	d      *document.Document
	conv   *convert.Converter
	namer  *namer
	sieve  *sieve
	keys   []request.Credential
	ops    []frame.Operation
	names  []string // of ops
	hints  []hint
	wanted []bool
	owners map[string]string // names of tools, by file and pointer
	odd    []oddity
	sizes  map[*schema.Node]int // of definitions
	buf    []byte
	text   int // made so far, in bytes
	args   int
}

// Import makes tools of a document, JSON or YAML, of OpenAPI 3.0 to 3.2 or Swagger 2.0. Whatever is odd about it is in the
// problems of the catalog, and so is why an operation is refused; the others are tools all the same. The error is that the
// document cannot be read or that there is no tool to be had. That wraps [catalog.ErrNoTools], and the API, which has no tool
// then, says what there is instead. Nil options are the zero options.
func Import(text []byte, opt *Options) (*API, error) {
	im, err := newImporter(text, opt)
	if err != nil {
		return nil, err
	}
	return im.run()
}

// run makes the tools.
func (im *importer) run() (*API, error) {
	im.conv = convert.New(im.d, &convert.Options{Nulls: im.opt.Nulls, KeepReadOnly: im.opt.KeepReadOnly})
	api := &API{Catalog: &catalog.Catalog{Name: im.title(), Form: catalog.MCP}, Version: im.d.Version, Operations: len(im.ops)}
	for i := range im.ops {
		op := &im.ops[i]
		if !im.wanted[i] {
			api.Excluded++
			continue
		}
		tool, call, refused := im.tool(i)
		if refused != nil {
			api.Refused = append(api.Refused, Refused{op.Method, op.Path, op.At.At, refused.Message, refused.Hint})
			continue
		}
		im.owners[im.d.FileOf(op.At)+"\n"+string(op.At.At)] = tool.Name
		api.Catalog.Tools = append(api.Catalog.Tools, tool)
		api.Calls = append(api.Calls, call)
	}
	api.Catalog.Problems = im.problems(api)
	if len(api.Catalog.Tools) == 0 {
		return api, im.none(api)
	}
	return api, nil
}

// newImporter reads all of a document but its schemas.
func newImporter(text []byte, opt *Options) (*importer, error) {
	if opt == nil {
		opt = &Options{}
	}
	im := &importer{opt: opt, owners: map[string]string{}, sizes: map[*schema.Node]int{}}
	var err error
	if im.namer, err = newNamer(opt); err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	if im.sieve, err = newSieve(&opt.Filter); err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	if im.d, err = document.Open(text, &document.Options{Name: opt.Source, Limits: opt.Limits, Fetch: opt.Fetch}); err != nil {
		return nil, err
	}
	im.keys = keys(im.d)
	im.ops = frame.Read(im.d)
	// All operations take part, so that a filter changes which tools there are and not what they are called.
	claims := make([]claim, len(im.ops))
	im.hints, im.wanted = make([]hint, len(im.ops)), make([]bool, len(im.ops))
	for i := range im.ops {
		op := &im.ops[i]
		im.hints[i] = hintOf(op, im.d.Root().Node)
		// Every operation has to pass by, also one that the document itself does not offer: the filter remembers.
		im.wanted[i] = im.sieve.pass(op) && !im.hints[i].off
		claims[i] = im.namer.claim(op.Method, op.Path, im.hints[i].name, op.ID)
	}
	im.names = im.namer.names(claims)
	return im, nil
}

func (im *importer) title() string {
	title, _ := im.d.Root().Get("info").Node.Get("title").Text()
	if title = strings.TrimSpace(title); title == "" {
		return im.opt.Source
	}
	return title
}

// tool makes the tool of an operation, or says why there is none.
func (im *importer) tool(i int) (catalog.Tool, request.Call, *document.Problem) {
	op := &im.ops[i]
	refuse := func(format string, args ...any) (catalog.Tool, request.Call, *document.Problem) {
		return catalog.Tool{}, request.Call{}, &document.Problem{File: im.d.FileOf(op.At), At: op.At.At, Message: fmt.Sprintf(format, args...)}
	}
	switch {
	case op.Refused != nil:
		return catalog.Tool{}, request.Call{}, op.Refused
	case len(op.Parameters) > maxParameters:
		return refuse("it has %d parameters, and more than %d are not read", len(op.Parameters), maxParameters)
	}
	call := request.Call{Method: op.Method, Path: op.Path, Servers: op.Servers}
	var hidden []bool
	call.Security, hidden = im.security(op)
	in := im.input(op, hidden)
	if im.args += len(in.args); im.args > maxArgs {
		return refuse("the tools before it have %d arguments together, and more are not made: use a filter", maxArgs)
	}
	t := catalog.Tool{Name: im.names[i], Title: strings.TrimSpace(im.hints[i].title), Input: in.root(), Extra: annotations(op.Method),
		Origin: catalog.Origin{Source: im.opt.Source, At: op.At.At}}
	if file := im.d.FileOf(op.At); file != "" {
		t.Origin.Source = file
	}
	im.conv.Close(t.Input, convert.Request)
	out := im.output(op)
	if out.root != nil {
		im.conv.Close(out.root, convert.Response)
		if size := im.size(out.root); size > maxOutput {
			im.tell(op, op.At, fmt.Sprintf("the output schema would be %d bytes with all that it refers to; it is left out", size), "")
		} else {
			t.Output, call.Wrapped = out.root, out.wrapped
			im.text += size
		}
	}
	if im.text += im.size(t.Input); im.text > maxText {
		return refuse("the schemas of the tools before it are %d bytes together, and more are not made: use a filter", maxText)
	}
	var cut bool
	if t.Description, cut = shorten(describe(op, im.hints[i].description), im.opt.MaxDescription); cut {
		im.tell(op, op.At, fmt.Sprintf("the description is longer than %d characters and is cut", im.opt.MaxDescription), "")
	}
	call.Body, call.Accept = in.body, out.accept
	for i := range in.args {
		call.Bindings = append(call.Bindings, in.args[i].binding)
	}
	return t, call, nil
}

// size returns how long the text of a schema is. Definitions are in many tools, and are written once to find out.
func (im *importer) size(root *schema.Node) int {
	total := 0
	for name, value := range root.Members() {
		if name != "$defs" {
			im.buf = value.Append(im.buf[:0])
			total += len(name) + 4 + len(im.buf)
			continue
		}
		for name, value := range value.Members() {
			size, known := im.sizes[value]
			if !known {
				im.buf = value.Append(im.buf[:0])
				size = len(im.buf)
				im.sizes[value] = size
			}
			total += len(name) + 4 + size
		}
	}
	return total
}

// problems collects what is odd about the document and its operations, those that are not wanted apart.
func (im *importer) problems(api *API) []catalog.Problem {
	var j journal
	names := map[*frame.Operation]string{}
	for i := range im.ops {
		op := &im.ops[i]
		names[op] = im.owners[im.d.FileOf(op.At)+"\n"+string(op.At.At)]
	}
	for _, p := range im.d.Problems {
		j.note(im.owner(&p), p)
	}
	for i := range im.ops {
		if op := &im.ops[i]; im.wanted[i] {
			for _, p := range op.Problems {
				j.noteOf(op, names[op], p)
			}
		}
	}
	for _, o := range im.odd {
		j.noteOf(o.op, names[o.op], o.problem)
	}
	for _, p := range im.conv.Problems() {
		j.note(im.owner(&p), p)
	}
	for _, r := range api.Refused {
		j.note("", document.Problem{At: r.At, Message: fmt.Sprintf("%s is no tool: %s", label(&frame.Operation{Method: r.Method, Path: r.Path}), r.Reason), Hint: r.Hint})
	}
	for _, text := range im.sieve.idle(im.ops) {
		j.note("", document.Problem{Message: text})
	}
	if im.opt.Diagnose != nil {
		for _, p := range im.opt.Diagnose(im.d) {
			j.note(im.owner(&p), p)
		}
	}
	first := map[string]*catalog.Tool{}
	for i := range api.Catalog.Tools {
		t := &api.Catalog.Tools[i]
		lower := strings.ToLower(t.Name)
		if other := first[lower]; other != nil {
			j.note(t.Name, document.Problem{At: t.Origin.At, Message: fmt.Sprintf("the name differs only in case from %q, of %s", other.Name, other.Origin.At),
				Hint: "some clients take the two for one: change an operationId"})
			continue
		}
		first[lower] = t
	}
	return j.problems()
}

// none says why there is no tool at all.
func (im *importer) none(api *API) error {
	e := &catalog.ReadError{}
	switch {
	case len(im.ops) == 0:
		e.Err = fmt.Errorf("openapi: %w: the document describes no operations%s", catalog.ErrNoTools, im.instead())
		return e
	case len(api.Refused) == 0:
		e.Err = fmt.Errorf("openapi: %w: none of the operations is asked for (there are %d)", catalog.ErrNoTools, len(im.ops))
	default:
		first := &api.Refused[0]
		e.At = first.At
		e.Err = fmt.Errorf("openapi: %w: none of the operations that are asked for can be one (there are %d); %s: %s", catalog.ErrNoTools, len(api.Refused),
			label(&frame.Operation{Method: first.Method, Path: first.Path}), first.Reason)
		e.Fix = first.Hint
	}
	if idle := im.sieve.idle(im.ops); len(idle) > 0 {
		e.Err = fmt.Errorf("%w; %s", e.Err, strings.Join(idle[:min(len(idle), 5)], "; "))
	}
	return e
}

// instead says what else there is in a document without operations.
func (im *importer) instead() string {
	root := im.d.Root()
	if n := root.Get("webhooks").Node.Len(); n > 0 {
		return fmt.Sprintf("; it has webhooks (%d), which are requests that the API sends", n)
	}
	for _, what := range []struct{ at, text string }{{"/components/schemas", "schemas"}, {"/definitions", "schemas"}, {"/components/pathItems", "path items that no path refers to"}} {
		if n := root.Node.Find(schema.Pointer(what.at)).Len(); n > 0 {
			return fmt.Sprintf("; it has %d %s", n, what.text)
		}
	}
	if root.Get("paths").Node == nil {
		return "; it has no paths"
	}
	return "; its paths have none"
}
