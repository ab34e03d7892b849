package load

import (
	"context"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/schema-bench/schema-bench/catalog/mcpsource"
	"github.com/schema-bench/schema-bench/catalog/openapi/document"
)

// References say where references of OpenAPI documents may lead out of the document. The zero value keeps them inside.
type References struct {
	// Files allows files in the folder of a document and below; those of a document in a git revision are read there.
	Files bool
	// Root, if it is set, is the folder in the place of that of the document; relative paths count from Options.Dir.
	Root string
	// Remote allows URLs: https ones of the host that a document came from, and http ones if it came by http.
	Remote bool
	// Hosts allows https URLs of these hosts as well: HOST or HOST:PORT, without a port 443. It stands without Remote.
	Hosts []string
}

const (
	maxReferenced     = 200      // files that one document may lead to
	maxReferencedSize = 32 << 20 // bytes of each of them
	// allReferenced is how many times the time for one URL all of them may take.
	allReferenced = 4
)

// An outside reads what the references of one document lead to. What it has read, it has: a document that is converted
// twice is the same both times, and nobody is asked twice.
type outside struct {
	l     *loader
	ctx   context.Context
	label string

	files  func(path string) ([]byte, error) // nil if no file may be read
	remote *remote                           // nil if no URL may be fetched
	why    error                             // that no file may be read

	mu    sync.Mutex
	read  map[string]outcome
	bytes int64
	until time.Time
}

type outcome struct {
	b   []byte
	err error
}

// fetch returns what stands at an absolute path or URL.
func (o *outside) fetch(location string) ([]byte, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if r, ok := o.read[location]; ok {
		return r.b, r.err
	}
	if len(o.read) >= maxReferenced {
		return nil, fmt.Errorf("the document leads to more than %d others", maxReferenced)
	}
	var r outcome
	r.b, r.err = o.get(location)
	if r.err == nil {
		if o.bytes += int64(len(r.b)); o.bytes > o.l.MaxBytes {
			r = outcome{nil, fmt.Errorf("what the document leads to is larger than %s in all", size(o.l.MaxBytes))}
		}
	}
	if o.read == nil {
		o.read = map[string]outcome{}
	}
	o.read[location] = r
	return r.b, r.err
}

func (o *outside) get(location string) ([]byte, error) {
	if err := o.ctx.Err(); err != nil {
		return nil, err
	}
	u, isURL := asURL(location)
	switch {
	case isURL && o.remote == nil:
		return nil, fmt.Errorf("it is followed into the network only with --allow-remote=%s", u.Host)
	case isURL:
		o.l.Progress(o.label, "fetching "+mcpsource.DisplayURL(location))
		if o.until.IsZero() {
			o.until = time.Now().Add(allReferenced * o.l.Timeout)
		}
		ctx, cancel := context.WithDeadline(o.ctx, o.until)
		defer cancel()
		return o.remote.get(ctx, u)
	case o.files == nil:
		return nil, o.why
	}
	o.l.Progress(o.label, "reading "+filepath.Base(location))
	return o.files(location)
}

// asURL tells URLs from paths. A scheme of one letter is a drive of Windows.
func asURL(location string) (*url.URL, bool) {
	scheme, _, ok := strings.Cut(location, "://")
	if !ok || len(scheme) < 2 || strings.ContainsAny(scheme, `/\.`) {
		return nil, false
	}
	u, err := url.Parse(location)
	if err != nil {
		return &url.URL{Scheme: scheme}, true // of no host, which is refused
	}
	return u, true
}

// folder reads the regular files in a folder and below, by paths that count from base.
func folder(root, base string) func(string) ([]byte, error) {
	read := document.FileFetch(root)
	return func(location string) ([]byte, error) {
		b, err := read(at(base, filepath.FromSlash(location)))
		if err != nil { // what is known of the place is that of the reference
			return nil, unwrapPath(err)
		}
		return b, nil
	}
}

// revision reads the files of a git revision that are in the folder of a document or below. Links are not followed: what
// git has of one is the path that it leads to.
func (l *loader) revision(ctx context.Context, spec string) func(string) ([]byte, error) {
	rev, file, _ := strings.Cut(spec, ":")
	prefix := rev + ":" + file[:strings.LastIndexByte(file, '/')+1]
	dir := path.Dir(spec)
	return func(location string) ([]byte, error) {
		inside, err := filepath.Rel(dir, location)
		if err != nil || !filepath.IsLocal(inside) {
			return nil, fmt.Errorf("%s is not in the folder %s", location, prefix)
		}
		return l.readGit(ctx, prefix+filepath.ToSlash(inside))
	}
}
