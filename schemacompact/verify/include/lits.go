package include

// lits makes items of literals.
func lits(list ...lit) []item {
	out := make([]item, len(list))
	for i, l := range list {
		out[i] = item{op: opLit, lit: l}
	}
	return out
}

// some demands a class, if there is one.
func some(class int) []item {
	if class == none {
		return nil
	}
	return lits(pos(class))
}

// only demands one branch of a oneOf and refuses the others.
func only(classes []int, chosen int) []item {
	out := lits(pos(classes[chosen]))
	for i, class := range classes {
		if i != chosen {
			out = append(out, item{op: opLit, lit: neg(class)})
		}
	}
	return out
}

// has reports whether a list, which is short, contains a number.
func has(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}
