package main

import (
	"encoding/json"
	"fmt"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/tokens/chat"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// function is a tool in OpenAI's interfaces, bare in the older one.
type function struct {
	Name        string          `json:"name"`
	Description *string         `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

type tool struct {
	Function function `json:"function"`
}

func (f function) piece() (framing.Piece, error) {
	p := framing.Piece{Name: f.Name, Description: f.Description}
	if len(f.Parameters) == 0 {
		return p, nil
	}
	input, err := schema.Parse(f.Parameters)
	if err != nil {
		return p, fmt.Errorf("tool %q: %w", f.Name, err)
	}
	p.Input = input
	return p, nil
}

func pieces(tools []tool) ([]framing.Piece, error) {
	var all []framing.Piece
	for _, t := range tools {
		p, err := t.Function.piece()
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// message is a message in OpenAI's interface.
type message struct {
	Role         string    `json:"role"`
	Name         string    `json:"name"`
	Content      string    `json:"content"`
	FunctionCall *calling  `json:"function_call"`
	ToolCalls    []calling `json:"tool_calls"`
	ToolCallID   string    `json:"tool_call_id"`
}

// calling is a call, in the newer interface one level down.
type calling struct {
	ID        string   `json:"id"`
	Function  *calling `json:"function"`
	Name      string   `json:"name"`
	Arguments string   `json:"arguments"`
}

func (c calling) call() chat.Call {
	if c.Function != nil {
		return chat.Call{ID: c.ID, Name: c.Function.Name, Arguments: c.Function.Arguments}
	}
	return chat.Call{ID: c.ID, Name: c.Name, Arguments: c.Arguments}
}

func messages(list []message) []chat.Message {
	var all []chat.Message
	for _, m := range list {
		to := chat.Message{Role: m.Role, Name: m.Name, Content: m.Content, CallID: m.ToolCallID}
		if m.FunctionCall != nil {
			to.Calls = append(to.Calls, m.FunctionCall.call())
		}
		for _, c := range m.ToolCalls {
			to.Calls = append(to.Calls, c.call())
		}
		all = append(all, to)
	}
	return all
}

// choice reads a function_call or tool_choice: a word, or an object that names the tool.
func choice(raw json.RawMessage) (chat.Choice, error) {
	if len(raw) == 0 {
		return chat.Choice{}, nil
	}
	var word string
	if json.Unmarshal(raw, &word) == nil {
		return chat.Choice{Mode: word}, nil
	}
	var named calling
	if err := json.Unmarshal(raw, &named); err != nil {
		return chat.Choice{}, err
	}
	return chat.Choice{Mode: "named", Tool: named.call().Name}, nil
}
