package install

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// ours are the members of an entry whose values change.
var ours = []string{"command", "args", "type", "transport", "url", "serverUrl", "httpUrl"}

var urlNames = []string{"url", "serverUrl", "httpUrl"}

// An edit puts a text in the place of a part of a file.
type edit struct {
	span
	text string
}

// apply returns the file with the edits, none of which overlap.
func apply(b []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(x, y edit) int { return cmp.Compare(x.from, y.from) })
	var out []byte
	done := 0
	for _, e := range edits {
		out = append(out, b[done:e.from]...)
		out = append(out, e.text...)
		done = e.to
	}
	return append(out, b[done:]...)
}

// A form is how an entry uses the proxy.
type form int

const (
	plain     form = iota // not at all
	ofCommand             // in front of a command behind --
	ofURL                 // in front of a URL behind --url
	unknown               // in a way that is not ours
)

// form returns how an entry uses the proxy and which of its arguments is the -- or --url.
func (e *entry) form(program string) (form, int) {
	command, args := e.get("command"), e.get("args")
	if command == nil || !command.isText || !isProgram(command.text, program) || args == nil || !args.isList {
		return plain, 0
	}
	if len(args.items) == 0 || args.items[0].text != "wrap" {
		return plain, 0
	}
	for _, mark := range []string{"--", "--url"} {
		for k, it := range args.items {
			if it.isText && it.text == mark && k+1 < len(args.items) && args.items[k+1].isText {
				if mark == "--" {
					return ofCommand, k
				}
				return ofURL, k
			}
		}
	}
	return unknown, 0
}

// A rewriter puts the proxy in front of servers.
type rewriter struct {
	*document
	opt     *Options
	program string
}

// wrap returns the edits that put the proxy in front of a server, or why there are none.
func (r *rewriter) wrap(e *entry) ([]edit, Action, string) {
	if e.broken != "" {
		return nil, Left, e.broken
	}
	switch f, k := e.form(r.program); f {
	case ofCommand, ofURL:
		return r.update(e, f, k)
	case unknown:
		return nil, Left, "it runs schema-bench wrap in a way of its own"
	}
	command := e.get("command")
	var address *member
	for _, name := range urlNames {
		if m := e.get(name); m != nil && address == nil {
			address = m
		}
	}
	switch {
	case command != nil && address != nil:
		return nil, Left, "it has both a command and a URL"
	case command != nil:
		return r.wrapCommand(e, command)
	case address != nil:
		return r.wrapURL(e, address)
	}
	return nil, Left, "it has neither a command nor a URL"
}

func (r *rewriter) wrapCommand(e *entry, command *member) ([]edit, Action, string) {
	if !command.isText || command.text == "" {
		return nil, Left, "its command is no text"
	}
	if kind := e.kind(); kind != nil && kind.text != "stdio" && kind.text != "local" {
		return nil, Left, fmt.Sprintf("it has a command, and its %s is not stdio", kind.name)
	}
	args := e.get("args")
	var texts []string
	if args != nil {
		var ok bool
		if texts, ok = args.texts(); !ok {
			return nil, Left, "its args are no list of texts"
		}
	}
	target, err := r.opt.absolute(command.text, e.path)
	if err != nil {
		return nil, Left, err.Error()
	}
	if why := unsafeForBatch(target, texts); why != "" {
		return nil, Left, why
	}
	words := append(r.words("--"), command.value.of(r.b))
	if target != command.text {
		words[len(words)-1] = quote(target)
	}
	sep := r.separator(e, args)
	switch {
	case args == nil:
		list := e.between + r.name("args") + e.colon + "[" + strings.Join(words, sep) + "]"
		return []edit{{command.value, quote(r.program) + list}}, Wrapped, ""
	case len(args.items) == 0:
		inside := args.value.from + 1
		return []edit{{command.value, quote(r.program)}, {span{inside, inside}, strings.Join(words, sep)}}, Wrapped, ""
	}
	first := args.items[0].from
	return []edit{{command.value, quote(r.program)}, {span{first, first}, strings.Join(words, sep) + sep}}, Wrapped, ""
}

// words are the arguments up to the mark, as they are written.
func (r *rewriter) words(mark string) []string {
	var out []string
	for _, a := range r.arguments(mark) {
		out = append(out, quote(a))
	}
	return append(out, quote(mark))
}

// arguments are those before the mark.
func (r *rewriter) arguments(mark string) []string {
	out := append([]string{"wrap"}, r.opt.Args...)
	if mark == "--" {
		out = append(out, r.opt.CommandArgs...)
	}
	return out
}

// name writes the name of a member.
func (d *document) name(s string) string {
	if d.toml {
		return s
	}
	return quote(s)
}

// kind returns the member that names the transport of a server, nil if none does.
func (e *entry) kind() *member {
	for _, name := range []string{"type", "transport"} {
		if m := e.get(name); m != nil {
			return m
		}
	}
	return nil
}

func (r *rewriter) wrapURL(e *entry, address *member) ([]edit, Action, string) {
	if !address.isText || address.text == "" {
		return nil, Left, "its " + address.name + " is no text"
	}
	for i := range e.members {
		m := &e.members[i]
		if why := heldBy(m); why != "" {
			return nil, Left, why
		}
		if m.name == "args" || m.name == "env" {
			return nil, Left, fmt.Sprintf("it has a URL, and %s for a command", m.name)
		}
	}
	if why := hasSecret(address.text); why != "" {
		return nil, Left, why
	}
	sep := ", "
	if e.colon == ":" {
		sep = ","
	}
	list := strings.Join(append(r.words("--url"), address.value.of(r.b)), sep)
	edits := []edit{
		{address.key, r.name("command")},
		{address.value, quote(r.program) + e.between + r.name("args") + e.colon + "[" + list + "]"},
	}
	if kind := e.kind(); kind != nil {
		switch strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(kind.text)) {
		case "http", "streamablehttp", "streamable", "sse", "remote":
		default:
			return nil, Left, fmt.Sprintf("its %s is neither http nor sse", kind.name)
		}
		edits = append(edits, edit{kind.value, quote("stdio")})
	}
	return edits, Wrapped, ""
}

// update gives an entry that has the proxy already the program and the options of now.
func (r *rewriter) update(e *entry, f form, k int) ([]edit, Action, string) {
	command, args := e.get("command"), e.get("args")
	var edits []edit
	if command.text != r.program {
		edits = append(edits, edit{command.value, quote(r.program)})
	}
	mark := args.items[k].text
	same := slices.EqualFunc(args.items[:k], r.arguments(mark), func(it item, s string) bool { return it.isText && it.text == s })
	if !same {
		edits = append(edits, edit{span{args.items[0].from, args.items[k].to}, strings.Join(r.words(mark), r.separator(e, args))})
	}
	if f == ofCommand {
		server := args.items[k+1]
		if target, err := r.opt.absolute(server.text, e.path); err == nil && target != server.text {
			edits = append(edits, edit{server.span, quote(target)})
		}
	}
	if len(edits) == 0 {
		return nil, Unchanged, ""
	}
	return edits, Updated, ""
}
