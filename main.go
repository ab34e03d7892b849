// Command schema-bench measures, shrinks and proves what an LLM agent pays at every step for the tools it is offered.
package main

import (
	"os"

	"github.com/schema-bench/schema-bench/internal/cli"
)

func main() { os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
