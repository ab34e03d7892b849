package framing

// What these providers write is not public. Names, descriptions and schemas are what they say
// they count; the shape is that in which their APIs take tools.

// anthropicTool leaves out what its API demands but the tool lacks: a schema is not invented.
func anthropicTool(w *writer, i int, t *Piece) error {
	return compact.declaration(w, i, t, "input_schema", 0)
}

// geminiTool uses the member that takes JSON Schema as it is; the older one takes a subset.
func geminiTool(w *writer, i int, t *Piece) error {
	return compact.declaration(w, i, t, "parametersJsonSchema", 0)
}
