package cli

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/catalog/load"
	"github.com/schema-bench/schema-bench/catalog/openapi"
	"github.com/schema-bench/schema-bench/catalog/openapi/convert"
	"github.com/schema-bench/schema-bench/catalog/openapi/diagnose"
)

// A specOptions says which operations of OpenAPI documents become tools, and how.
type specOptions struct {
	tags, paths, methods, operations []string
	noDeprecated                     bool
	prefix                           string
	maxName                          int
	nullable                         string
	keepReadOnly                     bool
	files                            folder
	remote                           hosts

	diagnose bool // what another reader has against the document is a problem
	naive    bool // and for what converters make of them that put every definition where it is used
	empty    bool // a document without operations is a catalog without tools
}

// The values of --nullable.
const (
	nullStrict = "strict"
	nullIntent = "intent"
)

func (o *specOptions) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&o.tags, "tag", nil, "of OpenAPI documents, take the operations with a tag that matches one of these `GLOBS`")
	f.StringSliceVar(&o.paths, "path", nil, "take the operations whose path matches one of these `GLOBS`, such as '/users/*'")
	f.StringSliceVar(&o.methods, "method", nil, "take the operations with one of these `METHODS`, such as get,head")
	f.StringSliceVar(&o.operations, "operation", nil, "take the operations whose operationId matches one of these `GLOBS`")
	f.BoolVar(&o.noDeprecated, "no-deprecated", false, "leave out the operations that are deprecated")
	f.StringVar(&o.prefix, "name-prefix", "", "begin the names of tools from OpenAPI documents with `PREFIX`")
	o.maxName = defaultMaxName
	f.Var(count{&o.maxName, 1}, "max-name", "make no such name longer than `N` characters, the prefix included, from 24 to 128")
	f.StringVar(&o.nullable, "nullable", nullStrict, "read nullable by the `WORD` strict, as the specification has it, or intent, which allows null beside an enum or a reference too")
	f.BoolVar(&o.keepReadOnly, "keep-read-only", false, "leave properties that are readOnly among the arguments")
	f.Var(&o.files, "allow-file", "follow references of OpenAPI documents to files in their folder and below; --allow-file=DIR, to files in DIR and below")
	f.Lookup("allow-file").NoOptDefVal = "true"
	f.Var(&o.remote, "allow-remote", "follow references to URLs of the host that the document came from; --allow-remote=HOST,HOST, by https to these as well")
	f.Lookup("allow-remote").NoOptDefVal = "true"
}

// bindDiagnose binds the flag of the commands that show problems.
func (o *specOptions) bindDiagnose(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.diagnose, "diagnose", false, "add to the problems of OpenAPI documents what kin-openapi, which many Go servers use, has against them; it takes seconds for large ones")
}

// Bounds of the length of a name: what most consumers take, what leaves room for words beside a hash, and the most that
// any consumer takes.
const (
	defaultMaxName = 64
	leastMaxName   = 24
	mostMaxName    = 128
)

// specFlags are the flags of bind that say which operations become tools and how, in the order of help.
func specFlags() []string {
	return []string{"tag", "path", "method", "operation", "no-deprecated", "name-prefix", "max-name", "nullable", "keep-read-only", "allow-file", "allow-remote"}
}

// options returns how documents are imported.
func (o *specOptions) options() (openapi.Options, error) {
	if err := oneOf("nullable", cmp.Or(o.nullable, nullStrict), nullStrict, nullIntent); err != nil {
		return openapi.Options{}, err
	}
	if o.maxName != 0 && (o.maxName < leastMaxName || o.maxName > mostMaxName) {
		return openapi.Options{}, usagef("--max-name %d: must be from %d to %d", o.maxName, leastMaxName, mostMaxName)
	}
	opt := openapi.Options{
		Prefix: o.prefix, MaxName: o.maxName, KeepReadOnly: o.keepReadOnly,
		Filter: openapi.Filter{Tags: o.tags, Paths: o.paths, Methods: o.methods, IDs: o.operations, NoDeprecated: o.noDeprecated},
	}
	if o.nullable == nullIntent {
		opt.Nulls = convert.Intent
	}
	if o.diagnose {
		opt.Diagnose = diagnose.Check
	}
	return opt, nil
}

// references says where references may lead.
func (o *specOptions) references(e *env) load.References {
	r := load.References{Files: o.files.on, Remote: o.remote.own, Hosts: o.remote.names}
	if o.files.dir != "" {
		r.Root = e.path(o.files.dir)
	}
	return r
}

