package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/internal/rawjson"
	"github.com/schema-bench/schema-bench/schema"
)

// texts tells what kind of document the bytes are and cuts it into records.
func (r *reader) texts(b []byte) ([]text, error) {
	if limit := r.maxBytes(); len(b) > limit {
		return nil, &ReadError{Err: &schema.LimitError{What: "number of bytes", Max: limit}, Fix: "a catalog of tools is a few megabytes at most: check that the source is the right one"}
	}
	// The mark is overwritten and not cut off, so that offsets stay those of the source.
	if bytes.HasPrefix(b, []byte("\xef\xbb\xbf")) {
		b = slices.Clone(b)
		copy(b, "   ")
	}
	if err := notText(b); err != nil {
		return nil, err
	}
	first := rawjson.Space(b, 0)
	if first == len(b) {
		return nil, &ReadError{Err: fmt.Errorf("%w: the document is empty", ErrNoTools), Fix: "check that what was to write it succeeded"}
	}
	if b[first] == '<' {
		return nil, markup(b[first:])
	}
	if b[first] != '{' && b[first] != '[' {
		return r.yamlTexts(b)
	}
	pos := positions(b)
	var texts []text
	spans, err := split(b)
	if err != nil {
		return nil, err
	}
	for _, s := range spans {
		texts = append(texts, text{b, s, pos})
	}
	return texts, nil
}

func (r *reader) maxBytes() int {
	if r.opt.Limits.Bytes > 0 {
		return r.opt.Limits.Bytes
	}
	return 64 << 20
}

// notText names the kinds of bytes that are no text, as far as they can be told.
func notText(b []byte) error {
	kind, fix := "", "check that the source is the right one"
	head := b[:min(len(b), 4096)]
	switch {
	case bytes.HasPrefix(b, []byte{0xff, 0xfe}), bytes.HasPrefix(b, []byte{0xfe, 0xff}),
		len(b) >= 4 && (b[0] == 0 && b[1] != 0 && b[2] == 0 || b[0] != 0 && b[1] == 0 && b[2] != 0 && b[3] == 0):
		kind, fix = "UTF-16 text", "save it as UTF-8: iconv -f UTF-16 -t UTF-8 FILE, in PowerShell Set-Content -Encoding utf8"
	case bytes.HasPrefix(b, []byte{0x1f, 0x8b}):
		kind, fix = "gzip-compressed data", "decompress it first: gunzip -c FILE | schema-bench -"
	case bytes.HasPrefix(b, []byte("PK\x03\x04")):
		kind, fix = "a zip archive", "unpack it first"
	case bytes.IndexByte(head, 0) >= 0:
		kind = "binary data"
	case !utf8.Valid(head[:runeEnd(head, len(head) == len(b))]) && !bytes.ContainsAny(head[:1], "{["):
		kind = "not UTF-8 text"
	default:
		return nil
	}
	return &ReadError{Err: errors.New("the document is " + kind), Fix: fix}
}

// runeEnd returns the length of b without the rune that a cut may have left incomplete at its end.
func runeEnd(b []byte, whole bool) int {
	if whole {
		return len(b)
	}
	for i := len(b) - 1; i >= 0 && i >= len(b)-utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			return i
		}
	}
	return len(b)
}

func markup(b []byte) error {
	head := strings.ToLower(string(b[:min(len(b), 512)]))
	if strings.Contains(head, "<!doctype html") || strings.Contains(head, "<html") || strings.Contains(head, "<head") || strings.Contains(head, "<body") {
		return &ReadError{Err: errors.New("the document looks like an HTML page, not like tools"),
			Fix: "fetch the raw file (on GitHub: the Raw button), and check that the address needs no sign-in"}
	}
	return &ReadError{Err: errors.New("the document looks like XML, not like tools"), Fix: "tools are read from JSON, JSON Lines and YAML"}
}

// positions returns a function from offsets to lines and columns that goes on from the offset of the last call, if that
// is not behind the next one.
func positions(b []byte) func(offset int) (line, column int) {
	at, lines, begin := 0, 1, 0 // where the last call ended, the line that that is on, and the offset where the line begins
	return func(offset int) (line, column int) {
		if offset < at {
			at, lines, begin = 0, 1, 0
		}
		passed := b[at:min(offset, len(b))]
		if n := bytes.Count(passed, []byte{'\n'}); n > 0 {
			lines += n
			begin = at + bytes.LastIndexByte(passed, '\n') + 1
		}
		at = min(offset, len(b))
		return lines, offset - begin + 1
	}
}
