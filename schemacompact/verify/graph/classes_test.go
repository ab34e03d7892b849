package graph

// classesOf returns a number for each schema of two graphs, at the index that is its ID. Schemas with the same number accept
// the same instances, also if one is in the first graph and one in the second. Numbers begin at 0, with the root of the first
// graph. The obstacle is why nothing can be said.
func classesOf(a, b *Graph, opt *Options) (ofA, ofB []int, o *Obstacle) {
	c, o := compare(a, b, opt, false)
	if o != nil {
		return nil, nil, o
	}
	all, numbers := make([]int, len(a.Schemas)+len(b.Schemas)), map[int]int{}
	for i := range all {
		class := c.class[c.vertex(i)]
		if _, ok := numbers[class]; !ok {
			numbers[class] = len(numbers)
		}
		all[i] = numbers[class]
	}
	return all[:len(a.Schemas)], all[len(a.Schemas):], nil
}
