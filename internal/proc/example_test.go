package proc_test

import (
	"context"
	"fmt"

	"github.com/schema-bench/schema-bench/internal/proc"
)

func Example() {
	_, err := proc.Start(context.Background(), proc.Options{Command: "a-server-that-is-not-installed"})
	fmt.Println(err)
	// Output: proc: command "a-server-that-is-not-installed": not found in PATH
}
