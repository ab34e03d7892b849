package framing

import "github.com/schema-bench/schema-bench/schema"

// mistralTool writes a tool as mistral-common does: it reads tools into types of its own that have
// neither strict nor anything else, and writes every field of them, so that a description that is
// absent is empty and parameters that are absent are null. The tokenizers on SentencePiece
// (versions 2 and 3) show a blank behind the opening token, which their vocabulary adds.
func mistralTool(w *writer, i int, t *Piece) error {
	full := *t
	if full.Description == nil {
		full.Description = new("")
	}
	if full.Input == nil {
		full.Input = new(schema.Node)
	}
	return spaced.function(w, i, &full)
}
