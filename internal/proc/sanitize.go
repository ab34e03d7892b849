package proc

import "github.com/schema-bench/schema-bench/internal/safetext"

// Sanitize is [safetext.Plain], under the name that it had before it got a package of its own.
func Sanitize(s string) string { return safetext.Plain(s) }
