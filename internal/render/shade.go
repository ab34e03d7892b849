package render

import (
	"bytes"
	"strings"
)

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
func scale[N int | int64](n, most N, width int) int {
	if most <= 0 {
		return 0
	}
	return int((int64(n)*int64(width)*2 + int64(most)) / (2 * int64(most)))
}

// bar draws one amount to an eighth of a cell. What is not nothing is drawn.
func bar(n, most, width int, opt Options) string {
	if n <= 0 || most <= 0 {
		return ""
	}
	if opt.ASCII {
		return strings.Repeat("#", max(1, scale(n, most, width)))
	}
	eighths := max(1, scale(n, most, 8*width))
	s := strings.Repeat("█", eighths/8)
	if eighths%8 > 0 {
		s += string([]rune("▏▎▍▌▋▊▉")[eighths%8-1])
	}
	return s
}

// legend explains shades, as many on a line as fit, and ends with a note.
func legend(b *bytes.Buffer, indent string, shades []shade, note string, opt Options) {
	var parts []string
	for _, s := range shades {
		parts = append(parts, s.draw(1, opt)+" "+s.label)
	}
	if note != "" {
		parts = append(parts, note)
	}
	l := indent
	for i, p := range parts {
		sep := "  "
		if i == 0 {
			sep = ""
		}
		if i > 0 && opt.Width > 0 && columns(plain(l+sep+p)) > opt.Width {
			b.WriteString(l + "\n")
			l, sep = indent, ""
		}
		l += sep + p
	}
	b.WriteString(l + "\n")
}
