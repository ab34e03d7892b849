package validate

import (
	"encoding/json"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// A scanner counts the schemas of a document before anything is done for each of them, and takes care of counts that the
// validator would cut to 64 bits.
type scanner struct {
	limits Limits
	// data counts values of const and the like as schemas too, for a document that refers to one.
	data     bool
	toData   bool // such a reference was found
	schemas  int
	names    int // bytes of the pointers of all schemas: the validator writes each of them out, several times
	path     []string
	pathSize int
}

// scan refuses a document that is too large to be compiled.
func (d *document) scan() error {
	s := &scanner{limits: d.limits}
	if err := s.value(d.value, one); err != nil || !s.toData {
		return err
	}
	s = &scanner{limits: d.limits, data: true}
	return s.value(d.value, one)
}

// value counts the schemas in v, which is what a keyword of that shape holds.
func (s *scanner) value(v any, sh shape) error {
	switch v := v.(type) {
	case bool:
		if sh == one {
			return s.count()
		}
	case []any:
		for i, item := range v {
			if err := s.step(strconv.Itoa(i), item, sh); err != nil {
				return err
			}
		}
	case map[string]any:
		if sh != named {
			if err := s.count(); err != nil {
				return err
			}
			if !s.data {
				s.schema(v)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			inner := one
			if sh != named {
				inner = shapeOf(name)
			}
			if inner == data {
				if !s.data {
					continue
				}
				inner = unknown
			}
			if err := s.step(name, v[name], inner); err != nil {
				return err
			}
		}
	}
	return nil
}

// step goes into a member or an item.
func (s *scanner) step(token string, v any, sh shape) error {
	s.path = append(s.path, token)
	s.pathSize += 1 + len(token)
	if err := s.value(v, sh); err != nil {
		return err
	}
	s.path = s.path[:len(s.path)-1]
	s.pathSize -= 1 + len(token)
	return nil
}

// count is called once for each schema, while the path leads to it.
func (s *scanner) count() error {
	s.schemas++
	s.names += s.pathSize
	switch {
	case s.schemas > s.limits.Schemas:
		return &LimitError{Limit: "Schemas", Max: s.limits.Schemas, Pointer: pointerOf(s.path)}
	case s.names > s.limits.Names:
		return &LimitError{Limit: "Names", Max: s.limits.Names, Pointer: pointerOf(s.path)}
	}
	return nil
}

// schema looks at the references of a schema and cuts its counts.
func (s *scanner) schema(schema map[string]any) {
	for _, keyword := range []string{"$dynamicRef", "$recursiveRef", "$ref"} {
		ref, _ := schema[keyword].(string)
		for token := range strings.SplitSeq(ref, "/") {
			// A token that is escaped is no reason to look closer: time is bounded too.
			s.toData = s.toData || shapeOf(token) == data
		}
	}
	for _, name := range []string{
		"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains",
	} {
		number, ok := schema[name].(json.Number)
		if !ok || len(number) < 10 && !strings.ContainsAny(string(number), "eE") {
			continue
		}
		// Nothing that fits in memory has that many of anything, so that all such counts mean the same.
		if n, ok := new(big.Rat).SetString(string(number)); ok && n.IsInt() && n.Cmp(big.NewRat(math.MaxInt32, 1)) > 0 {
			schema[name] = json.Number(strconv.Itoa(math.MaxInt32))
		}
	}
}
