package bpe

import (
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

const (
	readSize = 64 << 10
	// maxUncut is the length in bytes of a stretch of text without a place to cut that is held in memory.
	maxUncut = 64 << 20
)

// errUncut says that a stream has no place where it can be cut.
var errUncut = errors.New("no border between words, numbers and punctuation within 64 MiB; count the text in one piece")

// CountReader returns the number of tokens of all that r gives until its end, the same as
// [Encoding.Count] of it in one piece. It holds 64 KiB of text at a time, or more where the text has no
// place at which pieces end whatever follows: a run of only letters, only numbers or only punctuation and
// blanks. Such a run of more than 64 MiB is an error, as is an error of r; the count is then 0.
func (e *Encoding) CountReader(r io.Reader) (int, error) {
	n, idle := 0, 0
	buf := make([]byte, 0, 2*readSize)
	want := readSize
	for {
		if cap(buf)-len(buf) < readSize {
			buf = append(make([]byte, 0, 2*cap(buf)), buf...)
		}
		k, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+k]
		switch {
		case err == io.EOF:
			return n + e.Count(buf), nil
		case err != nil:
			return 0, fmt.Errorf("count: %w", err)
		case k == 0:
			if idle++; idle > 100 {
				return 0, fmt.Errorf("count: %w", io.ErrNoProgress)
			}
			continue
		}
		idle = 0
		if len(buf) < want {
			continue
		}
		cut := lastCut(buf)
		if cut == 0 {
			if len(buf) > maxUncut {
				return 0, fmt.Errorf("count: %w", errUncut)
			}
			want = 2 * len(buf) // looking for a cut costs time in proportion to the length
			continue
		}
		n += e.Count(buf[:cut])
		buf = append(buf[:0], buf[cut:]...)
		want = readSize + len(buf)
	}
}

// lastCut returns the last place in text where a piece ends and another begins in every encoding,
// whatever follows text, or 0 if there is none. That is so behind a letter or a number that something
// else follows which can belong neither to the word or number nor to a contraction: no pattern looks
// further ahead there, nor has a piece that goes on across it.
func lastCut(text []byte) int {
	after := class(0)
	quote := false
	// The last character may be cut off.
	at := max(0, len(text)-utf8.UTFMax)
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	for at > 0 {
		r, size := utf8.DecodeLastRune(text[:at])
		c := classOf(r)
		if after != 0 && !quote && (c&letter != 0 && after&(letter|mark) == 0 || c == number && after != number) {
			return at
		}
		after, quote = c, r == '\''
		at -= size
	}
	return 0
}
