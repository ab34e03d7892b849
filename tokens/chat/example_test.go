package chat_test

import (
	"fmt"

	"github.com/schema-bench/schema-bench/tokens/bpe"
	"github.com/schema-bench/schema-bench/tokens/chat"
)

func Example() {
	request := &chat.Request{Messages: []chat.Message{
		{Role: chat.System, Content: "Answer in rhymes."},
		{Role: chat.User, Content: "Where do the owls sleep?"},
	}}
	template, err := chat.New("hermes")
	if err != nil {
		fmt.Println(err)
		return
	}
	segments, err := template.Render(request)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range segments {
		fmt.Printf("%s", s.Text)
	}
	fmt.Println()
	encoding, err := bpe.Load(bpe.O200kBase)
	if err != nil {
		fmt.Println(err)
		return
	}
	total, perMessage := chat.Count(encoding, segments)
	fmt.Println(total, perMessage)
	// Output:
	// <|im_start|>system
	// Answer in rhymes.<|im_end|>
	// <|im_start|>user
	// Where do the owls sleep?<|im_end|>
	// <|im_start|>assistant
	//
	// 25 [10 12]
}
