package tokens

import (
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// planted are tools that every framing can render, the template of gpt-oss included, which refuses some: with all that
// framings treat in ways of their own, so that a framing that drops or changes any of it has another text.
func planted() ([]framing.Piece, error) {
	var pieces []framing.Piece
	for _, t := range []struct{ name, description, input string }{
		{"move_file", "Moves a file. Never overwrites: an existing target is an error.", `{"type":"object","properties":{` +
			`"from":{"type":"string","description":"Path of the file"},"mode":{"type":"string","enum":["copy","move"],"default":"move"}},"required":["from"]}`},
		{"ping", "Answers with the time of the server", `{"type":"object","properties":{}}`},
		{"book_room", "Books a room.\nOne \"slot\" is 30 minutes — bezahlt wird später.", `{"type":"object","description":"A booking","properties":{` +
			`"room":{"type":"object","description":"Which room","properties":{"floor":{"type":"integer","minimum":-2,"default":0},` +
			`"wing":{"type":"string","nullable":true,"description":"null for any"}},"required":["floor"]},` +
			`"guests":{"type":"array","description":"Who comes","items":{"type":"object","properties":{"name":{"type":"string"},"vip":{"type":"boolean","default":false}},"required":["name"]}},` +
			`"tags":{"type":"array","items":{"type":"string"},"maxItems":5},` +
			`"until":{"oneOf":[{"type":"string","description":"A time","default":"18:00"},{"type":"number"}],"description":"When it ends"},` +
			`"budget":{"anyOf":[{"type":"number","exclusiveMinimum":0.5},{"type":"null"}]},` +
			`"note":{"type":["string","null"],"description":"Shown at the door","examples":["quiet, please"]},` +
			`"payer":{"$ref":"#/$defs/account"}},"required":["room","until"],"additionalProperties":false,` +
			`"$defs":{"account":{"type":"string","pattern":"^[A-Z]{2}\\d+$","description":"Number of an account"}}}`},
	} {
		input, err := schema.Parse([]byte(t.input))
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, framing.Piece{Name: t.name, Description: &t.description, Input: input})
	}
	return pieces, nil
}

// golden is what a framing makes of the planted tools: the tokens in o200k_base and the first 16 digits of the
// SHA-256 of the text. The count alone misses what changes no count, and the hash alone does not say how much is off.
type golden struct {
	tokens int
	digest string
}

// goldens holds the text of every framing fast. A framing that is changed on purpose needs a new line here, after its
// own tests, which compare with what the providers' code writes, say that the new text is right.
func goldens() map[string]golden {
	return map[string]golden{
		framing.JSON:        {395, "302b7aad71be0f72"},
		framing.JSONSpaced:  {518, "9c2323a8755a922e"},
		framing.OpenAITS:    {164, "8141dbf52f9e930d"},
		framing.Harmony:     {228, "034632640dcbf35a"},
		framing.GPTOSSJinja: {182, "e6702fb18fc9748e"},
		framing.Hermes:      {603, "3fb4269c1817665f"},
		framing.Llama3:      {778, "29b10fe003a1679c"},
		framing.Mistral:     {520, "30e8662cd61a7df9"},
		framing.Anthropic:   {379, "8da302de1da380cf"},
		framing.Gemini:      {385, "6da17939358ac9e0"},
	}
}
