package render

import (
	"bytes"
	"strings"
)

// A column of a text table.
type column struct {
	title string
	right bool // numbers stand on the right
}

// maxColumn bounds how far other rows are padded for the sake of a long cell; what is longer is written whole, and only
// its own row is out of line.
const maxColumn = 100

// table writes rows under their titles, each column as wide as its widest cell. Cells must be fit for a terminal.
// A row may be shorter than the others.
func table(b *bytes.Buffer, indent string, columnsOf []column, rows [][]string) {
	widths := make([]int, len(columnsOf))
	titles := make([]string, len(columnsOf))
	for i, c := range columnsOf {
		titles[i] = c.title
		widths[i] = columns(c.title)
		for _, r := range rows {
			if i < len(r) {
				widths[i] = max(widths[i], min(maxColumn, columns(plain(r[i]))))
			}
		}
	}
	for _, r := range append([][]string{titles}, rows...) {
		var l strings.Builder
		for i, s := range r {
			if i > 0 {
				l.WriteString("  ")
			}
			// Colour takes no columns.
			hidden := columns(s) - columns(plain(s))
			l.WriteString(pad(s, widths[i]+hidden, columnsOf[i].right))
		}
		b.WriteString(indent)
		b.WriteString(strings.TrimRight(l.String(), " "))
		b.WriteByte('\n')
	}
}

// A shade is how a kind of token is drawn: by a character, and in colour as well where there is colour.
type shade struct {
	glyph, ascii, color string
	label               string
}

func (s shade) draw(n int, opt Options) string {
	if n <= 0 {
		return ""
	}
	glyph := s.glyph
	if opt.ASCII {
		glyph = s.ascii
	}
	return paint(strings.Repeat(glyph, n), s.color, opt)
}

// paint colours a text.
func paint(s, color string, opt Options) string {
	if !opt.Color || s == "" || color == "" {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}

// plain takes off what paint put on.
func plain(s string) string {
	for {
		from := strings.Index(s, "\x1b[")
		if from < 0 {
			return s
		}
		to := strings.IndexByte(s[from:], 'm')
		if to < 0 {
			return s
		}
		s = s[:from] + s[from+to+1:]
	}
}

// bold and dim are colours that stress and unstress a text.
const (
	bold = "1"
	dim  = "2"
)

// stack draws amounts next to each other, in cells of a bar that is width cells long for an amount of most. Cells are given
// out by the running sum, so that the bar is as long as the sum and no amount is a cell off.
func stack(amounts []int, shades []shade, most, width int, opt Options) string {
	var b strings.Builder
	sum, drawn := 0, 0
	for i, n := range amounts {
		sum += max(0, n)
		upTo := scale(sum, most, width)
		b.WriteString(shades[i].draw(upTo-drawn, opt))
		drawn = upTo
	}
	return b.String()
}

// scale returns the cells for n where most takes width of them, rounded.
func scale(n, most, width int) int {
	if most <= 0 {
		return 0
	}
	return int((int64(n)*int64(width)*2 + int64(most)) / (2 * int64(most)))
}

// bar draws one amount to an eighth of a cell.
func bar(n, most, width int, opt Options) string {
	if opt.ASCII {
		return strings.Repeat("#", scale(max(0, n), most, width))
	}
	eighths := scale(max(0, n), most, 8*width)
	return strings.Repeat("█", eighths/8) + string([]rune(" ▏▎▍▌▋▊▉")[eighths%8:][:1])
}

// legend explains shades.
func legend(shades []shade, opt Options) string {
	parts := make([]string, len(shades))
	for i, s := range shades {
		parts[i] = s.draw(1, opt) + " " + s.label
	}
	return strings.Join(parts, "  ")
}
