package trial

import "github.com/schema-bench/schema-bench/schema"

const maxShrinks = 600 // tries to make an instance smaller

// shrink makes an instance smaller, step by step, as long as it keeps what makes it worth showing.
func shrink(text []byte, keeps func([]byte) bool) []byte {
	n, err := schema.Parse(text)
	if err != nil {
		return text
	}
	v := valueOf(n)
	for left := maxShrinks; ; {
		smaller, found := (*value)(nil), false
		for candidate := range v.smaller(0) {
			if left--; left < 0 {
				return v.append(nil)
			}
			if keeps(candidate.append(nil)) {
				smaller, found = candidate, true
				break
			}
		}
		if !found {
			return v.append(nil)
		}
		v = smaller
	}
}

// smaller yields values that are simpler than v: with a child less, a child in its place, a shorter text, a child that is
// simpler. Every one of them is simpler by a measure that has an end, so shrinking ends too.
func (v *value) smaller(depth int) func(yield func(*value) bool) {
	return func(yield func(*value) bool) {
		if depth > maxNesting {
			return
		}
		switch v.kind {
		case schema.Object:
			v.smallerObject(depth, yield)
		case schema.Array:
			v.smallerArray(depth, yield)
		case schema.String:
			for _, s := range smallerTexts(v) {
				if !yield(s) {
					return
				}
			}
		case schema.Number:
			// From the simplest on, and never back: a number of the list is followed only by those in front of it.
			for _, raw := range []string{"0", "1", "2", "0.5", "1.5"} {
				if raw == v.raw || len(raw) > len(v.raw) || !yield(number(raw)) {
					return
				}
			}
		}
	}
}

// smallerObject yields objects with fewer members first, since what is gone need not be made simpler.
func (v *value) smallerObject(depth int, yield func(*value) bool) {
	if len(v.fields) > 4 { // halves first: many members go in few steps
		half := len(v.fields) / 2
		if !yield(object(v.fields[:half]...)) || !yield(object(v.fields[half:]...)) {
			return
		}
	}
	for _, f := range v.fields {
		if !yield(v.without(f.name)) {
			return
		}
	}
	for _, f := range v.fields {
		for s := range f.value.smaller(depth + 1) {
			if !yield(v.with(f.name, s)) {
				return
			}
		}
	}
}

// smallerArray does the same for arrays.
func (v *value) smallerArray(depth int, yield func(*value) bool) {
	if len(v.items) > 4 {
		half := len(v.items) / 2
		if !yield(array(v.items[:half]...)) || !yield(array(v.items[half:]...)) {
			return
		}
	}
	for i := range v.items {
		if !yield(v.withoutItem(i)) {
			return
		}
	}
	for i, item := range v.items {
		for s := range item.smaller(depth + 1) {
			if !yield(v.withItem(i, s)) {
				return
			}
		}
	}
}

// smallerTexts returns texts that are shorter and, last, one as long that nobody has to read.
func smallerTexts(v *value) []*value {
	s, ok := v.text()
	chars := []rune(s)
	if !ok || len(chars) == 0 {
		return nil
	}
	out := []*value{text("")}
	if len(chars) > 1 {
		out = append(out, text(string(chars[:1])), text(string(chars[:len(chars)/2])), text(string(chars[:len(chars)-1])), text(string(chars[1:])))
	}
	if plain := plainText(len(chars), 0); plain != s {
		out = append(out, text(plain))
	}
	return out
}
