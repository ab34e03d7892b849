package document

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/schema-bench/schema-bench/internal/near"
	"github.com/schema-bench/schema-bench/schema"
)

// Causes of a reference that leads nowhere.
var (
	ErrExternal = errors.New("the reference leaves the document")
	ErrDangling = errors.New("the reference points at nothing")
	ErrCircular = errors.New("the reference leads back to itself")
)

// A ReferenceError says why a reference leads nowhere.
type ReferenceError struct {
	Ref  string
	Hint string // what to do about it; may be empty
	Err  error  // wraps ErrExternal, ErrDangling or ErrCircular
}

func (e *ReferenceError) Error() string { return fmt.Sprintf("%v: %q", e.Err, clip(e.Ref)) }

// Unwrap returns the cause.
func (e *ReferenceError) Unwrap() error { return e.Err }

// Bounds of what references lead to.
const (
	maxHops  = 1000 // references that lead to references
	maxFiles = 1000
	maxBytes = 256 << 20 // of all files
)

// Resolve follows one reference that stands at a place: a JSON pointer, an anchor, an absolute URI that is an $id of the
// file, or another file. The error is a *ReferenceError.
func (d *Document) Resolve(from Place, ref string) (Place, error) {
	location, fragment, _ := strings.Cut(ref, "#")
	file, start := from.File, schema.Pointer("")
	if location != "" {
		var err error
		if file, start, err = d.locate(from.File, location); err != nil {
			return Place{}, referenceError(ref, err)
		}
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return Place{}, &ReferenceError{Ref: ref, Err: fmt.Errorf("%w: its percent signs are malformed", ErrDangling)}
	}
	if fragment != "" && fragment[0] != '/' {
		at, ok := file.anchor(fragment)
		if !ok {
			return Place{}, &ReferenceError{Ref: ref, Err: fmt.Errorf("%w: there is no such anchor", ErrDangling), Hint: "a pointer starts with #/"}
		}
		return Place{file, at, file.find(at)}, nil
	}
	// The tokens of the pointer are kept as they are written: their escapes are those of every pointer.
	at := start + schema.Pointer(fragment)
	if n := file.find(at); n != nil {
		return Place{file, at, n}, nil
	}
	return Place{}, d.dangling(file, at, ref)
}

// Bounds of the search for what a reference that leads nowhere was meant to be. It is the dear part of such a reference,
// and a document can be full of them.
const (
	maxNear  = 2000 // names that are looked through for a similar one
	maxHints = 100  // pointers that it is done for, the first that are followed
)

// A stub is a pointer that leads nowhere.
type stub struct {
	file *File
	at   schema.Pointer
}

// dangling says up to where a pointer leads, and what is there instead.
func (d *Document) dangling(file *File, at schema.Pointer, ref string) *ReferenceError {
	e := &ReferenceError{Ref: ref, Err: ErrDangling}
	n, left := file.reach(at)
	names := at.Names()
	if left == 0 || left > len(names) {
		return e
	}
	done := schema.Pointer("")
	for _, name := range names[:len(names)-left] {
		done = done.Child(name)
	}
	name := names[len(names)-left]
	e.Err = fmt.Errorf("%w: %q has no %q", ErrDangling, string(done), clip(name))
	e.Hint = d.meant(stub{file, at}, n, name)
	return e
}

// meant is the hint for a name that an object does not have; the same each time that it is asked for.
func (d *Document) meant(of stub, n *schema.Node, name string) string {
	hint, known := d.hints[of]
	if !known && len(d.hints) < maxHints {
		names := make([]string, 0, min(n.Len(), maxNear))
		for name := range n.Members() {
			if len(names) == maxNear {
				break
			}
			names = append(names, name)
		}
		if like := near.Names(name, names, 1); len(like) > 0 {
			hint = fmt.Sprintf("did you mean %q?", clip(like[0]))
		}
		d.hints[of] = hint
	}
	return hint
}

func referenceError(ref string, err error) error {
	var at *ReferenceError
	if errors.As(err, &at) {
		at.Ref = ref
		return at
	}
	return &ReferenceError{Ref: ref, Err: err}
}

