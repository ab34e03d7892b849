package cli

import (
	"cmp"

	"github.com/schema-bench/schema-bench/tokens"
	"github.com/schema-bench/schema-bench/tokens/tiktokengo"
)

// ownCounter names the counter that everything counts with unless told otherwise.
const ownCounter = "schema-bench"

func counters() []string { return []string{ownCounter, tiktokengo.Name} }

// count returns what counts: the vocabulary of a file, that of --encoding, or that of the model.
func (o *unitOptions) count(model tokens.Model) (tokens.Counter, error) {
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
