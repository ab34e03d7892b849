package render

import "strings"

// partly begins the headline of a report that not all sources got into; empty if all did. The one who reads a total must
// not take it for that of everything.
func partly(read, failed int) string {
	if failed <= 0 {
		return ""
	}
	others := "the others"
	if failed == 1 {
		others = "the other"
	}
	return count(read) + " of " + plural(read+failed, "source") + " (" + others + " could not be read): "
}

// shortSources returns for each label of a source the shortest end of its path that no other label has as well.
func shortSources(labels []string) map[string]string {
	short := make(map[string]string, len(labels))
	for _, l := range labels {
		short[l] = l
	}
	ends := map[string]int{} // of how many labels a text is an end
	for l := range short {
		for end := range pathEnds(l) {
			ends[end]++
		}
	}
	for l := range short {
		for end := range pathEnds(l) {
			if ends[end] == 1 && len(end) < len(short[l]) {
				short[l] = end
			}
		}
	}
	return short
}

// pathEnds yields a path, and what is left of it without its first directories. What begins a server's name in a
// configuration or a revision belongs to no directory: it stays with the file.
func pathEnds(path string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for rest := path; ; {
			if rest != "" && !yield(rest) {
				return
			}
			i := strings.IndexAny(rest, `/\`)
			if i < 0 {
				return
			}
			rest = rest[i+1:]
		}
	}
}
