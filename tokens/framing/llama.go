package framing

// llamaOpen is what the chat template of Llama 3.1 writes at the start of the first user message,
// before the tools. The missing blank before "Do" is the template's.
const llamaOpen = `Given the following functions, please respond with a JSON for a function call with its proper arguments that best answers the given prompt.

Respond in the format {"name": function name, "parameters": dictionary of argument name and its value}.Do not use variables.

`

func llamaTool(w *writer, i int, t *Piece) error {
	if err := indented.function(w, i, t); err != nil {
		return err
	}
	w.put(i, PartFraming, "\n\n")
	return nil
}
