package trial_test

import (
	"fmt"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify/trial"
)

func Example() {
	before, _ := schema.Parse([]byte(`{"type":"object","properties":{"port":{"type":"integer","maximum":65535}},"required":["port"]}`))
	after, _ := schema.Parse([]byte(`{"type":"object","properties":{"port":{"type":"integer"}},"required":["port"]}`))

	r := trial.Run(before, after, nil)
	fmt.Println("refused before, accepted after:", string(r.BnotA))

	r = trial.Run(before, before, nil)
	fmt.Println("the same:", !r.Different(), "faults that would have been found:", r.KillRate)
	// Output:
	// refused before, accepted after: {"port":65536}
	// the same: true faults that would have been found: 1
}
