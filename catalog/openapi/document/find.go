package document

import "github.com/schema-bench/schema-bench/schema"

// few is up to how many members an object is searched one by one.
const few = 32

// get is Node.Get, quick also for objects with very many members: many references through one of them must not cost the
// square of their number. The trees of files are never edited. A nil file has no index.
func (f *File) get(n *schema.Node, name string) *schema.Node {
	if f == nil || n.Kind() != schema.Object || n.Len() <= few {
		return n.Get(name)
	}
	index := f.large[n]
	if index == nil {
		index = make(map[string]*schema.Node, n.Len())
		for name, value := range n.Members() {
			index[name] = value // of names that stand twice the last, as Get has it
		}
		if f.large == nil {
			f.large = map[*schema.Node]map[string]*schema.Node{}
		}
		f.large[n] = index
	}
	return index[name]
}

// find is Node.Find by way of the index.
func (f *File) find(at schema.Pointer) *schema.Node {
	if n, left := f.reach(at); left == 0 {
		return n
	}
	return nil
}

// reach goes as far as a pointer leads: to the last value on its way, with the number of names that are left there.
func (f *File) reach(at schema.Pointer) (n *schema.Node, left int) {
	names := at.Names()
	if n = f.Root; at != "" && at[0] != '/' {
		return n, max(len(names), 1)
	}
	for i, name := range names {
		var next *schema.Node
		if n.Kind() == schema.Object {
			next = f.get(n, name)
		} else {
			next = n.Find(schema.Pointer("").Child(name))
		}
		if next == nil {
			return n, len(names) - i
		}
		n = next
	}
	return n, 0
}
