package calibrate

import "fmt"

// InputTokens adds up what a server reports of one request into the tokens of its whole input. The APIs differ in what
// their input field holds:
//
//   - openai, openai-chat, openai-responses, gemini, google: prompt_tokens, input_tokens and promptTokenCount hold the
//     cached tokens already, and the fields for these are parts of it;
//   - anthropic, bedrock: input_tokens leaves out what was read from the cache and what was written to it.
//
// The api is that of the wire, not the maker of the model: Claude behind an endpoint of OpenAI's shape counts as openai.
// Another api, a negative number, or a part that is larger than its whole is an error.
func InputTokens(api string, input, cacheRead, cacheWrite int) (int, error) {
	if input < 0 || cacheRead < 0 || cacheWrite < 0 {
		return 0, fmt.Errorf("calibrate: usage of %d input, %d cache read and %d cache write tokens", input, cacheRead, cacheWrite)
	}
	switch api {
	case "anthropic", "bedrock":
		if max(input, cacheRead, cacheWrite) > maxCount {
			return 0, fmt.Errorf("calibrate: usage of more than %d tokens", maxCount)
		}
		return input + cacheRead + cacheWrite, nil
	case "openai", "openai-chat", "openai-responses", "gemini", "google":
		if cacheRead > input || cacheWrite > input {
			return 0, fmt.Errorf("calibrate: %d cache read and %d cache write tokens of %d input tokens, which hold them in the api %q: "+
				"usage in the shape of another api", cacheRead, cacheWrite, input, api)
		}
		return input, nil
	}
	return 0, fmt.Errorf("calibrate: unknown api %q; known: anthropic, bedrock, gemini, google, openai, openai-chat, openai-responses", api)
}
