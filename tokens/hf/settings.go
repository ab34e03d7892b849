package hf

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// settings is the object model of a file.
type settings struct {
	vocab, merges          []byte
	unknown                *string
	prefix, suffix         string
	fuse, fallback, ignore bool
}

// plain reports whether the model sees nothing of the spelling of bytes but the vocabulary.
func (s *settings) plain() bool { return s.prefix == "" && s.suffix == "" && !s.fallback }

// parseSettings reads the object but for its two large members. Its errors begin with the rest of the path.
func parseSettings(raw []byte) (*settings, error) {
	parts, err := objectMembers(raw, "type", "vocab", "merges", "unk_token", "continuing_subword_prefix", "end_of_word_suffix",
		"fuse_unk", "byte_fallback", "ignore_merges", "dropout")
	if err != nil {
		return nil, fmt.Errorf(": %w", err)
	}
	// Old files do not name the type; a vocabulary with merges is then a byte pair encoding.
	if kind := parts["type"]; kind != nil && string(kind) != `"BPE"` {
		return nil, fmt.Errorf(".type: %s is not supported; supported: BPE", clip(string(bytes.Trim(kind, `"`))))
	}
	s := &settings{vocab: parts["vocab"], merges: parts["merges"]}
	if !isObject(s.vocab) {
		return nil, fmt.Errorf(".vocab: an object of tokens and ids is missing")
	}
	if len(s.merges) == 0 || s.merges[0] != '[' {
		return nil, fmt.Errorf(".merges: an array is missing")
	}
	var dropout float64
	for _, m := range []struct {
		name string
		v    any
	}{
		{"unk_token", &s.unknown}, {"continuing_subword_prefix", &s.prefix}, {"end_of_word_suffix", &s.suffix},
		{"fuse_unk", &s.fuse}, {"byte_fallback", &s.fallback}, {"ignore_merges", &s.ignore}, {"dropout", &dropout},
	} {
		if raw := parts[m.name]; raw != nil {
			if err := json.Unmarshal(raw, m.v); err != nil {
				return nil, fmt.Errorf(".%s: %s is not what belongs there", m.name, clip(string(raw)))
			}
		}
	}
	if dropout != 0 {
		return nil, fmt.Errorf(".dropout: %v makes counts random; supported: none", dropout)
	}
	return s, s.boundAffixes()
}

// build makes the model of its settings. Its errors begin with the rest of the path.
func (m *model) build(s *settings) error {
	m.fuseUnknown, m.ignoreMerges, m.prefix, m.suffix, m.fallback = s.fuse, s.ignore, s.prefix, s.suffix, s.fallback
	if err := m.readVocabulary(s.vocab); err != nil {
		return fmt.Errorf(".vocab%w", err)
	}
	if err := m.readMerges(s.merges); err != nil {
		return fmt.Errorf(".merges%w", err)
	}
	m.finish()
	complete := m.byteLevel
	for b := range m.bytes {
		m.bytes[b] = m.named(fmt.Appendf(nil, "<0x%02X>", b), m.byteLevel)
		if m.byteLevel {
			complete = complete && m.single[b] != noToken
		}
	}
	if m.fallback {
		complete = true
		for _, t := range m.bytes {
			complete = complete && t != noToken
		}
	}
	m.unknown = noToken
	if s.unknown != nil {
		m.unknown = m.named([]byte(*s.unknown), m.byteLevel)
		if m.unknown == noToken && !complete {
			return fmt.Errorf(".unk_token: %s is not in the vocabulary", clip(*s.unknown))
		}
	}
	if !m.startable() {
		return fmt.Errorf(".vocab: no character is a token, and there is no unk_token: every text would count 0")
	}
	return nil
}

func (m *model) readVocabulary(raw []byte) error {
	v := newVocabulary()
	ids := map[uint32]struct{}{}
	var token []byte
	for quoted, value := range members(raw) {
		var err error
		if token, err = unquote(token[:0], quoted); err != nil {
			return fmt.Errorf(": %w", err)
		}
		id, err := strconv.ParseUint(string(value), 10, 31)
		if err != nil {
			return fmt.Errorf("[%s]: %s is not an id", clip(string(token)), clip(string(value)))
		}
		if _, taken := ids[uint32(id)]; taken {
			return fmt.Errorf("[%s]: another token has the id %d, too", clip(string(token)), id)
		}
		ids[uint32(id)] = struct{}{}
		if len(v.ends) == maxVocabulary {
			return fmt.Errorf(": more than %d tokens", maxVocabulary)
		}
		if !v.add(token, uint32(id), m.byteLevel) {
			return fmt.Errorf("[%s]: the token is there twice", clip(string(token)))
		}
	}
	m.vocabulary = v
	return nil
}

func (m *model) readMerges(raw []byte) error {
	type merge struct{ left, right, made int32 }
	var all []merge
	asPairs := false
	var buffer, left, right []byte
	for i, item := range elements(raw) {
		pair := item[0] == '['
		if i == 0 {
			asPairs = pair
		}
		if pair != asPairs {
			return fmt.Errorf("[%d]: the first merge is written differently", i)
		}
		var err error
		if pair {
			n := 0
			for k, s := range elements(item) {
				n++
				switch k {
				case 0:
					left, err = unquote(left[:0], s)
				case 1:
					right, err = unquote(right[:0], s)
				}
				if err != nil {
					return fmt.Errorf("[%d]: %w", i, err)
				}
			}
			if n != 2 {
				return fmt.Errorf("[%d]: a merge is of two tokens, not %d", i, n)
			}
		} else {
			if buffer, err = unquote(buffer[:0], item); err != nil {
				return fmt.Errorf("[%d]: %w", i, err)
			}
			if bytes.HasPrefix(buffer, []byte("#version")) {
				continue
			}
			var ok bool
			a, b, ok := bytes.Cut(buffer, []byte(" "))
			if !ok || bytes.IndexByte(b, ' ') >= 0 {
				return fmt.Errorf("[%d]: %s is not two tokens with a blank between", i, clip(string(buffer)))
			}
			left, right = append(left[:0], a...), append(right[:0], b...)
		}
		// The prefix of a second part is not in what it makes. Without anything else in it, merging could
		// come to a token by two ways, and the order of merges would matter in more than their rank.
		if len(left) == 0 || len(right) <= len(m.prefix) {
			return fmt.Errorf("[%d]: one of the tokens is empty", i)
		}
		var e merge
		for _, part := range []struct {
			to   *int32
			text []byte
		}{{&e.left, left}, {&e.right, right}, {&e.made, append(left[:len(left):len(left)], right[len(m.prefix):]...)}} {
			if *part.to = m.named(part.text, m.byteLevel); *part.to == noToken {
				return fmt.Errorf("[%d]: %s is not in the vocabulary", i, clip(string(part.text)))
			}
		}
		if len(all) == maxMerges {
			return fmt.Errorf(": more than %d merges", maxMerges)
		}
		all = append(all, e)
	}
	m.merges = newMerges(len(all))
	for _, e := range all {
		m.merges.add(e.left, e.right, e.made)
	}
	return nil
}
