package convert

import "github.com/schema-bench/schema-bench/schema"

// once takes out of all objects of a tree what stands before another member of the same name: the last counts wherever the
// document is read. A tool with a name twice would be one that strict readers refuse.
func once(n *schema.Node) {
	for _, item := range n.Items() {
		once(item)
	}
	var left map[string]int // how often a name is still to come
	if again(n) {
		left = make(map[string]int, n.Len())
	}
	for name, value := range n.Members() {
		once(value)
		if left != nil {
			left[name]++
		}
	}
	if left != nil {
		n.DeleteFunc(func(name string, _ *schema.Node) bool {
			left[name]--
			return left[name] > 0
		})
	}
}

// again reports whether a name of an object may stand in it twice. Of small ones, which nearly all are, it is known.
func again(n *schema.Node) bool {
	const small = 16
	if n.Len() > small {
		return true
	}
	var names [small]string
	i := 0
	for name := range n.Members() {
		for _, other := range names[:i] {
			if name == other {
				return true
			}
		}
		names[i] = name
		i++
	}
	return false
}