// typed returns the flags of documents as they were typed.
func (o *specOptions) typed(cmd *cobra.Command) (flags []string) {
	for _, name := range specFlags() {
		f := cmd.Flags().Lookup(name)
		if !typed(cmd, name) {
			continue
		}
		switch v := f.Value.(type) {
		case pflag.SliceValue:
			flags = append(flags, "--"+name, shellWord(strings.Join(v.GetSlice(), ",")))
		default:
			if f.NoOptDefVal != "" { // whose value is part of the same word
				word := "--" + name
				if v.String() != f.NoOptDefVal {
					word += "=" + shellWord(v.String())
				}
				flags = append(flags, word)
				continue
			}
			flags = append(flags, "--"+name, shellWord(v.String()))
		}
	}
	return flags
}

// check refuses flags for OpenAPI documents where there is none. Those that come from the environment or the
// configuration are meant for where they apply.
func (o *specOptions) check(cmd *cobra.Command, sides ...*loaded) error {
	for _, got := range sides {
		if got.failed > 0 || len(got.apis) > 0 {
			return nil
		}
	}
	for _, name := range append(specFlags(), "diagnose") {
		if typed(cmd, name) {
			return withHint(usagef("--%s is for OpenAPI documents, and no source is one", name), "--only and --hide choose among the tools of any source")
		}
	}
	return nil
}

// An api is what became of an OpenAPI document.
type api struct {
	label string
	*openapi.API
	naive *catalog.Catalog // with --naive
}

// refusal says how many operations of a document have no tool, and why the first has none; nil if all have one.
func (a *api) refusal() error {
	n := len(a.Refused)
	if n == 0 {
		return nil
	}
	first := a.Refused[0]
	if n == 1 {
		return fmt.Errorf("%s: 1 of %s is no tool: %s %s: %s", a.label, number(a.Operations, "operation"), first.Method, first.Path, first.Reason)
	}
	return fmt.Errorf("%s: %d of %s are no tools, the first is %s %s: %s; import --verbose lists them all",
		a.label, n, number(a.Operations, "operation"), first.Method, first.Path, first.Reason)
}

// refusals says of each document how many of its operations have no tool.
func (l *loaded) refusals() (all []error) {
	for _, a := range l.apis {
		if err := a.refusal(); err != nil {
			all = append(all, err)
		}
	}
	return all
}

// warn writes warnings to stderr, for commands whose report has no place for them.
func (e *env) warn(warnings []error) {
	for _, w := range warnings {
		fmt.Fprintf(e.Err, "warning: %s\n", message(w))
	}
}

// A folder is a flag that is on, off, or a directory.
type folder struct {
	on  bool
	dir string
}

// Set implements pflag.Value.
func (d *folder) Set(s string) error {
	switch s {
	case "":
		return errors.New("names no directory")
	case "true", "false":
		*d = folder{on: s == "true"}
	default:
		*d = folder{true, s}
	}
	return nil
}

// String implements pflag.Value.
func (d *folder) String() string {
	if d.dir != "" {
		return d.dir
	}
	return strconv.FormatBool(d.on)
}

// Type implements pflag.Value. What is bool stands in help without the value that it may have behind =.
func (d *folder) Type() string { return "bool" }

// A hosts is a flag that is on, off, or a list of hosts.
type hosts struct {
	own   bool
	names []string
}

// Set implements pflag.Value. A list adds to what is there.
func (h *hosts) Set(s string) error {
	if s == "true" || s == "false" {
		*h = hosts{own: s == "true"}
		return nil
	}
	for name := range strings.SplitSeq(s, ",") {
		name = strings.TrimSpace(name)
		if err := load.CheckHost(name); err != nil {
			return err
		}
		if !slices.Contains(h.names, name) {
			h.names = append(h.names, name)
		}
	}
	h.own = true
	return nil
}

// String implements pflag.Value.
func (h *hosts) String() string {
	if len(h.names) > 0 {
		return strings.Join(h.names, ",")
	}
	return strconv.FormatBool(h.own)
}

// Type implements pflag.Value.
func (h *hosts) Type() string { return "bool" }

// besideSource resolves the directory of --allow-file in a configuration, which may be a truth value as well.
func besideSource(base, v string) string {
	if v == "true" || v == "false" || filepath.IsAbs(v) {
		return v
	}
	return filepath.Join(base, v)
}
