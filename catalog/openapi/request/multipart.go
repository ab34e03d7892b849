package request

import (
	"bytes"
	"errors"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// A part is one section of a multipart body.
type part struct {
	name, contentType string
	data              []byte
}

// parts returns the sections of one property: an array has one for each item.
func parts(f field) ([]part, error) {
	if f.of.Style != "" {
		pairs, err := named(f.of, f.value, literal, literal)
		list := make([]part, len(pairs))
		for i, p := range pairs {
			list[i] = part{p.name, "text/plain", []byte(p.value)}
		}
		return list, err
	}
	if f.of.ContentType == "" && f.value.Kind() == schema.Null || f.of.ContentType != "" && omitted(f.of, f.value) {
		return nil, nil
	}
	var list []part
	for _, n := range split(f.value) {
		p := part{f.of.Name, partType(f.of, n), nil}
		var err error
		if p.data, err = encode(p.contentType, n, f.of.Encoding); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// isFile reports whether a section is sent with a file name, which is how servers tell files from fields.
func (p *part) isFile() bool {
	return base(p.contentType) != "text/plain" && kindOf(p.contentType) != jsonText
}

// header is that of RFC 7578, section 4.2. Names are quoted as net/http and most other servers read them.
func (p *part) header() (textproto.MIMEHeader, error) {
	if strings.ContainsFunc(p.name+p.contentType, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return nil, errors.New("the name or the media type of a part has a control character")
	}
	name := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(p.name)
	disposition := `form-data; name="` + name + `"`
	if p.isFile() {
		disposition += `; filename="` + name + `"`
	}
	return textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {p.contentType}}, nil
}

// multipart writes the properties one after the other. All parts are made first: the boundary depends on them.
func (b *builder) multipart(contentType string, fields []field) (*payload, error) {
	var all []part
	for _, f := range fields {
		list, err := parts(f)
		if err != nil {
			return nil, inProperty(f.of, err)
		}
		all = append(all, list...)
	}
	var out bytes.Buffer
	w, err := b.boundary(&out, all)
	if err != nil {
		return nil, err
	}
	for i := range all {
		h, err := all[i].header()
		if err != nil {
			return nil, fmt.Errorf("property %s: %w", quote(all[i].name), err)
		}
		to, err := w.CreatePart(h)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(all[i].data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return &payload{out.Bytes(), base(contentType) + "; boundary=" + quoted(w.Boundary())}, nil
}

// boundary returns a writer whose boundary stands in none of the parts.
func (b *builder) boundary(out *bytes.Buffer, all []part) (*multipart.Writer, error) {
	for {
		w := multipart.NewWriter(out)
		if b.opt.Boundary != "" {
			if err := w.SetBoundary(b.opt.Boundary); err != nil {
				return nil, errors.New("Options.Boundary is no boundary of a multipart body")
			}
		}
		taken := false
		for i := range all {
			taken = taken || bytes.Contains(all[i].data, []byte(w.Boundary()))
		}
		switch {
		case !taken:
			return w, nil
		case b.opt.Boundary != "":
			return nil, errors.New("Options.Boundary stands in the body")
		}
	}
}

// quoted quotes a boundary if it is no token.
func quoted(boundary string) string {
	if isToken(boundary) {
		return boundary
	}
	return `"` + boundary + `"`
}
