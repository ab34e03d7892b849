package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"

	"github.com/schema-bench/schema-bench/tokens"
	"github.com/schema-bench/schema-bench/tokens/hf"
	"github.com/schema-bench/schema-bench/tokens/tiktokengo"
)

// ownCounter names the counter that everything counts with unless told otherwise.
const ownCounter = "schema-bench"

func counters() []string { return []string{ownCounter, tiktokengo.Name} }

// count returns what counts: the vocabulary of a file, that of --encoding, or that of the model.
func (o *unitOptions) count(model tokens.Model) (tokens.Counter, error) {
	if o.vocabulary != nil {
		return o.vocabulary, nil
	}
	encoding := cmp.Or(o.encoding, model.Encoding, tokens.O200kBase)
	var c tokens.Counter
	var err error
	if o.counter == tiktokengo.Name {
		c, err = tiktokengo.New(encoding)
	} else {
		c, err = tokens.NewCounter(encoding)
	}
	if err != nil {
		return nil, usageError{err}
	}
	return c, nil
}

// maxTokenizer bounds the file of --tokenizer; the largest in use has 34 MB.
const maxTokenizer = 256 << 20

// readTokenizer reads the file of --tokenizer. It is nil if there is none.
func (o *unitOptions) readTokenizer(e *env) (tokens.Counter, error) {
	if o.tokenizer == "" {
		return nil, nil
	}
	path := e.path(o.tokenizer)
	f, err := os.Open(path)
	var b []byte
	if err == nil {
		defer f.Close()
		// A device has no size to look at first.
		b, err = io.ReadAll(io.LimitReader(f, maxTokenizer+1))
	}
	if err == nil && len(b) > maxTokenizer {
		err = fmt.Errorf("the file is larger than %d MB", maxTokenizer>>20)
	}
	if err != nil {
		return nil, usagef("--tokenizer %s: %w", o.tokenizer, cause(err))
	}
	t, err := hf.Parse(b)
	if err != nil {
		return nil, usagef("--tokenizer %s: %w", o.tokenizer, err)
	}
	return t, nil
}
