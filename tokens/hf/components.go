package hf

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// What each part of a file may be made of.
const (
	knownNormalizers   = "NFC, NFD, NFKC, NFKD, Lowercase, Strip, Prepend, Replace, ByteLevel, Sequence"
	knownPreTokenizers = "ByteLevel, Split, Digits, Metaspace, Whitespace, WhitespaceSplit, Punctuation, Sequence"
	knownDecoders      = "ByteLevel, ByteFallback, Fuse, Replace, Strip, Metaspace, BPEDecoder, Sequence"
)

// gpt2Words is the expression that ByteLevel cuts words by.
const gpt2Words = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`

// kind returns the type of a part. at is the path to it, for errors.
func kind(raw []byte, at string, depth int) (string, error) {
	if len(raw) > maxComponent {
		return "", fmt.Errorf("%s: it is larger than %d bytes", at, maxComponent)
	}
	if depth > maxDepth {
		return "", fmt.Errorf("%s: sequences are nested more than %d deep", at, maxDepth)
	}
	parts, err := objectMembers(raw, "type")
	if err != nil {
		return "", fmt.Errorf("%s: %w", at, err)
	}
	var name string
	if json.Unmarshal(parts["type"], &name) != nil {
		return "", fmt.Errorf("%s.type: a string is missing", at)
	}
	return name, nil
}

// read decodes a part into v, a struct.
func read(raw []byte, at string, v any) error {
	if err := strict(raw, v); err != nil {
		return fmt.Errorf("%s: %w", at, err)
	}
	return nil
}

// children reads a Sequence and hands on its members.
func children(raw []byte, at, member string, each func(raw []byte, at string) error) error {
	parts, err := objectMembers(raw, member)
	if err != nil {
		return fmt.Errorf("%s: %w", at, err)
	}
	list := parts[member]
	if len(list) == 0 || list[0] != '[' {
		return fmt.Errorf("%s.%s: an array is missing", at, member)
	}
	for i, item := range elements(list) {
		if err := each(item, fmt.Sprintf("%s.%s[%d]", at, member, i)); err != nil {
			return err
		}
	}
	return nil
}

// patternFile is how a file writes what to look for: {"String": …} or {"Regex": …}.
type patternFile struct{ String, Regex *string }

// read returns the string or the pattern.
func (f patternFile) read(at string) ([]byte, *pattern, error) {
	switch {
	case f.String != nil && f.Regex == nil && *f.String != "":
		return []byte(*f.String), nil, nil
	case f.Regex != nil && f.String == nil:
		p, err := compile(*f.Regex)
		if err != nil {
			return nil, nil, fmt.Errorf("%s.pattern: %w", at, err)
		}
		return nil, p, nil
	}
	return nil, nil, fmt.Errorf("%s.pattern: supported are a String that is not empty and a Regex", at)
}

func parseNormalizer(raw []byte, at string, depth int) (normalizer, error) {
	if raw == nil {
		return nil, nil
	}
	name, err := kind(raw, at, depth)
	if err != nil {
		return nil, err
	}
	var only struct{ Type string }
	switch name {
	case "NFC":
		return unicodeForm(norm.NFC), read(raw, at, &only)
	case "NFD":
		return unicodeForm(norm.NFD), read(raw, at, &only)
	case "NFKC":
		return unicodeForm(norm.NFKC), read(raw, at, &only)
	case "NFKD":
		return unicodeForm(norm.NFKD), read(raw, at, &only)
	case "Lowercase":
		return lowercase{}, read(raw, at, &only)
	case "ByteLevel":
		return byteAlphabet{}, read(raw, at, &only)
	case "Strip":
		var f struct {
			Type  string
			Left  bool `json:"strip_left"`
			Right bool `json:"strip_right"`
		}
		err := read(raw, at, &f)
		return strip{f.Left, f.Right}, err
	case "Prepend":
		var f struct{ Type, Prepend string }
		err := read(raw, at, &f)
		return prepend(f.Prepend), err
	case "Replace":
		return parseReplace(raw, at)
	case "Sequence":
		s := sequence{}
		err := children(raw, at, "normalizers", func(raw []byte, at string) error {
			n, err := parseNormalizer(raw, at, depth+1)
			s = append(s, n)
			return err
		})
		return s, err
	}
	return nil, fmt.Errorf("%s.type: %s is not supported; supported: %s", at, clip(name), knownNormalizers)
}

func parseReplace(raw []byte, at string) (normalizer, error) {
	var f struct {
		Type, Content string
		Pattern       patternFile
	}
	if err := read(raw, at, &f); err != nil {
		return nil, err
	}
	literal, p, err := f.Pattern.read(at)
	if p != nil {
		return replacePattern{p, []byte(f.Content)}, err
	}
	return replaceString{literal, []byte(f.Content)}, err
}

func parseSteps(raw []byte, at string, depth int) ([]step, error) {
	if raw == nil {
		return nil, nil
	}
	name, err := kind(raw, at, depth)
	if err != nil {
		return nil, err
	}
	switch name {
	case "ByteLevel":
		return parseByteLevel(raw, at)
	case "Split":
		s, err := parseSplit(raw, at)
		return []step{s}, err
	case "Metaspace":
		m, err := parseMetaspace(raw, at)
		return []step{m}, err
	case "Digits":
		var f struct {
			Type       string
			Individual bool `json:"individual_digits"`
		}
		if err := read(raw, at, &f); err != nil {
			return nil, err
		}
		if f.Individual {
			return cutAtChars(numeric(), isolated)
		}
		return cutAtChars(numeric(), contiguous)
	case "Punctuation":
		f := struct{ Type, Behavior string }{Behavior: "Isolated"}
		if err := read(raw, at, &f); err != nil {
			return nil, err
		}
		b, err := parseBehavior(f.Behavior, at)
		if err != nil {
			return nil, err
		}
		return cutAtChars(punctuation(), b)
	case "WhitespaceSplit":
		if err := read(raw, at, &struct{ Type string }{}); err != nil {
			return nil, err
		}
		return cutAtChars(whiteSpace(), removed)
	case "Whitespace":
		if err := read(raw, at, &struct{ Type string }{}); err != nil {
			return nil, err
		}
		words := wordCharsWhitespace()
		others := new(charSet).union(words).union(whiteSpace()).complement()
		p, err := newPattern([][]element{
			{{kind: run, set: words, min: 1, max: unbounded}},
			{{kind: run, set: others, min: 1, max: unbounded}},
		})
		return []step{&split{pattern: p, behavior: removed, invert: true}}, err
	case "Sequence":
		if err := boundSequence(raw, at, "pretokenizers"); err != nil {
			return nil, err
		}
		var all []step
		err := children(raw, at, "pretokenizers", func(raw []byte, at string) error {
			s, err := parseSteps(raw, at, depth+1)
			if all = append(all, s...); err == nil && len(all) > maxSteps {
				err = fmt.Errorf("%s: more than %d steps up to here", at, maxSteps)
			}
			return err
		})
		return all, err
	}
	return nil, fmt.Errorf("%s.type: %s is not supported; supported: %s", at, clip(name), knownPreTokenizers)
}

func cutAtChars(set *charSet, b behavior) ([]step, error) {
	p, err := newPattern([][]element{{{kind: run, set: set, min: 1, max: 1}}})
	return []step{&split{pattern: p, behavior: b}}, err
}

func parseByteLevel(raw []byte, at string) ([]step, error) {
	f := struct {
		Type        string
		PrefixSpace bool `json:"add_prefix_space"`
		TrimOffsets bool `json:"trim_offsets"` // about positions, not tokens
		UseRegex    bool `json:"use_regex"`
	}{UseRegex: true}
	if err := read(raw, at, &f); err != nil {
		return nil, err
	}
	b := &byteLevel{prefixSpace: f.PrefixSpace}
	if f.UseRegex {
		p, err := compile(gpt2Words)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
		b.cut = &split{pattern: p}
	}
	if !f.UseRegex && !f.PrefixSpace {
		return []step{spelling{}}, nil
	}
	return []step{b, spelling{}}, nil
}

func parseSplit(raw []byte, at string) (*split, error) {
	var f struct {
		Type, Behavior string
		Pattern        patternFile
		Invert         bool
	}
	if err := read(raw, at, &f); err != nil {
		return nil, err
	}
	literal, p, err := f.Pattern.read(at)
	if err != nil {
		return nil, err
	}
	b, err := parseBehavior(f.Behavior, at)
	return &split{pattern: p, literal: literal, behavior: b, invert: f.Invert}, err
}

func parseBehavior(name, at string) (behavior, error) {
	switch name {
	case "Isolated":
		return isolated, nil
	case "Removed":
		return removed, nil
	case "MergedWithPrevious":
		return mergedWithPrevious, nil
	case "MergedWithNext":
		return mergedWithNext, nil
	case "Contiguous":
		return contiguous, nil
	}
	return 0, fmt.Errorf("%s.behavior: %s is not supported; supported: Isolated, Removed, MergedWithPrevious, MergedWithNext, Contiguous", at, clip(name))
}

// metaspaceFile is Metaspace in a pre-tokenizer and in a decoder, with the members of older versions.
type metaspaceFile struct {
	Type        string
	Replacement string
	Scheme      string `json:"prepend_scheme"`
	Prefix      *bool  `json:"add_prefix_space"`
	Split       *bool
	StrRep      string `json:"str_rep"`
}

func (f *metaspaceFile) read(raw []byte, at string) (prependScheme, error) {
	if err := read(raw, at, f); err != nil {
		return 0, err
	}
	if utf8.RuneCountInString(f.Replacement) != 1 {
		return 0, fmt.Errorf("%s.replacement: %s is not one character", at, clip(f.Replacement))
	}
	schemes := map[string]prependScheme{"": prependAlways, "always": prependAlways, "first": prependFirst, "never": prependNever}
	scheme, ok := schemes[f.Scheme]
	if !ok {
		return 0, fmt.Errorf("%s.prepend_scheme: %s is not supported; supported: always, first, never", at, clip(f.Scheme))
	}
	if f.Prefix != nil && !*f.Prefix && scheme != prependNever {
		return 0, fmt.Errorf("%s: add_prefix_space contradicts prepend_scheme", at)
	}
	return scheme, nil
}

func parseMetaspace(raw []byte, at string) (*metaspace, error) {
	var f metaspaceFile
	scheme, err := f.read(raw, at)
	if err != nil {
		return nil, err
	}
	m := &metaspace{replacement: []byte(f.Replacement), scheme: scheme}
	if f.Split == nil || *f.Split {
		m.cut = &split{literal: m.replacement, behavior: mergedWithNext}
	}
	return m, nil
}

func parseDecoder(raw []byte, at string, depth int) ([]decoder, error) {
	if raw == nil {
		return nil, nil
	}
	name, err := kind(raw, at, depth)
	if err != nil {
		return nil, err
	}
	switch name {
	case "ByteLevel":
		_, err := parseByteLevel(raw, at)
		return []decoder{decodeBytes{}}, err
	case "ByteFallback":
		return []decoder{decodeFallback{}}, read(raw, at, &struct{ Type string }{})
	case "Fuse":
		return []decoder{decodeFuse{}}, read(raw, at, &struct{ Type string }{})
	case "Replace":
		r, err := parseReplace(raw, at)
		return []decoder{decodeReplace{r}}, err
	case "Strip":
		var f struct {
			Type, Content string
			Start, Stop   int
		}
		if err := read(raw, at, &f); err != nil {
			return nil, err
		}
		if utf8.RuneCountInString(f.Content) != 1 || f.Start < 0 || f.Stop < 0 {
			return nil, fmt.Errorf("%s: content is one character, start and stop are not negative", at)
		}
		return []decoder{decodeStrip{[]byte(f.Content), f.Start, f.Stop}}, nil
	case "Metaspace":
		var f metaspaceFile
		scheme, err := f.read(raw, at)
		return []decoder{decodeMetaspace{[]byte(f.Replacement), scheme != prependNever}}, err
	case "BPEDecoder":
		var f struct{ Type, Suffix string }
		if err := read(raw, at, &f); err != nil {
			return nil, err
		}
		if f.Suffix == "" {
			return nil, fmt.Errorf("%s.suffix: a string is missing", at)
		}
		return []decoder{decodeWords{[]byte(f.Suffix)}}, nil
	case "Sequence":
		all := []decoder{} // one that does nothing is not the absence of one
		err := children(raw, at, "decoders", func(raw []byte, at string) error {
			d, err := parseDecoder(raw, at, depth+1)
			all = append(all, d...)
			return err
		})
		return all, err
	}
	return nil, fmt.Errorf("%s.type: %s is not supported; supported: %s", at, clip(name), knownDecoders)
}
