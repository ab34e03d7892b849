package schemacompact

import (
	"iter"
	"slices"
	"strings"
)

// A proseContext is what the schema node says beside its description. It decides what a sentence adds: an example
// tells the format of a bare string, and nothing new of an enum. The zero value knows nothing, so more is kept.
type proseContext struct {
	name       string   // the parameter's name, "" if it has none
	around     []string // the names of the parameters around it, and the tool's
	typ        string   // the JSON type when there is exactly one, otherwise ""
	hasEnum    bool     // also const
	hasFormat  bool
	hasPattern bool
	itemsTell  bool // an array whose items say what they look like, such as numbers
	hasDefault bool
	hasBound   bool             // minimum, maximum, their exclusive forms, or a limit of length or items
	bounds     []string         // the values of these, as they are spelled
	siblings   iter.Seq[string] // the names of the parameters beside it; nil for none
	presence   string           // "required" or "optional" if the schema says which, otherwise ""

	memo *proseMemo
}

// tellsFormat reports whether the node itself says what a value looks like.
func (c proseContext) tellsFormat() bool {
	return c.hasEnum || c.hasFormat || c.hasPattern || c.itemsTell || c.typ == "boolean" || c.typ == "integer" || c.typ == "number"
}

// A proseCut is one piece of text that cutProse removed: bytes [start, end) of the text that it was given.
type proseCut struct {
	start, end int
	text       string
}

const (
	// minProseCut is the length in bytes below which a removal is not made. Twelve bytes are about three tokens: less
	// than a wrong call that a missing remark can cause.
	minProseCut = 12
	// maxKeptExample is the length in bytes of the words of the longest example kept for the format that it shows.
	maxKeptExample = 60
	// maxProsePasses bounds the search for a text that a further pass leaves alone. Real descriptions need one or two.
	maxProsePasses = 8
)

// cutProse shortens a parameter description to its first informative sentence, the sentences that constrain the
// argument, and its option lists. Whole sentences go and the rest stays byte for byte, so kept is text without the
// cuts. It is deterministic, and cutting its result again changes nothing. Text that has something to read stays so.
func cutProse(text string, ctx proseContext) (kept string, cuts []proseCut) {
	// Without a sentence its neighbours can read differently (an example becomes the first one), so passes are made
	// until one changes nothing: that makes the result stable by construction. A text that does not settle stays whole.
	segs := []proseSpan{{0, len(text)}}
	cur := text
	for range maxProsePasses {
		drops := cutOnce(cur, ctx)
		if len(drops) == 0 {
			return cur, cutsBetween(text, segs)
		}
		segs = subtract(segs, drops)
		cur = joinSpans(text, segs)
	}
	return text, nil
}

// A proseSpan is the bytes [start, end) of a text.
type proseSpan struct{ start, end int }

// cutOnce returns the spans of text to remove, in order and disjoint.
func cutOnce(text string, ctx proseContext) []proseSpan {
	units := ctx.memo.split(text)
	if len(units) < 2 {
		return nil
	}
	keep := chooseUnits(text, units, ctx)
	var drops []proseSpan
	for i := 0; i < len(units); {
		if keep[i] {
			i++
			continue
		}
		j := i
		for j < len(units) && !keep[j] {
			j++
		}
		if units[j-1].end-units[i].start >= minProseCut {
			drops = append(drops, dropSpan(text, units, i, j))
		}
		i = j
	}
	return drops
}

// dropSpan is the span that removes units i to j-1 and one of the two separators around them. What stays between the
// neighbours is the stronger separator, because a list or a fence must keep its place at the start of a line.
func dropSpan(text string, units []proseUnit, i, j int) proseSpan {
	if j == len(units) {
		return proseSpan{units[i-1].end, len(text)}
	}
	if i == 0 {
		return proseSpan{units[0].start, units[j].start}
	}
	before := text[units[i-1].end:units[i].start]
	after := text[units[j-1].end:units[j].start]
	nb, na := strings.Count(before, "\n"), strings.Count(after, "\n")
	if na > nb || na == nb && len(after) > len(before) {
		return proseSpan{units[i-1].end, units[j-1].end}
	}
	return proseSpan{units[i].start, units[j].start}
}

