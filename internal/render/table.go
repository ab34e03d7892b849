package render

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// A column of a text table, and how it gives way on a narrow terminal.
type column struct {
	title string
	right bool // numbers stand on the right
	drop  int  // left out where the terminal is too narrow, the highest first; 0 is never
	name  bool // cells may be cut
	tail  bool // of a name that is cut the end is kept, not the beginning
	text  bool // cells go on in the next line; for the last column only
	// draw returns the bar of a row in at most width cells, for a column whose rows have no cell for it. It is the first
	// to become narrower, and the first to be left out.
	draw func(row, width int) string
	bar  int // width of bars where there is room
}

// maxColumn bounds how far other rows of a file are padded for the sake of a long cell; what is longer is written whole,
// and only its own row is out of line.
const maxColumn = 100

// The widths that cells keep before columns are left out for them, and those that they keep whatever happens.
const (
	easyName, leastName = 20, 8
	easyText, leastText = 18, 12
	leastBar            = 6
)

// table writes rows under their titles, each column as wide as its widest cell or, on a terminal, as it has room for.
// Cells must be fit for a terminal. A row may be shorter than the others. It reports whether bars were drawn.
func table(b *bytes.Buffer, indent string, cols []column, rows [][]string, opt Options) (bars bool) {
	widths := natural(cols, rows, opt)
	if opt.Width > 0 {
		widths = fit(cols, widths, opt.Width-len(indent))
	}
	titles := make([]string, len(cols))
	for i, c := range cols {
		titles[i] = c.title
		bars = bars || c.draw != nil && widths[i] >= 0
	}
	for at, r := range append([][]string{titles}, rows...) {
		var l strings.Builder
		var below []string
		for i, c := range cols {
			if widths[i] < 0 {
				continue
			}
			s := ""
			switch {
			case c.draw != nil && at > 0:
				s = c.draw(at-1, widths[i])
			case i < len(r):
				s = r[i]
			}
			switch {
			case opt.Width <= 0:
			case c.name:
				s = cutTo(s, widths[i], c.tail, opt)
			case c.text:
				lines := wrap(s, widths[i], widths[i], true)
				s, below = lines[0], lines[1:]
				for k := range below {
					below[k] = strings.Repeat(" ", columns(plain(l.String()))) + below[k]
				}
			}
			// Colour takes no columns.
			hidden := columns(s) - columns(plain(s))
			l.WriteString(pad(s, widths[i]+hidden, c.right) + "  ")
		}
		for _, s := range append([]string{l.String()}, below...) {
			b.WriteString(strings.TrimRight(indent+s, " ") + "\n")
		}
	}
	return bars
}

// natural returns how wide columns would be.
func natural(cols []column, rows [][]string, opt Options) []int {
	widths := make([]int, len(cols))
	for i, c := range cols {
		widths[i] = max(columns(c.title), c.bar)
		for _, r := range rows {
			if i < len(r) {
				n := columns(plain(r[i]))
				if opt.Width <= 0 {
					n = min(n, maxColumn)
				}
				widths[i] = max(widths[i], n)
			}
		}
	}
	return widths
}

// fit makes columns narrower until they have room, and leaves out what can be missed; -1 stands for a column left out.
// What is left is as wide as it can be: a name is not cut for a column that went.
func fit(cols []column, wanted []int, room int) []int {
	order := make([]int, 0, len(cols))
	for i, c := range cols {
		if c.draw != nil || c.drop > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if a, b := cols[i].draw != nil, cols[j].draw != nil; a != b {
			if a {
				return -1
			}
			return 1
		}
		return cmp.Compare(cols[j].drop, cols[i].drop)
	})
	for gone := 0; ; gone++ {
		widths := slices.Clone(wanted)
		for _, i := range order[:gone] {
			widths[i] = -1
		}
		shrink(cols, widths, room, easyText, easyName)
		if over(widths, room) > 0 && gone == len(order) {
			shrink(cols, widths, room, leastText, leastName)
		}
		if over(widths, room) <= 0 || gone == len(order) {
			return widths
		}
	}
}

// over returns how many columns too many a row takes.
func over(widths []int, room int) int {
	n := -2
	for _, w := range widths {
		if w >= 0 {
			n += w + 2
		}
	}
	return n - room
}

// shrink takes from bars first, then from texts, and from names last, the widest first, each down to a limit.
func shrink(cols []column, widths []int, room, text, name int) {
	take := func(i, least int) {
		if widths[i] >= 0 {
			least = max(least, columns(cols[i].title))
			widths[i] = max(min(widths[i], least), widths[i]-max(0, over(widths, room)))
		}
	}
	for i, c := range cols {
		if c.draw != nil {
			take(i, leastBar)
		}
	}
	for i, c := range cols {
		if c.text {
			take(i, text)
		}
	}
	for over(widths, room) > 0 {
		widest, next := -1, name
		for i, c := range cols {
			switch {
			case !c.name || widths[i] <= max(name, columns(c.title)):
			case widest < 0 || widths[i] > widths[widest]:
				if widest >= 0 {
					next = widths[widest]
				}
				widest = i
			default:
				next = max(next, widths[i])
			}
		}
		if widest < 0 {
			return
		}
		take(widest, min(next, widths[widest]-1))
	}
}

// cutTo shortens a cell.
func cutTo(s string, width int, tail bool, opt Options) string {
	if tail {
		return cutHead(s, width, opt)
	}
	return cut(s, width, opt)
}
