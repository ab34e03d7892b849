// Package near finds the names that a misspelt one was likely meant to be. It is what stands behind every "did you
// mean", so that all of them agree on what is near.
package near

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// longest bounds, in characters, the names whose edits are counted: the work grows with the square, names come from
// documents, and nobody types a longer one by hand. A longer one can still hold another.
const longest = 96

// shortest is how many characters a name needs for it to say something that it occurs in another one.
const shortest = 3

// Names returns up to n of the names in among that look like name, the nearest first and each once; equally near ones
// keep their order. There are none if none is near.
//
// Case does not count. A name is near if at most a third of its letters (one of a short name) were mistyped, left out,
// added or swapped with their neighbour, or if one of the two occurs in the other. A name that holds all that was
// typed counts as one mistake: it is more often a word left unfinished than one misspelt.
func Names(name string, among []string, n int) []string {
	type candidate struct {
		name           string
		rank, distance int
	}
	var found []candidate
	seen := map[string]bool{}
	typed := letters(name)
	for _, other := range among {
		if seen[other] || other == "" || len(typed) == 0 {
			continue
		}
		seen[other] = true
		word := letters(other)
		apart := max(len(typed), len(word)) - min(len(typed), len(word))
		limit := max(1, len(typed)/3)
		d := apart
		switch {
		case contains(word, typed):
			found = append(found, candidate{other, min(1, d), d})
			continue
		case contains(typed, word):
		case apart > limit || len(typed) > longest || len(word) > longest:
			continue
		default:
			// Two names of a letter each are one mistake apart, and have nothing in common.
			if d = distance(typed, word); d > limit || d >= max(len(typed), len(word)) {
				continue
			}
		}
		found = append(found, candidate{other, d, d})
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.distance, b.distance))
	})
	var out []string
	for _, c := range found[:min(max(n, 0), len(found))] {
		out = append(out, c.name)
	}
	return out
}

func letters(s string) []rune { return []rune(strings.ToLower(s)) }

// contains reports whether a part of some length occurs in a word.
func contains(word, part []rune) bool {
	if len(part) > len(word) || len(part) < shortest && len(part) != len(word) {
		return false
	}
	w, p := string(word), string(part)
	return utf8.ValidString(p) && strings.Contains(w, p)
}

// distance is the least number of letters to insert, delete, replace or swap with the next to turn a into b, where no
// letter is touched twice.
func distance(a, b []rune) int {
	var before []int // the row above the one above
	above := make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := range a {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			change := above[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above = above, row
	}
	return above[len(b)]
}
