package hf

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// The limits on a file. The largest in use hold 34 MB and 262,144 tokens.
const (
	maxFile       = 256 << 20
	maxVocabulary = 1 << 22
	maxMerges     = 1 << 23
	maxComponent  = 1 << 20 // bytes of a normalizer, pre-tokenizer or decoder
	maxDepth      = 8       // sequences in sequences
)

// Parse reads a tokenizer.json. It must be a byte pair encoding; whatever in the file is not supported, or
// contradicts itself, is an error that says where it stands and what is supported instead, because a part
// left out would make wrong counts. Truncation and padding are ignored, and so is the post-processor: see
// [Tokenizer.Count].
func Parse(data []byte) (*Tokenizer, error) {
	t, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("hf: %w", err)
	}
	return t, nil
}

func parse(data []byte) (*Tokenizer, error) {
	if len(data) > maxFile {
		return nil, fmt.Errorf("the file is larger than %d MB", maxFile>>20)
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	if err := validJSON(data); err != nil {
		return nil, err
	}
	parts, err := objectMembers(data, "version", "normalizer", "pre_tokenizer", "model", "added_tokens", "decoder")
	if err != nil {
		return nil, fmt.Errorf("this is no tokenizer.json: %w", err)
	}
	if v := parts["version"]; v != nil && string(v) != `"1.0"` {
		return nil, fmt.Errorf("version: %s is not supported; known: \"1.0\"", clip(string(v)))
	}
	if parts["model"] == nil {
		return nil, errors.New("this is no tokenizer.json: it has no member \"model\"")
	}
	sum := sha256.Sum256(data)
	t := &Tokenizer{name: fmt.Sprintf("hf:%x", sum[:6])}
	if t.normalizer, err = parseNormalizer(parts["normalizer"], "normalizer", 0); err != nil {
		return nil, err
	}
	if t.steps, err = parseSteps(parts["pre_tokenizer"], "pre_tokenizer", 0); err != nil {
		return nil, err
	}
	if t.decoder, err = parseDecoder(parts["decoder"], "decoder", 0); err != nil {
		return nil, err
	}
	settings, err := parseSettings(parts["model"])
	if err != nil {
		return nil, fmt.Errorf("model%w", err)
	}
	if err := t.checkLimits(settings); err != nil {
		return nil, err
	}
	if err := t.boundParts(); err != nil {
		return nil, err
	}
	// A model behind byte-level spelling holds bytes, and the spelling is not done: it would double
	// the work for the same tokens.
	if n := len(t.steps); n > 0 && settings.plain() {
		if _, ok := t.steps[n-1].(spelling); ok {
			t.steps, t.model.byteLevel = t.steps[:n-1], true
		}
	}
	if err := t.model.build(settings); err != nil {
		return nil, fmt.Errorf("model%w", err)
	}
	if err := t.parseAdded(parts["added_tokens"]); err != nil {
		return nil, fmt.Errorf("added_tokens%w", err)
	}
	return t, nil
}

// validJSON returns where and why data is not JSON in UTF-8.
func validJSON(data []byte) error {
	if !json.Valid(data) {
		err := json.Unmarshal(data, new(json.RawMessage))
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return fmt.Errorf("this is not JSON: offset %d: %w", syntax.Offset, err)
		}
		return fmt.Errorf("this is not JSON: %w", err)
	}
	if utf8.Valid(data) {
		return nil
	}
	for i := 0; ; {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size <= 1 {
			return fmt.Errorf("offset %d: this is not UTF-8", i)
		}
		i += size
	}
}

// addedFile is a member of added_tokens. All members are required, as nothing says what a missing one means.
type addedFile struct {
	ID         *int    `json:"id"`
	Content    *string `json:"content"`
	SingleWord *bool   `json:"single_word"`
	LStrip     *bool   `json:"lstrip"`
	RStrip     *bool   `json:"rstrip"`
	Normalized *bool   `json:"normalized"`
	Special    *bool   `json:"special"`
}

// parseAdded reads the added tokens. As in the reference, a token that the model has keeps the model's id,
// and others are numbered on from the size of the model's vocabulary, whatever id the file states.
func (t *Tokenizer) parseAdded(raw []byte) error {
	t.byID = map[int]string{}
	t.position = make(map[int]int32, len(t.model.ids))
	for i, id := range t.model.ids {
		t.position[int(id)] = int32(i)
	}
	type entry struct {
		addedToken
		normalized bool
	}
	var entries []entry
	index := map[string]int{}
	next := len(t.model.ids)
	for i, item := range elements(raw) {
		var f addedFile
		if err := strict(item, &f); err != nil {
			return fmt.Errorf("[%d]: %w", i, err)
		}
		if f.ID == nil || f.Content == nil || f.SingleWord == nil || f.LStrip == nil || f.RStrip == nil || f.Normalized == nil || f.Special == nil {
			return fmt.Errorf("[%d]: a token has id, content, single_word, lstrip, rstrip, normalized and special", i)
		}
		if *f.ID < 0 {
			return fmt.Errorf("[%d].id: %d is not an id", i, *f.ID)
		}
		if *f.Content == "" {
			continue
		}
		e := entry{addedToken{
			content: []byte(*f.Content), special: *f.Special, single: *f.SingleWord, strips: *f.LStrip, stripsBehind: *f.RStrip,
		}, *f.Normalized}
		if old, ok := index[*f.Content]; ok {
			e.id = entries[old].id
			e.special = e.special || entries[old].special
			entries[old] = e
			continue
		}
		if at := t.model.named(e.content, t.model.byteLevel); at != noToken {
			e.id = int(t.model.ids[at])
		} else {
			e.id = next
			next++
		}
		index[*f.Content] = len(entries)
		entries = append(entries, e)
	}
	var as, normalized []addedToken
	for _, e := range entries {
		if e.normalized && t.normalizer != nil {
			e.content, _ = t.normalizer.normalize(e.content)
		}
		if _, taken := t.byID[e.id]; taken {
			return fmt.Errorf(": two tokens get the id %d", e.id)
		}
		t.byID[e.id] = string(e.content)
		if e.normalized {
			normalized = append(normalized, e.addedToken)
		} else {
			as = append(as, e.addedToken)
		}
	}
	words, err := newPattern([][]element{{{kind: run, set: wordCharsWhitespace(), min: 1, max: 1}}})
	if err != nil {
		return fmt.Errorf(": %w", err)
	}
	if t.added, err = newAddedTokens(as, words); err != nil {
		return fmt.Errorf(": %w", err)
	}
	if t.normalized, err = newAddedTokens(normalized, words); err != nil {
		return fmt.Errorf(": %w", err)
	}
	return nil
}