// chooseUnits decides which units stay. The first does, unless it only repeats the names and another one stays.
func chooseUnits(text string, units []proseUnit, ctx proseContext) []bool {
	keep := make([]bool, len(units))
	traits := make([]proseTraits, len(units))
	for i, u := range units {
		traits[i] = traitsOf(text[u.start:u.end], u.kind, ctx)
	}
	names := []map[string]bool{ctx.memo.nameOf(ctx.name)}
	for _, n := range ctx.around {
		names = append(names, ctx.memo.nameOf(n))
	}
	informed, told := false, ctx.tellsFormat()
	seen := make(map[string]bool, len(units))
	for i, u := range units {
		t := &traits[i]
		switch {
		case i == 0:
			keep[i] = true
		case !t.droppable:
			keep[i] = true
		case seen[t.norm]: // said before, word for word
		case t.reference:
		case ctx.restatesPresence(t.words):
		case u.kind == unitList || u.kind == unitTable || t.constrains:
			keep[i] = true
		case t.example:
			keep[i] = !told && len(t.norm) <= maxKeptExample
		case t.oneCase && i > 0 && keep[i-1] && traits[i-1].oneCase && traits[i-1].words[0] == t.words[0]:
			keep[i] = true // one case of several says less than nothing
		case !informed:
			keep[i] = !isWeak(t.words, names...)
		}
		if !keep[i] {
			continue
		}
		seen[t.norm] = t.norm != ""
		told = told || t.example || t.literals >= 2
		if !t.example && !t.reference && !isWeak(t.words, names...) && !t.oneCase {
			informed = true
		}
	}
	if units[0].kind == unitSentence && traits[0].droppable && slices.Contains(keep[1:], true) {
		first := text[units[0].start:units[0].end]
		next := 1 + slices.Index(keep[1:], true)
		keep[0] = !standsAlone(text[units[next].start:units[next].end], traits[next].words) ||
			!ctx.restatesPresence(traits[0].words) && !ctx.memo.echoesName(first, append([]string{ctx.name}, ctx.around...)...)
	}
	for i := len(units) - 1; i > 0; i-- {
		// A list needs the sentence that introduces it, and "Otherwise …" the one that it answers.
		if keep[i] && !keep[i-1] && (units[i].kind != unitSentence || traits[i].leansBack) {
			keep[i-1] = true
		}
	}
	return keep
}

// subtract removes drops from segs. Drops are offsets into the concatenation of segs, in order.
func subtract(segs, drops []proseSpan) []proseSpan {
	var out []proseSpan
	pos := 0 // offset of the current segment in the concatenation
	for _, s := range segs {
		at, end := pos, pos+s.end-s.start
		for len(drops) > 0 && drops[0].start < end {
			d := drops[0]
			if d.end > end {
				// The rest of it lies in the next segment.
				drops[0].start = end
			} else {
				drops = drops[1:]
			}
			if d.start > at {
				out = append(out, proseSpan{s.start + at - pos, s.start + d.start - pos})
			}
			at = min(d.end, end)
		}
		if at < end {
			out = append(out, proseSpan{s.start + at - pos, s.end})
		}
		pos = end
	}
	return out
}

func joinSpans(text string, segs []proseSpan) string {
	var b strings.Builder
	for _, s := range segs {
		b.WriteString(text[s.start:s.end])
	}
	return b.String()
}

// cutsBetween lists what text has outside of segs.
func cutsBetween(text string, segs []proseSpan) []proseCut {
	var cuts []proseCut
	at := 0
	for _, s := range append(segs[:len(segs):len(segs)], proseSpan{len(text), len(text)}) {
		if s.start > at {
			cuts = append(cuts, proseCut{at, s.start, text[at:s.start]})
		}
		at = s.end
	}
	return cuts
}
