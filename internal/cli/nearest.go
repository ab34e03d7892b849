package cli

import (
	"cmp"
	"slices"
	"strings"
)

// nearest lists the n names that look most like the one that was asked for.
func nearest(name string, names []string, n int) string {
	names = slices.Clone(names)
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(distance(name, a), distance(name, b)) })
	if len(names) > n {
		names = append(names[:n:n], "…")
	}
	return strings.Join(names, ", ")
}

// distance is the Levenshtein distance in lower case; a name that contains the other is near.
func distance(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if strings.Contains(b, a) {
		return 0
	}
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := diagonal
			if x[i-1] != y[j-1] {
				cost = 1 + min(diagonal, row[j], row[j-1])
			}
			diagonal, row[j] = row[j], cost
		}
	}
	return row[len(y)]
}
