package chat

// Counter counts the tokens of a text. A text that reads like a special token has to be counted as ordinary text.
type Counter interface{ Count(text []byte) int }

// Count counts the segments of a rendered request: the whole, and what of it belongs to each message. The slice
// reaches to the last message that has a segment. What it leaves of the total belongs to the request as a whole.
//
// A special segment is one token. The segments between two special ones are counted as one text, so that the
// total is exactly the count of the whole; where several messages share such a text, the tokens of a piece that
// reaches across the border count for the message in which it begins if the counter has a method
// CountParts([][]byte) []int, and otherwise the last of them takes the difference.
func Count(c Counter, segments []Segment) (total int, perMessage []int) {
	add := func(message, n int) {
		total += n
		if message < 0 {
			return
		}
		for len(perMessage) <= message {
			perMessage = append(perMessage, 0)
		}
		perMessage[message] += n
	}
	for i := 0; i < len(segments); {
		if segments[i].Special {
			add(segments[i].Message, 1)
			i++
			continue
		}
		end := i + 1
		for end < len(segments) && !segments[end].Special {
			end++
		}
		for k, n := range countRun(c, segments[i:end]) {
			add(segments[i+k].Message, n)
		}
		i = end
	}
	return total, perMessage
}

// countRun counts neighbouring ordinary segments.
func countRun(c Counter, run []Segment) []int {
	if len(run) == 1 {
		return []int{c.Count(run[0].Text)}
	}
	parts := make([][]byte, len(run))
	for i, s := range run {
		parts[i] = s.Text
	}
	if p, ok := c.(interface{ CountParts([][]byte) []int }); ok {
		return p.CountParts(parts)
	}
	counts := make([]int, len(run))
	var text []byte
	sum := 0
	for i, p := range parts {
		counts[i] = c.Count(p)
		sum += counts[i]
		text = append(text, p...)
	}
	counts[len(counts)-1] += c.Count(text) - sum
	return counts
}
