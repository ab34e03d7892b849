package schemacompact

import (
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// dropComments drops what was written for people who read the source, and for documentation tools.
func dropComments(p *pass) {
	p.eachSchema(func(w *work, s *schema.Site) {
		if s.Schema.Get("$comment").Kind() == schema.String {
			w.drop(s, "$comment")
		}
		for _, keyword := range []string{"externalDocs", "xml"} {
			if s.Schema.Get(keyword).Kind() == schema.Object {
				w.drop(s, keyword)
			}
		}
		var names []string
		for name := range s.Schema.Members() {
			if isDocumentationKeyword(name) {
				names = append(names, name)
			}
		}
		for _, name := range names {
			w.drop(s, name)
		}
	})
}

// isDocumentationKeyword reports whether an x- keyword is known to speak to code generators and mock servers only. All
// others stay: x-guidance steers a decoder, and what we do not know may do so too.
func isDocumentationKeyword(name string) bool {
	switch name {
	case "x-faker", "x-go-name", "x-go-package", "x-go-type", "x-go-type-import", "x-oapi-codegen-extra-tags", "x-omitempty", "x-ms-client-name":
		return true
	}
	return false
}

// labelsConstant reports whether the title of s tells what a constant means, as in {"const": "p1", "title": "Urgent"}.
func labelsConstant(s *schema.Site) bool {
	branch := s.Keyword == "oneOf" || s.Keyword == "anyOf"
	return branch && (s.Schema.Get("const") != nil || s.Schema.Get("enum") != nil)
}

func dropEchoTitles(p *pass) {
	p.eachSchema(func(w *work, s *schema.Site) {
		title, ok := s.Schema.Get("title").Text()
		if !ok || labelsConstant(s) {
			return
		}
		if titleEchoesName(title, w.nameOf(s)) || s.Up == nil && titleEchoesTool(title, w.tool.Name) {
			w.drop(s, "title")
		}
	})
}

func dropTitles(p *pass) {
	p.eachSchema(func(w *work, s *schema.Site) {
		description, _ := s.Schema.Get("description").Text()
		if s.Schema.Get("title").Kind() == schema.String && !labelsConstant(s) && strings.TrimSpace(description) != "" {
			w.drop(s, "title")
		}
	})
}

// dropSpareExamples keeps one short example of a value that nothing else describes.
func dropSpareExamples(p *pass) {
	p.eachSchema(func(w *work, s *schema.Site) {
		keep := !describeContext(w, s).tellsFormat() && !showsExample(s)
		if keep && s.Schema.Get("examples").Kind() == schema.Array {
			keep = !w.thinExamples(s)
		} else if s.Schema.Get("examples").Kind() == schema.Array {
			w.drop(s, "examples")
		}
		example := s.Schema.Get("example")
		if example == nil {
			return
		}
		if _, short := oneShortExample([]string{string(example.Append(nil))}); !keep || !short {
			w.drop(s, "example")
		}
	})
}

// showsExample reports whether the description shows a value: an example that is quoted or has a digit, a slash or
// another sign of a value in it. "E.g. see below" shows nothing.
func showsExample(s *schema.Site) bool {
	text, _ := s.Schema.Get("description").Text()
	text = strings.ToLower(text)
	for _, mark := range []string{"e.g.", "e.g ", "for example", "for instance", "example:", "examples:", "such as "} {
		_, after, found := strings.Cut(text, mark)
		if found && strings.ContainsAny(after[:min(len(after), 60)], "0123456789`'\"/=_@#“‘") {
			return true
		}
	}
	return false
}

// thinExamples cuts examples down to one short one, or drops them if none is short, and reports whether one is left.
func (w *work) thinExamples(s *schema.Site) bool {
	examples := s.Schema.Get("examples")
	if w.doc.Pinned(examples) {
		return true
	}
	var raws []string
	for _, item := range examples.Items() {
		raws = append(raws, string(item.Append(nil)))
	}
	kept, ok := oneShortExample(raws)
	if !ok {
		return !w.drop(s, "examples")
	}
	for _, item := range examples.Items() {
		if string(item.Append(nil)) == kept && examples.Len() > 1 {
			one := schema.NewArray(item)
			w.edited(func() Edit {
				return Edit{s.At().Child("examples"), "replace", string(examples.Append(nil)), string(one.Append(nil))}
			})
			s.Schema.Set("examples", one)
			break
		}
	}
	return true
}

func dropExamples(p *pass) {
	p.eachSchema(func(w *work, s *schema.Site) {
		if s.Schema.Get("examples").Kind() == schema.Array {
			w.drop(s, "examples")
		}
		w.drop(s, "example")
	})
}
