package framing

// The fixed text of the chat template of Qwen 2.5 and Qwen 3. It stands in the system message,
// behind the system prompt and an empty line. <tool_call> is a token of its own in their
// vocabularies wherever it occurs in a text, which is for the tokenizer to find.
const (
	hermesOpen = `# Tools

You may call one or more functions to assist with the user query.

You are provided with function signatures within <tools></tools> XML tags:
<tools>
`
	hermesClose = `
</tools>

For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call>`
)
