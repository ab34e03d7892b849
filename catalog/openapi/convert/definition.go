package convert

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// A key tells definitions apart: by place and direction, and by the properties that a schema around them leaves out.
type key struct {
	file string
	at   schema.Pointer
	dir  Direction
	lost string // names, each with a NUL behind it
}

// A definition is a schema that something refers to.
type definition struct {
	name  string
	place document.Place
	dir   Direction
	lost  []string
	node  *schema.Node // nil until it is converted
	needs []string     // definitions that it refers to, once known
	known bool
	// same are the definitions that it refers to without going into the instance.
	same []*definition
}

// define returns the definition of the schema at a place.
func (c *Converter) define(p document.Place, dir Direction, lost []string) *definition {
	k := key{at: p.At, dir: dir}
	if p.File != nil && p.File != c.d.Main {
		// As seen from the main file: a definition is called the same wherever the files lie.
		k.file = strings.TrimPrefix(p.File.Name, c.d.Main.Name[:strings.LastIndexAny(c.d.Main.Name, `/\\`)+1])
	}
	for _, name := range lost {
		k.lost += name + "\x00"
	}
	if def := c.defs[k]; def != nil {
		return def
	}
	def := &definition{name: c.name(k), place: p, dir: dir, lost: lost}
	c.defs[k] = def
	c.byName[dir][def.name] = def
	c.queue = append(c.queue, def)
	return def
}

// drain converts what was referred to. It is a queue and no recursion: references can be very many steps long.
func (c *Converter) drain() {
	for len(c.queue) > 0 {
		def := c.queue[0]
		c.queue = c.queue[1:]
		def.node = c.convert(def.place, def.dir, def, def.lost)
	}
}

// name returns the name of a definition: its own in the document, where it has one that is legal, and else one with a hash
// of its place. It does not depend on what else is converted, and hardly ever on the order.
func (c *Converter) name(k key) string {
	names := k.at.Names()
	last := "schema"
	if len(names) > 0 {
		last = names[len(names)-1]
	}
	usual := k.file == "" && k.lost == "" &&
		(len(names) == 3 && names[0] == "components" && names[1] == "schemas" || len(names) == 2 && names[0] == "definitions")
	if usual && isLegal(last) {
		return last
	}
	sum := sha256.Sum256([]byte(k.file + "#" + string(k.at) + "\x00" + k.lost))
	for digits := 6; ; digits += 2 {
		name := legal(last) + "_" + hex.EncodeToString(sum[:])[:digits]
		if c.byName[k.dir][name] == nil && !c.taken(name) || digits >= 60 {
			return name
		}
	}
}

// taken reports whether the document has a component of that name, which would have it by right.
func (c *Converter) taken(name string) bool {
	root := c.d.Root()
	return root.Get("components").Get("schemas").Get(name).Node != nil || root.Get("definitions").Get(name).Node != nil
}

// isLegal reports whether a name can stand in a reference as it is: it is a key of components (Components Object).
func isLegal(name string) bool { return name != "" && legal(name) == name }

// legal replaces runs of what a key of components cannot have.
func legal(name string) string {
	var b strings.Builder
	for i := 0; i < len(name) && b.Len() < 80; i++ {
		c := name[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '.', c == '-', c == '_':
			b.WriteByte(c)
		case b.Len() == 0 || !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	return b.String()
}

// endless reports whether a reference from one definition to another, without going into the instance, closes a circle,
// and notes it if not. A schema on a circle has no meaning.
func endless(from, to *definition) bool {
	if from == nil {
		return false
	}
	if from == to {
		return true
	}
	seen := map[*definition]bool{to: true}
	for todo := []*definition{to}; len(todo) > 0; {
		def := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, next := range def.same {
			if next == from {
				return true
			}
			if !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	if !slices.Contains(from.same, to) {
		from.same = append(from.same, to)
	}
	return false
}

// references lists the names of the definitions that a schema refers to, in order, each once. It must have no $defs.
func references(root *schema.Node) []string {
	var out []string
	seen := map[string]bool{}
	visit := func(s *schema.Site) error {
		ref, _ := s.Schema.Get("$ref").Text()
		if name, ok := strings.CutPrefix(ref, prefix); ok && !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
		return nil
	}
	if err := schema.Walk(root, visit); err != nil {
		return out // visit gives none, and what is too deep was not converted
	}
	return out
}

// prefix is what stands before the name of a definition.
const prefix = "#/$defs/"
