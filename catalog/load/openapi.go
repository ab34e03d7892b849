package load

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/catalog/mcpsource"
	"github.com/schema-bench/schema-bench/catalog/openapi"
)

// api makes the catalog of an OpenAPI document. Of a URL, a says who answered.
func (l *loader) api(ctx context.Context, r *Loaded, s Source, a reply, doc []byte) error {
	l.Progress(r.Label, "converting the operations")
	opt := l.OpenAPI
	opt.Limits = l.Limits
	o, err := l.outside(ctx, r, s, a)
	if err != nil {
		return err
	}
	opt.Source, opt.Fetch = base(s, a), nil
	if o != nil {
		opt.Fetch = o.fetch
	}
	api, err := openapi.Import(doc, &opt)
	switch {
	case err != nil && l.Empty && api != nil && api.Operations == 0:
		api.Catalog.Problems = append(api.Catalog.Problems, catalog.Problem{Message: strings.TrimPrefix(err.Error(), "openapi: ")})
	case err != nil:
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if l.Naive && len(api.Catalog.Tools) > 0 {
		l.Progress(r.Label, "inlining the definitions")
		if r.Naive, err = openapi.Naive(doc, &opt); err != nil {
			return err
		}
	}
	// A document is called by its file, and one without a file by its title.
	if s.Label == "" && s.kind != kindFile && s.kind != kindGit {
		r.Label = cmp.Or(api.Catalog.Name, r.Label)
	}
	api.Catalog.Name = r.Label
	if r.Naive != nil {
		r.Naive.Name = r.Label
	}
	c := *api.Catalog // whoever selects tools of it leaves that of the API alone
	r.Catalog, r.API = &c, api
	return nil
}

// base returns what a document is called and what relative references in it count from: a path or a URL, without secrets.
func base(s Source, a reply) string {
	if s.kind == kindURL && a.from != nil {
		return mcpsource.DisplayURL(a.from.String()) // behind all redirects
	}
	return s.String()
}

// outside returns what reads the files and URLs that References allow to a document; nil if they allow nothing.
func (l *loader) outside(ctx context.Context, r *Loaded, s Source, a reply) (*outside, error) {
	refs := l.References
	if !refs.Files && refs.Root == "" && !refs.Remote && len(refs.Hosts) == 0 {
		return nil, nil
	}
	o := &outside{l: l, ctx: ctx, label: r.Label}
	var origin *url.URL
	if refs.Remote {
		origin = a.from
	}
	if origin != nil || len(refs.Hosts) > 0 {
		var err error
		if o.remote, err = newRemote(refs.Hosts, origin, a.address, l.Timeout); err != nil {
			return nil, err
		}
	}
	root := at(l.Dir, refs.Root)
	switch {
	case s.kind == kindURL:
		o.why = errors.New("a document from the network reads no files of this machine")
	case !refs.Files && refs.Root == "":
		o.why = errors.New("files are read only with --allow-file")
	case s.kind == kindFile && refs.Root == "":
		o.files = folder(filepath.Dir(at(l.Dir, s.place)), l.Dir)
	case s.kind == kindFile:
		o.files = folder(root, l.Dir)
	case s.kind == kindGit:
		o.files = l.revision(ctx, s.place)
	case refs.Root != "":
		o.files = folder(root, root)
	default:
		o.why = errors.New("a document from standard input is in no folder: --allow-file=DIR names one")
	}
	return o, nil
}
