package framing_test

import (
	"fmt"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

func Example() {
	input, err := schema.Parse([]byte(`{
		"type": "object",
		"properties": {
			"city": {"type": "string", "minLength": 2, "description": "Where to look"},
			"days": {"type": "integer", "default": 1}
		},
		"required": ["city"]
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := framing.New(framing.OpenAITS)
	if err != nil {
		fmt.Println(err)
		return
	}
	segments, err := f.Frame([]framing.Piece{{Name: "forecast", Description: new("Tells the weather."), Input: input}})
	if err != nil {
		fmt.Println(err)
		return
	}
	bytes := map[framing.Part]int{}
	for _, s := range segments {
		fmt.Printf("%s", s.Text)
		bytes[s.Part] += len(s.Text)
	}
	fmt.Printf("\n\n%s: %d bytes of input, %d of description\n",
		framing.FidelityOf(f.Name()), bytes[framing.PartInput], bytes[framing.PartDescription])
	// Output:
	// namespace functions {
	//
	// // Tells the weather.
	// type forecast = (_: {
	// // Where to look
	// city: string,
	// days?: number,
	// }) => any;
	//
	// } // namespace functions
	//
	// reconstructed: 49 bytes of input, 18 of description
}
