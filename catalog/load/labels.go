package load

import "fmt"

// distinguish makes the labels differ: reports name results by them. Where several results have the same label but come
// from different sources, the source says more than a number: it takes the place of a label that nobody chose, and stands
// behind one that the user did. What is still the same is numbered.
func distinguish(all []Loaded, chosen []bool) {
	groups := map[string][]int{}
	for i := range all {
		groups[all[i].Label] = append(groups[all[i].Label], i)
	}
	for label, group := range groups {
		sources := map[string]bool{}
		for _, i := range group {
			sources[all[i].Source] = true
		}
		if len(sources) < 2 {
			continue
		}
		for _, i := range group {
			if all[i].Label = all[i].Source; chosen[i] {
				all[i].Label = fmt.Sprintf("%s (%s)", label, all[i].Source)
			}
		}
	}
	used := map[string]bool{}
	for i := range all {
		used[all[i].Label] = true
	}
	first := map[string]bool{}
	for i := range all {
		r := &all[i]
		if label := r.Label; first[label] {
			for n := 2; used[r.Label]; n++ {
				r.Label = fmt.Sprintf("%s (%d)", label, n)
			}
			used[r.Label] = true
		}
		first[r.Label] = true
		if r.Catalog != nil {
			r.Catalog.Name = r.Label
		}
	}
}
