package install

import "strings"

// A reverser takes the proxy out again.
type reverser struct {
	*document
	program string
	kept    []*document // files as they were before, the newest first
}

// original returns what an entry was before the proxy came: as it is in the newest file where it has none. If it has one
// in all of them, its author put it there, and the oldest tells how.
func (r *reverser) original(e *entry) (*document, *entry) {
	var doc *document
	var found *entry
	for _, d := range r.kept {
		o := d.find(e)
		if o == nil || o.broken != "" {
			continue
		}
		doc, found = d, o
		if f, _ := o.form(r.program); f == plain {
			break
		}
	}
	return doc, found
}

// unwrap returns the edits that take the proxy out of an entry, or why there are none.
func (r *reverser) unwrap(e *entry) ([]edit, Action, string) {
	f, k := e.form(r.program)
	if f == plain {
		return nil, Unchanged, ""
	}
	doc, was := r.original(e)
	if f == unknown {
		if was != nil {
			if before, _ := was.form(r.program); before == unknown {
				return nil, Unchanged, "" // it was not put there
			}
		}
		return nil, Left, "it runs schema-bench wrap in a way of its own"
	}
	if was != nil {
		if before, j := was.form(r.program); before == f {
			return r.restore(e, k, doc, was, j)
		} else if before != plain {
			was = nil
		}
	}
	if f == ofURL {
		return r.unwrapURL(e, k, doc, was)
	}
	return r.unwrapCommand(e, k, doc, was)
}

// restore gives an entry the proxy that its author gave it.
func (r *reverser) restore(e *entry, k int, doc *document, was *entry, j int) ([]edit, Action, string) {
	args, before := e.get("args"), was.get("args")
	parts := [][2]span{
		{e.get("command").value, was.get("command").value},
		{{args.items[0].from, args.items[k].to}, {before.items[0].from, before.items[j].to}},
	}
	if server, old := args.items[k+1], before.items[j+1]; same(server.text, old.text) {
		parts = append(parts, [2]span{server.span, old.span})
	}
	var edits []edit
	for _, p := range parts {
		if text := p[1].of(doc.b); text != p[0].of(r.b) {
			edits = append(edits, edit{p[0], text})
		}
	}
	if len(edits) == 0 {
		return nil, Unchanged, ""
	}
	return edits, Restored, ""
}

// same reports whether a command is another one as it can be written with and without its folder.
func same(full, short string) bool {
	if full == short {
		return true
	}
	if rest, ok := strings.CutPrefix(short, "~/"); ok {
		return strings.HasSuffix(strings.ReplaceAll(full, `\`, "/"), "/"+rest)
	}
	return !strings.ContainsAny(short, `/\`) && base(full) == base(short)
}

func (r *reverser) unwrapCommand(e *entry, k int, doc *document, was *entry) ([]edit, Action, string) {
	command, args := e.get("command"), e.get("args")
	text := args.items[k+1].of(r.b)
	had := true // a list of arguments
	if was != nil {
		if c := was.get("command"); c != nil && c.isText && same(args.items[k+1].text, c.text) {
			text = c.value.of(doc.b)
		}
		had = was.get("args") != nil
	}
	first, last := args.items[0].from, args.items[len(args.items)-1].to
	switch {
	case k+2 < len(args.items):
		return []edit{{command.value, text}, {span{first, args.items[k+2].from}, ""}}, Restored, ""
	case !had && r.behind(e, command, args):
		return []edit{{span{command.value.from, args.value.to}, text}}, Restored, ""
	}
	// A comma that a client wrote behind the last item would be left alone in the list.
	if rest := r.b[last : args.value.to-1]; strings.HasPrefix(strings.TrimLeft(string(rest), " \t\r\n"), ",") {
		last += strings.IndexByte(string(rest), ',') + 1
	}
	if was != nil && was.get("args") != nil && was.get("args").empty && blank(string(r.b[args.value.from+1:first])+string(r.b[last:args.value.to-1])) {
		return []edit{{command.value, text}, {args.value, was.get("args").value.of(doc.b)}}, Restored, ""
	}
	return []edit{{command.value, text}, {span{first, last}, ""}}, Restored, ""
}

// behind reports whether nothing but what sets members apart stands between a member and the next.
func (r *reverser) behind(e *entry, m, next *member) bool {
	if next.key.from < m.value.to {
		return false
	}
	gap := string(r.b[m.value.to:next.key.from])
	if !r.toml {
		return blank(strings.Replace(gap, ",", "", 1))
	}
	// In TOML it may be the parts of a dotted key that come before the last one.
	return gap == e.between || !strings.ContainsAny(gap, "=#[]{}")
}

func (r *reverser) unwrapURL(e *entry, k int, doc *document, was *entry) ([]edit, Action, string) {
	command, args := e.get("command"), e.get("args")
	if k+2 < len(args.items) {
		return nil, Left, "it has options behind its URL, for which the client has no place"
	}
	if !r.behind(e, command, args) {
		return nil, Left, "something stands between its command and its args"
	}
	key, text, kind := r.name("url"), args.items[k+1].of(r.b), quote("http")
	if was != nil {
		for _, name := range urlNames {
			if m := was.get(name); m != nil && m.isText {
				key = m.key.of(doc.b)
				if m.text == args.items[k+1].text {
					text = m.value.of(doc.b)
				}
				break
			}
		}
		if m := was.kind(); m != nil {
			kind = m.value.of(doc.b)
		}
	}
	edits := []edit{{command.key, key}, {span{command.value.from, args.value.to}, text}}
	if m := e.kind(); m != nil {
		edits = append(edits, edit{m.value, kind})
	}
	return edits, Restored, ""
}