// locate finds the file, and the place in it, that the part of a reference before its fragment means.
func (d *Document) locate(from *File, location string) (*File, schema.Pointer, error) {
	full, err := join(from.base, location)
	if err != nil {
		return nil, "", fmt.Errorf("%w: it is malformed", ErrDangling)
	}
	for _, f := range []*File{from, d.Main} {
		if full == f.base || full == f.Name {
			return f, "", nil
		}
		for _, id := range []string{full, location} {
			if at, ok := f.id(id); ok {
				return f, at, nil
			}
		}
	}
	if f, ok := d.files[full]; ok {
		return f, "", nil
	}
	if err, ok := d.failed[full]; ok {
		return nil, "", err
	}
	f, err := d.fetch(full)
	if err != nil {
		d.failed[full] = err
		return nil, "", err
	}
	d.files[full] = f
	return f, "", nil
}

// fetch opens another file.
func (d *Document) fetch(location string) (*File, error) {
	if d.opt.Fetch == nil {
		hint := "allow files below the document's folder with --allow-file, or put the documents together into one"
		if remote(location) {
			hint = "allow hosts with --allow-remote, or put the documents together into one"
		}
		return nil, &ReferenceError{Err: ErrExternal, Hint: hint}
	}
	if len(d.files) >= maxFiles {
		return nil, fmt.Errorf("%w: there are more than %d files", ErrExternal, maxFiles)
	}
	text, err := d.opt.Fetch(location)
	if err != nil {
		e := &ReferenceError{Err: fmt.Errorf("%w: %w", ErrExternal, err)}
		var hinted interface{ Hint() string }
		if errors.As(err, &hinted) {
			e.Hint = hinted.Hint()
		}
		return nil, e
	}
	if d.bytes += len(text); d.bytes > maxBytes {
		return nil, fmt.Errorf("%w: the files together have more than %d bytes", ErrExternal, maxBytes)
	}
	root, err := d.parse(text, location)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDangling, location, err)
	}
	return &File{Name: location, Root: root, base: location}, nil
}

func remote(location string) bool {
	scheme, _, ok := strings.Cut(location, "://")
	return ok && (scheme == "http" || scheme == "https")
}

// join resolves a location against that of the file that names it. Paths of files stay paths.
func join(base, location string) (string, error) {
	if location == "" {
		return base, nil
	}
	u, err := url.Parse(location)
	if err != nil {
		return "", err
	}
	if u.IsAbs() && len(u.Scheme) > 1 {
		return location, nil
	}
	if remote(base) {
		b, err := url.Parse(base)
		if err != nil {
			return "", err
		}
		return b.ResolveReference(u).String(), nil
	}
	plain, err := url.PathUnescape(location)
	if err != nil {
		return "", err
	}
	plain = strings.ReplaceAll(plain, `\`, "/")
	if path.IsAbs(plain) {
		return plain, nil
	}
	return path.Join(path.Dir(strings.ReplaceAll(base, `\`, "/")), plain), nil
}

// maxOwn is how many members an object has at most that gets the texts beside a reference to it. Those that they are meant
// for, such as parameters and responses, have a few; a copy of a map of names for each reference could fill the memory.
const maxOwn = 100

// Follow follows references from a place until a value that is none: where the value is an object with a string in
// $ref, to what that leads to. It is for everything but schemas, whose references can have siblings. From 3.1 on a
// summary and a description beside a reference stand before those of what it leads to. The error is a *ReferenceError.
func (d *Document) Follow(p Place) (Place, error) {
	var beside [2]*schema.Node
	names := [2]string{"summary", "description"}
	seen := map[*schema.Node]bool{}
	for {
		ref, ok := p.Get("$ref").Node.Text()
		if !ok {
			break
		}
		if seen[p.Node] || len(seen) > maxHops {
			return Place{}, &ReferenceError{Ref: ref, Err: ErrCircular}
		}
		seen[p.Node] = true
		for i, name := range names {
			if n := p.Node.Get(name); n.Kind() == schema.String && beside[i] == nil && d.Version.Major == 3 && d.Version.Minor >= 1 {
				beside[i] = n
			}
		}
		var err error
		if p, err = d.Resolve(p, ref); err != nil {
			return Place{}, err
		}
	}
	if p.Node.Kind() != schema.Object || beside == [2]*schema.Node{} || p.Node.Len() > maxOwn {
		return p, nil
	}
	own := schema.NewObject()
	for name := range p.Node.Members() {
		own.Copy(p.Node, name)
	}
	for i, n := range beside {
		if n != nil {
			own.Set(names[i], n)
		}
	}
	p.Node = own
	return p, nil
}
