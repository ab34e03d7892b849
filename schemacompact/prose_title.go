package schemacompact

import (
	"strings"
	"unicode"
)

// splitIdentifier returns the words of an identifier or title in lower case: split at everything that is no letter or
// digit, where lower case turns into a capital, and before the last capital of an acronym ("HTTPServer").
func splitIdentifier(s string) []string {
	var words []string
	for field := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
		rs := []rune(field)
		from := 0
		for i := 1; i < len(rs); i++ {
			up := unicode.IsUpper(rs[i])
			if up && !unicode.IsUpper(rs[i-1]) || up && i+1 < len(rs) && unicode.IsLower(rs[i+1]) {
				words = append(words, strings.ToLower(string(rs[from:i])))
				from = i
			}
		}
		words = append(words, strings.ToLower(string(rs[from:])))
	}
	return words
}

// squash is splitIdentifier without the splits: "Invoice Id", "invoice_id" and "InvoiceID" are the same.
func squash(s string) string { return strings.Join(splitIdentifier(s), "") }

// titleEchoesName reports whether title says nothing that name does not: the same letters and digits in another case
// or with other separators. A plural is another word.
func titleEchoesName(title, name string) bool {
	t := squash(title)
	if t == "" {
		return strings.TrimSpace(title) == ""
	}
	if t != squash(name) {
		return false
	}
	// Signs carry meaning that squashing loses: "C++" is not "c", and "-1" not "1".
	return !strings.ContainsFunc(title, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !unicode.IsSpace(r) && r != '_' && r != '-' && r != '.' && r != '/' &&
			!strings.ContainsRune(name, r)
	})
}

// titleEchoesTool reports whether the title of a tool's root schema is its name with the suffix that generators of
// schemas append: "SearchArguments", "search_booksArguments", "SearchBooksInput", "SearchRequest", "searchDictOutput".
func titleEchoesTool(title, tool string) bool {
	if titleEchoesName(title, tool) {
		return true
	}
	words := splitIdentifier(title)
	want := squash(tool)
	for len(words) > 1 && isModelSuffix(words[len(words)-1]) {
		words = words[:len(words)-1]
		if strings.Join(words, "") == want {
			return true
		}
	}
	return false
}

func isModelSuffix(w string) bool {
	switch w {
	case "arguments", "args", "argument", "input", "inputs", "output", "outputs", "request", "response", "params", "parameters", "schema", "model",
		"dict", "result", "payload", "body", "tool":
		return true
	}
	return false
}
