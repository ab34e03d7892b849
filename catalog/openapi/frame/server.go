package frame

import (
	"net/url"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// maxServer is how long the URL of a server may be. Its variables can stand in it many times, each with a long default.
const maxServer = 8192

// serversOf returns the servers of an operation: its own, those of the path item or those of the document.
func (r *reader) serversOf(odd *problems, op document.Place, it *item) []string {
	if r.minor < 0 {
		if own := op.Get("schemes"); own.Node.Len() > 0 {
			return r.hosts(odd, odd.texts(r, own))
		}
		return r.servers
	}
	if own := r.serverList(odd, op.Get("servers")); own != nil {
		return own
	}
	if !it.read {
		var shared problems
		it.urls, it.read = r.serverList(&shared, it.servers), true
		r.note(shared)
	}
	if it.urls != nil {
		return it.urls
	}
	return r.servers
}

// serverList reads a list of servers; nil if there is none, or nothing in it.
func (r *reader) serverList(odd *problems, p document.Place) []string {
	if !odd.is(r, p, schema.Array, "servers") {
		return nil
	}
	var list []string
	for i := range p.Node.Items() {
		at := p.Item(i)
		if !r.spend(at.At) {
			break
		}
		if at.Node.Kind() != schema.Object || at.Get("url").Node.Kind() != schema.String {
			odd.add(r, "malformed", at, "", "the server has no url; it is left out")
			continue
		}
		text, ok := r.fill(odd, at)
		if !ok {
			continue
		}
		list = append(list, r.absolute(odd, at, text))
	}
	return list
}

// fill replaces the variables of a server by their defaults.
func (r *reader) fill(odd *problems, p document.Place) (string, bool) {
	text := odd.text(r, p, "url")
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{")
		name, after, closed := strings.Cut(rest, "}")
		if out.WriteString(before); !ok || !closed {
			out.WriteString(text[len(before):])
			break
		}
		value := p.Get("variables").Get(name).Get("default")
		s, ok := value.Node.Text()
		if kind := value.Node.Kind(); kind == schema.Number || kind == schema.Bool {
			s, ok = string(value.Node.Raw()), true
			odd.add(r, "server-variable", value, "put it in quotes", "the default of {%s} is %s, and is read as the text %q", clip(name), a(value.Node), clip(s))
		}
		if !ok {
			s = "{" + name + "}"
			odd.add(r, "server-variable", p, "give the variable a default", "the variable {%s} of the server has no default, so nothing says where the server is", clip(name))
		}
		out.WriteString(s)
		if text = after; out.Len() > maxServer {
			break
		}
	}
	if out.Len() > maxServer {
		odd.add(r, "server-url", p, "", "the URL of the server is longer than %d bytes; it is left out", maxServer)
		return "", false
	}
	return out.String(), true
}

// absolute resolves the URL of a server against that of the file it stands in. A file on disk says nothing of where the
// server is, so the URL stays relative.
func (r *reader) absolute(odd *problems, p document.Place, text string) string {
	if strings.Contains(text, "{") {
		return text // of a variable without a value, which is noted already
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		odd.add(r, "server-url", p, "", "%q is no URL", clip(text))
		return text
	case u.IsAbs():
		if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			odd.add(r, "server-url", p, "begin it with https://", "the server %q does not lead to http or https", clip(text))
		}
		return text
	case u.Host == "" && !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "."):
		if first, _, _ := strings.Cut(text, "/"); strings.Contains(first, ".") {
			odd.add(r, "server-url", p, "begin it with https://", "the server %q has no scheme, so it is a path below that of the document", clip(text))
		}
	}
	base, err := url.Parse(p.File.Name)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" {
		return text
	}
	return base.ResolveReference(u).String()
}

// hosts are the servers of Swagger 2: one for each scheme, https first, since what is sent can be secret.
func (r *reader) hosts(odd *problems, schemes []string) []string {
	root := r.d.Root()
	base, _ := url.Parse(r.d.Main.Name)
	if base == nil || base.Scheme != "http" && base.Scheme != "https" {
		base = &url.URL{Scheme: "https"}
	}
	host, path := odd.text(r, root, "host"), odd.text(r, root, "basePath")
	if _, after, ok := strings.Cut(host, "://"); ok {
		odd.add(r, "server-url", root.Get("host"), "say the scheme in schemes", "the host %q has a scheme, which is left out", clip(host))
		host = after
	}
	if host = strings.TrimRight(host, "/"); host == "" {
		host = base.Host
	}
	if path = "/" + strings.TrimLeft(path, "/"); host == "" {
		return []string{path}
	}
	if schemes == nil {
		schemes = odd.texts(r, root.Get("schemes"))
	}
	var list []string
	for _, s := range []string{"https", "http"} {
		if slices.Contains(schemes, s) {
			list = append(list, s+"://"+host+path)
		}
	}
	if list == nil {
		if len(schemes) > 0 {
			odd.add(r, "server-url", root, "", "none of the schemes is http or https; %s is taken", base.Scheme)
		}
		list = []string{base.Scheme + "://" + host + path}
	}
	return list
}
